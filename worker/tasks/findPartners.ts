import { optedOutKeys, partnersByKey } from '../../db/read/knownPartners.ts';
import { partnersById } from '../../db/read/partners.ts';
import { planFor } from '../../db/read/searchPlan.ts';
import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import type { PartnerCriteria } from '../../events/accounts/businessInput.ts';
import { planFromWords, type SearchPlan } from '../../events/partners/match.ts';
import { addPartner, type FoundPerson } from '../../events/partners/partner.ts';
import {
  endStep,
  planSearch,
  recordFound,
  recordRecognised,
  recordSpent,
  type SearchState,
  type StepReport,
} from '../../events/partners/search.ts';
import { tidyPlan } from '../../events/partners/tidyPlan.ts';
import { regionsOf, unknownRegions } from '../../events/shared/countries.ts';
import { personOf } from '../../events/shared/event.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, queued, type Run, reasonOf, tryAgain } from '../defineTask.ts';
import { searchPlanPrompt } from '../providers/openai/prompts.ts';
import { describedPerson, PEOPLE_DATA_LABS } from '../providers/peopleDataLabs/source.ts';
import { creditsOf, notSetUp, ProviderError } from '../providers/providerError.ts';
import { keysOf, partnerIdOf } from './partnerKeys.ts';
import { type SourceDeps, searchSources, sourcesFor, withScore } from './searchSources.ts';

/**
 * One step of a partner search, from its plan on. Each person is committed together with the search's progress, so a killed worker loses nothing. The
 * next run resumes there, and adds no known person again. Each step has a job of its own, so that a worker can stop between them.
 */
export const findPartners = defineTask({
  name: 'find-partners',
  lane: 'ask',
  on: { SearchRequested: (event) => queued('find', event) },
  needs: ['store', 'askAi', 'peopleData', 'youTube', 'openPage'],
  handler: async (deps, job, run) => {
    const search = ref('search', job.id);
    const { state } = await deps.store.load(job.tenant, search);
    if (state.status !== 'running') return;
    let report: StepReport;
    try {
      // the goal cannot be read, and each record costs a credit
      if (await isUnreadable(deps.store.sql, deps.store.master, job.tenant, personOf(`search-${job.id}`)))
        throw new ProviderError({ code: 'recipient_unreadable' }, 'unreadable', false);
      report =
        state.kind === 'url' ? await addFromUrl(deps, job, state) : await searchByCriteria(deps, job, state, run);
    } catch (thrown) {
      if (tryAgain(thrown, run)) throw thrown;
      const error = reasonOf(thrown, run);
      const sources = state.kind === 'url' ? [PEOPLE_DATA_LABS] : namesOf(deps, state);
      report = { duplicates: 0, sources: sources.map((source) => ({ source, error })) };
    }
    const { state: now } = await deps.store.decide(scopeOf('find-partners', job), search, (search) =>
      endStep(search, state.steps, report),
    );
    if (now.status === 'running') {
      const { queueName } = queued('find', job);
      await run.addJob('find-partners', job, { queueName, jobKey: `find:${job.tenant}:${job.id}` });
    }
  },
});

const namesOf = (deps: SourceDeps, state: SearchState): string[] => {
  const names = sourcesFor(deps, state.criteria ?? {}).first.map(({ name }) => name);
  return names.length > 0 ? names : [PEOPLE_DATA_LABS];
};

async function searchByCriteria(deps: SourceDeps, job: JobPayload, state: SearchState, run: Run): Promise<StepReport> {
  const criteria = state.criteria ?? {};
  if (sourcesFor(deps, criteria).first.length === 0) throw notSetUp('Partner search');
  const planned = state.plan
    ? { plan: state.plan, planner: state.planner, error: null }
    : await makePlan(deps, job, criteria, run);
  const { plan, error: unplanned } = planned;
  if (plan.topics.length + plan.jobTitles.length + plan.audienceTerms.length === 0)
    throw new ProviderError({ code: 'no_search_words' }, 'no_words', false);
  const { outcomes, duplicates, enough } = await searchSources(
    deps,
    job,
    state,
    { plan, scorePlan: planned.planner === 'ai' ? plan : await planFor(deps.store, job.tenant, criteria) },
    run,
  );
  // a retry may find the missing people; with enough people, a source in trouble is only reported
  const again = enough ? undefined : outcomes.find(({ error }) => error && tryAgain(error, run))?.error;
  if (again) throw again;
  const failed = outcomes.map(({ name, error }) => ({
    source: name as string,
    ...(error ? { error: error.reason } : {}),
  }));
  const planner: StepReport['sources'] = unplanned
    ? [{ source: 'ai_plan', error: { code: 'ai_plan', reason: unplanned.reason } }]
    : [];
  return { duplicates, sources: [...failed, ...planner] };
}

/** The AI turns the criteria into words to search for; when it cannot (`error`), the criteria's own words do. Either way the log says which. */
async function makePlan(
  deps: Needs<'store' | 'askAi'>,
  job: JobPayload,
  criteria: PartnerCriteria,
  run: Run,
): Promise<{ plan: SearchPlan; planner: 'ai' | 'words'; error: ProviderError | null }> {
  const { state: profile } = await deps.store.load(job.tenant, ref('profile', job.tenant));
  let plan = planFromWords(criteria);
  let planner: 'ai' | 'words' = 'words';
  let failed: ProviderError | null = null;
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
      const tidied = tidyPlan(value, criteria.exclusions);
      // a plan without search words is no plan
      if (tidied.topics.length + tidied.jobTitles.length > 0) {
        plan = tidied;
        planner = 'ai';
      }
    } catch (error) {
      if (!(error instanceof ProviderError) || tryAgain(error, run)) throw error;
      failed = error;
    }
  }
  // the people of a search are somewhere: in the places that the user names, or where we look by default
  const unknown = unknownRegions(plan.regions);
  plan = { ...plan, regions: regionsOf(plan.regions) };
  await deps.store.decide(scopeOf('find-partners', job), ref('search', job.id), (search) =>
    planSearch(search, planner, plan, unknown),
  );
  return { plan, planner, error: failed };
}

/** The id of a person's partner: an existing one under another address, or a new one. */
async function knownAs(deps: Needs<'store'>, tenant: string, found: FoundPerson, keys: string[]): Promise<string> {
  const known = await partnersByKey(deps.store, tenant, keys);
  const ids = [...new Set(keys.flatMap((key) => known.get(key) ?? []))];
  const listed = await partnersById(deps.store, tenant, ids);
  return listed[0]?.id ?? partnerIdOf(deps.store, tenant, found);
}

/** Another try would pay for their record once more. */
const optedOut = () => new ProviderError({ code: 'opted_out' }, 'opted_out', false);

/** Adds the one person behind a profile URL. */
async function addFromUrl(
  deps: Needs<'store' | 'peopleData'>,
  job: JobPayload,
  state: SearchState,
): Promise<StepReport> {
  const { peopleData } = deps;
  if (!peopleData) throw notSetUp('People Data Labs');
  const done = (duplicates: number): StepReport => ({ duplicates, sources: [{ source: PEOPLE_DATA_LABS }] });
  if (!state.profileUrl) return done(0);
  const criteria = state.criteria ?? {};
  const count = (credits: number) =>
    deps.store.decide(scopeOf('find-partners', job), ref('search', job.id), (search) =>
      recordSpent(search, PEOPLE_DATA_LABS, credits),
    );
  const { person: record, credits } = await peopleData.enrich(state.profileUrl).catch(async (error: unknown) => {
    await count(creditsOf(error));
    throw error;
  });
  await count(credits);
  const seenAt = deps.store.now().toISOString();
  const found = record ? describedPerson(record, criteria.platforms ?? ['linkedin'], seenAt) : null;
  if (!found) return done(0);
  const keys = keysOf(deps.store, job.tenant, found);
  // the record may name addresses under which they were known
  if ((await optedOutKeys(deps.store, job.tenant, keys)).size > 0) throw optedOut();
  const id = await knownAs(deps, job.tenant, found, keys);
  const plan = await planFor(deps.store, job.tenant, criteria);
  const { states: now } = await deps.store.run({
    ...scopeOf('find-partners', job),
    streams: { partner: ref('partner', id), search: ref('search', job.id) },
    decide: (states, now) => {
      if (states.partner.optedOut) throw optedOut();
      const known = states.partner.status !== 'none' && states.partner.status !== 'deleted';
      if (known) return { search: recordRecognised(states.search, id) };
      const search = recordFound(states.search, id, PEOPLE_DATA_LABS);
      if (search.length === 0) return {};
      const added = addPartner(states.partner, found, 'url', keys);
      return { partner: withScore(states.partner, added, found, { criteria, plan, now }), search };
    },
  });
  return done(now.search.found > 0 ? 0 : 1);
}
