import { useMutation } from '@tanstack/react-query';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAccount } from '../sending/account.ts';

const TEST = {
  subject: 'Test email from Partner Pilot',
  body: 'This is a test. Your Gmail account is connected, and Partner Pilot can send emails from it.',
};

/** Sends a mail from the connected account to itself. POST /api/gmail/send */
export async function sendTestEmail(to: string, account?: string): Promise<'sent' | 'underway'> {
  const result = await unwrap(client.api.gmail.send.$post({ query: { account }, json: { to, ...TEST } }));
  return isAccepted(result) ? 'underway' : 'sent';
}

export function useSendTestEmail() {
  const account = useAccount();
  return useMutation({
    mutationFn: (to: string) => sendTestEmail(to, account),
    meta: { failure: failure('Test Failed', 'Failed to send test email') },
    onSuccess: (result, to) =>
      showToast(
        result === 'sent'
          ? { title: 'Test Email Sent', text: `Check the inbox of ${to}.` }
          : { title: 'Sending Test Email', text: 'This takes longer than usual. Check your inbox in a minute.' },
      ),
  });
}
