/** The states that the rows of lists follow from, one person at a time. */
import type { CampaignState } from '../campaigns/campaign.ts';
import type { ConversationState } from '../conversations/conversation.ts';
import type { PartnerState } from '../partners/partner.ts';
import type { NeedState } from '../today/need.ts';
import type { Listed } from './messageSets.ts';

export type CountedCampaign = Pick<CampaignState, 'status' | 'followUps' | 'abTest'> & { name: string | null };

/** A conversation with the texts that were sent in it. */
export type Talk = { id: string; state: ConversationState; sentText: string };

/** The states that a person's rows follow from. Parts that no list needs may be left out of them (db/lists/project.ts). */
export type Person = {
  id: string;
  partner: PartnerState | null;
  messages: readonly Listed[];
  conversations: readonly Talk[];
  /** What the user decided about what waits of this person, by the id of the thing. */
  needs: ReadonlyMap<string, NeedState>;
  /** The campaigns that the messages belong to, by id. */
  campaigns: ReadonlyMap<string, CountedCampaign>;
  /** Of the tenant: its days are counted in it. */
  zone: string;
};

/** A message with what its place among the others says of it. */
export type Placed = Listed & { sets: readonly string[]; campaign: CountedCampaign | null };
