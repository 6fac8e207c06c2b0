/** The mailbox of an SMTP account. The same one is read on from its cursor, however often it is connected. */
import { describe, expect, test } from 'vitest';
import { mailbox } from '../../events/sending/mailbox.ts';
import type { MailboxEvent } from '../../events/sending/mailboxState.ts';
import { fold } from '../support/scenario.ts';

const SAM = 'sam@shop.example';
const settings = (email: string, host: string) => {
  const server = { host, port: 465, security: 'tls' as const };
  return { email, user: email, smtp: server, imap: server };
};
type Connection = (secretId: string, email?: string, host?: string) => MailboxEvent[];
const bySmtp: Connection = (secretId, email = SAM, host = 'mail.shop.example') => [
  {
    type: 'SmtpConnectRequested',
    data: { requestId: secretId, secretId, host: 'other' },
    personal: settings(email, host),
  },
  { type: 'SmtpConnected', data: { requestId: secretId, secretId, replaced: null } },
];
const byMicrosoft: Connection = (secretId, email = SAM, host = 'outlook.office365.com') => [
  { type: 'MicrosoftConnectRequested', data: { requestId: secretId } },
  {
    type: 'MicrosoftConnected',
    data: { requestId: secretId, secretId, replaced: null },
    personal: settings(email, host),
  },
];
const disconnected = (secretId: string): MailboxEvent => ({ type: 'SmtpDisconnected', data: { secretId } });
const idAfter = (...events: MailboxEvent[]) => fold(mailbox, events).smtp.account?.id;

describe.each([
  ['SMTP', bySmtp],
  ['Microsoft', byMicrosoft],
])('an account of %s', (_, connected) => {
  test('keeps its id when it is disconnected and connected again', () => {
    expect(idAfter(...connected('s1'), disconnected('s1'), ...connected('s2', 'Sam@Shop.example'))).toBe('s1');
  });

  test('keeps its id when its server has another name', () => {
    expect(idAfter(...connected('s1'), ...connected('s2', SAM, 'imap.elsewhere.example'))).toBe('s1');
  });

  test('keeps its id after another account was connected in between', () => {
    expect(idAfter(...connected('s1'), ...connected('s2', 'kim@shop.example'))).toBe('s2');
    expect(idAfter(...connected('s1'), ...connected('s2', 'kim@shop.example'), ...connected('s3'))).toBe('s1');
  });
});

test('no address stays in the state of an erased person', () => {
  const state = fold(mailbox, [...bySmtp('s1'), { type: 'PersonErased', data: {} }]);
  expect(JSON.stringify(state.smtp)).not.toContain(SAM);
});
