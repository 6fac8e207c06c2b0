/** Partners of a campaign who share an address: one gets the first email. */
import { sequenceNumber } from './followUp.ts';
import { BEGINS_THREAD, type MessageState, recipientOf } from './messageState.ts';

/** Whether it is the first email of its campaign to the partner, or sends that one again. */
export const isFirstEmail = (state: Pick<MessageState, 'step' | 'followUp'>): boolean => sequenceNumber(state) === 0;

/** Whether this email arrived at the address, or may have. If its recipient is not known, it counts. */
export const mayHaveReached = (state: Pick<MessageState, 'status' | 'dispatch'>, address: string): boolean =>
  BEGINS_THREAD.has(state.status) && recipientOf(state, address)?.toLowerCase() === address.toLowerCase();
