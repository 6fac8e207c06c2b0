import { type CampaignEvent, type CampaignState, continueCampaign } from '../campaigns/campaign.ts';
import type { PartnerState } from '../partners/partner.ts';
import type { SuppressionState } from '../privacy/suppression.ts';
import { answeredSinceWanted, wasStopped } from './answered.ts';
import { mayBeFollowed } from './followUp.ts';
import type { MessageEvent } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { postponeEmail } from './sendTime.ts';

export type Stopped = {
  campaign: CampaignState;
  partner: Pick<PartnerState, 'status'>;
  suppression: Pick<SuppressionState, 'suppressed'>;
  message: MessageState;
  /** The message that it follows up. */
  previous: MessageState | undefined;
  /** Other messages to the person, in every campaign. */
  others: readonly MessageState[];
};

/**
 * A label had canceled a message and was wrong: no person replied, or their address was not for the list. It goes on, with its text and approval, and
 * waits until the person is back (`away`). Nothing when something else keeps it by now.
 */
export function resumeAnswered(
  { campaign, partner, suppression, message, previous, others }: Stopped,
  away: string | null,
): { message: MessageEvent[]; campaign: CampaignEvent[] } {
  const nothing = { message: [], campaign: [] };
  if (!wasStopped(message) || suppression.suppressed) return nothing;
  if (answeredSinceWanted(message, others) !== null) return nothing;
  if (partner.status !== 'approved' || campaign.status === 'none' || campaign.status === 'deleted') return nothing;
  if (message.followUp && !(previous && mayBeFollowed(previous))) return nothing;
  const until = away === null ? [] : postponeEmail({ ...message, status: 'drafted' }, away);
  return { message: [{ type: 'MessageRestored', data: {} }, ...until], campaign: continueCampaign(campaign) };
}
