import { decideEach } from '../../db/log/decideEach.ts';
import { partnerIds } from '../../db/read/partners.ts';
import { planFor } from '../../db/read/searchPlan.ts';
import { ref } from '../../db/store.ts';
import { type PartnerState, scorePartner } from '../../events/partners/partner.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { type Job, scopeOf, type TailedEvent } from '../context.ts';
import { defineTask } from '../defineTask.ts';

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

/** A score depends on these fields. A new phone number changes no score. */
const SCORED_BY = ['partnerCriteria', 'targetAudience', 'industry', 'businessName', 'description'];

/** One by one: of two concurrent ones, the one with the older words might end last. */
const ofCriteria = ({ tenant, id }: TailedEvent): Job => ({
  id,
  jobKey: `rescore:${tenant}`,
  queueName: `rescore:${tenant}`,
});

/**
 * The criteria changed, or a search has new words (`of: 'search'`): every partner is scored again. A score that stays the same is no event;
 * so a second run changes nothing.
 */
export const rescorePartners = defineTask({
  name: 'rescore-partners',
  lane: 'ask',
  on: {
    PartnerProfileGenerated: ofCriteria,
    BusinessProfileUpdated: (event) =>
      event.data.fields.some((field) => SCORED_BY.includes(field)) && ofCriteria(event),
    // a job key of its own: it must not replace the job of new criteria, which scores for any audience
    SearchPlanned: (event) => ({
      ...ofCriteria(event),
      also: { of: 'search' },
      jobKey: `rescore-by-search:${event.tenant}`,
    }),
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const { state: profile } = await store.load(job.tenant, ref('profile', job.tenant));
    if (!profile.criteria) return;
    const criteria = profile.criteria;
    const searchId = job.also?.of === 'search' ? job.id : null;
    if (searchId !== null) {
      const { state: search } = await store.load(job.tenant, ref('search', searchId));
      // words for another audience change no score in the list
      if (search.criteria?.targetAudience !== criteria.targetAudience) return;
    }
    const plan = await planFor(store, job.tenant, criteria);
    const ids = await partnerIds(store, job.tenant);
    await decideEach(store, scopeOf('rescore-partners', job), 'partner', ids, (partner) => {
      // the search itself scores the people it finds
      if (searchId !== null && partner.searchId === searchId) return [];
      const found = asFound(partner);
      return found ? scorePartner(partner, scoreFound(found, criteria, plan)) : [];
    });
  },
});
