import type { Task as GraphileTask, JobHelpers, TaskSpec } from 'graphile-worker';
import { ClockWrong } from '../db/connection/clock.ts';
import { PersonErasedError, PersonUnreadableError } from '../db/log/conflicts.ts';
import { logOf } from '../db/process/logger.ts';
import type { Store } from '../db/store.ts';
import type { EventsOf } from '../events/catalog.ts';
import type { Kind } from '../events/shared/event.ts';
import type { EmailProvider } from '../events/shared/options.ts';
import type { Reason } from '../events/shared/reasons.ts';
import type { Deps, Job, JobPayload, Needs, TailedEvent } from './context.ts';
import { ProviderError } from './providers/providerError.ts';
import type { TakePlace } from './tenantPlaces.ts';

const log = logOf('worker');

/** `again`: an earlier run may have done a part. `lastTry`: a provider's trouble must now be recorded, not retried. */
export type Run = {
  again?: boolean;
  lastTry: boolean;
  giveUp: boolean;
  addJob: JobHelpers['addJob'];
  signal: AbortSignal | undefined;
};

type Events = { [K in Kind]: EventsOf<K> }[Kind];
type EventType = Events['type'];
type DataOf<T extends EventType> = Extract<Events, { type: T }>['data'];

/** The jobs that follow from an event; falsy: none. */
export type Reaction<Data> = (event: TailedEvent<Data>) => Job | Job[] | null | false | '';
export type Reactions = { readonly [T in EventType]?: Reaction<DataOf<T>> };

/**
 * Each lane has a runner, so that none takes the places of another. Emails may hang on their provider (`send`), and webhooks on their receiver
 * (`tell`). Searches and texts take long (`ask`). Decisions wait for none of them.
 */
export type Lane = 'decide' | 'ask' | 'send' | 'tell';

type Definition<Need extends keyof Deps> = {
  name: string;
  lane: Lane;
  /** The events that ask for it. */
  on?: Reactions;
  /** When the clock asks for it: a cron line. Such a job has no tenant. */
  cron?: string;
  needs: readonly Need[];
  handler: (deps: Needs<Need>, job: JobPayload, run: Run) => Promise<void>;
};
export type Task = Definition<keyof Deps>;

/** The handler gets only its `needs`. */
export const defineTask = <Need extends keyof Deps>(task: Definition<Need>) => task;

export type Place = Pick<TailedEvent, 'tenant' | 'id'>;

/** The same reaction to several types of events. */
export const onEach = <T extends EventType>(types: readonly T[], reaction: Reaction<DataOf<T>>): Reactions =>
  Object.fromEntries(types.map((type) => [type, reaction])) as Reactions;

export const about = ({ id }: Place): Job => ({ id });

export const ofRequest = ({ id, data }: TailedEvent<{ requestId: string }>): Job => ({
  id,
  also: { requestId: data.requestId },
});

export const ofAccountRequest = (event: TailedEvent<{ requestId: string; provider: EmailProvider }>): Job => ({
  id: event.id,
  also: { requestId: event.data.requestId, provider: event.data.provider },
});

export const keyed = (key: string, { tenant, id }: Place): Job => ({ id, jobKey: `${key}:${tenant}:${id}` });

export const campaignOf = ({ tenant, id }: Place): Place => ({ tenant, id: id.split('.')[0] ?? '' });

/** A tenant's concurrent searches, contacts and texts. Together they equal its places (runWorker.ts). */
const QUEUES = { find: 2, contact: 2, text: 3, picture: 1 };
/** Queues a job that asks a provider in one of its tenant's few queues. So a long list does not block others. */
export function queued(kind: keyof typeof QUEUES, { tenant, id }: Place): Required<Pick<Job, 'id' | 'queueName'>> {
  const sum = [...id].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return { id, queueName: `${kind}:${tenant}:${sum % QUEUES[kind]}` };
}

export const RESUMED = ['AccountConnected', 'MailboxResumed', 'MailboxHoldLifted'] as const;

/** A person waits for the result: after this many tries the trouble is reported. */
const TRIES = 3;
/** An error of our own may end with the next deploy. But work that a person waits for must not stay open for days. */
const TRIES_OF_OUR_OWN = 6;
/** A job is put off for its provider at most this often, for at most this many seconds. Then the trouble is reported. */
const MOST_WAITS = 10;
const LONGEST_WAIT = 300;
/** A job whose tenant has its share of places waits this long, doubled each time up to the longest. */
const FIRST_TURN_MS = 250;
const LONGEST_TURN_MS = 8_000;

/**
 * Makes it a task of Graphile Worker. One that meets an erasure looks once more, and then ends quietly. A retryable ProviderError is rethrown until
 * the last try. It puts the job off if the provider named a time. Error texts may name people, so they stay out of the queue's tables. `takePlace`: a
 * job whose tenant has its share returns to the queue, which is no try.
 */
export function runTask({ name, needs, handler }: Task, all: Deps, takePlace?: TakePlace): GraphileTask {
  const deps = () => Object.fromEntries(needs.map((need) => [need, all[need]])) as Partial<Deps> as Deps;
  return async (payload, helpers) => {
    const { turns = 0, tries = 0, ...job } = payload as JobPayload;
    const attempts = helpers.job.attempts + tries;
    const waits = job.waits ?? 0;
    const run: Run = {
      again: attempts > 1 || waits > 0,
      lastTry: attempts >= TRIES || waits >= MOST_WAITS,
      giveUp: attempts >= TRIES_OF_OUR_OWN,
      addJob: helpers.addJob,
      signal: helpers.abortSignal,
    };
    const work = async () => {
      // an answer that was paid for could not be recorded
      await all.store.clock?.assertRight();
      return handler(deps(), job, run);
    };
    const addAgain = async (again: JobPayload, spec: TaskSpec): Promise<void> => {
      const { key, max_attempts: maxAttempts, priority, job_queue_id: queue } = helpers.job;
      const queueName = (await helpers.getQueueName(queue)) ?? undefined;
      const same = { maxAttempts, priority, ...(key ? { jobKey: key } : {}), ...(queueName ? { queueName } : {}) };
      await helpers.addJob(name, again, { ...same, ...spec });
    };
    /** The same job, from when the provider takes calls again. */
    const putOff = (seconds: number): Promise<void> =>
      // not all at the same moment
      addAgain(
        { ...job, waits: waits + 1 },
        { runAt: new Date(Date.now() + (1 + Math.random() / 4) * 1000 * seconds) },
      );
    const waitForTurn = async (): Promise<void> => {
      const ms = Math.min(LONGEST_TURN_MS, FIRST_TURN_MS * 2 ** turns) * (0.5 + Math.random() / 2);
      const runAt = await queueTime(all.store, ms);
      // a newer request for the same key keeps its time
      await addAgain({ ...job, turns: turns + 1, tries: attempts - 1 }, { runAt, jobKeyMode: 'preserve_run_at' });
    };
    const freePlace = takePlace && (await takePlace(job.tenant));
    if (freePlace === null) return waitForTurn();
    try {
      await work().catch((error: unknown) => {
        if (!(error instanceof PersonErasedError)) throw error;
        // the second run finds the person gone, and ends waiting work: a run of texts or a reserved credit
        return work();
      });
    } catch (error) {
      if (error instanceof PersonErasedError) return;
      if (error instanceof ClockWrong) return waitForTurn();
      if (error instanceof PersonUnreadableError) {
        // another try would meet the same key
        log.error(`${name} ended: the key of a person is damaged (npm run audit -- verify --quick names them)`);
        return;
      }
      const wait = error instanceof ProviderError ? error.retryAfterSeconds : null;
      if (wait !== null && wait <= LONGEST_WAIT && waits < MOST_WAITS) return putOff(wait);
      const code =
        error instanceof ProviderError ? error.code : ((error as { code?: unknown }).code ?? (error as Error).name);
      throw new Error(`${name}: ${String(code)}`);
    } finally {
      freePlace?.();
    }
  };
}

/** Whether a provider's trouble is worth another try of the job. */
export const tryAgain = (error: unknown, run: Run): boolean =>
  error instanceof ProviderError && error.retryable && !run.lastTry && (error.retryAfterSeconds ?? 0) <= LONGEST_WAIT;

/** The logged reason of a failure: the provider's trouble. Any other error is ours, and is retried a few times first. */
export function reasonOf(error: unknown, run: Run): Reason {
  if (error instanceof ProviderError) return error.reason;
  if (error instanceof PersonUnreadableError) return { code: 'recipient_unreadable' };
  if (run.giveUp) return { code: 'our_side' };
  throw error;
}

/**
 * `ms` from now by the clock of the database, which the queue goes by. This process's clock may be ahead, so a time may have passed there. The job
 * would run again at once, and again.
 */
export async function queueTime({ sql }: Pick<Store, 'sql'>, ms: number): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  return new Date((row?.now.getTime() ?? Date.now()) + ms);
}
