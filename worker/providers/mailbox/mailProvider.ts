import type { MailProvider } from '../mailProvider.ts';
import { messageIdOf } from '../messageId.ts';
import { writeMail } from '../rawMail.ts';
import { type MailboxAccount, mailboxAccount } from './account.ts';
import { type Endpoint, endpointOf, type MailboxNetwork } from './endpoint.ts';
import { withImap } from './imap.ts';
import { MailboxError } from './mailboxError.ts';
import { fileInSent } from './sentFolder.ts';
import { checkSmtpLogin, SMTP_TIMES, type SmtpTimes, sendBySession, unsent } from './smtp.ts';

/** Where the mail of an account is handed over. Throws MailboxError. */
async function smtpEndpoint({ smtp }: MailboxAccount, network: MailboxNetwork): Promise<Endpoint> {
  if (!network.sandbox) return endpointOf('smtp', smtp, network);
  return endpointOf('smtp', await network.sandbox(), { privateHosts: true });
}

/** Signs in to both servers, and sends nothing. Throws MailboxError. */
export async function checkMailbox(account: MailboxAccount, network: MailboxNetwork, times?: SmtpTimes): Promise<void> {
  await checkSmtpLogin(await smtpEndpoint(account, network), account, network, times);
  if (!network.sandbox) await withImap(account, network, (client) => client.noop());
}

/** A mailbox of any host: SMTP sends, IMAP files what was sent. */
export function mailboxMail(
  network: MailboxNetwork,
  { times = SMTP_TIMES, ownCopyMs }: { times?: SmtpTimes; ownCopyMs?: number } = {},
): MailProvider {
  return {
    name: 'Your mail server',
    async check(credentials) {
      await checkMailbox(mailboxAccount(credentials, network), network, times);
      return network.sandbox ? 'SMTP' : 'SMTP and IMAP';
    },
    async send(credentials, mail) {
      const account = mailboxAccount(credentials, network);
      const messageId = messageIdOf(mail);
      const written = await writeMail({ ...mail, from: { name: mail.fromName, email: mail.from }, messageId });
      try {
        const endpoint = await smtpEndpoint(account, network);
        const { serverId, ...sent } = await sendBySession(endpoint, account, written, network, times);
        const known = serverId ?? messageId;
        const isSent = sent.answer.kind === 'status' && sent.answer.status < 300;
        return {
          ...sent,
          messageId: isSent ? known : null,
          ...(isSent && !network.sandbox
            ? { afterwards: () => fileInSent(account, { raw: written.raw, messageId: known }, network, ownCopyMs) }
            : {}),
        };
      } catch (error) {
        if (!(error instanceof MailboxError)) throw error;
        return { ...unsent(error.trouble), messageId: null };
      }
    },
  };
}
