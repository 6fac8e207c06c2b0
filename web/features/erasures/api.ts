import { useLocation } from 'wouter';
import type { AcceptedView, ErasureView, PartnerView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { saidInForm } from '../../lib/formProblems.ts';
import { CAMPAIGNS, PARTNERS } from '../../lib/liveKeys.ts';
import { query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';
import type { HistoryScope } from '../history/scope.ts';
import { LEAVING } from '../partners/api.ts';
import { useClosePartner } from '../partners/openPartner.ts';

/** The live events tell an admin of their own workspace only. The erasures of others are asked for again. */
const OPEN_REFETCH_MS = 5_000;

/** The receipts of all erasures, the newest first. */
export const [useErasures] = query(({ admin }: HistoryScope) => ({
  key: ['erasures', admin],
  call: (): Promise<ErasureView[]> => unwrap((admin ? client.api.admin : client.api).erasures.$get()),
  refetchInterval: ({ state }) =>
    admin && state.data?.some(({ status }) => status === 'open') ? OPEN_REFETCH_MS : false,
}));

/** Destroys all that is known of a partner. */
export function useErasePartner() {
  const [, navigate] = useLocation();
  const close = useClosePartner();
  return useAction({
    mutationKey: LEAVING,
    call: ({ id }: Pick<PartnerView, 'id'>): Promise<ErasureView | AcceptedView> =>
      unwrap(client.api.partners[':id'].erase.$post({ param: { id } })),
    failed: failure('Erasure Failed', 'The partner could not be erased. Please try again.'),
    done: (result, { id }) => {
      // otherwise the list closes the partner when it no longer has them
      if (isAccepted(result)) close(id);
      return {
        ...(isAccepted(result)
          ? { title: 'Erasing', text: 'This takes longer than usual. The receipt appears in Settings, History.' }
          : { title: 'Partner Erased', text: 'All data of this person is destroyed.' }),
        action: {
          label: 'Receipt',
          instead: 'The receipt is in Settings, History, Erasures',
          act: () => navigate('/settings/history?view=erasures'),
        },
      };
    },
    stale: [...PARTNERS, ...CAMPAIGNS, ['suppressions'], ['erasures']],
  });
}

type AdminErasureRequest = { kind: 'address'; tenant: string; address: string } | { kind: 'tenant'; tenant: string };

/** Destroys what a tenant holds of an address, or a tenant with all that is theirs. */
export const useEraseForAdmin = () =>
  useAction({
    call: (json: AdminErasureRequest): Promise<ErasureView | AcceptedView> =>
      unwrap(client.api.admin.erasures.$post({ json })),
    failed: saidInForm('Erasure Failed', 'It could not be erased. Please try again.'),
    stale: [['erasures'], ['admin', 'users']],
  });
