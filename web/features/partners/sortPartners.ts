import { useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { PartnerView } from '../../../api/views.ts';

export const SORTS = ['match', 'followers', 'engagement', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/** Best match first; those whom no source confirms come last. */
export const byMatch = (a: PartnerView, b: PartnerView): number =>
  Number(b.verified) - Number(a.verified) || b.matchScore - a.matchScore;

const ORDERS: Record<Sort, (a: PartnerView, b: PartnerView) => number> = {
  match: byMatch,
  followers: (a, b) => (b.followersCount ?? -1) - (a.followersCount ?? -1),
  engagement: (a, b) => (b.engagementRate ?? -1) - (a.engagementRate ?? -1),
  // comparing ten thousand names by the rules of a language anew for each pair is a hundred times slower
  name: (a, b) => names.compare(a.name ?? '\uffff', b.name ?? '\uffff'),
};
const names = new Intl.Collator('en', { sensitivity: 'base' });

/** The partners in an order: largest first, names from A to Z; what is not known comes last. Equal ones keep their order. */
export function sortPartners(partners: readonly PartnerView[], sort: Sort): PartnerView[] {
  return partners.toSorted(ORDERS[sort]);
}

/** The order that the address names, best match first when it names none. */
export function useSortUrl(): [Sort, (sort: Sort) => void] {
  const [params, setParams] = useSearchParams();
  const sort = SORTS.find((known) => known === params.get('sort')) ?? 'match';
  const change = (to: Sort): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (to === 'match') next.delete('sort');
        else next.set('sort', to);
        return next;
      },
      { replace: true },
    );
  return [sort, change];
}

/** The partners, which come best match first, in the order that the address names. */
export function useSorted(partners: readonly PartnerView[]): readonly PartnerView[] {
  const sort = useDeferredValue(useSortUrl()[0]);
  return useMemo(() => (sort === 'match' ? partners : sortPartners(partners, sort)), [partners, sort]);
}
