import { z } from 'zod';
import { SENDER_CHECKS } from '../../events/sending/connectedAccount.ts';
import { DOMAIN_CHECKS, DOMAIN_CODES } from '../../events/sending/domainPolicy.ts';
import { MAIL_HOST_IDS } from '../../events/sending/mailHosts.ts';
import {
  EMAIL_PROVIDERS,
  GMAIL_ACCESS,
  LOGIN_PROVIDERS,
  MAIL_SECURITY,
  SENDGRID_REGIONS,
} from '../../events/shared/options.ts';
import { holdSchema } from './campaigns.ts';
import { sendHoursShape } from './parts.ts';

export const gmailStatusSchema = z.strictObject({
  /** Why Gmail cannot be connected in this installation; null when it can. */
  unavailable: z.string().nullable(),
  connected: z.boolean(),
  gmailEmail: z.string().nullable(),
  needsReauth: z.boolean(),
  /** An error of the connection, apart from its age; null: none. */
  error: z.string().nullable(),
  /** The access that the account is or was asked for: only to send, or to write drafts and read. */
  access: z.enum(GMAIL_ACCESS),
  /** The access that accounts of this installation are asked for. null: the user is no admin, or Gmail is not set up. */
  appAccess: z.enum(GMAIL_ACCESS).nullable(),
});
export type GmailStatusView = z.infer<typeof gmailStatusSchema>;

/** Calls of Gmail and of a mailbox answer this when they succeed, and ErrorView when they fail. */
export const doneSchema = z.strictObject({
  success: z.literal(true),
});
export type DoneView = z.infer<typeof doneSchema>;

export const gmailConnectedSchema = doneSchema.extend({
  gmailEmail: z.string().nullable(),
});
export type GmailConnectedView = z.infer<typeof gmailConnectedSchema>;

const mailServerSchema = z.strictObject({ host: z.string(), port: z.number(), security: z.enum(MAIL_SECURITY) });

/** The mailbox with SMTP and IMAP. Its credentials are never shown. */
export const mailboxStatusSchema = z.strictObject({
  connected: z.boolean(),
  /** Whether its servers are being asked just now. */
  connecting: z.boolean(),
  email: z.string().nullable(),
  host: z.enum(MAIL_HOST_IDS).nullable(),
  user: z.string().nullable(),
  smtp: mailServerSchema.nullable(),
  imap: mailServerSchema.nullable(),
  /** Why it must be connected again; null: it works. */
  error: z.string().nullable(),
  /** Why Microsoft accounts cannot be connected in this installation; null when they can. */
  microsoftUnavailable: z.string().nullable(),
});
export type MailboxStatusView = z.infer<typeof mailboxStatusSchema>;

export const mailboxConnectedSchema = doneSchema.extend({ email: z.string() });
/** null: the address was erased in the meantime. */
export const microsoftConnectedSchema = doneSchema.extend({ email: z.string().nullable() });
export type MicrosoftConnectedView = z.infer<typeof microsoftConnectedSchema>;
export type MailboxConnectedView = z.infer<typeof mailboxConnectedSchema>;

const domainLevel = z.enum(['pass', 'warn', 'fail', 'unknown']);

/** GET /api/sending-accounts. One to which no account was ever connected is left out. */
export const sendingAccountsSchema = z.array(
  z.strictObject({
    id: z.string(),
    /** null: none was connected yet. */
    address: z.string().nullable(),
    provider: z.enum(EMAIL_PROVIDERS).nullable(),
    /** `lost`: it must be connected again. `full`: it has sent all that it may send today. */
    health: z.enum(['connected', 'full', 'held', 'paused', 'lost', 'not_connected']),
    hold: holdSchema.nullable(),
    /** It is a mailbox at Microsoft. */
    microsoft: z.boolean(),
    /** Spam reports are about to pause it. */
    warning: z.string().nullable(),
    /** Why its replies are not read; null: they are. */
    replies: z.string().nullable(),
    usedToday: z.number(),
    limitToday: z.number(),
    /** The emails of the last 30 days, or since a person resumed sending. They decide whether sending pauses. */
    rates: z.strictObject({ sent: z.number(), bounced: z.number(), complained: z.number() }),
    /** How replies are found: `hand`: only people do. null: nothing can be sent. */
    replyPath: z.enum(['mailbox', 'address', 'hand']).nullable(),
    /** When its mailbox was last read through; null: it was not, or cannot be. */
    readAt: z.string().nullable(),
    /** The last check of its domain; null: there was none. */
    domain: z
      .strictObject({
        checkedAt: z.string(),
        checks: z.array(z.strictObject({ check: z.enum(DOMAIN_CHECKS), level: domainLevel })),
      })
      .nullable(),
  }),
);
export type SendingAccountView = z.infer<typeof sendingAccountsSchema>[number];

export const emailSettingsSchema = z.strictObject({
  emailProvider: z.enum(EMAIL_PROVIDERS).nullable(),
  fromEmail: z.string().nullable(),
  hasGmailAuth: z.boolean(),
  hasSendGridKey: z.boolean(),
  sendGridRegion: z.enum(SENDGRID_REGIONS),
  /** Whose accounts with a login are connected. */
  connectedLogins: z.array(z.enum(LOGIN_PROVIDERS)),
  /** Whether the key is stored by which this user's SendGrid account signs its events, and where it posts them. */
  hasWebhookKey: z.boolean(),
  webhookUrl: z.string(),
  hold: holdSchema.nullable(),
});
export type EmailSettingsView = z.infer<typeof emailSettingsSchema>;

/** POST /api/sendgrid/test: the email was sent. `sender`: what SendGrid lists for it. */
export const sendGridTestSchema = doneSchema.extend({ sender: z.enum(SENDER_CHECKS) });
export type SendGridTestView = z.infer<typeof sendGridTestSchema>;

/** GET /api/sender-domain: the DNS state of the domain that mails are sent from. */
export const senderDomainSchema = z.strictObject({
  /** null: no sender is set up, or nothing was checked yet. */
  domain: z.string().nullable(),
  provider: z.enum(EMAIL_PROVIDERS).nullable(),
  checkedAt: z.string().nullable(),
  findings: z.array(
    z.strictObject({
      check: z.enum(DOMAIN_CHECKS),
      code: z.enum(DOMAIN_CODES),
      level: domainLevel,
      /** The records as found; for DKIM the names of the keys. */
      found: z.array(z.string()),
      /** The records to add, or to put in the place of the present ones. */
      fixes: z.array(z.strictObject({ type: z.enum(['TXT', 'MX', 'CNAME']), host: z.string(), value: z.string() })),
    }),
  ),
});
export type SenderDomainView = z.infer<typeof senderDomainSchema>;

/** GET and PUT /api/sending-settings. Local times `HH:MM` (the end up to `24:00`), weekdays 1 Monday … 7 Sunday, in the profile's zone. */
export const sendingSettingsSchema = z.strictObject({
  window: sendHoursShape,
  mailboxDailyCap: z.number(),
  /** A new mailbox begins with 5 a day and takes 5 more on each further day. */
  rampUp: z.boolean(),
  /** null: none is set, and UTC counts. */
  timezone: z.string().nullable(),
  /** The sandbox's gap replaces the hours (SEND_GAP_SECONDS). */
  anyHour: z.boolean(),
});
export type SendingSettingsView = z.infer<typeof sendingSettingsSchema>;
