import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { enhanceFailure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';
import { SEARCHED } from './api.ts';
import { type Chosen, countOf } from './decisions.ts';
import { queryOf, selectedQuery } from './partnerPages.ts';

/** Those for whom a search of an address makes sense: approved, without one, and nobody is looking for it. */
export const withoutEmail = (partners: readonly PartnerView[]): PartnerView[] =>
  partners.filter(
    ({ status, contactInfo, contactSearching }) => status === 'approved' && !contactInfo?.email && !contactSearching,
  );

type Brought = { wanted: number; asked: number; found: number; searching: number };

function broughtText({ wanted, asked, found, searching }: Brought): ToastText {
  return {
    title: found > 0 || searching > 0 ? 'Contact Enhanced' : 'No Email Found',
    text: [
      `${found} of ${counted(wanted, 'email address', 'email addresses')} found.`,
      searching > 0 && `${searching} still searching.`,
      asked < wanted && `${wanted - asked} not searched.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** Searches without a result are no longer waited for after this long. */
const STUCK_MS = 60_000;

/** Follows them, as live events keep them fresh, until none of these is being searched. `onEnded` counts until then. */
function followSearches(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  onEnded: (count: number) => void,
): Promise<Pick<Brought, 'found' | 'searching'>> {
  const query = selectedQuery([...ids].sort());
  const since = Date.now();
  return new Promise((resolve) => {
    let stuck: ReturnType<typeof setTimeout>;
    let last = { found: 0, searching: ids.size };
    const finish = (): void => {
      clearTimeout(stuck);
      stop();
      resolve(last);
    };
    const waitOn = (): void => {
      clearTimeout(stuck);
      stuck = setTimeout(finish, STUCK_MS);
    };
    const stop = new QueryObserver(queries, query).subscribe(({ data, dataUpdatedAt }) => {
      // what was fetched before does not know the searches
      if (!data || dataUpdatedAt < since) return;
      const asked = data.filter(({ id }) => ids.has(id));
      const searching = asked.filter(({ contactSearching }) => contactSearching).length;
      if (searching !== last.searching) waitOn();
      last = { found: asked.filter(({ contactInfo }) => contactInfo?.email).length, searching };
      onEnded(ids.size - searching);
      if (searching === 0) finish();
    });
    waitOn();
    void queries.invalidateQueries({ queryKey: query.queryKey });
  });
}

/** Asks the server for the addresses of many partners, and follows its searches. */
export function useFindContacts() {
  const [done, setDone] = useState(0);
  const action = useAction({
    call: async (wanted: Chosen, queries): Promise<Brought> => {
      setDone(0);
      const json = 'ids' in wanted ? { ids: [...wanted.ids] } : { filter: queryOf(wanted.filter) };
      const { searching } = await unwrap(client.api.partners['enhance-contacts'].$post({ json }));
      const ended = await followSearches(queries, new Set(searching), setDone);
      return { wanted: countOf(wanted).total, asked: searching.length, ...ended };
    },
    failed: enhanceFailure,
    done: broughtText,
    stale: SEARCHED,
    waits: false,
  });
  return { ...action, done };
}
