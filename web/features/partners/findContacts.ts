import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { enhanceFailure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';
import { creditsQuery } from './credits.ts';
import { partnersQuery } from './partners.ts';
import { refetchPartners } from './refetchPartners.ts';

/** Those for whom a search of an address makes sense: approved, without one, and nobody is looking for it. */
export const withoutEmail = (partners: readonly PartnerView[]): PartnerView[] =>
  partners.filter(
    ({ status, contactInfo, contactSearching }) => status === 'approved' && !contactInfo?.email && !contactSearching,
  );

type Brought = { found: number; failed: number; credits: number };

function broughtText({ found, failed, credits }: Brought, wanted: number): ToastText {
  return {
    title: found > 0 ? 'Contact Enhanced' : 'No Email Found',
    text: [
      `${found} of ${counted(wanted, 'email address', 'email addresses')} found.`,
      failed > 0 && `${counted(failed, 'search', 'searches')} failed. Try again.`,
      credits > 0 ? `${counted(credits, 'credit')} used.` : 'No credits used.',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

const PAID = new Set<PartnerView['contactSource']>(['people_data_labs', 'hunter']);

function broughtBy(listed: readonly PartnerView[], wanted: readonly PartnerView[]): Brought {
  const ids = new Set(wanted.map(({ id }) => id));
  const asked = listed.filter(({ id }) => ids.has(id));
  const found = asked.filter(({ contactInfo }) => contactInfo?.email);
  return {
    found: found.length,
    failed: asked.filter(({ contactInfo, emailStatus }) => !contactInfo?.email && emailStatus !== 'no_email_found')
      .length,
    credits: found.filter(({ contactSource }) => PAID.has(contactSource)).length,
  };
}

/** The list once none of these is searched any more; live events keep it fresh. `onEnded` counts until then. */
function searchesEnded(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  onEnded: (count: number) => void,
): Promise<PartnerView[]> {
  const { queryKey } = partnersQuery('approved');
  const since = Date.now();
  const ended = new Promise<PartnerView[]>((resolve) => {
    const look = (): void => {
      const { data, dataUpdatedAt = 0 } = queries.getQueryState(queryKey) ?? {};
      // what was fetched before does not know the searches
      if (!data || dataUpdatedAt < since) return;
      const searching = data.filter(({ id, contactSearching }) => contactSearching && ids.has(id)).length;
      onEnded(ids.size - searching);
      if (searching > 0) return;
      stop();
      resolve(data);
    };
    const stop = queries.getQueryCache().subscribe(look);
  });
  void queries.invalidateQueries({ queryKey, refetchType: 'all' });
  return ended;
}

/** Asks the server for the addresses of many partners, and follows its searches. POST /api/partners/enhance-contacts */
export function useFindContacts() {
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async (partners: readonly PartnerView[]): Promise<Brought> => {
      setDone(0);
      const ids = partners.map(({ id }) => id);
      const { searching } = await unwrap(client.api.partners['enhance-contacts'].$post({ json: { ids } }));
      return broughtBy(await searchesEnded(queries, new Set(searching), setDone), partners);
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
