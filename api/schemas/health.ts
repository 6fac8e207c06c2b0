import { z } from 'zod';
import { AI_LACKS } from '../../events/ai/aiServer.ts';
import { AI_TASKS } from '../../events/ai/aiTasks.ts';
import { modelCheck } from '../../events/ai/modelCheck.ts';
import { WITNESS_TROUBLES } from '../../events/history/witnessTrouble.ts';

/** A job that failed permanently (`attempts` = `maxAttempts`), or that is tried again at `runAt`. */
export const failingJobSchema = z.strictObject({
  id: z.string(),
  task: z.string(),
  attempts: z.number(),
  maxAttempts: z.number(),
  /** Its code, such as `send-message: 42P01`. */
  lastError: z.string().nullable(),
  runAt: z.string(),
  tenant: z.string().nullable(),
});
export type FailingJobView = z.infer<typeof failingJobSchema>;

/** GET /api/admin/health: whether all that keeps the installation going does so. Counts that say "at most" mean: that many, or more. */
export const installationHealthSchema = z.strictObject({
  sandbox: z.boolean(),
  version: z.string(),
  /** The day on which the running version of Node lost its security fixes (yyyy-mm-dd); null: it gets them. */
  nodeEnd: z.strictObject({ major: z.number(), endedOn: z.string() }).nullable(),
  /** A real installation runs on the PostgreSQL of the packages, of this version. */
  bundledPostgres: z.string().nullable(),
  /** The reason that no mail leaves, its file, and the fix; null: sending is open. */
  frozen: z
    .strictObject({
      reason: z.string(),
      detail: z.string().nullable(),
      whatToDo: z.string(),
    })
    .nullable(),
  /**
   * Each model in use. `priced`: whether its cost is known. `endsOn`: the day on which OpenAI switches it off (yyyy-mm-dd), if known. `state`: the
   * provider's word on it, else our list's.
   */
  aiModels: z.array(
    z.strictObject({
      name: z.string(),
      tasks: z.array(z.enum(AI_TASKS)),
      priced: z.boolean(),
      endsOn: z.string().nullable(),
      state: modelCheck.shape.state,
    }),
  ),
  /** What the AI server lacks, as far as the worker knows; OpenAI lacks nothing. */
  aiLacks: z.array(z.enum(AI_LACKS)),
  /** The AI budget of this month, in US dollars. `limitUsd`: null: there is none. `usersNear`: how many users have used 80 % of theirs, or all. */
  aiBudget: z.strictObject({
    limitUsd: z.number().nullable(),
    spentUsd: z.number(),
    state: z.enum(['ok', 'near', 'used_up']),
    usersNear: z.number(),
  }),
  /**
   * `setting`: the missing setting, if it is not configured. In a sandbox all of them are the sandbox. `trouble`: why it cannot be used, as far as
   * the worker knows.
   */
  providers: z.array(
    z.strictObject({
      name: z.string(),
      setting: z.string(),
      configured: z.boolean(),
      trouble: z.string().nullable(),
    }),
  ),
  /** Accounts that too many bounces or spam reports have paused; their users resume them. */
  pausedAccounts: z.number(),
  /** Accounts that could not read replies for half an hour. */
  unreadAccounts: z.number(),
  /** The installation's own mails of the last 24 hours. `failed`: those not known to have left; `failing`: the newest of all is one. */
  mailer: z.strictObject({
    kind: z.enum(['sendgrid', 'smtp', 'sandbox']).nullable(),
    mailed: z.number(),
    failed: z.number(),
    failing: z.boolean(),
    lastFailure: z.string().nullable(),
  }),
  /**
   * `waiting`: due jobs that no worker has taken, the oldest since `oldestRunAt`. `scheduled`: later jobs, such as planned mails. `failed`:
   * permanently. `jobs`: failed jobs first, then retried ones, at most 50.
   */
  queue: z.strictObject({
    waiting: z.number(),
    oldestRunAt: z.string().nullable(),
    scheduled: z.number(),
    running: z.number(),
    failed: z.number(),
    jobs: z.array(failingJobSchema),
  }),
  /** Worker processes that were there in the last day; `alive`: in the last 30 seconds. */
  workers: z.array(
    z.strictObject({
      id: z.string(),
      lastBeatAt: z.string(),
      alive: z.boolean(),
    }),
  ),
  /** Live processes with a wrong clock, and how far each is ahead of the database, in seconds. */
  wrongClocks: z.array(z.strictObject({ process: z.string(), seconds: z.number() })),
  /** The least free space of a live worker's DATA_DIR, in bytes; null: none has one. */
  diskFree: z.number().nullable(),
  /**
   * `events`: about how many (the number of the newest one; commits that failed leave gaps). `unreadMs`: the age of the oldest event
   * without its jobs. `horizonHolder`: the open transaction that hides it, in any database of the cluster. `relayLag`: events without jobs yet, at most 10,000.
   */
  log: z.strictObject({
    events: z.number(),
    newestAt: z.string().nullable(),
    unreadMs: z.number(),
    horizonHolder: z
      .strictObject({ pid: z.number().nullable(), application: z.string(), database: z.string() })
      .nullable(),
    relayLag: z.number(),
  }),
  /**
   * What the worker found wrong as the log grew, since the last whole verification, and the first place. `behindMs`: since all of the log was
   * verified; null: no worker follows it (FOLLOW_RECORD).
   */
  record: z.strictObject({ wrong: z.number(), first: z.string().nullable(), behindMs: z.number().nullable() }),
  /**
   * `unsealed`: events that no seal covers yet, at most 10,000. `file`: the state of SEAL_FILE by the workers. null: it is not set, or no worker
   * runs. `witnesses`: how many are set, how many have cosigned the newest checkpoint, and the trouble of one.
   * `mailedAt`: when a checkpoint went to OPERATOR_EMAIL.
   */
  seals: z.strictObject({
    lastAt: z.string().nullable(),
    unsealed: z.number(),
    file: z.enum(['ok', 'trouble']).nullable(),
    trouble: z.string().nullable(),
    witnesses: z.strictObject({
      asked: z.number(),
      current: z.number(),
      lastAt: z.string().nullable(),
      trouble: z.enum(WITNESS_TROUBLES).nullable(),
      mailedAt: z.string().nullable(),
    }),
  }),
});
export type InstallationHealthView = z.infer<typeof installationHealthSchema>;
