import { useMemo } from 'react';
import { useUrlParams } from '../../../lib/urlParams.ts';
import type { TableSort } from './columns.ts';

/** A list's orders by the id of their column, and the direction of each when it is chosen. The first one is usual. */
export type Sorts = Readonly<Record<string, { label: string; desc: boolean }>>;

/** "followers" or, the other way round, "-followers": the order that the address names; the usual one when it names none. */
export function readSort(sorts: Sorts, named: string | null): TableSort {
  const turned = named?.startsWith('-') ?? false;
  const id = named?.replace(/^-/, '') ?? '';
  if (Object.hasOwn(sorts, id)) return { id, desc: sorts[id]?.desc !== turned };
  const [[first, usual] = ['', { desc: false }]] = Object.entries(sorts);
  return { id: first, desc: usual.desc };
}

/** The order of a list, which the address keeps. Keep `sorts` outside of the component. */
export function useSortUrl(sorts: Sorts): [TableSort, (sort: TableSort) => void] {
  const [params, set] = useUrlParams();
  const named = params.get('sort');
  const sort = useMemo(() => readSort(sorts, named), [sorts, named]);
  const change = ({ id, desc }: TableSort): void => {
    const usual = sorts[id]?.desc === desc;
    set({ sort: usual && id === Object.keys(sorts)[0] ? null : `${usual ? '' : '-'}${id}` });
  };
  return [sort, change];
}
