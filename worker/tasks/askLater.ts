import type { TaskSpec } from 'graphile-worker';
import type { Store } from '../../db/store.ts';
import type { JobPayload } from '../context.ts';
import { type Run, tryAgain } from '../defineTask.ts';
import { NEVER_ANSWERED } from '../providers/openai/failure.ts';
import { ProviderError } from '../providers/providerError.ts';

/** A judgment waits repeatedly for an AI that is in trouble, without credit, or over its budget. */
const WAITS_MINUTES = [5, 15, 60, 360];
const LONGEST_DAYS = 14;
const DAY_MS = 86_400_000;
/** Each unusable answer was paid for. */
const MOST_UNUSABLE = 2;

/** `task`: its name. `spec`: its queue and job key. */
type Waiting = { task: string; job: JobPayload; run: Run; spec?: Pick<TaskSpec, 'queueName' | 'jobKey'> };

/**
 * For the catch of a task that waits for the AI's judgment. Throws `error` if it is no ProviderError, or if the job is to try again soon. Else puts
 * the job down for later, and answers `later`. `never`: no AI will answer this, and the rules must do.
 */
export async function askLater(
  store: Pick<Store, 'now'>,
  error: unknown,
  waiting: Waiting,
): Promise<'later' | 'never'> {
  const { task, job, run, spec } = waiting;
  if (!(error instanceof ProviderError) || tryAgain(error, run)) throw error;
  if (NEVER_ANSWERED.has(error.code)) return 'never';
  const waited = Number(job.also?.waited ?? 0);
  const now = store.now().getTime();
  const since = job.also?.since ?? new Date(now).toISOString();
  if (now - Date.parse(since) >= LONGEST_DAYS * DAY_MS) return 'never';
  if (error.code === 'bad_answer' && waited >= MOST_UNUSABLE) return 'never';
  const minutes = WAITS_MINUTES[Math.min(waited, WAITS_MINUTES.length - 1)] ?? 0;
  const waitMs = Math.min(Math.max(minutes * 60_000, (error.retryAfterSeconds ?? 0) * 1000), DAY_MS);
  const { waits: _, ...rest } = job;
  const also = { ...job.also, since, waited: String(waited + 1) };
  await run.addJob(task, { ...rest, also }, { ...spec, runAt: new Date(Date.now() + waitMs) });
  return 'later';
}
