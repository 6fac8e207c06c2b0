import { type MailboxLogin, readMailboxLogin } from '../../../db/mailboxLogin.ts';
import type { MailProvider } from '../mailProvider.ts';
import { messageIdOf } from '../messageId.ts';
import { writeMail } from '../rawMail.ts';
import { type Endpoint, endpointOf, type MailboxNetwork } from './endpoint.ts';
import { withImap } from './imap.ts';
import { MailboxError } from './mailboxError.ts';
import { fileInSent } from './sentFolder.ts';
import { checkSmtpLogin, SMTP_TIMES, type SmtpTimes, sendBySession, unsent } from './smtp.ts';

/** Where the mail of an account is handed over. Throws MailboxError. */
async function smtpEndpoint({ smtp }: MailboxLogin, network: MailboxNetwork): Promise<Endpoint> {
  if (!network.sandbox) return endpointOf('smtp', smtp, network);
  return endpointOf('smtp', await network.sandbox(), { privateHosts: true });
}

/** Signs in to both servers, and sends nothing. Throws MailboxError. */
export async function checkMailbox(login: MailboxLogin, network: MailboxNetwork, times?: SmtpTimes): Promise<void> {
  await checkSmtpLogin(await smtpEndpoint(login, network), login, network, times);
  if (!network.sandbox) await withImap(login, network, (client) => client.noop());
}

/** A mailbox of any host: SMTP sends, IMAP files what was sent. */
export function mailboxMail(
  network: MailboxNetwork,
  { times = SMTP_TIMES, ownCopyMs }: { times?: SmtpTimes; ownCopyMs?: number } = {},
): MailProvider {
  return {
    name: 'Your mail server',
    async check({ secret }) {
      await checkMailbox(readMailboxLogin(secret), network, times);
      return network.sandbox ? 'SMTP' : 'SMTP and IMAP';
    },
    async send({ secret }, mail) {
      const login = readMailboxLogin(secret);
      const messageId = messageIdOf(mail);
      const written = await writeMail({ ...mail, from: { name: mail.fromName, email: mail.from }, messageId });
      try {
        const endpoint = await smtpEndpoint(login, network);
        const { serverId, ...sent } = await sendBySession(endpoint, login, written, network, times);
        const isSent = sent.answer.kind === 'status' && sent.answer.status < 300;
        return {
          ...sent,
          messageId: isSent ? (serverId ?? messageId) : null,
          ...(isSent && !network.sandbox
            ? { afterwards: () => fileInSent(login, { raw: written.raw, messageId }, network, ownCopyMs) }
            : {}),
        };
      } catch (error) {
        if (!(error instanceof MailboxError)) throw error;
        return { ...unsent(error.trouble), messageId: null };
      }
    },
  };
}
