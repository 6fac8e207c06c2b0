import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchGmail } from './gmailStatus.ts';

/** POST /api/gmail/disconnect */
export async function disconnectGmail(): Promise<void> {
  await client.api.gmail.disconnect.$post();
}

export function useDisconnectGmail() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: disconnectGmail,
    meta: { failure: failure('Disconnection Failed', 'Failed to disconnect Gmail') },
    onSuccess: async () => {
      showToast({ title: 'Gmail Disconnected', text: 'No more emails go out from it.' });
      await refetchGmail(queries);
    },
  });
}
