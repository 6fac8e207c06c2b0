import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedPartnerView, PartnerCountsView } from '../../../api/views.ts';
import type { PartnerFilter, PartnerSort } from '../../../events/partners/partnersInput.ts';
import { readSort, useSortUrl } from '../../components/ui/table/sortUrl.ts';
import { client, unwrap } from '../../lib/client.ts';
import { pageOf } from '../../lib/pageOf.ts';
import { pages, query } from '../../lib/query.ts';
import type { Total } from '../../lib/total.ts';
import { SORTS } from './sortPartners.ts';

const calls = client.api.partners;
const ROWS = '100';
const LISTS = ['partners', 'list'];

/** A filter as an address has it. What restricts nothing is left out. */
export const queryOf = (filter: PartnerFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && String(value) !== '')
      .map(([name, value]) => [name, String(value)]),
  );

const [usePages] = pages((filter: Record<string, string>, sort: PartnerSort, turned: boolean) => ({
  key: ['partners', 'list', filter, sort, turned],
  call: (after) => {
    const order = { sort, ...(turned && { turned: 'true' as const }) };
    return pageOf<ListedPartnerView>(
      calls.$get({ query: { ...filter, ...order, limit: ROWS, ...(after && { after }) } }),
    );
  },
  keepsPages: true,
}));

/** The partners that a filter lets through, in the order of the address, as far as they were fetched. */
export function usePartnerPages(filter: PartnerFilter) {
  const queries = useQueryClient();
  const [sort] = useSortUrl(SORTS);
  const id = sort.id as PartnerSort;
  const list = usePages(queryOf(filter), id, sort.desc !== readSort(SORTS, id).desc);
  const { data } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  return {
    rows,
    total: data?.pages[0] ?? null,
    isPending: list.isPending,
    isError: list.isError,
    // the counts beside the list, too
    refetch: () => queries.refetchQueries({ queryKey: LISTS, type: 'active' }),
    onEnd: list.more,
  };
}

export const [usePartnerCounts] = query(() => ({
  key: ['partners', 'list', 'counts'],
  call: () => unwrap(calls.counts.$get()),
}));

type Count = PartnerCountsView['partners'][number];

export const sumOf = (counts: readonly Count[], isCounted: (one: Count) => boolean): number =>
  counts.reduce((sum, one) => (isCounted(one) ? sum + one.count : sum), 0);

/** The first ones that a filter lets through, the newest first. */
export const [, firstPartnersQuery] = query((filter: PartnerFilter, most: number) => ({
  key: ['partners', 'list', 'first', filter, most],
  call: () => unwrap(calls.$get({ query: { ...queryOf(filter), limit: String(most) } })),
  placeholderData: keepPreviousData,
}));

export const [, partnerTotalQuery] = query((filter: PartnerFilter) => ({
  key: ['partners', 'list', 'total', filter],
  call: (): Promise<Total> => unwrap(calls.total.$get({ query: queryOf(filter) })),
}));

/** null: not known yet, or not asked for. */
export const usePartnerTotal = (filter: PartnerFilter | null): Total | null =>
  useQuery({ ...partnerTotalQuery(filter ?? {}), enabled: filter !== null, placeholderData: keepPreviousData }).data ??
  null;

export const [, selectedQuery] = query((ids: readonly string[]) => ({
  key: ['partners', 'list', 'selected', ids],
  call: () => unwrap(calls.selected.$post({ json: { ids: [...ids] } })),
  placeholderData: keepPreviousData,
}));

const NONE: readonly ListedPartnerView[] = [];

/** Some partners by their ids; the server is asked for those who are not among the rows. */
export function usePartnersById(
  ids: ReadonlySet<string>,
  rows: readonly ListedPartnerView[] = NONE,
): readonly ListedPartnerView[] {
  const known = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids]);
  const missing = useMemo(() => {
    const there = new Set(known.map(({ id }) => id));
    return [...ids].filter((id) => !there.has(id)).sort();
  }, [ids, known]);
  const { data } = useQuery({ ...selectedQuery(missing), enabled: missing.length > 0 });
  return useMemo(
    () => (missing.length === 0 ? known : [...known, ...(data ?? []).filter(({ id }) => missing.includes(id))]),
    [known, missing, data],
  );
}
