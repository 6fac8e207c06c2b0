/**
 * Messages whose fate is unknown after a database was restored, and what a person decides about any message of unknown fate. Nothing else
 * ends that, but an answer that comes after all.
 */

import { Refused } from '../shared/refused.ts';
import type { MessageEvent } from './messageEvents.ts';
import { isFinal, type MessageState } from './messageState.ts';
import { recordOutcome } from './sendAttempt.ts';

const notUnknown = () => new Refused({ code: 'only_unknown' });

/**
 * Whether a message that the restored copy knows with this state may have left since the copy was made: every one with a text that had met
 * no fate. Its campaign may have been started, its text approved or Send Now pressed since, so neither campaign, nor approval, nor time says
 * that it did not. Without a text it needed more of a person than that, and there is nothing to show or to send again: it stays as it is.
 * An unknown one with a draft would be reconciled by it, but the draft may have been deleted, and the mail sent again, since.
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
