/**
 * Unconfirmed messages after a restore, and a person's decisions about unconfirmed messages. Nothing else ends that, but an answer that comes after
 * all.
 */

import { Refused } from '../shared/refused.ts';
import type { MessageEvent } from './messageEvents.ts';
import { isFinal, type MessageState } from './messageState.ts';
import { recordOutcome } from './sendAttempt.ts';

const notUnknown = () => new Refused({ code: 'only_unknown' });

/**
 * Whether a message may have left since the restored copy: each with a text and without an outcome. Neither its campaign, nor approval, nor time
 * disproves that: all may have changed since. Without a text it needed more of a person, and has nothing to show or send again. So it stays. A draft
 * would settle an unconfirmed one, but since then it may have been deleted, and the email sent again.
 */
export const mayHaveLeft = (state: Pick<MessageState, 'status' | 'hasText' | 'dispatch'>): boolean =>
  state.hasText &&
  state.status !== 'none' &&
  (state.status !== 'unknown' || Boolean(state.dispatch?.draft)) &&
  !isFinal(state.status);

/** Makes the fate of such a message unknown. One that was on its way already only lost its answer. */
export function markOutcomeUnknown(state: MessageState): MessageEvent[] {
  if (!mayHaveLeft(state)) return [];
  if (state.status === 'dispatching')
    return recordOutcome(state, state.attempt, { outcome: 'unknown', reason: { code: 'answer_not_seen' } });
  return [{ type: 'EmailOutcomeUnknown', data: { attempt: state.attempt, reason: { code: 'restored' } } }];
}

/** It counts as sent, from the moment when it was handed over. A message that is sent already is no event. */
export function markSent(state: MessageState): MessageEvent[] {
  if (state.status === 'none') throw new Refused({ code: 'no_message' });
  if (state.status === 'sent') return [];
  if (state.status !== 'unknown') throw notUnknown();
  return [{ type: 'EmailMarkedSent', data: { attempt: state.attempt } }];
}

/** The user deleted its campaign and does not want to know: it ends, its fate unknown. A second time is no event. */
export function dismiss(state: MessageState): MessageEvent[] {
  if (state.status === 'none') throw new Refused({ code: 'no_message' });
  if (state.status === 'abandoned') return [];
  if (state.status !== 'unknown') throw notUnknown();
  return [{ type: 'MessageAbandoned', data: { attempt: state.attempt, resendStep: null } }];
}

/** It is sent again, as the message of step `resendStep`, which leaves now: this one ends, its fate unknown. A second time is no event. */
export function supersede(state: MessageState, resendStep: string): MessageEvent[] {
  if (state.status !== 'unknown') return [];
  return [{ type: 'MessageAbandoned', data: { attempt: state.attempt, resendStep } }];
}
