/**
 * Sends one message at most once. In this order, each step committed before the next:
 *   1. dispatching: the commit claims the message under a lease, locks the address and holds the campaign. It checks everything and takes both
 *      quotas. Only a job that was tried before commits its claim first;
 *   2. the call to the provider. Where it keeps drafts, the draft is stored there and committed here before it is sent;
 *   3. the outcome.
 * A job that finds another run's `dispatching` sends nothing. It returns while the lease runs; afterwards the outcome is unknown.
 */
import { randomUUID } from 'node:crypto';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { logOf, perCall } from '../../db/process/logger.ts';
import { sends } from '../../db/process/processMetrics.ts';
import { ref } from '../../db/store.ts';
import { classify } from '../../events/sending/outcome.ts';
import type { JobPayload } from '../context.ts';
import { defineTask, keyed, type Run } from '../defineTask.ts';
import { claim } from './send/claim.ts';
import { deleteDraft } from './send/deleteDraft.ts';
import { claimAndDispatch, dispatch, type Ready } from './send/dispatch.ts';
import { type HandedOver, handOver, STALE_MS } from './send/handOver.ts';
import { busyFor, dbLimit, perMailboxLimit } from './send/limits.ts';
import type { SendDeps } from './send/readSend.ts';
import { rescheduleJob } from './send/rescheduleJob.ts';
import { runAfterwards } from './send/runAfterwards.ts';
import { settle } from './send/settle.ts';

const log = logOf('worker');

export const sendMessage = defineTask({
  name: 'send-message',
  lane: 'send',
  on: {
    SendNowRequested: (event) => ({
      ...keyed('send', event),
      ...(event.data.leavesAt !== undefined && { runAt: event.data.leavesAt }),
    }),
    SendNowResumed: (event) => keyed('send', event),
    EmailScheduled: (event) => ({
      ...keyed('send', event),
      runAt: event.data.at,
      also: { mailbox: event.data.mailbox },
    }),
    EmailDeferred: (event) => ({ ...keyed('send', event), runAt: event.data.until }),
    // a mail of the plan has no such time: the sweep has it planned again, at most once a minute
    SendReleased: (event) => event.data.until !== null && { ...keyed('send', event), runAt: event.data.until },
  },
  needs: ['store', 'sandbox', 'publicUrl', 'mailProviders', 'mailSources', 'inboundDomain', 'sendGap', 'markHighWater'],
  handler: async (deps, job, run) => {
    const mailbox = job.also?.mailbox ?? (await deps.store.load(job.tenant, ref('message', job.id))).state.mailbox;
    const turn = `${job.tenant} ${mailbox ?? job.tenant}`;
    if (await perMailboxLimit(turn, () => sendInTurn(deps, job, run))) return;
    await rescheduleJob(deps, job, run, busyFor(turn));
  },
});

async function sendInTurn(deps: SendDeps, job: JobPayload, run: Run): Promise<void> {
  const ready = await dbLimit(() => makeReady(deps, job, run));
  if (!ready) return;
  const { attempt, mail, decidedAt } = ready;
  const start = performance.now();
  const sent: HandedOver | null = ready.stale
    ? { answer: { kind: 'not_asked' }, messageId: null }
    : await handOver(deps, job, attempt, mail, decidedAt);
  if (!sent) return;
  const ms = Math.round(performance.now() - start);
  const facts = { provider: mail.account.provider, outcome: classify(sent.answer).verdict };
  sends.observe(facts, ms / 1000);
  log[perCall]({ ...facts, ms, messageId: job.id }, 'send');
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
  let decidedAt = deps.store.now().getTime();
  // A message that ends each worker which prepares it must be given up. So a second try is a claim of its own.
  let mail: Ready | null | 'not_due' = run.again ? 'not_due' : await claimAndDispatch(deps, job, worker);
  if (mail === 'not_due') {
    const claimed = await claim(deps, job, run, worker);
    decidedAt = deps.store.now().getTime();
    mail = claimed && (await dispatch(deps, job, claimed, worker));
  }
  if (!mail) return null;
  // An older copy of the database will be known by the mark. It may show only now that this database is one, which sent this email before.
  const open = deps.markHighWater ? await deps.markHighWater() : (await sendingFrozen(deps.store.sql)) === null;
  const stale = !open || deps.store.now().getTime() - decidedAt > STALE_MS;
  return { attempt: mail.attempt, mail, decidedAt, stale };
}
