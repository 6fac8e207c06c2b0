import type { PartnerCriteria } from '../../events/accounts/businessInput.ts';
import { planFromWords, type SearchPlan } from '../../events/partners/match.ts';
import type { Store } from '../store.ts';
import { latestPlan } from './searches.ts';

/**
 * The words that score all partners of a tenant: the AI's for the newest search with this audience. Else those of a search without the AI, else the
 * criteria's. Search, import and re-scoring ask here, so that a score does not depend on how a partner came in. New words of a search score everyone
 * again.
 */
export const planFor = async (store: Store, tenant: string, criteria: PartnerCriteria): Promise<SearchPlan> =>
  (await latestPlan(store, tenant, criteria.targetAudience)) ?? planFromWords(criteria);
