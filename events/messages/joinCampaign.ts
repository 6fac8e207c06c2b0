/** Decides who may join a campaign, and makes their message. */

import { type CampaignState, mustExist } from '../campaigns/campaign.ts';
import type { PartnerState } from '../partners/partner.ts';
import type { SuppressionState } from '../privacy/suppression.ts';
import type { RefusalCase } from '../shared/refusals.ts';
import { Refused } from '../shared/refused.ts';
import type { MessageEvent } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { draftMessage, mayJoin } from './messageText.ts';

type Joining = {
  campaign: CampaignState;
  partner: PartnerState;
  message: MessageState;
  suppression: SuppressionState;
};

/** Why a partner cannot join; null: they can. `checkedAddress`: the address of `suppression`. `message`: the campaign's message to them. */
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
}): RefusalCase | null {
  if (partner.status === 'none' || partner.status === 'deleted') return { code: 'join_no_partner' };
  if (partner.status !== 'approved') return { code: 'join_not_approved' };
  if (partner.emailStatus !== 'email_found' || !partner.contact?.email) return { code: 'join_no_email' };
  if (partner.contact.email !== checkedAddress) return { code: 'join_changed' };
  if (partner.contact.verification?.status === 'undeliverable') return { code: 'join_takes_no_email' };
  if (suppression.suppressed) return { code: 'join_suppressed', reason: suppression.reason };
  return mayJoin(message) ? null : { code: 'join_joined' };
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
  const refusal = whyNotJoin({ ...states, checkedAddress: address });
  if (refusal !== null) throw new Refused(refusal);
  return draftMessage(states.message, { ...ids, step: '1' });
}
