/** How the replies to an account are found. By hand, because no one reads them. */
import { expect, test } from 'vitest';
import { replyPath } from '../../api/present/replies.ts';
import { mailbox } from '../../events/sending/mailbox.ts';
import type { MailboxEvent } from '../../events/sending/mailboxState.ts';
import { gmailConnected, sendGridConnected } from '../support/accountEvents.ts';
import { fold } from '../support/scenario.ts';

const gmail = (access: 'send' | 'drafts'): MailboxEvent[] => [
  { type: 'EmailProviderChosen', data: { provider: 'gmail' } },
  gmailConnected('s', access),
];
const sendGrid: MailboxEvent[] = [
  { type: 'EmailProviderChosen', data: { provider: 'sendgrid' } },
  sendGridConnected('s'),
];

test.each<[string, MailboxEvent[], boolean, ReturnType<typeof replyPath>]>([
  ['Gmail that may only send', gmail('send'), false, 'hand'],
  ['Gmail that may only send, where others have addresses for replies', gmail('send'), true, 'hand'],
  ['Gmail that is read', gmail('drafts'), false, 'mailbox'],
  ['SendGrid without addresses for replies', sendGrid, false, 'hand'],
  ['SendGrid with addresses for replies', sendGrid, true, 'address'],
  ['no account', [], false, null],
])('%s', (_, events, inbound, path) => {
  expect(replyPath(fold(mailbox, events), inbound)).toBe(path);
});
