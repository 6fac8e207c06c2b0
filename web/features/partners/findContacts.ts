import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { isAccepted } from '../../lib/client.ts';
import { enhanceFailure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';
import { creditsQuery } from './credits.ts';
import { findContact } from './findContact.ts';
import { forEach, SomeFailed } from './forEach.ts';
import { refetchPartners } from './refetchPartners.ts';

/** Those for whom a search of an address makes sense: approved, without one, and nobody is looking for it. */
export const withoutEmail = (partners: readonly PartnerView[]): PartnerView[] =>
  partners.filter(
    ({ status, contactInfo, contactSearching }) => status === 'approved' && !contactInfo?.email && !contactSearching,
  );

type Brought = { found: number; searching: number; credits: number };

function broughtText({ found, searching, credits }: Brought, wanted: number): ToastText {
  return {
    title: found > 0 ? 'Contact Enhanced' : 'No Email Found',
    text: [
      `${found} of ${counted(wanted, 'email address', 'email addresses')} found.`,
      searching > 0 && `${searching} still searching.`,
      credits > 0 ? `${counted(credits, 'credit')} used.` : 'No credits used.',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** Looks for the addresses of many partners, one call each; `done` counts while it runs. */
export function useFindContacts() {
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async (partners: readonly PartnerView[]): Promise<Brought> => {
      setDone(0);
      const brought: Brought = { found: 0, searching: 0, credits: 0 };
      let refused: unknown;
      const look = async ({ id }: PartnerView): Promise<void> => {
        const result = await findContact(id).catch((error: unknown) => {
          refused = error;
          throw error;
        });
        if (isAccepted(result)) brought.searching += 1;
        else if (result.partner.contactInfo?.email) brought.found += 1;
        if (!isAccepted(result) && result.creditUsed) brought.credits += 1;
      };
      try {
        await forEach(partners, look, setDone);
      } catch (error) {
        // where nothing worked, the reason says more than a count
        if (error instanceof SomeFailed && error.done === 0) throw refused;
        if (!(error instanceof SomeFailed)) throw error;
      }
      return brought;
    },
    meta: { failure: enhanceFailure },
    onSuccess: (brought, partners) => showToast(broughtText(brought, partners.length)),
    onSettled: () => {
      void refetchPartners(queries);
      void refetchCampaigns(queries);
      void queries.invalidateQueries({ queryKey: creditsQuery().queryKey });
    },
  });
  return { ...mutation, done };
}
