import type { EmailProvider, SendGridRegion } from '../../shared/options.ts';
import type { Reason } from '../../shared/reasons.ts';
import type { ConnectedAccount } from '../connectedAccount.ts';
import type { DomainAuthentication } from '../domainPolicy.ts';
import type { Fix } from '../fix.ts';
import type { MailboxEvent, MailboxState } from '../mailboxState.ts';

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

export type AccountLookup = { account: SendingAccount; missing: null } | { account: null; missing: MissingAccount };

/** The form of Email Provider. `secretId`: the vault row of a SendGrid key that was just typed. */
export type EmailSettings = {
  emailProvider: EmailProvider;
  fromEmail?: string | undefined;
  secretId: string | null;
  sendgridRegion?: SendGridRegion | undefined;
  webhookPublicKey?: string | undefined;
};

/**
 * What the domain knows about one provider that sends mail. No other rule asks which provider it is. events/README.md says how to add
 * one.
 */
export type ProviderRules = {
  /** Its name as people read it. */
  name: string;
  /** What its user calls an account of it. */
  account: string;
  /** What receivers look for in the DNS of the sender's domain. */
  authentication(account: ConnectedAccount | null): DomainAuthentication;
  /** Whether the mail of this account can be read. */
  readable(account: SendingAccount): boolean;
  /** Replies may come to an address of this installation. */
  inbound?: true;
  /** It takes an account without a check: only a test email proves it. */
  tested?: true;
  /** An access that is not used any more is revoked. */
  revokes?: true;
  testText: string;
  /** When credits that were used up at `at` are renewed; both in ms since 1970. */
  creditsRenewedAt?(at: number): number;
  /** Only where Email Provider has fields for it. `check` throws Refused when an account would be incomplete. */
  settings?: {
    check(state: MailboxState, form: EmailSettings): void;
    save(state: MailboxState, form: EmailSettings): MailboxEvent[];
  };
};
