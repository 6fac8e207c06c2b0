import { useState } from 'react';
import type { AcceptedView, EnhanceView, PartnerView } from '../../../api/views.ts';
import { isAccepted } from '../../lib/client.ts';
import type { ToastText } from '../../lib/toasts.ts';

const WHY_NOT: Partial<Record<EnhanceView['steps'][number]['outcome'], string>> = {
  undeliverable: 'An address turned up that takes no email.',
  unproven: 'The web search named an address, but the page does not show it.',
};

/** The notice for what a search of an address brought, naming the true source. */
export function foundText(result: EnhanceView): ToastText {
  const left = `${result.creditsRemaining} credits remaining.`;
  const email = result.partner.contactInfo?.email;
  if (!email || (result.source === null && result.steps.length > 0)) {
    const why = result.steps.flatMap(({ outcome }) => WHY_NOT[outcome] ?? []);
    const text = email
      ? 'No other email address was found, so no credit was used.'
      : 'No email address was found, so no credit was used.';
    return { title: 'No Email Found', text: [text, ...new Set(why), left].join(' ') };
  }
  const cost = result.creditUsed ? left : 'No credits used.';
  if (result.source === 'people_data_labs') {
    return { title: 'Enhanced with PDL', text: `Email found at People Data Labs: ${email}. ${cost}` };
  }
  if (result.fallbackUsed) return { title: 'Enhanced with AI', text: `Email found by AI: ${email}. ${cost}` };
  return { title: 'Contact Enhanced', text: `Email found at Hunter: ${email}. ${cost}` };
}

/** The same, also for a search that goes on at the server. */
export function foundNotice(result: EnhanceView | AcceptedView): ToastText {
  if (!isAccepted(result)) return foundText(result);
  return {
    title: 'Still searching',
    text: 'This takes longer than usual. The address appears here when it is found.',
  };
}

/** A search's result, as the partner shows it at the end. `before` is the known address at its beginning. */
export function endedText(partner: Pick<PartnerView, 'contactInfo' | 'emailStatus'>, before: string | null): string {
  const email = partner.contactInfo?.email ?? null;
  if (email && email !== before) return `Email found: ${email}.`;
  if (email) return 'The search has ended. The address stays as it was.';
  if (partner.emailStatus === 'no_email_found') return 'No email address was found, so no credit was used.';
  return 'The search ended without an answer. Please try again.';
}

/** Follows a search at the server by its partner. null: no observed search has ended. */
export function useFollowedSearch(
  partner: Pick<PartnerView, 'contactSearching' | 'contactInfo' | 'emailStatus'>,
): string | null {
  const [search, setSearch] = useState<{ before: string | null; running: boolean } | null>(null);
  const running = search?.running ?? false;
  if (partner.contactSearching && !running) setSearch({ before: partner.contactInfo?.email ?? null, running: true });
  if (!partner.contactSearching && search && running) setSearch({ ...search, running: false });
  return search && !running ? endedText(partner, search.before) : null;
}
