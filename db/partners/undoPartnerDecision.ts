import { continueCampaign } from '../../events/campaigns/campaign.ts';
import { kitOf } from '../../events/messages/mediaKit.ts';
import { DISPATCHED, isWaiting } from '../../events/messages/messageState.ts';
import { restoreMessage } from '../../events/messages/restoreMessage.ts';
import { type PartnerState, undoDecision } from '../../events/partners/partner.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import type { Cause } from '../log/commit.ts';
import { textHash } from '../log/textHash.ts';
import { messagesOfPartner } from '../read/messagesToPerson.ts';
import { ref, type Store } from '../store.ts';
import { type Also, changePartner } from './changePartner.ts';

/**
 * Undoes a decision on a partner and its effects. The same commit restores the messages that this removal canceled, so it never overrules a removal
 * in between. `waitingMessages`: how many of the partner's messages may leave now.
 */
export async function undoPartnerDecision(
  store: Store,
  of: { tenant: string; cause: Cause; id: string },
  decision: number,
): Promise<{ state: PartnerState; waitingMessages: number }> {
  const messages = await messagesOfPartner(store, of.tenant, of.id);
  const also: Also = { profile: ref('profile', of.tenant) };
  // also what waits: its cancelling may be on its way
  for (const { id, state } of messages.filter(({ state }) => !DISPATCHED.has(state.status))) {
    also[`message ${id}`] = ref('message', id);
    also[`campaign ${state.campaignId}`] = ref('campaign', state.campaignId);
  }
  const { states } = await changePartner(store, { ...of, also }, (now) => {
    const { partner, address, domain } = now;
    const joined = messages.some(
      ({ state }) => state.status !== 'cancelled' && state.createdAt >= (partner.decidedAt ?? ''),
    );
    const undone = undoDecision(partner, decision, joined);
    if (undone.length === 0 || entryThatHolds(address, domain).suppressed) return { partner: undone };
    const made: ReturnType<Parameters<typeof changePartner>[2]> = { partner: undone };
    for (const { id, state } of messages) {
      const message = now[`message ${id}`];
      const campaign = now[`campaign ${state.campaignId}`];
      if (!message || !campaign || !now.profile || campaign.status === 'deleted') continue;
      const kit = kitOf(campaign, now.profile, message);
      const hash = textHash(partner.contact?.email ?? null, message.text, kit);
      const restored = restoreMessage(message, decision, hash);
      if (restored.length === 0) continue;
      made[`message ${id}`] = restored;
      made[`campaign ${state.campaignId}`] = continueCampaign(campaign);
    }
    return made;
  });
  const waiting = messages.filter(({ id }) => isWaiting(states[`message ${id}`]?.status ?? 'none'));
  return { state: states.partner, waitingMessages: waiting.length };
}
