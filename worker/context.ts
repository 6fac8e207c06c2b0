import type { Cause } from '../db/log/commit.ts';
import type { Witness } from '../db/seal/witness.ts';
import type { Store } from '../db/store.ts';
import type { AnyEvent } from '../events/shared/event.ts';
import type { EmailProvider } from '../events/shared/options.ts';
import type { MailProvider } from './providers/mailProvider.ts';
import type { MailSource } from './providers/mailSource.ts';

/**
 * All that the tasks work with. Each gets its needs (defineTask.ts). null: it is not set up. A service that few tasks need adds its own entry in its
 * own file (decisions/0010), so that a task reaches only the services it names.
 */
export interface Deps {
  store: Store;
  sandbox: boolean;
  /** The address of the web app, without a trailing slash: where the links in the mails lead. */
  publicUrl: string;
  mailProviders: Record<EmailProvider, MailProvider | null>;
  mailSources: Record<EmailProvider, MailSource | null>;
  /** Mailboxes are read at this interval, in ms; null: only on request. */
  readMailEveryMs: number | null;
  /** The worker chooses its mailboxes to listen to at this interval, in ms; null: it listens to none. */
  listenEveryMs: number | null;
  /** The log is verified as it grows, at this interval in ms; null: it is not. */
  followEveryMs: number | null;
  /** The domain of the addresses for replies, where the provider's mail cannot be read (INBOUND_DOMAIN). */
  inboundDomain: string | null;
  /** Records the state of the log outside of the database, and answers whether sending is open (db/seal/highWater.ts). null: no DATA_DIR. */
  markHighWater: (() => Promise<boolean>) | null;
  /** Opens a page of our own from outside (checkPublicLink.ts). */
  fetchPage: typeof fetch;
  /** Days from a deletion to the erasure; 0: at once; null: never automatically. */
  retentionDays: number | null;
  /** The file that records erased people (db/erase/erasuresFile.ts). */
  erasuresFile: string | undefined;
  /** The folder whose disk is watched, if it is on this host. */
  dataDir: string | null;
  /** The trouble of SEAL_FILE, or null. The function is null if there is no file. */
  sealFileTrouble: (() => string | null) | null;
  /** Who cosigns the checkpoints of the log. */
  witnesses: readonly Witness[];
  /** A follow-up's day in ms, in a sandbox with a gap; undefined: a day. */
  followUpDayMs: number | undefined;
  /** Sandbox only: seconds between two sends, instead of the window and the usual gaps. */
  sendGap: { min: number; max: number } | undefined;
  /** The jobs that an event asks for (taskList.ts). */
  jobsFor: (event: TailedEvent) => JobRequest[];
}

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

/** A task's request by an event. */
export type Job = {
  id: string;
  also?: Record<string, string>;
  runAt?: string;
  /** Instead: this long from now, by the clock of the database. */
  delayMs?: number;
  /** Jobs of one job key replace each other while they wait, so the same wish is deduplicated (`job_key` of graphile-worker). */
  jobKey?: string;
  /** Jobs of one queue are done one after the other. */
  queueName?: string;
};
export type JobRequest = Job & { task: string };

/** A job's payload: ids only, and the chain of causes. */
export type JobPayload = {
  tenant: string;
  /** The stream the job is about, without its kind. */
  id: string;
  correlationId: string;
  /** The event that the job follows from (stream@version); null: the clock added the job. */
  causationId: string | null;
  /** Further ids, by task. */
  also?: Record<string, string>;
  /** The times that it was put off because a provider asked to wait. */
  waits?: number;
  /** The times that its tenant's places were full, and its attempts before that. */
  turns?: number;
  tries?: number;
};

/** The tenant and the cause of a job's commits. */
export const scopeOf = (task: string, job: JobPayload) => ({ tenant: job.tenant, cause: causeOf(task, job) });

export const causeOf = (task: string, job: JobPayload): Cause => ({
  actor: `worker:${task}`,
  correlationId: job.correlationId,
  causationId: job.causationId,
});
