import { useUrlParams } from '../../lib/urlParams.ts';
import { USER_SORTS, type UserOrder, type UserSort } from './userList.ts';

const NEWEST_FIRST: UserOrder = { by: 'created', descending: true };

const named = (descending: boolean, sort: UserSort): string => `${descending ? '-' : ''}${sort}`;

/** Search, order and page of the users, kept in the address. */
export function useUserUrl() {
  const [params, change] = useUrlParams();
  const given = params.get('sort') ?? '';
  const by = USER_SORTS.find((known) => known === given.replace(/^-/, ''));
  const order: UserOrder = by ? { by, descending: given.startsWith('-') } : NEWEST_FIRST;
  const set = (part: Record<string, string>): void => change({ page: null, ...part });
  return {
    search: params.get('search') ?? '',
    order,
    page: Math.trunc(Number(params.get('page'))) || 1,
    setSearch: (search: string) => set({ search }),
    setOrder: (wanted: UserOrder) => set({ sort: named(wanted.descending, wanted.by) }),
    setPage: (page: number) => set({ page: page > 1 ? String(page) : '' }),
    /** What a press on a column's title does: order by it, and the other way round when it is so already. */
    press: (sort: UserSort) => set({ sort: named(order.by === sort ? !order.descending : sort === 'created', sort) }),
  };
}
