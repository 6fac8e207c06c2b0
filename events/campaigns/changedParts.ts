import { sameJson } from '../shared/sameJson.ts';
import type { Offer } from './offer.ts';
import type { AbTest } from './variants.ts';

/** What of a campaign an edit can change, as the history names it. */
export const CAMPAIGN_PARTS = {
  name: 'name',
  subject: 'subject',
  messagePrompt: 'instructions',
  offerWhat: 'what is offered',
  offerCommission: 'commission or fee',
  offerCode: 'code of the offer',
  offerLink: 'link of the offer',
  tone: 'tone',
  language: 'language',
  followUps: 'follow-ups',
  abTest: 'A/B test',
  dailyLimit: 'daily limit',
  sendWindow: 'sending hours',
  mailbox: 'sending account',
  recipientHours: 'recipients’ hours',
} as const;
export type CampaignPart = keyof typeof CAMPAIGN_PARTS;
export const CAMPAIGN_PART_NAMES = Object.keys(CAMPAIGN_PARTS) as [CampaignPart, ...CampaignPart[]];

type Text = { name: string; messagePrompt: string; staticSubject: string | null; invitationText: string | null };
/** Of a campaign; what is compared as a whole may be anything. */
type Content = {
  text: Text | null;
  subjectType: string;
  offer: Offer | null;
  abTest: AbTest | null;
} & Record<'tone' | 'language' | 'followUps' | 'dailyLimit' | 'sendWindow' | 'mailbox' | 'recipientHours', unknown>;

const partsOf = ({ text, subjectType, offer, abTest, ...rest }: Content): Readonly<Record<CampaignPart, unknown>> => ({
  ...rest,
  abTest: abTest && [abTest.varies, abTest.variantB],
  name: text?.name,
  subject: [subjectType, text?.staticSubject, text?.invitationText],
  messagePrompt: text?.messagePrompt,
  offerWhat: offer?.what ?? '',
  offerCommission: offer?.commission ?? '',
  offerCode: offer?.code ?? '',
  offerLink: offer?.link ?? '',
});

/** Which parts differ, in the order of CAMPAIGN_PARTS. */
export function changedParts(before: Content, after: Content): CampaignPart[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  return CAMPAIGN_PART_NAMES.filter((part) => !sameJson([was[part]], [is[part]]));
}
