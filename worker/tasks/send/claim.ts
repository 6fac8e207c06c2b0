import { sendingFrozen } from '../../../db/installation/freeze.ts';
import { ref } from '../../../db/store.ts';
import type { MessageEvent } from '../../../events/messages/messageEvents.ts';
import type { Dispatched, MessageState } from '../../../events/messages/messageState.ts';
import {
  claimSend,
  giveUpPreparing,
  hasNoDraftYet,
  recordOutcome,
  releaseSend,
} from '../../../events/messages/sendAttempt.ts';
import { unscheduleEmail } from '../../../events/messages/sendTime.ts';
import { recordProviderHealth } from '../../../events/sending/mailboxHold.ts';
import { type JobPayload, type Needs, scopeOf } from '../../context.ts';
import type { Run } from '../../defineTask.ts';
import { recordUnsent } from './recordUnsent.ts';
import { rescheduleJob } from './rescheduleJob.ts';

export const LEASE_MS = 90_000;
/** A mail that is later than this is planned again. After a stop the backlog is spread, never sent in one burst. */
const LATE_MS = { real: 120_000, sandbox: 5_000 };
const LATE = { code: 'late' } as const;
/** The same for the mail of a worker that died, from the end of its lease. The next worker claims it well before this. */
const ABANDONED_MS = 120_000;
/** A silent attempt is given up as unknown this long after its lease. */
export const GRACE_MS = 30_000;

type Deps = Needs<'store' | 'sendGap'>;

const isLate = ({ sendGap }: Needs<'sendGap'>, state: MessageState, moment: string): boolean => {
  const late = Date.parse(moment) - Date.parse(state.scheduledAt ?? moment);
  const waits = state.status === 'scheduled' || (state.status === 'deferred' && !state.immediate);
  return waits && late > (sendGap ? LATE_MS.sandbox : LATE_MS.real);
};

const claimAt = (state: MessageState, worker: string, moment: string): MessageEvent[] =>
  claimSend(state, { worker, now: moment, leaseUntil: new Date(Date.parse(moment) + LEASE_MS).toISOString() });

/** The claim of a message that is due at `moment`, for the commit of its dispatch. None: `claim` decides what becomes of it. */
export const takeDue = (deps: Needs<'sendGap'>, state: MessageState, worker: string, moment: string): MessageEvent[] =>
  state.status === 'claimed' || isLate(deps, state, moment) ? [] : claimAt(state, worker, moment);

/**
 * Takes the message under a lease, for this run of the job alone (`worker`). null: it is not due or is leased, and the job waits until that can
 * change. An attempt that fell silent long ago becomes unknown here.
 */
export async function claim(deps: Deps, job: JobPayload, run: Run, worker: string): Promise<MessageState | null> {
  // the sweep comes back to it
  if (await sendingFrozen(deps.store.sql)) return null;
  const message = ref('message', job.id);
  const {
    states,
    committed,
    result: silent,
  } = await deps.store.run({
    ...scopeOf('send-message', job),
    streams: { message },
    decide: ({ message: state }, moment): readonly [{ message?: MessageEvent[] }, Dispatched | null] => {
      const leaseEnd = state.claim ? Date.parse(state.claim.leaseUntil) : 0;
      if (state.status === 'dispatching' && leaseEnd + GRACE_MS < Date.parse(moment)) {
        return [{}, state.dispatch];
      }
      if (isLate(deps, state, moment)) return [{ message: unscheduleEmail(state, LATE) }, null];
      const givenUp = giveUpPreparing(state, moment);
      if (givenUp.length > 0) return [{ message: givenUp }, null];
      if (state.status === 'claimed' && !state.immediate && leaseEnd + ABANDONED_MS < Date.parse(moment)) {
        return [{ message: releaseSend(state, state.attempt, LATE) }, null];
      }
      return [{ message: claimAt(state, worker, moment) }, null];
    },
  });
  if (silent) {
    await giveUp(deps, job, silent);
    return null;
  }
  const state = states.message;
  if (committed.length > 0) return state.status === 'claimed' ? state : null;
  // early, or held by another run: look again when that can have changed
  const again =
    state.claim && (state.status === 'claimed' || state.status === 'dispatching')
      ? new Date(Date.parse(state.claim.leaseUntil) + GRACE_MS + 1000).toISOString()
      : state.scheduledAt;
  if (again) await rescheduleJob(deps, job, run, Date.parse(again) - deps.store.now().getTime());
  return null;
}

/** The worker of an attempt fell silent. It did not leave if it needed a draft and had none; else it is unconfirmed. */
async function giveUp(deps: Deps, job: JobPayload, dispatch: Dispatched): Promise<void> {
  if (hasNoDraftYet({ dispatch })) {
    await recordUnsent(deps, job, dispatch, { code: 'interrupted' });
    return;
  }
  await deps.store.run({
    ...scopeOf('send-message', job),
    streams: { message: ref('message', job.id), mailbox: ref('mailbox', dispatch.mailbox) },
    decide: ({ message, mailbox }, moment) => {
      const reason = { code: 'answer_not_seen' } as const;
      const unknown = recordOutcome(message, message.attempt, { outcome: 'unknown', reason });
      if (unknown.length === 0) return {};
      const about = { messageId: job.id, attempt: message.attempt, secretId: null, waitSeconds: 0 };
      return { message: unknown, mailbox: recordProviderHealth(mailbox, { ...about, signal: 'trouble' }, moment) };
    },
  });
}
