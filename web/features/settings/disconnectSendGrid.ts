import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAccount } from '../sending/account.ts';
import { emailSettingsQuery } from './emailSettings.ts';

/** POST /api/sendgrid/disconnect */
export function useDisconnectSendGrid() {
  const queries = useQueryClient();
  const account = useAccount();
  return useMutation({
    mutationFn: () => unwrap(client.api.sendgrid.disconnect.$post({ query: { account } })),
    meta: { failure: failure('Disconnection Failed', 'Failed to disconnect SendGrid') },
    onSuccess: async () => {
      showToast({ title: 'SendGrid Disconnected', text: 'No more emails go out from it.' });
      await Promise.all([
        queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey }),
        queries.invalidateQueries({ queryKey: ['sending-accounts'] }),
      ]);
    },
  });
}
