/**
 * Sends one message at most once. In this order, each step committed before the next:
 *   1. claim: this job holds the message under a lease;
 *   2. dispatching: the commit locks the address and holds the campaign. It checks everything again and takes both quotas;
 *   3. the call to the provider. Where it keeps drafts, the draft is stored there and committed here before it is sent;
 *   4. the outcome.
 * A job that finds another run's `dispatching` sends nothing. It returns while the lease runs; afterwards the outcome is unknown.
 */
import { randomUUID } from 'node:crypto';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { ref } from '../../db/store.ts';
import type { JobPayload } from '../context.ts';
import { defineTask, keyed, onEach, type Run } from '../defineTask.ts';
import { claim } from './send/claim.ts';
import { deleteDraft } from './send/deleteDraft.ts';
import { dispatch, type Ready } from './send/dispatch.ts';
import { type HandedOver, handOver, STALE_MS } from './send/handOver.ts';
import { dbLimit, perMailboxLimit } from './send/limits.ts';
import type { SendDeps } from './send/readSend.ts';
import { rescheduleJob } from './send/rescheduleJob.ts';
import { runAfterwards } from './send/runAfterwards.ts';
import { settle } from './send/settle.ts';

/** A message whose mailbox is busy is retried after this. */
const BUSY_MS = 500;

export const sendMessage = defineTask({
  name: 'send-message',
  lane: 'send',
  on: {
    ...onEach(['SendNowRequested', 'SendNowResumed'], (event) => keyed('send', event)),
    EmailScheduled: (event) => ({ ...keyed('send', event), runAt: event.data.at }),
    EmailDeferred: (event) => ({ ...keyed('send', event), runAt: event.data.until }),
    // a mail of the plan has no such time: the sweep has it planned again, at most once a minute
    SendReleased: (event) => event.data.until !== null && { ...keyed('send', event), runAt: event.data.until },
  },
  needs: ['store', 'sandbox', 'publicUrl', 'mailProviders', 'mailSources', 'inboundDomain', 'sendGap', 'markHighWater'],
  handler: async (deps, job, run) => {
    const { mailbox } = (await deps.store.load(job.tenant, ref('message', job.id))).state;
    if (await perMailboxLimit(`${job.tenant} ${mailbox ?? job.tenant}`, () => sendInTurn(deps, job, run))) return;
    await rescheduleJob(deps, job, run, BUSY_MS);
  },
});

async function sendInTurn(deps: SendDeps, job: JobPayload, run: Run): Promise<void> {
  const ready = await dbLimit(() => makeReady(deps, job, run));
  if (!ready) return;
  const { attempt, mail, decidedAt } = ready;
  const sent: HandedOver | null = ready.stale
    ? { answer: { kind: 'not_asked' }, messageId: null }
    : await handOver(deps, job, attempt, mail, decidedAt);
  if (!sent) return;
  await dbLimit(() => settle(deps, job, attempt, mail, sent));
  await runAfterwards(deps, job, mail, sent);
  const { draft } = sent;
  // a refused mail must not stay among the drafts, where its owner could send it beside the next attempt
  if (!draft || !mail.drafts) return;
  const since = new Date(decidedAt).toISOString();
  await deleteDraft(deps, job, { ...mail, drafts: mail.drafts }, { attempt, draft, since });
}

/** Claims and dispatches. `stale`: the decision may not hold now, so nothing leaves. null: nothing was dispatched. */
async function makeReady(
  deps: SendDeps,
  job: JobPayload,
  run: Run,
): Promise<{ attempt: number; mail: Ready; decidedAt: number; stale: boolean } | null> {
  const worker = randomUUID();
  const claimed = await claim(deps, job, run, worker);
  if (!claimed) return null;
  const decidedAt = deps.store.now().getTime();
  const mail = await dispatch(deps, job, claimed, worker);
  if (!mail) return null;
  // an older copy of the database will be known by it
  await deps.markHighWater?.();
  // the mark may show only now that the database was restored under this worker: it may have sent this mail before
  const frozen = await sendingFrozen(deps.store.sql);
  const stale = frozen !== null || deps.store.now().getTime() - decidedAt > STALE_MS;
  return { attempt: claimed.attempt, mail, decidedAt, stale };
}
