import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcceptedView, EnhanceView, PartnerView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { enhanceFailure } from '../../lib/errorCatalogue.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';
import { creditsQuery } from './credits.ts';
import { refetchPartners } from './refetchPartners.ts';

/** Looks for the e-mail address of a partner; costs one credit if a paid source has it. POST /api/partners/{id}/enhance-contact */
export function findContact(id: string): Promise<EnhanceView | AcceptedView> {
  return unwrap(client.api.partners[':id']['enhance-contact'].$post({ param: { id } }));
}

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

export function useFindContact() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (partner: Pick<PartnerView, 'id'>) => findContact(partner.id),
    meta: { failure: enhanceFailure },
    onSuccess: (result) => showToast(foundNotice(result)),
    onSettled: () => {
      // not waited for: the address goes into the open field at once
      void refetchPartners(queries);
      void refetchCampaigns(queries);
      void queries.invalidateQueries({ queryKey: creditsQuery().queryKey });
    },
  });
}
