import { z } from 'zod';
import { type LoginProvider, MAIL_SECURITY } from '../shared/options.ts';
import { emailText, isOneLine, requiredText, stop, text } from '../shared/text.ts';
import { isAtMicrosoft, MAIL_HOST_IDS, MAIL_HOSTS, type MailHostId, type MailServer } from './mailHosts.ts';
import { SES_REGIONS, sesServer } from './mailProviders/ses.ts';

const HOST = /^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$|^[0-9a-f:.]*$/;
const host = (kind: string) =>
  requiredText(`${kind} host is required`, 253, `${kind} host must be at most 253 characters`)
    .toLowerCase()
    .regex(HOST, `${kind} host must be a name such as mail.your-company.com`)
    .refine((name) => !isAtMicrosoft(name), MAIL_HOSTS.microsoft.hint);
const port = (kind: string) => {
  const wrong = `${kind} port must be a number from 1 to 65535`;
  return z.int(wrong).min(1, wrong).max(65_535, wrong);
};
const security = z.enum(MAIL_SECURITY);

/** A mailbox with SMTP and IMAP. A blank user name is the address. */
export const mailboxForm = z.object({
  host: z.enum(MAIL_HOST_IDS),
  email: emailText('Please enter a valid email address', 'Email must be at most 254 characters').refine(
    (email) => !isAtMicrosoft(email),
    MAIL_HOSTS.microsoft.hint,
  ),
  user: text(254, 'User name must be at most 254 characters')
    .refine(isOneLine, 'User name must be one line')
    .optional(),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(500, stop('Password must be at most 500 characters'))
    .refine(isOneLine, 'Password must be one line'),
  smtpHost: host('SMTP'),
  smtpPort: port('SMTP'),
  smtpSecurity: security,
  imapHost: host('IMAP'),
  imapPort: port('IMAP'),
  imapSecurity: security,
});
export type MailboxForm = z.infer<typeof mailboxForm>;

/** SMTP credentials of Amazon SES, and a sender that is verified there. */
export const sesForm = z.object({
  host: z.literal('ses'),
  region: z.enum(SES_REGIONS, 'Choose a region of Amazon SES'),
  email: mailboxForm.shape.email,
  user: requiredText('User name is required', 254, 'User name must be at most 254 characters').refine(
    isOneLine,
    'User name must be one line',
  ),
  password: mailboxForm.shape.password,
});
export type SesForm = z.infer<typeof sesForm>;

/** POST /api/mailbox/connect: `host` says which form it is. */
export const connectForm = z.discriminatedUnion('host', [mailboxForm, sesForm]);
export type ConnectForm = z.infer<typeof connectForm>;

type TypedLogin = { user: string; smtp: MailServer; imap?: MailServer };

/** Whose account a form connects, and what signs in to it. */
export function loginOf(form: ConnectForm): { provider: LoginProvider; host?: MailHostId; login: TypedLogin } {
  if (form.host === 'ses') return { provider: 'ses', login: { user: form.user, smtp: sesServer(form.region) } };
  const smtp = { host: form.smtpHost, port: form.smtpPort, security: form.smtpSecurity };
  const imap = { host: form.imapHost, port: form.imapPort, security: form.imapSecurity };
  return { provider: 'smtp', host: form.host, login: { user: form.user || form.email, smtp, imap } };
}
