import { knownAddresses, partnersByKey } from '../../db/read/knownPartners.ts';
import { ref } from '../../db/store.ts';
import type { PartnerCriteria } from '../../events/accounts/businessInput.ts';
import type { SearchPlan } from '../../events/partners/match.ts';
import { addressesOf, mergeSame } from '../../events/partners/mergeFound.ts';
import {
  discoverPartner,
  type FoundPerson,
  type PartnerEvent,
  type PartnerState,
  partner,
  scorePartner,
} from '../../events/partners/partner.ts';
import { rankFound } from '../../events/partners/rankFound.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { recordFound, recordSpent, type SearchState, stepGoal } from '../../events/partners/search.ts';
import { regionsOf } from '../../events/shared/countries.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { type Run, tryAgain } from '../defineTask.ts';
import type { PartnerSource, SourceSearch } from '../providers/partnerSource.ts';
import { peopleDataSource } from '../providers/peopleDataLabs/source.ts';
import { ProviderError } from '../providers/providerError.ts';
import { webSearchSource } from '../providers/webSearch/source.ts';
import { youTubeSource } from '../providers/youtube/source.ts';
import { keysOf, partnerIdOf } from './partnerKeys.ts';
import { openSearchMemory } from './searchMemory.ts';

export type SourceDeps = Needs<'store' | 'peopleData' | 'youTube' | 'askAi' | 'openPage'>;

/** A step asks every source in at most this many rounds, and ends with the people found. */
const MOST_ROUNDS = 4;
/** A source leaves out at most this many known people. */
const MOST_KNOWN = 1_000;

/** A source in a search; `counted`: the credits that are recorded. */
type Asked = { name: PartnerSource['name']; search: SourceSearch; error: ProviderError | null; counted: number };

/** One source's result in a search. */
export type SourceOutcome = { name: PartnerSource['name']; error: ProviderError | null };

/**
 * The sources that find people on the wanted platforms, or, where none does, all that this installation has. `later`: sources that are asked only
 * while people are missing.
 */
export function sourcesFor(
  { peopleData, youTube, askAi, openPage }: SourceDeps,
  criteria: PartnerCriteria,
): { first: PartnerSource[]; later: PartnerSource[] } {
  const all = [
    ...(youTube ? [youTubeSource(youTube)] : []),
    ...(peopleData ? [peopleDataSource(peopleData)] : []),
    ...(askAi && openPage ? [webSearchSource(askAi, openPage)] : []),
  ];
  const usual = all.filter(({ isLastResort }) => !isLastResort);
  const last = all.filter(({ isLastResort }) => isLastResort);
  const wanted = criteria.platforms ?? [];
  const fitting = usual.filter(({ platforms }) => wanted.length === 0 || platforms.some((one) => wanted.includes(one)));
  const isCovered = wanted.every((one) => usual.some(({ platforms }) => platforms.includes(one)));
  if (isCovered && fitting.length > 0) return { first: fitting, later: last };
  // a source without a wanted platform is only asked if there is no other
  const first = [...fitting, ...last];
  return { first: first.length > 0 ? first : usual, later: [] };
}

/** The events that make a person a scored partner. */
export function withScore(
  state: PartnerState,
  events: PartnerEvent[],
  found: FoundPerson,
  { criteria, plan, now }: { criteria: PartnerCriteria; plan: SearchPlan; now: string },
): PartnerEvent[] {
  if (events.length === 0) return [];
  const after = events.reduce((before, event) => partner.evolve(before, { ...event, at: now, actor: '' }), state);
  return [...events, ...scorePartner(after, scoreFound(found, criteria, plan))];
}

/**
 * Asks every source, round by round, and takes the best people until this step has enough or every source is dry. A source that fails ends for this
 * step; the others go on. Those below the wanted followers or engagement fill up the rest. Throws the ProviderError of a source that may answer in
 * a moment, before it asks the slowest and dearest sources. `plan`: the goal; `scorePlan`: the measure of the score.
 */
export async function searchSources(
  deps: SourceDeps,
  job: JobPayload,
  state: SearchState,
  { plan, scorePlan }: { plan: SearchPlan; scorePlan: SearchPlan },
  run: Run,
): Promise<{ outcomes: SourceOutcome[]; duplicates: number; enough: boolean }> {
  const criteria = state.criteria ?? {};
  const platforms = criteria.platforms ?? [];
  const memory = await openSearchMemory(deps.store, job.tenant);
  const ask = {
    plan,
    criteria,
    regions: regionsOf(plan.regions),
    // a person an earlier search paid for is not paid for again
    known: [...memory.people.flatMap(addressesOf), ...(await knownAddresses(deps.store, job.tenant, MOST_KNOWN))],
    kept: memory.people,
    places: memory.places,
    seenAt: deps.store.now().toISOString(),
    scope: scopeOf('find-partners', job),
    about: `search-${job.id}`,
    step: state.steps,
  };
  const begin = (source: PartnerSource): Asked => ({
    name: source.name,
    search: source.search(ask),
    error: null,
    counted: 0,
  });
  const { first, later } = sourcesFor(deps, criteria);
  const asked = first.map(begin);
  const taken = new Set(state.partnerIds);
  const known = new Set<string>();
  let pool: FoundPerson[] = [];
  let { found } = state;
  const goal = stepGoal(state);

  try {
    await askInRounds();
    if (found < goal && later.length > 0) {
      const waiting = asked.find(({ error }) => error && tryAgain(error, run))?.error;
      if (waiting) throw waiting;
      asked.push(...later.map(begin));
      await askInRounds();
    }
    await takeFrom(rankFound(pool, criteria, scorePlan));
  } finally {
    await memory.forget(taken);
  }
  return {
    outcomes: asked.map(({ name, search, error }) => ({ name, error: error ?? search.trouble ?? null })),
    duplicates: known.size,
    enough: found >= goal,
  };

  async function askInRounds(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS && found < goal; round += 1) {
      const open = asked.filter(({ search, error }) => error === null && !search.dry);
      if (open.length === 0) return;
      const answers = await Promise.all(open.map((one) => more(one, goal - found)));
      pool = await unknownOf(mergeSame([...pool, ...answers.flat()], platforms));
      await takeFrom(rankFound(pool, criteria, scorePlan).filter(({ below }) => !below));
    }
  }

  async function more(one: Asked, wanted: number): Promise<FoundPerson[]> {
    try {
      const people = await one.search.next(wanted);
      // an erased person may be found again, and no copy outlives an erasure
      const unknown = await unknownOf(people);
      await memory.keep(unknown);
      return unknown;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      one.error = error;
      return [];
    } finally {
      await countCredits(one);
    }
  }

  /** At once, not when the search ends: another source may take minutes, and the worker may die in them. */
  async function countCredits(one: Asked): Promise<void> {
    const { credits = 0 } = one.search;
    const spent = credits - one.counted;
    if (spent <= 0) return;
    one.counted = credits;
    await deps.store.decide(ask.scope, ref('search', job.id), (state) => recordSpent(state, one.name, spent));
  }

  /** Leaves out existing partners, under whichever address. */
  async function unknownOf(people: FoundPerson[]): Promise<FoundPerson[]> {
    const keys = people.map((person) => [
      partnerIdOf(deps.store, job.tenant, person),
      ...keysOf(deps.store, job.tenant, person),
    ]);
    const partners = await partnersByKey(deps.store, job.tenant, keys.flat());
    return people.filter((_, index) => {
      const id = keys[index]?.flatMap((key) => partners.get(key) ?? [])[0];
      if (id !== undefined && !taken.has(id)) known.add(id);
      return id === undefined;
    });
  }

  async function takeFrom(ranked: readonly { found: FoundPerson }[]): Promise<void> {
    for (const { found: person } of ranked) {
      if (found >= goal) return;
      pool = pool.filter((other) => other !== person);
      const id = partnerIdOf(deps.store, job.tenant, person);
      const kept = await keep(deps, job, id, person, { criteria, plan: scorePlan });
      if (kept === 'added') found += 1;
      if (kept === 'added' || kept === 'mine') taken.add(id);
      if (kept === 'known') known.add(id);
      // the same job runs elsewhere, too, and has found the rest
      if (kept === 'enough') found = goal;
    }
  }
}

/**
 * Commits one found person with the search's progress. `mine`: this very search added the person before it was interrupted. `enough`: it has ended or
 * found all requested people.
 */
async function keep(
  deps: Needs<'store'>,
  job: JobPayload,
  id: string,
  found: FoundPerson,
  by: { criteria: PartnerCriteria; plan: SearchPlan },
): Promise<'added' | 'known' | 'mine' | 'enough'> {
  const keys = keysOf(deps.store, job.tenant, found);
  const { committed, states: now } = await deps.store.run({
    ...scopeOf('find-partners', job),
    streams: { partner: ref('partner', id), search: ref('search', job.id) },
    decide: (states, now) => {
      const search = recordFound(states.search, id, found.facts.source);
      const discovered = discoverPartner(states.partner, found, job.id, keys);
      // both or none: a person whom the search does not count is not added to the list
      if (search.length === 0 || discovered.length === 0) return {};
      return { partner: withScore(states.partner, discovered, found, { ...by, now }), search };
    },
  });
  if (committed.length === 0) {
    if (now.search.partnerIds.includes(id)) return 'mine';
    return now.search.status !== 'running' || now.search.found >= stepGoal(now.search) ? 'enough' : 'known';
  }
  return 'added';
}
