/** Sends a tenant's email. Nothing outside this folder asks which provider it is; events/sending/mailProviders/provider.ts says how to add one. */

import type { SenderCheck } from '../../events/sending/connectedAccount.ts';
import type { DnsFix } from '../../events/sending/domainPolicy.ts';
import type { ProviderAnswer } from '../../events/sending/outcome.ts';
import type { Reason } from '../../events/shared/reasons.ts';

/** An attachment. */
export type MailFile = { name: string; type: string; content: Buffer };

export type Mail = {
  to: string;
  toName?: string | null | undefined;
  /** Cc. */
  copies?: readonly string[] | undefined;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  subject: string;
  text: string;
  /** The same as the text, for programs that show HTML. */
  html?: string;
  headers: Record<string, string>;
  file?: MailFile | null | undefined;
  /** The provider's conversation that it goes on with, in the account that sends it. */
  threadId?: string;
  sendId: string;
  /** Before the "@" of its Message-ID; unset: its sendId. */
  idName?: string;
  /** Comes back with each event of this mail, since the account that sends may serve several tenants. */
  tenant: string;
};

/**
 * The provider's word on an email, and its ids for it. `reason`: what went wrong. `unconfirmed`: why it may have left, other than that the answer was
 * lost.
 */
export type Sent = {
  answer: ProviderAnswer;
  messageId: string | null;
  threadId?: string;
  reason?: Reason;
  unconfirmed?: Reason;
  /** Work that follows once the answer is recorded, such as a copy in the Sent folder. It changes nothing about the outcome. */
  afterwards?: () => Promise<unknown>;
};

/** An account's sign-in. `secretId`: its row in the vault. `replace`: stores what took the place of it. */
export type Credentials = { secretId: string; secret: string; replace?(secret: string): Promise<void> };

/** A mail that the provider stores and that leaves only on request. `threadId`: its conversation. */
export type Draft = { id: string; threadId: string };

/**
 * Other emails that a draft's conversation may hold. `earlier`: the provider's ids of our other mails. `since`: when it was decided to send the draft
 * (ISO 8601). An older email is not it. null: not known.
 */
export type DraftThread = { earlier: readonly string[]; since: string | null };

/** The fate of a draft. `gone`: it is neither a draft nor a sent mail. `unsaid`: the provider cannot say it now. */
type NoDraft = { fate: 'sent'; messageId: string } | { fate: 'gone' } | ({ fate: 'unsaid' } & Sent);
export type DraftFound = { fate: 'unsent' } | NoDraft;
/** `deleted`: it was still there, and can never be sent from now on. */
export type DraftDeleted = { fate: 'deleted' } | NoDraft;

/** None of these but `check` throws for an answer of the provider. */
export type MailProvider = {
  /** Its name in the reasons that people read. */
  name: string;
  /** One call that sends nothing: whether the account works. Answers what applies to it, in words. Throws ProviderError. */
  check(credentials: Credentials, account: { drafts: boolean }): Promise<string>;
  send(credentials: Credentials, mail: Mail): Promise<Sent>;
  /** Only where a sender is verified apart from the account: what the provider lists for this one. */
  checkSender?(credentials: Credentials, from: string): Promise<SenderCheck>;
  /** Only if the provider lists the DNS records of a domain. Empty: it does not know the domain, or does not say. */
  domainRecords?(credentials: Credentials, domain: string): Promise<DnsFix[]>;
  /**
   * The Message-ID, in angle brackets, if the provider replaced ours. Emails of the same thread name it. null: the provider does not say.
   * `messageId`: the provider's own id of the mail.
   */
  sentUnder?(credentials: Credentials, messageId: string): Promise<string | null>;
  /** Only where a mail can be stored before it leaves: then an interrupted one can be reconciled. */
  drafts?: {
    create(credentials: Credentials, mail: Mail): Promise<{ draft: Draft } | ({ draft: null } & Sent)>;
    send(credentials: Credentials, draft: Draft): Promise<Sent>;
    find(credentials: Credentials, draft: Draft, thread: DraftThread): Promise<DraftFound>;
    delete(credentials: Credentials, draft: Draft, thread: DraftThread): Promise<DraftDeleted>;
  };
};
