import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobPayload } from '../../worker/context.ts';
import type { Run } from '../../worker/defineTask.ts';
import { notSetUp, ProviderError, rateLimited, statusError } from '../../worker/providers/providerError.ts';
import { askLater } from '../../worker/tasks/askLater.ts';

const NOW = new Date('2026-11-30T08:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;
beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

type Added = { payload: JobPayload; spec: { runAt: Date; queueName?: string } };

/** A job that meets this error on its last try. */
async function meets(error: unknown, also?: Record<string, string>, lastTry = true) {
  const added: Added[] = [];
  const addJob = async (_: string, payload: unknown, spec: unknown) => added.push({ payload, spec } as Added);
  const run = { lastTry, giveUp: false, addJob, signal: undefined } as unknown as Run;
  const job: JobPayload = {
    tenant: 't',
    id: 'm1',
    correlationId: 'c',
    causationId: null,
    waits: 3,
    ...(also ? { also } : {}),
  };
  const waiting = { task: 'classify-reply', job, run, spec: { queueName: 'q' } };
  const outcome = await askLater({ now: () => new Date() }, error, waiting);
  const [job1] = added;
  return { outcome, job: job1, waitMs: job1 && job1.spec.runAt.getTime() - Date.now() };
}

const trouble = () => statusError('The AI provider', null, 500, null);
const unusable = () =>
  new ProviderError({ code: 'provider_unusable', provider: 'The AI provider' }, 'bad_answer', true);

test('waits longer each time, in its queue, and remembers since when', async () => {
  const waits: unknown[] = [];
  let also: Record<string, string> | undefined = { receivedId: 'r1' };
  for (let time = 0; time < 5; time += 1) {
    const { outcome, job, waitMs } = await meets(trouble(), also);
    expect(outcome).toBe('later');
    expect(job?.spec.queueName).toBe('q');
    expect(job?.payload).toMatchObject({ id: 'm1', also: { receivedId: 'r1', since: NOW.toISOString() } });
    expect(job?.payload).not.toHaveProperty('waits');
    also = job?.payload.also;
    waits.push((waitMs ?? 0) / MINUTE);
    vi.setSystemTime(Date.now() + (waitMs ?? 0));
  }
  expect(waits).toEqual([5, 15, 60, 360, 360]);
});

test('waits as long as the AI asks for, but a day at most', async () => {
  expect((await meets(rateLimited('The AI provider', 1_800))).waitMs).toBe(30 * MINUTE);
  expect((await meets(rateLimited('The AI provider', 1e9))).waitMs).toBe(DAY);
});

test('after 14 days, two paid answers that are unusable, or a refusal, the rules must do', async () => {
  const since = NOW.toISOString();
  const after = async (days: number) => {
    vi.setSystemTime(NOW.getTime() + days * DAY);
    return (await meets(trouble(), { since, waited: '9' })).outcome;
  };
  expect([await after(13.9), await after(14)]).toEqual(['later', 'never']);
  vi.setSystemTime(NOW);
  expect((await meets(unusable(), { since, waited: '1' })).outcome).toBe('later');
  expect((await meets(unusable(), { since, waited: '2' })).outcome).toBe('never');
  expect((await meets(new ProviderError({ code: 'ai_declined' }, 'refusal', false))).outcome).toBe('never');
  expect((await meets(notSetUp('The AI provider'))).outcome).toBe('never');
});

test('throws what is no trouble of a provider, and what is tried again soon', async () => {
  await expect(meets(new TypeError('ours'))).rejects.toThrow('ours');
  await expect(meets(trouble(), undefined, false)).rejects.toThrow('http_500');
});
