/** A campaign's offer to its partners. Each part may be empty; a text states no others. */

/** `what`: the product or cooperation. `commission`: or a fee, in the user's words. `code`: for their audience. `link`: http(s). */
export type Offer = { what: string; commission: string; code: string; link: string };

export const TONES = ['friendly', 'professional', 'enthusiastic', 'direct'] as const;
export type Tone = (typeof TONES)[number];

export const NO_OFFER: Offer = { what: '', commission: '', code: '', link: '' };

/** An offer without any part is none. */
export const filledOffer = (offer: Offer | null | undefined): Offer | null =>
  offer && Object.values(offer).some((part) => part !== '') ? offer : null;
