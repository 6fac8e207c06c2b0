import type { PartnerCriteria } from '../../events/accounts/businessInput.ts';
import { planFromWords, type SearchPlan } from '../../events/partners/match.ts';
import type { Store } from '../store.ts';
import { latestPlan } from './searches.ts';

/**
 * The words by which every partner of a tenant is scored: those that the AI gave the newest search for the same audience, else those that one
 * had without the AI, else the criteria's own. Search, import and re-scoring ask here, so that a score does not depend on how a partner came
 * in. New words of a search score everyone again.
 */
export const planFor = async (store: Store, tenant: string, criteria: PartnerCriteria): Promise<SearchPlan> =>
  (await latestPlan(store, tenant, criteria.targetAudience)) ?? planFromWords(criteria);
