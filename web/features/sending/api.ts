import type { SendingAccountView } from '../../../api/views.ts';
import type { SendingRules } from '../../../events/sending/sendingInput.ts';
import { PROVIDER_NAMES } from '../../../events/shared/options.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';
import { keyOf, useAccount } from './account.ts';

export const [useSendingAccounts, sendingAccountsQuery] = query(() => ({
  key: ['sending-accounts'],
  call: () => unwrap(client.api['sending-accounts'].$get()),
}));

export const accountName = ({ address, provider }: Pick<SendingAccountView, 'address' | 'provider'>): string =>
  address ?? (provider ? `${PROVIDER_NAMES[provider]}, not connected` : 'Not set up');

export const kindName = ({ provider, microsoft }: Pick<SendingAccountView, 'provider' | 'microsoft'>): string | null =>
  microsoft ? 'Microsoft' : provider && PROVIDER_NAMES[provider];

const calls = client.api['sending-settings'];

const [useSettingsOf, settingsQuery] = query((account: string | undefined) => ({
  key: keyOf(['sending-settings'], account),
  call: () => unwrap(calls.$get({ query: { account } })),
}));

export const useSendingSettings = () => useSettingsOf(useAccount());

export function useSaveSendingSettings() {
  const account = useAccount();
  return useAction({
    call: (json: SendingRules) => unwrap(calls.$put({ query: { account }, json })),
    failed: failure('Error', 'Failed to update sending hours'),
    done: { title: 'Sending Hours Updated', text: 'Planned emails are rescheduled to fit.' },
    after: (saved, _, queries) => queries.setQueryData(settingsQuery(account).queryKey, saved),
    stale: [['campaigns'], ['sending-accounts']],
  });
}

export const useResumeSending = (account: string | undefined) =>
  useAction({
    call: () => unwrap(client.api.sending.resume.$post({ query: { account } })),
    failed: failure('Error', 'Failed to resume sending'),
    done: { title: 'Sending Resumed', text: 'Planned emails leave again.' },
    // all of it
    stale: [[]],
    waits: false,
  });
