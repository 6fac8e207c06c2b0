import type { EmailProvider, SendGridRegion } from '../../shared/options.ts';
import type { Reason } from '../../shared/reasons.ts';
import type { DomainAuthentication } from '../domainPolicy.ts';
import type { Fix } from '../fix.ts';
import type { HoldReason, MailboxEvent, MailboxState } from '../mailboxState.ts';

export type FixableReason = { reason: Reason; fix: Fix };

/**
 * The account that a tenant's mail leaves from. `id` stays when the same account is connected again. `secretId`: the vault row of its
 * credentials. `drafts`: its mails may be stored as drafts first.
 */
export type SendingAccount = { provider: EmailProvider; id: string; from: string; secretId: string; drafts: boolean };

/** Why there is no account to send from. `lost`: there was one; each Send Now waits until it is connected again. */
export type MissingAccount = FixableReason & {
  /** What ends it, as the end of "No emails leave …". */
  ends: string;
  lost: boolean;
};

/** Either the account, or what is missing. */
export type AccountLookup = { account: SendingAccount; missing: null } | { account: null; missing: MissingAccount };

/** The form of the Email Provider card. `secretId`: the vault row of a SendGrid key that was just typed. */
export type EmailSettings = {
  emailProvider: EmailProvider;
  fromEmail?: string | undefined;
  secretId: string | null;
  sendgridRegion?: SendGridRegion | undefined;
  webhookPublicKey?: string | undefined;
};

/**
 * What the domain knows about one provider that sends mail. No other rule asks which provider it is. To add one:
 *
 *   events/shared/options.ts        its name in EMAIL_PROVIDERS; the compiler then asks for the rest
 *   events/sending/mailProviders/   a file with its rules, listed in events/sending/mailProviders.ts; the events and the state of its
 *                                   account belong to the mailbox (mailboxState.ts)
 *   api/present/fixWords.ts         what its user reads about each `fix`
 *   worker/providers/               a folder that implements MailProvider, listed in worker/main.ts
 *   web/features/settings/          its card
 */
export type ProviderRules = {
  /** Its name as people read it. */
  name: string;
  account(state: MailboxState): AccountLookup;
  /** What receivers look for in the DNS of the sender's domain. */
  authentication(state: MailboxState): DomainAuthentication;
  /** The credentials that are stored, whether or not the account is chosen and works. */
  stored(state: MailboxState): Pick<SendingAccount, 'secretId' | 'drafts'> | null;
  /** Only where mail can be read: whether that of this account can. */
  readable?: (account: SendingAccount) => boolean;
  /** Only where mail can be read: what each trouble of the account is, by the provider's own code. */
  troubleOf?: (trouble: string) => { reason: Reason; passing: boolean };
  /** How a hold is explained that lasts until a person acts. */
  refused: Readonly<Record<Extract<HoldReason, 'key_refused' | 'sender_refused'>, FixableReason>>;
  /** Only where the Email Provider card has fields for it. `check` throws Refused when an account would be incomplete. */
  settings?: {
    check(state: MailboxState, form: EmailSettings): void;
    save(state: MailboxState, form: EmailSettings): MailboxEvent[];
  };
  /** Only where an account can be lost (`account_refused`). `trouble`: the provider's own code. `event`: what records the loss. */
  loss?: {
    record(state: MailboxState, secretId: string, trouble: string): MailboxEvent[];
    event: MailboxEvent['type'];
  };
};
