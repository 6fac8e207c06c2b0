import type { AcceptedView, ErasureView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { saidInForm } from '../../lib/formProblems.ts';
import { query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';
import type { HistoryScope } from '../history/scope.ts';

/** The live events tell an admin of their own workspace only. The erasures of others are asked for again. */
const OPEN_REFETCH_MS = 5_000;

export const [useErasures] = query(({ admin }: HistoryScope) => ({
  key: ['erasures', admin],
  call: (): Promise<ErasureView[]> => unwrap((admin ? client.api.admin : client.api).erasures.$get()),
  refetchInterval: ({ state }) =>
    admin && state.data?.some(({ status }) => status === 'open') ? OPEN_REFETCH_MS : false,
}));

type AdminErasureRequest = { kind: 'address'; tenant: string; address: string } | { kind: 'tenant'; tenant: string };

/** Destroys what a tenant holds of an address, or a tenant with all that is theirs. */
export const useEraseForAdmin = () =>
  useAction({
    call: (json: AdminErasureRequest): Promise<ErasureView | AcceptedView> =>
      unwrap(client.api.admin.erasures.$post({ json })),
    failed: saidInForm('Erasure Failed', 'It could not be erased. Please try again.'),
    stale: [['erasures'], ['admin', 'users']],
  });
