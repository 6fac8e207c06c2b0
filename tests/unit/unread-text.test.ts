/** For which accounts a person must mark the replies, because no one reads them. */
import { expect, test } from 'vitest';
import { unreadText } from '../../api/present/replies.ts';
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

test.each<[string, MailboxEvent[], boolean, boolean]>([
  ['Gmail that may only send', gmail('send'), false, true],
  ['Gmail that may only send, where others have addresses for replies', gmail('send'), true, true],
  ['Gmail that is read', gmail('drafts'), false, false],
  ['SendGrid without addresses for replies', sendGrid, false, true],
  ['SendGrid with addresses for replies', sendGrid, true, false],
  ['no account', [], false, false],
])('%s', (_, events, inbound, isUnread) => {
  expect(unreadText(fold(mailbox, events), inbound) !== null).toBe(isUnread);
});
