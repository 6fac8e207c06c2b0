/** What a thread offers because of a person's words. Nothing happens without the user's yes. */
import type { Want } from './wants.ts';

/**
 * referral      to write to somebody else instead
 * new_address   to write to another address of the person
 * later         to move the follow-up to the day that they named
 */
export const OFFERED = ['referral', 'new_address', 'later'] as const;
export type OfferLabel = (typeof OFFERED)[number];

export type Offer = Pick<Want, 'quote' | 'name' | 'email' | 'until'> & { receivedId: string; label: OfferLabel };

type Read = { id: string; automatic: boolean; wants: readonly Want[]; answered: readonly OfferLabel[] };

/** `email`: the person's present address, to which no change leads. */
export function offersOf(received: readonly Read[], email: string | null): Offer[] {
  const newest = received.findLast(({ automatic }) => !automatic);
  return received.flatMap(({ id: receivedId, wants, answered }) =>
    wants.flatMap(({ label: given, quote, name, email: address, until }): Offer[] => {
      const label = OFFERED.find((one) => one === given);
      if (!label || answered.includes(label)) return [];
      // a later mail says what counts now
      if (label === 'later' ? until === null || receivedId !== newest?.id : address === null && name === null)
        return [];
      if (label === 'new_address' && (address === null || address === email?.toLowerCase())) return [];
      return [{ receivedId, label, quote, name, email: address, until }];
    }),
  );
}
