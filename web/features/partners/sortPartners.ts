import { useMemo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { TableSort } from '../../components/ui/table/columns.ts';
import { useUrlParams } from '../../lib/urlParams.ts';

/** Best match first; those whom no source confirms come last. */
export const byMatch = (a: PartnerView, b: PartnerView): number =>
  Number(b.verified) - Number(a.verified) || b.matchScore - a.matchScore;

/** The orders, and which way round each is when it is chosen; the first one is usual. */
export const SORTS = {
  match: { label: 'Best match first', desc: true },
  followers: { label: 'Most followers', desc: true },
  engagement: { label: 'Most engagement', desc: true },
  name: { label: 'Name, A–Z', desc: false },
  industry: { label: 'Industry', desc: false },
  email: { label: 'Email', desc: false },
  added: { label: 'Newest first', desc: true },
} as const;
export type SortId = keyof typeof SORTS;

const isSort = (id: string): id is SortId => Object.hasOwn(SORTS, id);

/** "followers" or, the other way round, "-followers": the order that the address names; best match first when it names none. */
export function readSort(named: string | null): TableSort {
  const turned = named?.startsWith('-') ?? false;
  const id = named?.replace(/^-/, '') ?? '';
  return isSort(id) ? { id, desc: SORTS[id].desc !== turned } : { id: 'match', desc: true };
}

export function useSortUrl(): [TableSort, (sort: TableSort) => void] {
  const [params, set] = useUrlParams();
  const named = params.get('sort');
  const sort = useMemo(() => readSort(named), [named]);
  const change = ({ id, desc }: TableSort): void => {
    const usual = isSort(id) && SORTS[id].desc === desc;
    set({ sort: id === 'match' && usual ? null : `${usual ? '' : '-'}${id}` });
  };
  return [sort, change];
}
