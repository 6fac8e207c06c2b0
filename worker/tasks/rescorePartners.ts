import { decideEach } from '../../db/log/decideEach.ts';
import { partnerIds } from '../../db/read/partners.ts';
import { ref } from '../../db/store.ts';
import { type Job, scopeOf, type TailedEvent } from '../context.ts';
import { defineTask, onEach } from '../defineTask.ts';
import { learnedBefore, SCORING_FIELDS, scoringOf } from './scoring.ts';

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
      event.data.fields.some((field) => SCORING_FIELDS.includes(field)) && ofCriteria(event),
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
    const scoring = await scoringOf(store, job.tenant);
    if (!scoring) return;
    const searchId = job.also?.of === 'search' ? job.id : null;
    if (searchId !== null) {
      const { state: search } = await store.load(job.tenant, ref('search', searchId));
      // words for another audience change no score in the list
      if (search.criteria?.targetAudience !== scoring.targetAudience) return;
    }
    const byDecisions = job.also?.of === 'decisions';
    for await (const ids of partnerIds(store, job.tenant, byDecisions ? 'pending' : undefined))
      await decideEach(store, scopeOf('rescore-partners', job), 'partner', ids, (partner) => {
        // the search itself scores the people it finds
        if (searchId !== null && partner.searchId === searchId) return [];
        if (byDecisions && !scoring.learned(partner) && !learnedBefore(partner)) return [];
        return scoring.score(partner);
      });
  },
});
