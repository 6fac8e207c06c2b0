/** What a person decides about a message whose fate is unknown. Nothing else ends that, but an answer that comes after all. */
import type { MessageEvent, MessageState } from './message.ts';
import { Refused } from './refused.ts';

const notUnknown = () =>
  new Refused('illegal', 'Only a message that we could not confirm needs this decision. Reload to see how it stands.');

/** It counts as sent, from the moment when it was handed over. A message that is sent already is no event. */
export function markSent(state: MessageState): MessageEvent[] {
  if (state.status === 'none') throw new Refused('not_found', 'Campaign message not found');
  if (state.status === 'sent') return [];
  if (state.status !== 'unknown') throw notUnknown();
  return [{ type: 'EmailMarkedSent', data: { attempt: state.attempt } }];
}

/** It was sent again, as the message of step `resendStep`: this one ends, its fate unknown. A second time is no event. */
export function abandon(state: MessageState, resendStep: string): MessageEvent[] {
  if (state.status !== 'unknown') return [];
  return [{ type: 'MessageAbandoned', data: { attempt: state.attempt, resendStep } }];
}
