import { decideEach } from '../../db/log/decideEach.ts';
import { pendingPartnerIds, readDecisions } from '../../db/read/decisions.ts';
import { partnerIds } from '../../db/read/partners.ts';
import { planFor } from '../../db/read/searchPlan.ts';
import { ref } from '../../db/store.ts';
import { learnedFrom } from '../../events/partners/learned.ts';
import type { Learned } from '../../events/partners/matchParts.ts';
import { type FoundPerson, type PartnerState, scorePartner } from '../../events/partners/partner.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { type Job, scopeOf, type TailedEvent } from '../context.ts';
import { defineTask, onEach } from '../defineTask.ts';

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

const subjectOf = ({ facts, person }: FoundPerson) => ({
  ...{ platform: facts.platform, industry: facts.industry, followersCount: facts.followersCount },
  ...{ bio: person.bio, jobTitle: person.jobTitle, keywords: person.keywords, country: person.country },
});

/** What decisions said of somebody who was decided on since. */
function learnedBefore({ parts, why }: PartnerState): Learned | null {
  const at = parts.findIndex(({ part }) => part === 'learned');
  return at < 0 ? null : { points: parts[at]?.points ?? 0, reason: why?.reasons[at] ?? '' };
}

/** A score depends on these fields. A new phone number changes no score. */
const SCORED_BY = ['partnerCriteria', 'targetAudience', 'industry', 'businessName', 'description'];

/** One by one: of two concurrent ones, the one with the older words might end last. */
const ofCriteria = ({ tenant, id }: TailedEvent): Job => ({
  id,
  jobKey: `rescore:${tenant}`,
  queueName: `rescore:${tenant}`,
});

/** People are decided on one after the other. So many ms after the last decision the list is ordered again, not under the user's hands. */
const AFTER_DECISIONS_MS = 15_000;

const ofDecisions = (event: TailedEvent, delayMs?: number): Job => ({
  ...ofCriteria(event),
  also: { of: 'decisions' },
  jobKey: `rescore-by-decisions:${event.tenant}`,
  ...(delayMs === undefined ? {} : { delayMs }),
});

/**
 * The criteria changed, or a search has new words (`of: 'search'`): every partner is scored again. After decisions, and for new people, those who wait
 * are (`of: 'decisions'`). A score that stays the same is no event; so a second run changes nothing.
 */
export const rescorePartners = defineTask({
  name: 'rescore-partners',
  lane: 'ask',
  on: {
    PartnerProfileGenerated: ofCriteria,
    PartnerFiguresRefreshed: ofCriteria,
    BusinessProfileUpdated: (event) =>
      event.data.fields.some((field) => SCORED_BY.includes(field)) && ofCriteria(event),
    // a job key of its own: it must not replace the job of new criteria, which scores for any audience
    SearchPlanned: (event) => ({
      ...ofCriteria(event),
      also: { of: 'search' },
      jobKey: `rescore-by-search:${event.tenant}`,
    }),
    ...onEach(['PartnerApproved', 'PartnerRejected', 'PartnerDecisionUndone'], (event) =>
      ofDecisions(event, AFTER_DECISIONS_MS),
    ),
    ...onEach(['SearchCompleted', 'ImportCompleted'], (event) => ofDecisions(event)),
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
    const learned = learnedFrom(await readDecisions(store, job.tenant));
    const ids = await (job.also?.of === 'decisions' ? pendingPartnerIds : partnerIds)(store, job.tenant);
    await decideEach(store, scopeOf('rescore-partners', job), 'partner', ids, (partner) => {
      // the search itself scores the people it finds
      if (searchId !== null && partner.searchId === searchId) return [];
      const found = asFound(partner);
      if (!found) return [];
      // their own decision must not speak for the decided ones
      const own = partner.status === 'pending' ? learned(subjectOf(found)) : learnedBefore(partner);
      if (job.also?.of === 'decisions' && !own && !learnedBefore(partner)) return [];
      return scorePartner(partner, scoreFound(found, criteria, plan, { learned: own }));
    });
  },
});
