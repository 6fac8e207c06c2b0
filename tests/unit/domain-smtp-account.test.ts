/** The mailbox of an SMTP account. The same one is read on from its cursor, however often it is connected. */
import { describe, expect, test } from 'vitest';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { mailbox } from '../../events/sending/mailbox.ts';
import type { MailboxEvent } from '../../events/sending/mailboxState.ts';
import { mailboxConnected } from '../support/accountEvents.ts';
import { fold } from '../support/scenario.ts';

const SAM = 'sam@shop.example';
type Connection = (secretId: string, email?: string, host?: string) => MailboxEvent;
const by =
  (host: 'other' | 'microsoft'): Connection =>
  (secretId, email = SAM, name = 'mail.shop.example') =>
    mailboxConnected(secretId, { email, host, server: { host: name, port: 465, security: 'tls' } });
const disconnected = (secretId: string): MailboxEvent => ({
  type: 'AccountDisconnected',
  data: { provider: 'smtp', secretId },
});
const idAfter = (...events: MailboxEvent[]) => accountAt(fold(mailbox, events), 'smtp').account?.id;

describe.each([
  ['SMTP', by('other')],
  ['Microsoft', by('microsoft')],
])('an account of %s', (_, connected) => {
  test('keeps its id when it is disconnected and connected again', () => {
    expect(idAfter(connected('s1'), disconnected('s1'), connected('s2', 'Sam@Shop.example'))).toBe('s1');
  });

  test('keeps its id when its server has another name', () => {
    expect(idAfter(connected('s1'), connected('s2', SAM, 'imap.elsewhere.example'))).toBe('s1');
  });

  test('keeps its id after another account was connected in between', () => {
    expect(idAfter(connected('s1'), connected('s2', 'kim@shop.example'))).toBe('s2');
    expect(idAfter(connected('s1'), connected('s2', 'kim@shop.example'), connected('s3'))).toBe('s1');
  });
});

test('no address stays in the state of an erased person', () => {
  const state = fold(mailbox, [by('other')('s1'), { type: 'PersonErased', data: {} }]);
  expect(JSON.stringify(state.accounts)).not.toContain(SAM);
});
