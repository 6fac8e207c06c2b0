/** Who may join a campaign, and what joining makes. */
import type { MessageEvent } from '../messages/messageEvents.ts';
import type { MessageState } from '../messages/messageState.ts';
import { draftMessage, mayJoin } from '../messages/messageText.ts';
import type { PartnerState } from '../partners/partner.ts';
import { TAKES_NO_EMAIL } from '../partners/takesNoEmail.ts';
import { doNotContact } from '../privacy/doNotContact.ts';
import type { SuppressionState } from '../privacy/suppression.ts';
import { Refused } from '../shared/refused.ts';
import { type CampaignState, mustExist } from './campaign.ts';

export const CHANGED_MEANWHILE = 'changed at the same moment, try again';

type Joining = {
  campaign: CampaignState;
  partner: PartnerState;
  message: MessageState;
  suppression: SuppressionState;
};

/**
 * Why a partner cannot join, in a few words for a list; null: they can. `checkedAddress`: the one that `suppression` is about; `message`: what the
 * campaign has written to them.
 */
export function whyNotJoin({
  partner,
  checkedAddress,
  suppression,
  message,
}: {
  partner: Pick<PartnerState, 'status' | 'emailStatus' | 'contact'>;
  checkedAddress: string | null;
  suppression: Pick<SuppressionState, 'suppressed' | 'reason'>;
  message: Pick<MessageState, 'status' | 'dispatch'>;
}): string | null {
  if (partner.status === 'none' || partner.status === 'deleted') return 'not found';
  if (partner.status !== 'approved') return 'not approved';
  if (partner.emailStatus !== 'email_found' || !partner.contact?.email) return 'no email';
  if (partner.contact.email !== checkedAddress) return CHANGED_MEANWHILE;
  if (partner.contact.verification?.status === 'undeliverable') return TAKES_NO_EMAIL;
  if (suppression.suppressed) return doNotContact(suppression.reason);
  return mayJoin(message) ? null : 'already in this campaign';
}

/**
 * A partner joins a campaign by an empty first message. Refused `illegal` with the reason for the list of skipped partners, and `not_found`
 * without the campaign.
 */
export function joinCampaign(
  states: Joining,
  ids: { campaignId: string; partnerId: string },
  address: string | null,
): MessageEvent[] {
  mustExist(states.campaign);
  const reason = whyNotJoin({ ...states, checkedAddress: address });
  if (reason !== null) throw new Refused('illegal', reason);
  return draftMessage(states.message, { ...ids, step: '1' });
}
