import { useMutation } from '@tanstack/react-query';
import type { AcceptedView } from '../../../api/views.ts';
import { callAhead, isAccepted } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { type GmailAnswer, succeeded } from './gmailAnswer.ts';

const TEST = {
  subject: 'Test email from Partner Pilot',
  body: 'This is a test. Your Gmail account is connected, and Partner Pilot can send emails from it.',
};

/** Sends a mail from the connected account to itself. POST /api/gmail/send */
export async function sendTestEmail(to: string): Promise<void> {
  const answer = await callAhead<GmailAnswer | AcceptedView>('POST', '/api/gmail/send', { to, ...TEST });
  if (!isAccepted(answer)) succeeded(answer);
}

export function useSendTestEmail() {
  return useMutation({
    mutationFn: sendTestEmail,
    meta: { failure: failure('Test Failed', 'Failed to send test email') },
    onSuccess: (_, to) => showToast({ title: 'Test Email Sent', text: `Look into the inbox of ${to}.` }),
  });
}
