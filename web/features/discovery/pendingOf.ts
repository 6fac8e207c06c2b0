import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { exactly } from '../../lib/total.ts';

export const NONE = exactly(0);

/** The pending partners of a view, those from a match on, and those of them whom a source confirms. */
export function filtersOf(view: PartnerFilter, threshold: number) {
  const pending: PartnerFilter = { ...view, status: 'pending' };
  const matching = { ...pending, minMatchScore: Math.max(threshold, view.minMatchScore ?? 0) };
  return { pending, matching, confirmed: { ...matching, verified: 'true' as const } };
}

/** A view of other partners has no pending ones. */
export const hasPending = ({ status }: PartnerFilter): boolean => status === undefined || status === 'pending';
