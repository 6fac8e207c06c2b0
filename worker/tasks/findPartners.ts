import { setTimeout as wait } from 'node:timers/promises';
import { planFor } from '../../db/read/searchPlan.ts';
import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import type { PartnerCriteria } from '../../events/inputs/business.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { planFromWords, type SearchPlan } from '../../events/partners/match.ts';
import {
  addPartner,
  discoverPartner,
  type FoundPerson,
  type PartnerEvent,
  type PartnerState,
  partner,
  scorePartner,
} from '../../events/partners/partner.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import {
  concludeSearch,
  planSearch,
  recordFound,
  recordRecognised,
  type SearchState,
} from '../../events/partners/search.ts';
import { personOf } from '../../events/shared/event.ts';
import { UNREADABLE } from '../../events/shared/unreadable.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { searchPlanPrompt } from '../providers/openai/prompts.ts';
import { foundFrom } from '../providers/peopleDataLabs/person.ts';
import { searchQuery } from '../providers/peopleDataLabs/query.ts';
import { ProviderError } from '../providers/providerError.ts';
import { type Handler, type Run, reasonOf, tryAgain } from './task.ts';

const SOURCE = 'people_data_labs';
/** Each record costs a credit, so a search reads a few pages at most. */
const MOST_PAGES = 4;
/** A short rest between two people, so that progress can be followed on the screen. */
const PACE_MS = 120;

/**
 * One partner search from plan to end. Each person is committed together with the search's progress, so a killed worker loses nothing: it
 * goes on where it was, and people who are known already are not added again.
 */
export const findPartners: Handler = async (deps, job, run) => {
  const search = ref('search', job.id);
  const { state } = await deps.store.load(job.tenant, search);
  if (state.status !== 'running') return;
  let duplicates = 0;
  let error: string | undefined;
  try {
    // what is looked for cannot be read, and each record costs a credit
    if (await isUnreadable(deps.store.sql, deps.store.master, job.tenant, personOf(`search-${job.id}`)))
      throw new ProviderError(`${UNREADABLE}.`, 'unreadable', false);
    duplicates =
      state.kind === 'url' ? await addFromUrl(deps, job, state) : await searchByCriteria(deps, job, state, run);
  } catch (thrown) {
    if (tryAgain(thrown, run)) throw thrown;
    error = reasonOf(thrown, run);
  }
  await deps.store.decide(scopeOf('find-partners', job), search, (search) =>
    concludeSearch(search, {
      duplicates,
      sources: [{ source: SOURCE, found: search.found, ...(error === undefined ? {} : { error }) }],
    }),
  );
};

async function searchByCriteria(deps: Deps, job: JobPayload, state: SearchState, run: Run): Promise<number> {
  const { peopleData } = deps;
  if (!peopleData) throw new ProviderError('PDL_API_KEY is not set.', 'not_configured', false);
  const criteria = state.criteria ?? {};
  const plan = state.plan ?? (await makePlan(deps, job, criteria, run));
  const platforms = criteria.platforms ?? [];
  const query = searchQuery(plan, platforms);

  let { found } = state;
  let duplicates = 0;
  const below: FoundPerson[] = [];
  let scrollToken: string | null = null;
  for (let page = 0; page < MOST_PAGES && found < state.requested; page += 1) {
    const answer = await peopleData.search(query, Math.min(100, (state.requested - found) * 3), scrollToken);
    for (const record of answer.people) {
      if (found >= state.requested) break;
      const person = foundFrom(record, platforms);
      if (!person) continue;
      if (belowCriteria(person, criteria)) below.push(person);
      else await take(person);
    }
    scrollToken = answer.scrollToken;
    if (answer.people.length === 0 || !scrollToken) break;
  }
  // people with fewer followers or less engagement than asked fill up the rest; their score says so
  for (const person of below) {
    if (found >= state.requested) break;
    await take(person);
  }
  return duplicates;

  async function take(person: FoundPerson): Promise<void> {
    const kept = await keep(deps, job, person, criteria, plan);
    if (kept === 'added') found += 1;
    if (kept === 'known') duplicates += 1;
    // the same job runs elsewhere, too, and has found the rest
    if (kept === 'enough') found = state.requested;
  }
}

function belowCriteria({ facts }: FoundPerson, criteria: PartnerCriteria): boolean {
  return (
    (facts.followersCount !== null && facts.followersCount < (criteria.minFollowers ?? 0)) ||
    (facts.engagementRate !== null && facts.engagementRate < (criteria.minEngagement ?? 0))
  );
}

/** The AI turns the criteria into words to search for; when it cannot, the criteria's own words do. Either way the log says which. */
async function makePlan(deps: Deps, job: JobPayload, criteria: PartnerCriteria, run: Run): Promise<SearchPlan> {
  const { state: profile } = await deps.store.load(job.tenant, ref('profile', job.tenant));
  let plan = planFromWords(criteria);
  let planner: 'ai' | 'words' = 'words';
  if (deps.askAi) {
    try {
      const { value } = await deps.askAi(searchPlanPrompt, {
        ...scopeOf('find-partners', job),
        about: `search-${job.id}`,
        input: {
          business: {
            businessName: profile.businessName,
            industry: profile.industry,
            description: profile.description,
          },
          // the AI's own summary counts only while it speaks of the same audience
          criteria:
            profile.generated && profile.generated.targetAudience === criteria.targetAudience
              ? { ...criteria, description: profile.generated.description }
              : criteria,
        },
      });
      plan = value;
      planner = 'ai';
    } catch (error) {
      if (!(error instanceof ProviderError) || tryAgain(error, run)) throw error;
    }
  }
  await deps.store.decide(scopeOf('find-partners', job), ref('search', job.id), (search) =>
    planSearch(search, planner, plan),
  );
  return plan;
}

function partnerIdOf(deps: Deps, tenant: string, { facts, person }: FoundPerson): string {
  const key = duplicateKey({ profileUrl: person.profileUrl, platform: facts.platform, username: person.username });
  return deps.store.pseudonyms.partnerId(tenant, key);
}

/** Adds the events that make a person a scored partner. */
function withScore(
  state: PartnerState,
  events: PartnerEvent[],
  found: FoundPerson,
  criteria: PartnerCriteria,
  plan: SearchPlan,
  now: string,
) {
  if (events.length === 0) return [];
  const after = events.reduce((before, event) => partner.evolve(before, { ...event, at: now, actor: '' }), state);
  return [...events, ...scorePartner(after, scoreFound(found, criteria, plan, now))];
}

/**
 * Commits one found person with the search's progress. `mine`: this very search added the person before it was interrupted. `enough`: it
 * has ended or found all that it was asked for.
 */
async function keep(
  deps: Deps,
  job: JobPayload,
  found: FoundPerson,
  criteria: PartnerCriteria,
  plan: SearchPlan,
): Promise<'added' | 'known' | 'mine' | 'enough'> {
  const id = partnerIdOf(deps, job.tenant, found);
  const { committed, states: now } = await deps.store.run({
    ...scopeOf('find-partners', job),
    streams: { partner: ref('partner', id), search: ref('search', job.id) },
    decide: (states, now) => {
      const search = recordFound(states.search, id, SOURCE);
      const discovered = discoverPartner(states.partner, found, job.id);
      // both or none: a person whom the search does not count any more is not added to the list either
      if (search.length === 0 || discovered.length === 0) return {};
      return { partner: withScore(states.partner, discovered, found, criteria, plan, now), search };
    },
  });
  if (committed.length === 0) {
    if (now.search.partnerIds.includes(id)) return 'mine';
    return now.search.status !== 'running' || now.search.found >= now.search.requested ? 'enough' : 'known';
  }
  await wait(PACE_MS);
  return 'added';
}

/** Adds the one person behind a profile URL. Answers 1 when that person was in the list already. */
async function addFromUrl(deps: Deps, job: JobPayload, state: SearchState): Promise<number> {
  const { peopleData } = deps;
  if (!peopleData) throw new ProviderError('PDL_API_KEY is not set.', 'not_configured', false);
  if (!state.profileUrl) return 0;
  const criteria = state.criteria ?? {};
  const record = await peopleData.enrich(state.profileUrl);
  const found = record ? foundFrom(record, criteria.platforms ?? ['linkedin']) : null;
  if (!found) return 0;
  const id = partnerIdOf(deps, job.tenant, found);
  const plan = await planFor(deps.store, job.tenant, criteria);
  const { states: now } = await deps.store.run({
    ...scopeOf('find-partners', job),
    streams: { partner: ref('partner', id), search: ref('search', job.id) },
    decide: (states, now) => {
      const known = states.partner.status !== 'none' && states.partner.status !== 'deleted';
      if (known) return { search: recordRecognised(states.search, id) };
      const search = recordFound(states.search, id, SOURCE);
      if (search.length === 0) return {};
      const events = withScore(states.partner, addPartner(states.partner, found, 'url'), found, criteria, plan, now);
      return { partner: events, search };
    },
  });
  return now.search.found > 0 ? 0 : 1;
}
