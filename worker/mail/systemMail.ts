import type { SystemMailer } from '../../db/installation/systemMailer.ts';
import type { ProviderAnswer } from '../../events/sending/outcome.ts';
import type { Credentials, MailProvider } from '../providers/mailProvider.ts';
import { checkSmtp, sendBySmtp } from '../providers/smtp/client.ts';

/** A mail of the installation itself: a link, or a notice about an account. `accessId` names the request that it answers. */
export type SystemMail = { to: string; subject: string; text: string; html: string; accessId: string };

/** Hands a mail over and answers the provider's answer; throws nothing. */
export type SendSystemMail = (mail: SystemMail) => Promise<ProviderAnswer>;

declare module '../context.ts' {
  interface Deps {
    sendSystemMail: SendSystemMail | null;
  }
}

/** Prevents holiday notices (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

const credentialsOf = (mailer: Exclude<SystemMailer, { kind: 'smtp' }>): Credentials => ({
  secretId: '',
  secret: mailer.kind === 'sendgrid' ? mailer.apiKey : 'SG.sandbox',
});

/** Whether what carries the installation's own mails works; sends none. Throws ProviderError. */
export const checkSystemMailer = (mailer: SystemMailer, sendGrid: MailProvider): Promise<string> =>
  mailer.kind === 'smtp' ? checkSmtp(mailer.url) : sendGrid.check(credentialsOf(mailer), { drafts: false });

/** `sendGrid` leads to the sandbox's SendGrid in a sandbox. */
export function openSystemMailer(mailer: SystemMailer | null, sendGrid: MailProvider): SendSystemMail | null {
  if (!mailer) return null;
  const { from } = mailer;
  if (mailer.kind === 'smtp') return (mail) => sendBySmtp(mailer.url, from, mail);
  const credentials = credentialsOf(mailer);
  return async ({ accessId, ...mail }) => {
    const whole = { ...mail, from: from.email, fromName: from.name, replyTo: null, headers: AUTOMATIC };
    const { answer } = await sendGrid.send(credentials, { ...whole, sendId: accessId, tenant: 'system' });
    return answer;
  };
}
