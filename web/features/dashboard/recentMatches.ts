import type { PartnerView } from '../../../api/views.ts';

const SHOWN = 2;

/** What arrived together: the people of a search, or of a list. */
const arrival = ({ searchId, createdAt }: PartnerView): string => searchId ?? createdAt;

/** The best partners of the newest search who are pending or approved, then those of the one before it. */
export function recentMatches(partners: readonly PartnerView[]): PartnerView[] {
  const shown = partners.filter(({ status }) => status !== 'rejected');
  const newest = new Map<string, string>();
  for (const partner of shown) {
    const at = newest.get(arrival(partner)) ?? '';
    if (partner.createdAt > at) newest.set(arrival(partner), partner.createdAt);
  }
  const arrivedAt = (partner: PartnerView): string => newest.get(arrival(partner)) ?? '';
  return shown
    .toSorted((a, b) => arrivedAt(b).localeCompare(arrivedAt(a)) || b.matchScore - a.matchScore)
    .slice(0, SHOWN);
}
