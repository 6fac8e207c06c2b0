/**
 * Sends one message at most once. In this order, each step committed before the next:
 *   1. claim: this job holds the message under a lease;
 *   2. dispatching: under the address lock and with the campaign held, everything is checked again in the very commit that says
 *      "it leaves now", and both quotas are taken with it;
 *   3. the call to the provider;
 *   4. the outcome.
 * A job that finds somebody else's `dispatching` sends nothing: while the lease runs it comes back later, afterwards the outcome is unknown.
 */
import { randomUUID } from 'node:crypto';
import type { Sent } from '../providers/sendgrid/client.ts';
import { claim } from './send/claim.ts';
import { dispatch } from './send/dispatch.ts';
import { lookAgain } from './send/lookAgain.ts';
import { inMailboxTurn } from './send/mailboxTurn.ts';
import { settle } from './send/settle.ts';
import type { Handler } from './task.ts';

/** A worker that stood still for so long after "it leaves now" (a closed laptop, a frozen machine) lets it not leave any more. */
const STALE_MS = 30_000;
/** When a message is tried again whose mailbox is busy with others. */
const BUSY_MS = 500;

export const sendMessage: Handler = async (deps, job, run) => {
  if (await inMailboxTurn(job.tenant, () => sendInTurn(deps, job, run))) return;
  await lookAgain(deps, job, run, BUSY_MS);
};

const sendInTurn: Handler = async (deps, job, run) => {
  const worker = randomUUID();
  const claimed = await claim(deps, job, run, worker);
  if (!claimed) return;
  const decidedAt = deps.store.now().getTime();
  const mail = await dispatch(deps, job, claimed, worker);
  if (!mail) return;
  // an older copy of the database will be known by it
  await deps.markHighWater?.();
  const stale = deps.store.now().getTime() - decidedAt > STALE_MS;
  const sent: Sent = stale
    ? { answer: { kind: 'not_asked' }, messageId: null }
    : await deps.sendGrid.send(mail.apiKey, mail.mail);
  await settle(deps, job, claimed.attempt, mail, sent);
};
