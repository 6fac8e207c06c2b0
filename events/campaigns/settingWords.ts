import { capitalised } from '../shared/format.ts';

/** A campaign's offer to its partners. Each part may be empty; a text states no others. */

/** `what`: the product or cooperation. `commission`: or a fee, in the user's words. `code`: for their audience. `link`: http(s). */
export type Offer = { what: string; commission: string; code: string; link: string };

export const TONES = ['friendly', 'professional', 'enthusiastic', 'direct'] as const;
export type Tone = (typeof TONES)[number];

export const NO_OFFER: Offer = { what: '', commission: '', code: '', link: '' };

/** An offer without any part is none. */
export const filledOffer = (offer: Offer | null | undefined): Offer | null =>
  offer && Object.values(offer).some((part) => part !== '') ? offer : null;

/** The order is that of the history. Apart from settings.ts: the history of the web goes without zod. */
export const SETTING_WORDS = {
  name: 'name',
  subjectType: 'subject type',
  staticSubject: 'subject',
  invitationText: 'invitation',
  messagePrompt: 'message instructions',
  offerWhat: 'what is offered',
  offerCommission: 'commission or fee',
  offerCode: 'code of the offer',
  offerLink: 'link of the offer',
  tone: 'tone',
  language: 'language',
  address: 'form of address',
  followUps: 'follow-ups',
  abTest: 'A/B test',
  dailyLimit: 'daily limit',
  sendWindow: 'sending hours',
  mailbox: 'sending account',
  recipientHours: 'recipients’ hours',
  mediaKit: 'media kit',
};
export type SettingPart = keyof typeof SETTING_WORDS;

export const settingLabel = (part: SettingPart): string => capitalised(SETTING_WORDS[part]);

/** The form of address in the texts, if their language has both. */
export const ADDRESS_FORMS = { formal: 'Formal (Sie, vous)', informal: 'Informal (du, tu)' };
