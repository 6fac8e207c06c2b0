import type { PartnerCriteria } from '../../events/inputs/business.ts';
import { planFromWords, type SearchPlan } from '../../events/partners/match.ts';
import type { Store } from '../store.ts';
import { latestSearch } from './searches.ts';

/**
 * The words by which every partner of a tenant is scored: those of the newest search while the audience is still the same, else the
 * criteria's own. Search, import and re-scoring ask here, so that a score does not depend on how a partner came in.
 */
export async function planFor(store: Store, tenant: string, criteria: PartnerCriteria): Promise<SearchPlan> {
  const search = await latestSearch(store, tenant);
  const sameAudience = search?.state.criteria?.targetAudience === criteria.targetAudience;
  return (sameAudience ? search?.state.plan : null) ?? planFromWords(criteria);
}
