import type { Cause } from '../db/log/commit.ts';
import type { Store } from '../db/store.ts';
import type { EmailProvider } from '../events/shared/options.ts';
import type { SendSystemMail } from './mail/systemMail.ts';
import type { DnsLookup } from './providers/dns/lookup.ts';
import type { GmailProvider } from './providers/gmail/client.ts';
import type { Hunter } from './providers/hunter/client.ts';
import type { MailProvider } from './providers/mailProvider.ts';
import type { MailSource } from './providers/mailSource.ts';
import type { MicrosoftSignIn } from './providers/microsoft/signIn.ts';
import type { AskAi } from './providers/openai/askAi.ts';
import type { ModelOffer } from './providers/openai/check.ts';
import type { Issuer } from './providers/openIdConnect/client.ts';
import type { PeopleDataLabs } from './providers/peopleDataLabs/client.ts';
import type { OpenPage } from './providers/web/openPage.ts';
import type { OpenPicture } from './providers/web/openPicture.ts';
import type { YouTube } from './providers/youtube/client.ts';

/** What the tasks work with. */
export type Deps = {
  store: Store;
  sandbox: boolean;
  /** The address of the web app, without a trailing slash: where the links in the mails lead. */
  publicUrl: string;
  /** null: no key is set. */
  askAi: AskAi | null;
  /** Looks up how the model of `askAi` is; null or unset: no key is set. */
  lookUpModel?: { model: string; ask: () => Promise<ModelOffer> } | null;
  peopleData: PeopleDataLabs | null;
  /** null or unset: no key is set. */
  hunter?: Hunter | null;
  /** How pages of strangers are read; unset: none is. */
  openPage?: OpenPage;
  /** How pictures that sources name are fetched; unset: none is. */
  openPicture?: OpenPicture;
  youTube?: YouTube | null;
  /** null: the installation is not set up for this provider. */
  mailProviders: Record<EmailProvider, MailProvider | null>;
  /** What is asked of the DNS about the domains of senders; unset: the resolvers of this machine. */
  dns?: DnsLookup;
  /** What reads the mailboxes of each provider; unset: it cannot. */
  mailSources?: Partial<Record<EmailProvider, MailSource | null>>;
  /** How often mailboxes are read, in ms; unset: only when somebody asks. */
  readMailEveryMs?: number;
  /** How often it is looked which mailboxes are listened to, in ms; unset: none is. */
  listenEveryMs?: number;
  /** The domain of the addresses for replies, where the provider's mail cannot be read (INBOUND_DOMAIN). */
  inboundDomain?: string | undefined;
  /** The way to Google; null or unset: Gmail is not set up. */
  gmail?: GmailProvider | null;
  /** The sign-in at Microsoft; null or unset: it is not set up. */
  microsoft?: MicrosoftSignIn | null;
  /** How the installation's own mails leave; unset: no mailer is set up. */
  sendSystemMail?: SendSystemMail | undefined;
  /** Where people may sign in with an account of their own; unset: nowhere. */
  issuer?: Issuer | undefined;
  /** Writes down outside of the database what it holds (db/seal/highWater.ts); unset: there is no DATA_DIR. */
  markHighWater?: () => Promise<void>;
  /** How a page of our own is opened from outside (checkPublicLink.ts); unset: over the network. */
  fetchPage?: typeof fetch;
  /** Days from a deletion to the erasure; 0: at once; unset: nobody is erased by the clock. */
  retentionDays?: number;
  /** Where everyone who is erased is noted (db/erase/erasuresFile.ts). */
  erasuresFile?: string | undefined;
  /** What is wrong with SEAL_FILE; null: nothing; unset: there is none. */
  sealFileTrouble?: () => string | null;
  /** How long a day of a follow-up lasts, in ms, in a sandbox with a gap; unset: a day. */
  followUpDayMs?: number | undefined;
  /** Sandbox only: seconds between two sends, instead of the window and the usual gaps. */
  sendGap: { min: number; max: number } | undefined;
};

/** What a job's payload holds: ids only, and the chain of causes. */
export type JobPayload = {
  tenant: string;
  /** The stream the job is about, without its kind. */
  id: string;
  correlationId: string;
  /** The event that the job follows from (stream@version); null: the clock added the job. */
  causationId: string | null;
  /** Further ids, by task. */
  also?: Record<string, string>;
  /** How often it was put off because a provider asked to wait. */
  waits?: number;
  /** How often it found its tenant's places taken, and how often it had been tried before. */
  turns?: number;
  tries?: number;
};

/** In whose tenant, and by which cause, a job commits. */
export const scopeOf = (task: string, job: JobPayload) => ({ tenant: job.tenant, cause: causeOf(task, job) });

export const causeOf = (task: string, job: JobPayload): Cause => ({
  actor: `worker:${task}`,
  correlationId: job.correlationId,
  causationId: job.causationId,
});
