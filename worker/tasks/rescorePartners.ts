import { decideEach } from '../../db/log/decideEach.ts';
import { partnerIds } from '../../db/read/partners.ts';
import { planFor } from '../../db/read/searchPlan.ts';
import { ref } from '../../db/store.ts';
import { type PartnerState, scorePartner } from '../../events/partners/partner.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { scopeOf } from '../context.ts';
import type { Handler } from './task.ts';

const asFound = (state: PartnerState) =>
  state.person && {
    facts: {
      platform: state.platform,
      otherPlatforms: state.otherPlatforms,
      industry: state.industry,
      followersCount: state.followersCount,
      engagementRate: state.engagementRate,
      source: state.source,
    },
    person: state.person,
  };

/**
 * The criteria changed, or a search has new words (`of: 'search'`): every partner is scored again. A score that stays the same is no event;
 * so a second run changes nothing.
 */
export const rescorePartners: Handler = async (deps, job) => {
  const { store } = deps;
  const { state: profile } = await store.load(job.tenant, ref('profile', job.tenant));
  if (!profile.criteria) return;
  const criteria = profile.criteria;
  const searchId = job.also?.of === 'search' ? job.id : null;
  if (searchId !== null) {
    const { state: search } = await store.load(job.tenant, ref('search', searchId));
    // words for another audience score nobody who is in the list
    if (search.criteria?.targetAudience !== criteria.targetAudience) return;
  }
  const plan = await planFor(store, job.tenant, criteria);
  const ids = await partnerIds(store, job.tenant);
  await decideEach(store, scopeOf('rescore-partners', job), 'partner', ids, (partner) => {
    // the search itself scores whom it finds
    if (searchId !== null && partner.searchId === searchId) return [];
    const found = asFound(partner);
    return found ? scorePartner(partner, scoreFound(found, criteria, plan)) : [];
  });
};
