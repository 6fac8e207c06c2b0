import type { MessageState } from '../../events/messages/messageState.ts';
import { isResend, resendStep } from '../../events/messages/resend.ts';
import type { Store } from '../store.ts';
import { messagesOfPartner } from './messagesToPerson.ts';

/** The message by which one is sent again: a new intent with a step of its own. While such a re-send is pending, a second request joins it. */
export async function nextResend(
  store: Store,
  tenant: string,
  { campaignId, partnerId }: Pick<MessageState, 'campaignId' | 'partnerId'>,
): Promise<{ id: string; step: string }> {
  const earlier = (await messagesOfPartner(store, tenant, partnerId)).filter(
    ({ state }) => state.campaignId === campaignId && isResend(state.step),
  );
  const step = earlier.find(({ state }) => state.immediate)?.state.step ?? resendStep(earlier.length + 1);
  return { id: `${campaignId}.${partnerId}.${step}`, step };
}
