/**
 * The servers of common mail hosts, as their help pages and Mozilla's list for mail programs (autoconfig) give them; compared on 2026-11-23. The
 * form of a mailbox is filled in from here.
 */
import type { MailSecurity } from '../shared/options.ts';
import { PERSONAL_AT_MICROSOFT } from '../shared/ownDomain.ts';

export type MailServer = { host: string; port: number; security: MailSecurity };

export type MailHost = {
  name: string;
  smtp: MailServer | null;
  imap: MailServer | null;
  /** What its users must know before they connect. */
  hint?: string;
  /** It takes no password from apps: people sign in there, with an account of this name. */
  signInAt?: string;
};

const tls = (host: string, port: number): MailServer => ({ host, port, security: 'tls' });
const startTls = (host: string): MailServer => ({ host, port: 587, security: 'starttls' });

const APP_PASSWORD = 'Use an app password. Your normal password is refused.';
const TURN_ON = 'Turn on IMAP in the settings of your mailbox first.';

const HOSTS = {
  fastmail: {
    name: 'Fastmail',
    smtp: tls('smtp.fastmail.com', 465),
    imap: tls('imap.fastmail.com', 993),
    hint: APP_PASSWORD,
  },
  icloud: {
    name: 'iCloud Mail',
    smtp: startTls('smtp.mail.me.com'),
    imap: tls('imap.mail.me.com', 993),
    hint: APP_PASSWORD,
  },
  yahoo: {
    name: 'Yahoo Mail',
    smtp: tls('smtp.mail.yahoo.com', 465),
    imap: tls('imap.mail.yahoo.com', 993),
    hint: APP_PASSWORD,
  },
  zoho: {
    name: 'Zoho Mail',
    smtp: tls('smtp.zoho.com', 465),
    imap: tls('imap.zoho.com', 993),
    hint: 'Paid plans use smtppro.zoho.com and imappro.zoho.com, and other data centers hosts such as smtp.zoho.eu. Use an app password if you sign in with two factors.',
  },
  gmx: {
    name: 'GMX',
    smtp: startTls('mail.gmx.net'),
    imap: tls('imap.gmx.net', 993),
    hint: `${TURN_ON} Addresses of gmx.com use mail.gmx.com and imap.gmx.com.`,
  },
  webde: { name: 'WEB.DE', smtp: startTls('smtp.web.de'), imap: tls('imap.web.de', 993), hint: TURN_ON },
  mailboxorg: {
    name: 'mailbox.org',
    smtp: tls('smtp.mailbox.org', 465),
    imap: tls('imap.mailbox.org', 993),
    hint: 'Use an app password if you sign in with two factors.',
  },
  ionos: {
    name: 'IONOS',
    smtp: tls('smtp.ionos.com', 465),
    imap: tls('imap.ionos.com', 993),
    hint: 'Some countries have hosts of their own, such as smtp.ionos.de.',
  },
  ovh: { name: 'OVHcloud', smtp: tls('ssl0.ovh.net', 465), imap: tls('ssl0.ovh.net', 993) },
  microsoft: {
    name: 'Microsoft 365, Outlook.com',
    smtp: null,
    imap: null,
    hint: 'Microsoft takes no passwords from apps. Choose Microsoft as the mail host, and sign in there.',
    signInAt: 'Microsoft',
  },
  other: { name: 'Other', smtp: null, imap: null },
} as const satisfies Record<string, MailHost>;

export type MailHostId = keyof typeof HOSTS;
export const MAIL_HOSTS: Readonly<Record<MailHostId, MailHost>> = HOSTS;
export const MAIL_HOST_IDS = Object.keys(HOSTS) as [MailHostId, ...MailHostId[]];

const HOST_AT_MICROSOFT = /(^|\.)(office365|outlook|hotmail|live)\.com$/;

/** Whether a host or an address, in lower case, is one of Microsoft's, which takes no passwords from apps. */
export function isAtMicrosoft(hostOrAddress: string): boolean {
  const [name = '', domain] = hostOrAddress.split('@');
  return domain === undefined ? HOST_AT_MICROSOFT.test(name) : PERSONAL_AT_MICROSOFT.test(domain);
}
