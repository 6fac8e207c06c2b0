import { z } from 'zod';
import { modelCheck } from '../../events/ai/modelCheck.ts';

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
  /** Since when the running version of Node gets no security fixes (yyyy-mm-dd); null: it gets them. */
  nodeEnd: z.strictObject({ major: z.number(), endedOn: z.string() }).nullable(),
  /** Why no mail leaves, from which file that is known, and what to do; null: sending is open. */
  frozen: z
    .strictObject({
      reason: z.string(),
      detail: z.string().nullable(),
      whatToDo: z.string(),
    })
    .nullable(),
  /**
   * OPENAI_MODEL. `priced`: whether its cost is known; `endsOn`: the day on which OpenAI switches it off (yyyy-mm-dd), where one is known; `state`: how
   * the provider says that it is, else our list.
   */
  aiModel: z.strictObject({
    name: z.string(),
    priced: z.boolean(),
    endsOn: z.string().nullable(),
    state: modelCheck.shape.state,
  }),
  /** The AI budget of this month, in US dollars. `limitUsd`: null: there is none. `usersNear`: how many users have used 80 % of theirs, or all. */
  aiBudget: z.strictObject({
    limitUsd: z.number().nullable(),
    spentUsd: z.number(),
    state: z.enum(['ok', 'near', 'used_up']),
    usersNear: z.number(),
  }),
  /** `setting`: what is missing where it is not configured. In a sandbox all of them are the sandbox. `trouble`: why it cannot be used, as far as the worker knows. */
  providers: z.array(
    z.strictObject({
      name: z.string(),
      setting: z.string(),
      configured: z.boolean(),
      trouble: z.string().nullable(),
    }),
  ),
  /** How many accounts too many bounces or spam reports have paused; their users resume them. */
  pausedAccounts: z.number(),
  /** How many accounts have not been able to read replies for half an hour. */
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
   * `waiting`: jobs that are due and nobody works at yet, the oldest since `oldestRunAt`; `scheduled`: for later, such as planned mails; `failed`:
   * permanently. `jobs`: those that failed or are tried again, the failed ones first, at most 50.
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
  /**
   * `events`: about how many (the number of the newest one; commits that failed leave gaps). `horizonAgeMs`: how long the oldest open transaction
   * holds the readers of the log back. `relayLag`: events of which no jobs were made yet, at most 10,000.
   */
  log: z.strictObject({
    events: z.number(),
    newestAt: z.string().nullable(),
    horizonAgeMs: z.number(),
    relayLag: z.number(),
  }),
  /** `unsealed`: events that no seal covers yet, at most 10,000. `file`: how it is with SEAL_FILE, as the workers say; null: it is not set, or no worker is there. */
  seals: z.strictObject({
    lastAt: z.string().nullable(),
    unsealed: z.number(),
    file: z.enum(['ok', 'trouble']).nullable(),
    trouble: z.string().nullable(),
  }),
});
export type InstallationHealthView = z.infer<typeof installationHealthSchema>;
