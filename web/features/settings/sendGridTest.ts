import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SendGridTestView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { emailSettingsQuery } from './emailSettings.ts';

/** What SendGrid lists for the sender, once it took a test email. */
const SENDERS: Record<SendGridTestView['sender'], string> = {
  domain: 'Its domain is authenticated in SendGrid.',
  address: 'Its address is a verified sender. Authenticate the domain, too: more emails arrive then.',
  neither: 'SendGrid lists neither its domain nor its address. Authenticate the domain.',
  unchecked: "The sender couldn't be looked up, because this API key may only send.",
};

/** POST /api/sendgrid/test; null: the server is still at it. */
async function sendTest(account?: string): Promise<SendGridTestView | null> {
  const result = await unwrap(client.api.sendgrid.test.$post({ query: { account } }));
  return isAccepted(result) ? null : result;
}

/** An email from the sender to itself, to know before the first campaign. */
export function useSendGridTest(account: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => sendTest(account),
    meta: { failure: failure('Test Failed', 'Failed to send test email') },
    onSettled: () => queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey }),
  });
}

export const testResult = (result: SendGridTestView | null, fromEmail: string) =>
  ({
    tone: result && result.sender !== 'neither' ? 'info' : 'warn',
    text: result
      ? `SendGrid took the test email. Check the inbox of ${fromEmail}. ${SENDERS[result.sender]}`
      : 'This takes longer than usual. Check your inbox in a minute.',
  }) as const;
