import { DEFAULT_CONFIDENCE } from '../shared/options.ts';
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { ContactSource, ContactStep } from './contactEvents.ts';
import { deletePartner, mustBeListed, type PartnerEvent, type PartnerState } from './partner.ts';
import type { Verification } from './verification.ts';

/** Asks for the e-mail of an approved partner. Nothing new while a search is open: the caller joins it. */
export function requestContactSearch(state: PartnerState, contactSearchId: string, period: string): PartnerEvent[] {
  mustBeListed(state);
  if (state.status !== 'approved') throw new Refused({ code: 'contact_unapproved' });
  if (state.erased) throw new Refused({ code: 'contact_of_erased' });
  if (state.openContactSearch) return [];
  return [{ type: 'ContactSearchRequested', data: { contactSearchId, period } }];
}

/** An address that a search brought. `verification`: null where it was not verified yet. */
export type FoundContact = {
  source: ContactSource;
  email: string;
  socialProfiles: { platform: string; url: string }[];
  confidence: number;
  sourceUrl: string | null;
  verification: Verification | null;
};

export type ContactOutcome = { steps: ContactStep[] } & (
  | ({ outcome: 'found' } & FoundContact)
  | { outcome: 'not_found' }
  | { outcome: 'failed'; reason: Reason }
  /** The person asked the provider that nobody uses their data. */
  | { outcome: 'opted_out'; provider: 'hunter' }
);

const PAID: ReadonlySet<ContactStep['step']> = new Set(['people_data_labs', 'hunter']);
/** Whether a source that costs money gave the address in this search. */
export const isPaid = (steps: readonly ContactStep[]): boolean =>
  steps.some(({ step, outcome }) => outcome === 'found' && PAID.has(step));

/**
 * Ends the open contact search; an outcome for a search that is not open is ignored. An address is recorded even if one was typed during the search.
 * The typed one stays the contact (see the fold).
 */
export function concludeContactSearch(
  state: PartnerState,
  contactSearchId: string,
  result: ContactOutcome,
): PartnerEvent[] {
  if (state.openContactSearch?.id !== contactSearchId) return [];
  const { steps } = result;
  const failed = (reason: Reason): PartnerEvent => ({
    type: 'ContactSearchFailed',
    data: { contactSearchId, reason, steps },
  });
  // an address found for someone who was deleted or erased since is not kept
  if (result.outcome === 'found' && (state.status === 'deleted' || state.erased))
    return [failed({ code: 'partner_deleted' })];
  if (result.outcome === 'found' && state.unreadable) return [failed({ code: 'recipient_unreadable' })];
  switch (result.outcome) {
    case 'found':
      return [
        {
          type: 'ContactFound',
          data: {
            contactSearchId,
            source: result.source,
            confidence: result.confidence,
            verification: result.verification,
            steps,
          },
          personal: {
            email: result.email,
            socialProfiles: mergeProfiles(state.contact?.socialProfiles ?? [], result.socialProfiles),
            sourceUrl: result.sourceUrl,
          },
        },
      ];
    case 'not_found':
      return [{ type: 'ContactNotFound', data: { contactSearchId, steps } }];
    case 'failed':
      return [failed(result.reason)];
    case 'opted_out':
      return [failed({ code: 'opted_out' }), ...optOut(state, result.provider)];
  }
}

/** The person wants nobody to use their data: they leave the list, and are not added again. Their erasure is a stream of its own. */
export function optOut(state: PartnerState, provider: 'hunter'): PartnerEvent[] {
  if (state.optedOut) return [];
  const removed = state.status === 'none' || state.status === 'deleted' ? [] : deletePartner(state);
  return [{ type: 'PartnerOptedOut', data: { provider } }, ...removed];
}

/** The finding about an address. It is ignored if the partner has another one by now. */
export function recordVerification(state: PartnerState, email: string, found: Verification): PartnerEvent[] {
  if (state.status === 'deleted' || state.erased || state.contact?.email !== email) return [];
  return [{ type: 'ContactVerified', data: found }];
}

/** An address that came with an imported line. */
export function importedContact(email: string): PartnerEvent[] {
  return [
    {
      type: 'ContactFound',
      data: { contactSearchId: null, source: 'import', confidence: 1, verification: null, steps: [] },
      personal: { email, socialProfiles: [], sourceUrl: null },
    },
  ];
}

/** A hand-made contact: keeps the known social profiles and confidence unless others are sent. */
export function editContact(
  state: PartnerState,
  contact: {
    email: string;
    socialProfiles?: { platform: string; url: string }[] | undefined;
    confidence?: number | undefined;
  },
): PartnerEvent[] {
  mustBeListed(state);
  if (state.erased) throw new Refused({ code: 'email_of_erased' });
  const confidence = contact.confidence ?? state.contact?.confidence ?? DEFAULT_CONFIDENCE;
  const socialProfiles = contact.socialProfiles ?? state.contact?.socialProfiles ?? [];
  return [{ type: 'ContactEdited', data: { confidence }, personal: { email: contact.email, socialProfiles } }];
}

function mergeProfiles<P extends { platform: string; url: string }>(known: P[], found: P[]): P[] {
  const seen = new Set(known.map(({ url }) => url));
  return [...known, ...found.filter(({ url }) => !seen.has(url))];
}
