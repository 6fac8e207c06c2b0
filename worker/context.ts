import type { Cause } from '../db/log/commit.ts';
import type { Store } from '../db/store.ts';
import type { AnyEvent } from '../events/shared/event.ts';
import type { SendSystemMail } from './mail/systemMail.ts';
import type { MailAccounts } from './mailAccounts.ts';
import type { DnsLookup } from './providers/dns/lookup.ts';
import type { Hunter } from './providers/hunter/client.ts';
import type { AskAi } from './providers/openai/askAi.ts';
import type { ModelOffer } from './providers/openai/check.ts';
import type { Issuer } from './providers/openIdConnect/client.ts';
import type { PeopleDataLabs } from './providers/peopleDataLabs/client.ts';
import type { OpenPage } from './providers/web/openPage.ts';
import type { OpenPicture } from './providers/web/openPicture.ts';
import type { YouTube } from './providers/youtube/client.ts';

/** All that the tasks work with. Each gets what it needs (defineTask.ts). null: it is not set up. */
export type Deps = MailAccounts & {
  store: Store;
  sandbox: boolean;
  /** The address of the web app, without a trailing slash: where the links in the mails lead. */
  publicUrl: string;
  askAi: AskAi | null;
  lookUpModel: { model: string; ask: () => Promise<ModelOffer> } | null;
  peopleData: PeopleDataLabs | null;
  hunter: Hunter | null;
  openPage: OpenPage | null;
  openPicture: OpenPicture | null;
  youTube: YouTube | null;
  dns: DnsLookup;
  /** How often mailboxes are read, in ms; null: only when somebody asks. */
  readMailEveryMs: number | null;
  /** How often it is looked which mailboxes are listened to, in ms; null: none is. */
  listenEveryMs: number | null;
  /** The domain of the addresses for replies, where the provider's mail cannot be read (INBOUND_DOMAIN). */
  inboundDomain: string | null;
  sendSystemMail: SendSystemMail | null;
  /** Where people may sign in with an account of their own. */
  issuer: Issuer | null;
  /** Writes down outside of the database what it holds (db/seal/highWater.ts); null: there is no DATA_DIR. */
  markHighWater: (() => Promise<void>) | null;
  /** How a page of our own is opened from outside (checkPublicLink.ts). */
  fetchPage: typeof fetch;
  /** Days from a deletion to the erasure; 0: at once; null: nobody is erased by the clock. */
  retentionDays: number | null;
  /** Where everyone who is erased is noted (db/erase/erasuresFile.ts). */
  erasuresFile: string | undefined;
  /** What is wrong with SEAL_FILE, or null; null itself: there is none. */
  sealFileTrouble: (() => string | null) | null;
  /** How long a day of a follow-up lasts, in ms, in a sandbox with a gap; undefined: a day. */
  followUpDayMs: number | undefined;
  /** Sandbox only: seconds between two sends, instead of the window and the usual gaps. */
  sendGap: { min: number; max: number } | undefined;
  /** The jobs that an event asks for (taskList.ts). */
  jobsFor: (event: TailedEvent) => JobRequest[];
};

export type Needs<Need extends keyof Deps> = Pick<Deps, Need>;

/** An event as the relay sees it: `id` is the stream's id without its kind. */
export type TailedEvent<Data = AnyEvent['data']> = {
  tenant: string;
  streamId: string;
  id: string;
  version: number;
  type: string;
  data: Data;
};

/** What an event asks of a task. */
export type Job = {
  id: string;
  also?: Record<string, string>;
  runAt?: string;
  /** Instead: so long from now, by the clock of the database. */
  delayMs?: number;
  /** Jobs of one job key replace each other while they wait, so the same wish is deduplicated (`job_key` of graphile-worker). */
  jobKey?: string;
  /** Jobs of one queue are done one after the other. */
  queueName?: string;
};
export type JobRequest = Job & { task: string };

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
