import type { EmailProvider } from '../../../events/shared/options.ts';
import type { MailProvider, Sent } from '../mailProvider.ts';
import { messageIdOf } from '../messageId.ts';
import { writeMail } from '../rawMail.ts';
import { type MailboxAccount, mailboxAccount } from './account.ts';
import { endpointOf, type MailboxNetwork } from './endpoint.ts';
import { withImap } from './imap.ts';
import { MailboxError } from './mailboxError.ts';
import { fileInSent } from './sentFolder.ts';
import { checkSmtpLogin, SMTP_TIMES, type SmtpTimes, sendBySession, unsent } from './smtp.ts';

/** Signs in to its servers, and sends nothing. Throws MailboxError. */
export async function checkMailbox(account: MailboxAccount, network: MailboxNetwork, times?: SmtpTimes): Promise<void> {
  await checkSmtpLogin(await endpointOf('smtp', account.smtp, network), account, network, times);
  if (account.imap) await withImap(account, network, (client) => client.noop(), { isFirst: true });
}

/** A mailbox of any host: SMTP sends, and IMAP files what was sent where there is one. `provider`: whose words tell what went wrong. */
export function mailboxMail(
  network: MailboxNetwork,
  options: { times?: SmtpTimes; ownCopyMs?: number; provider?: EmailProvider } = {},
): MailProvider {
  // the sandbox files no copies itself
  const { times = SMTP_TIMES, ownCopyMs = network.sandbox ? 0 : undefined, provider = 'smtp' } = options;
  const inItsWords = (sent: Sent): Sent =>
    sent.reason?.code === 'account_trouble' ? { ...sent, reason: { ...sent.reason, provider } } : sent;
  return {
    name: 'Your mail server',
    async check(credentials) {
      const account = mailboxAccount(credentials, network);
      await checkMailbox(account, network, times);
      return account.imap ? 'SMTP and IMAP' : 'SMTP';
    },
    async send(credentials, mail) {
      const account = mailboxAccount(credentials, network);
      const messageId = messageIdOf(mail);
      const written = await writeMail({ ...mail, from: { name: mail.fromName, email: mail.from }, messageId });
      try {
        const endpoint = await endpointOf('smtp', account.smtp, network);
        const { serverId, ...sent } = await sendBySession(endpoint, account, written, network, times);
        const known = serverId ?? messageId;
        const isSent = sent.answer.kind === 'status' && sent.answer.status < 300;
        return inItsWords({
          ...sent,
          messageId: isSent ? known : null,
          ...(isSent && account.imap
            ? { afterwards: () => fileInSent(account, { raw: written.raw, messageId: known }, network, ownCopyMs) }
            : {}),
        });
      } catch (error) {
        if (!(error instanceof MailboxError)) throw error;
        return inItsWords({ ...unsent(error.trouble), messageId: null });
      }
    },
  };
}
