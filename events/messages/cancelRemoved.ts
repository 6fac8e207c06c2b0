import { type PartnerState, removalOf } from '../partners/partner.ts';
import { cancelMessage } from './messageEnd.ts';
import type { MessageEvent } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';

/** Cancels a message whose partner was removed. A message that joined under the approval that holds now stays: only an approved partner can join. */
export function cancelRemoved(message: MessageState, partner: PartnerState): MessageEvent[] {
  const joinedAgain =
    partner.status === 'approved' && partner.decidedAt !== null && message.createdAt >= partner.decidedAt;
  const removal = removalOf(partner, message.createdAt);
  return joinedAgain ? [] : cancelMessage(message, { code: 'partner_removed' }, removal);
}
