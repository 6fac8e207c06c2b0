import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAccount } from '../sending/account.ts';
import { refetchGmail } from './gmailStatus.ts';

/** POST /api/gmail/disconnect */
export async function disconnectGmail(account?: string): Promise<void> {
  await client.api.gmail.disconnect.$post({ query: { account } });
}

export function useDisconnectGmail() {
  const queries = useQueryClient();
  const account = useAccount();
  return useMutation({
    mutationFn: () => disconnectGmail(account),
    meta: { failure: failure('Disconnection Failed', 'Failed to disconnect Gmail') },
    onSuccess: async () => {
      showToast({ title: 'Gmail Disconnected', text: 'No more emails go out from it.' });
      await refetchGmail(queries);
    },
  });
}
