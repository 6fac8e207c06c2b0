/**
 * What people read about the account of each provider: why nothing leaves it, and what can go wrong with it. A provider's own words are never kept: they may name people.
 * `operator`: only the administrator can fix it. `passing`: the same thing may work in a while. `lost`: only connecting again ends it.
 * `doubtful`: servers say it now and then of credentials that are right. Only repeated it is believed.
 */
import type { EmailProvider } from './options.ts';

type Trouble = { text: string; operator?: true; passing?: true; lost?: true; doubtful?: true };

const EVERYWHERE = {
  expired: { text: 'The sign-in took too long. Connect again.' },
  replaced: { text: 'A newer connection replaced this one.' },
  connected_elsewhere: { text: 'This address is connected already. Open it in the list of sending accounts.' },
  too_many_accounts: {
    text: 'You have reached the limit of sending accounts. Disconnect one, or ask your administrator to raise it.',
  },
  connected_before: { text: 'This address was connected before, and its account is connected again.' },
  unconfirmed: {
    text: "We couldn't confirm whether the email left. Look into your inbox before you try again.",
    passing: true,
  },
  mail_refused: { text: 'The provider refused the email.' },
  later: { text: 'The provider asks to wait. Try again later.', passing: true },
  unreachable: { text: 'The provider cannot be reached. Try again later.', passing: true },
  our_side: { text: 'Something went wrong on our side. Please try again.', passing: true },
} as const;

const TROUBLES = {
  gmail: {
    ...EVERYWHERE,
    replaced: { text: 'A newer sign-in replaced this one.' },
    code_refused: { text: 'Google did not accept the sign-in. Connect again.' },
    token_refused: { text: 'Google no longer accepts this connection. Reconnect your Gmail account.', lost: true },
    scope_missing: {
      text: 'Google was not given your permission to send emails. Connect again and tick every box that Google shows.',
      lost: true,
    },
    not_lasting: { text: 'Google gave no lasting access. Connect again.' },
    not_verified: {
      text: "Google's answer could not be verified. Check the clock of the server, then connect again.",
      operator: true,
    },
    no_gmail: { text: 'This Google account has no Gmail mailbox. Connect another account.', lost: true },
    policy: {
      text: 'Your organization does not let this app use Gmail. Ask your Google Workspace administrator.',
      lost: true,
    },
    not_set: {
      text: 'Gmail is not set up. Ask your administrator to set it up, or choose SendGrid.',
      operator: true,
    },
    app_refused: {
      text: 'Google refused the client ID or secret of this app. Ask your administrator to check them.',
      operator: true,
    },
    api_disabled: {
      text: 'The Gmail API is not enabled in the Google Cloud project. Ask your administrator to enable it.',
      operator: true,
    },
    rate_limited: { text: 'Google asks to wait. Try again later.', passing: true },
    unreachable: { text: 'Google is not responding properly. Try again in a minute.', passing: true },
    refused: { text: 'Google refused the request.' },
  },
  smtp: {
    ...EVERYWHERE,
    smtp_host: { text: 'The SMTP host was not found. Check its name.' },
    smtp_unreachable: {
      text: 'The SMTP server cannot be reached. Check the host, the port and the security.',
      passing: true,
    },
    smtp_certificate: {
      text: "The certificate of the SMTP server can't be trusted or belongs to another name. Check the host.",
    },
    smtp_no_tls: { text: 'The SMTP server offers no encryption on this port. Check the port and the security.' },
    smtp_sign_in: {
      text: 'The SMTP server refused the user name or the password. Many hosts need an app password.',
      ...{ lost: true, doubtful: true },
    },
    later: { text: 'The SMTP server asks to wait. Try again later.', passing: true },
    smtp_refused: { text: 'The SMTP server refused the connection.' },
    imap_host: { text: 'The IMAP host was not found. Check its name.' },
    imap_unreachable: {
      text: 'The IMAP server cannot be reached. Check the host, the port and the security.',
      passing: true,
    },
    imap_certificate: {
      text: "The certificate of the IMAP server can't be trusted or belongs to another name. Check the host.",
    },
    imap_no_tls: { text: 'The IMAP server offers no encryption on this port. Check the port and the security.' },
    imap_sign_in: {
      text: 'The IMAP server refused the user name or the password. Many hosts need an app password.',
      ...{ lost: true, doubtful: true },
    },
    imap_mail: {
      text: 'The IMAP server does not hand over an email in your mailbox. It is tried again for an hour.',
      passing: true,
    },
    imap_junk: { text: 'The junk folder cannot be opened, so replies in it are not read.', passing: true },
    imap_refused: { text: 'The IMAP server refused the connection.' },
    needs_oauth: {
      text: 'This host takes no passwords from apps. For Microsoft, choose it as the mail host in Settings and sign in there.',
      lost: true,
    },
    microsoft_code_refused: { text: 'Microsoft did not accept the sign-in. Connect again.' },
    microsoft_not_verified: {
      text: "Microsoft's answer could not be verified. Check the clock of the server, then connect again.",
      operator: true,
    },
    microsoft_scope_missing: {
      text: 'Microsoft was not given your permission to send and read emails. Connect again and accept all of it.',
    },
    microsoft_admin_consent: {
      text: 'Your organization must approve this app first. Ask your Microsoft 365 administrator, then connect again.',
      lost: true,
    },
    microsoft_token_refused: {
      text: 'Microsoft no longer accepts this connection. Reconnect your Microsoft account.',
      lost: true,
    },
    microsoft_sign_in: {
      text: 'Microsoft does not let this account into a mailbox. Check that it has one, and that IMAP is on for it, then connect again.',
      ...{ lost: true, doubtful: true },
    },
    microsoft_smtp_off: {
      text: 'Authenticated SMTP is off for your mailbox. Ask your Microsoft 365 administrator to turn it on for the mailbox, then connect again.',
      lost: true,
    },
    microsoft_policy: {
      text: "Your organization's sign-in rules do not let this app send emails. Ask your Microsoft 365 administrator, then connect again.",
      lost: true,
    },
    microsoft_not_set: {
      text: 'Microsoft accounts are not set up. Ask your administrator to set them up.',
      operator: true,
    },
    microsoft_app_refused: {
      text: 'Microsoft refused the client ID or secret of this app. Ask your administrator to check them.',
      operator: true,
    },
    microsoft_unreachable: { text: 'Microsoft is not responding properly. Try again in a minute.', passing: true },
    private_host: { text: 'This host is in a private network. Ask your administrator to allow such hosts.' },
    sender_refused: { text: 'The mail server does not let you send from this address. Check the address.' },
    mail_refused: { text: 'The mail server refused the email.' },
  },
  sendgrid: {
    ...EVERYWHERE,
    key_refused: { text: 'SendGrid refused the API key. Check it, or create a new one.' },
    permission_missing: { text: 'The API key may not send. Give it the permission "Mail Send" in SendGrid.' },
    sender_refused: { text: 'SendGrid does not know this sender. Verify the address or its domain in SendGrid.' },
    account_blocked: { text: 'SendGrid does not let this account send. Sign in there: it may be under review.' },
    credits_exhausted: {
      text: 'The sending credits of SendGrid are used up. Upgrade the plan, or wait for the next day.',
    },
    mail_refused: { text: 'SendGrid refused the email.' },
    later: { text: 'SendGrid asks to wait. Try again later.', passing: true },
    unreachable: { text: 'SendGrid cannot be reached. Try again later.', passing: true },
  },
  ses: {
    ...EVERYWHERE,
    smtp_host: { text: 'Amazon SES was not found in this region. Check the region.' },
    smtp_unreachable: { text: 'Amazon SES cannot be reached. Try again later.', passing: true },
    smtp_certificate: {
      text: "The certificate of Amazon SES can't be trusted. Ask your administrator.",
      operator: true,
    },
    smtp_no_tls: { text: 'Amazon SES was reached without encryption. Ask your administrator.', operator: true },
    smtp_sign_in: {
      text: 'Amazon SES refused the SMTP user name or the password. They belong to one region, and are not your AWS keys.',
      ...{ lost: true, doubtful: true },
    },
    smtp_refused: { text: 'Amazon SES refused the connection.' },
    sender_refused: {
      text: 'Amazon SES does not know this sender. Verify the address or its domain, and leave the SES sandbox.',
    },
    mail_refused: { text: 'Amazon SES refused the email.' },
    later: { text: 'Amazon SES asks to wait. Try again later.', passing: true },
    unreachable: { text: 'Amazon SES cannot be reached. Try again later.', passing: true },
  },
} as const satisfies Readonly<Record<EmailProvider, Readonly<Record<string, Trouble>>>>;

export type TroubleOf<P extends EmailProvider> = keyof (typeof TROUBLES)[P] & string;
/** A trouble of any provider, as events hold it. */
export type AccountTrouble = { [P in EmailProvider]: TroubleOf<P> }[EmailProvider];
export const ACCOUNT_TROUBLES = [...new Set(Object.values(TROUBLES).flatMap((own) => Object.keys(own)))] as [
  AccountTrouble,
  ...AccountTrouble[],
];

/** What a provider's trouble is; one that it does not have is ours. */
export const accountTrouble = (provider: EmailProvider, trouble: AccountTrouble): Trouble =>
  (TROUBLES[provider] as Readonly<Record<string, Trouble>>)[trouble] ?? EVERYWHERE.our_side;

/** After a doubtful refusal, the same sign-in is tried again. */
export const REFUSED_PAUSE_MS = 20 * 60_000;
/** So many refusals, and so long after the first one, the account must be connected again. */
export const REFUSALS = 3;
export const REFUSED_MS = 60 * 60_000;

/** What people read about the accounts of a provider. */
type Words = {
  /** Who sends its mail. */
  sender: string;
  /** How a signing key is set up. */
  setUpDkim: string;
  /** How a call is refused that needs an account. */
  notConnected: string;
  /** Why nothing leaves an account, without the full stop. */
  reasons: { missing: string; lost: string; key_refused: string; sender_refused: string };
};

export const ACCOUNT_WORDS: Readonly<Record<EmailProvider, Words>> = {
  gmail: {
    sender: 'Google',
    setUpDkim: 'In Google Admin, open Apps, Google Workspace, Gmail, Authenticate email.',
    notConnected: 'No Gmail account is connected. Connect your Gmail account first.',
    reasons: {
      missing: 'Gmail is chosen, but not connected',
      lost: 'Your Gmail connection needs to be refreshed',
      key_refused: 'Google no longer accepts the connection to your Gmail account',
      sender_refused: 'Google does not let this Gmail account send',
    },
  },
  smtp: {
    sender: 'your mail server',
    setUpDkim: 'Ask your email host how to set up DKIM.',
    notConnected: 'No mailbox is connected. Connect your mailbox first.',
    reasons: {
      missing: 'A mailbox with SMTP is chosen, but not connected',
      lost: 'Your mail server no longer accepts your sign-in',
      key_refused: 'Your mail server no longer accepts your sign-in',
      sender_refused: 'Your mail server does not let you send from your address',
    },
  },
  sendgrid: {
    sender: 'SendGrid',
    setUpDkim: 'In SendGrid, open Settings, Sender Authentication, and authenticate this domain.',
    notConnected: 'The sender address or the API key of SendGrid is missing. Save both first.',
    reasons: {
      missing: 'The sender address or the API key of SendGrid is missing',
      lost: 'SendGrid refused the API key',
      key_refused: 'SendGrid refused the API key',
      sender_refused: 'SendGrid does not know the sender address',
    },
  },
  ses: {
    sender: 'Amazon SES',
    setUpDkim: 'In Amazon SES, open Identities, add this domain, and add the DKIM records that it lists.',
    notConnected: 'Amazon SES is not connected. Connect it first.',
    reasons: {
      missing: 'Amazon SES is chosen, but not connected',
      lost: 'Amazon SES no longer accepts your SMTP credentials',
      key_refused: 'Amazon SES no longer accepts your SMTP credentials',
      sender_refused: 'Amazon SES does not know your sender address',
    },
  },
};

/** Where a person signs in to connect an account: whose account it is, and what is wrong where this installation is not set up for it. */
export const SIGN_INS = {
  google: { provider: 'gmail', notSet: 'not_set' },
  microsoft: { provider: 'smtp', notSet: 'microsoft_not_set' },
} as const satisfies Readonly<Record<string, { provider: EmailProvider; notSet: AccountTrouble }>>;
export type SignInAt = keyof typeof SIGN_INS;
export const SIGN_IN_ATS = Object.keys(SIGN_INS) as [SignInAt, ...SignInAt[]];
