/** The events of a mailbox whose account is connected. */
import type { MailboxEvent } from '../../events/sending/mailboxState.ts';
import type { MailHostId, MailServer } from '../../events/sending/mailHosts.ts';
import type { GmailAccess } from '../../events/shared/options.ts';

const SERVER: MailServer = { host: 'mail.shop.example', port: 465, security: 'tls' };

export const sendGridConnected = (secretId: string, email = 'me@shop.example'): MailboxEvent => ({
  type: 'AccountConnected',
  data: { provider: 'sendgrid', requestId: null, secretId, region: 'global' },
  personal: { email },
});

export const gmailConnected = (secretId: string, access: GmailAccess): MailboxEvent => ({
  type: 'AccountConnected',
  data: { provider: 'gmail', requestId: secretId, secretId, access },
  personal: { email: 'sam@northwind.example', accountId: 'g' },
});

export const mailboxConnected = (
  secretId: string,
  {
    email = 'me@shop.example',
    server = SERVER,
    host = 'other',
  }: { email?: string; server?: MailServer; host?: MailHostId } = {},
): MailboxEvent => ({
  type: 'AccountConnected',
  data: { provider: 'smtp', requestId: secretId, secretId, host },
  personal: { email, user: email, smtp: server, imap: server },
});
