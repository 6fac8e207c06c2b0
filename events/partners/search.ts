import { z } from 'zod';
import { partnerCriteria } from '../accounts/businessInput.ts';
import { type Aggregate, type EventOf, type Recorded, URL_SEARCH } from '../shared/event.ts';
import { PARTNERS_PER_SEARCH } from '../shared/options.ts';
import { reasonSchema } from '../shared/reasonSchema.ts';
import { joinedReason, type Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';

const plan = z.object({
  topics: z.array(z.string()),
  jobTitles: z.array(z.string()),
  audienceTerms: z.array(z.string()),
  regions: z.array(z.string()),
});
const sourceReport = z.object({ source: z.string(), found: z.number(), error: reasonSchema.optional() });

/**
 * One partner search: for people who match criteria, or for the one person behind a profile URL. The criteria are the business's own text, so they
 * lie under the owner's key. A profile URL names a person, so its search has its own key.
 */
export const searchDefinitions = {
  SearchRequested: {
    version: 1,
    data: z.object({ kind: z.enum(['criteria', 'url']), requested: z.number() }),
    personal: z.object({ criteria: partnerCriteria, profileUrl: z.string().nullable() }),
    introduces: true,
  },
  /** `unknownRegions`: what the user named as a region and is no country. */
  SearchPlanned: {
    version: 1,
    data: z.object({ planner: z.enum(['ai', 'words']) }),
    personal: z.object({ plan, unknownRegions: z.array(z.string()) }),
  },
  PartnerFound: { version: 1, data: z.object({ partnerId: z.string(), source: z.string() }) },
  /** The person behind the address is a partner already, maybe under another address: their erasure must find this search. */
  PartnerRecognised: { version: 1, data: z.object({ partnerId: z.string() }) },
  /** Credits that a source took, whatever came of them. */
  SourceCreditsSpent: { version: 1, data: z.object({ source: z.string(), credits: z.number() }) },
  /** The next step looks for the next people. `sources`: what those of this step reported. */
  SearchStepEnded: { version: 1, data: z.object({ duplicates: z.number(), sources: z.array(sourceReport) }) },
  /** A user ended it. The people found so far stay. */
  SearchStopped: { version: 1, data: z.object({}) },
  SearchCompleted: {
    version: 1,
    data: z.object({ complete: z.boolean(), duplicates: z.number(), sources: z.array(sourceReport) }),
  },
  SearchFailed: { version: 1, data: z.object({ reason: reasonSchema, sources: z.array(sourceReport) }) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type SearchEvent = EventOf<typeof searchDefinitions>;

export type SearchState = {
  status: 'none' | 'running' | 'completed' | 'failed';
  kind: 'criteria' | 'url';
  requested: number;
  found: number;
  /** Steps that ended, and the people found before the present one. */
  steps: number;
  foundBefore: number;
  /** Counts by source. */
  foundBy: Record<string, number>;
  /** Credits that each source took. */
  spent: Record<string, number>;
  duplicates: number;
  complete: boolean;
  stopped: boolean;
  criteria: z.infer<typeof partnerCriteria> | null;
  profileUrl: string | null;
  /** People whom it found, and for one person also a recognized one, who is not counted in `found`. */
  partnerIds: string[];
  plan: z.infer<typeof plan> | null;
  /** The planner: the AI, or the criteria's words while it was not available. */
  planner: 'ai' | 'words' | null;
  unknownRegions: string[];
  sources: z.infer<typeof sourceReport>[];
  reason: Reason | null;
  startedAt: string;
  finishedAt: string | null;
};

const initial: SearchState = {
  status: 'none',
  kind: 'criteria',
  requested: 0,
  found: 0,
  steps: 0,
  foundBefore: 0,
  foundBy: {},
  spent: {},
  duplicates: 0,
  complete: false,
  stopped: false,
  criteria: null,
  profileUrl: null,
  partnerIds: [],
  plan: null,
  planner: null,
  unknownRegions: [],
  sources: [],
  reason: null,
  startedAt: '',
  finishedAt: null,
};

function evolve(state: SearchState, event: Recorded<SearchEvent>): SearchState {
  switch (event.type) {
    case 'SearchRequested':
      return {
        ...initial,
        status: 'running',
        kind: event.data.kind,
        requested: event.data.requested,
        criteria: event.personal?.criteria ?? null,
        profileUrl: event.personal?.profileUrl ?? null,
        startedAt: event.at,
      };
    case 'SearchPlanned':
      return {
        ...state,
        plan: event.personal?.plan ?? null,
        planner: event.data.planner,
        unknownRegions: event.personal?.unknownRegions ?? [],
      };
    case 'PartnerFound':
      return {
        ...state,
        found: state.found + 1,
        foundBy: { ...state.foundBy, [event.data.source]: (state.foundBy[event.data.source] ?? 0) + 1 },
        partnerIds: [...state.partnerIds, event.data.partnerId],
      };
    case 'PartnerRecognised':
      return { ...state, partnerIds: [...state.partnerIds, event.data.partnerId] };
    case 'SourceCreditsSpent': {
      const { source, credits } = event.data;
      return { ...state, spent: { ...state.spent, [source]: (state.spent[source] ?? 0) + credits } };
    }
    case 'SearchStepEnded':
      return {
        ...state,
        steps: state.steps + 1,
        foundBefore: state.found,
        duplicates: state.duplicates + event.data.duplicates,
        sources: event.data.sources,
      };
    case 'SearchStopped':
      return { ...state, stopped: true };
    case 'SearchCompleted':
      return {
        ...state,
        status: 'completed',
        complete: event.data.complete,
        duplicates: event.data.duplicates,
        sources: event.data.sources,
        finishedAt: event.at,
      };
    case 'SearchFailed':
      return {
        ...state,
        status: 'failed',
        reason: event.data.reason,
        sources: event.data.sources,
        finishedAt: event.at,
      };
    case 'PersonErased':
      return { ...state, criteria: null, profileUrl: null, plan: null, unknownRegions: [] };
  }
}

export const search: Aggregate<SearchState, SearchEvent> = {
  kind: 'search',
  definitions: searchDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

export type SearchRequest = {
  kind: 'criteria' | 'url';
  requested: number;
  criteria: z.infer<typeof partnerCriteria>;
  profileUrl: string | null;
};

export function requestSearch(
  state: SearchState,
  { kind, requested, criteria, profileUrl }: SearchRequest,
): SearchEvent[] {
  if (state.status !== 'none') throw new Refused({ code: 'search_exists' });
  return [{ type: 'SearchRequested', data: { kind, requested }, personal: { criteria, profileUrl } }];
}

/** The id of the search for a person's address, by their id as a partner. Each has one stream. */
export const urlSearchId = (partnerId: string): string => `${URL_SEARCH.slice('search-'.length)}${partnerId}`;

/** One search at a time looks for the person behind an address. A second call joins it without an event. */
export function requestUrlSearch(
  state: SearchState,
  request: Omit<SearchRequest, 'kind' | 'requested'>,
): SearchEvent[] {
  if (state.status === 'running') return [];
  return [{ type: 'SearchRequested', data: { kind: 'url', requested: 1 }, personal: request }];
}

export function planSearch(
  state: SearchState,
  planner: 'ai' | 'words',
  made: z.infer<typeof plan>,
  unknownRegions: string[] = [],
): SearchEvent[] {
  if (state.status !== 'running' || state.plan) return [];
  return [{ type: 'SearchPlanned', data: { planner }, personal: { plan: made, unknownRegions } }];
}

/** The present step ends with so many people. */
export const stepGoal = ({ requested, foundBefore }: SearchState): number =>
  Math.min(requested, foundBefore + PARTNERS_PER_SEARCH);

/** Records a person once, while the search runs and its step wants more. A job that runs twice still finds no more than that. */
export function recordFound(state: SearchState, partnerId: string, source: string): SearchEvent[] {
  if (state.status !== 'running' || state.found >= stepGoal(state) || state.partnerIds.includes(partnerId)) return [];
  return [{ type: 'PartnerFound', data: { partnerId, source } }];
}

/** Records whom a search for one person led to, though they are a partner already. */
export function recordRecognised(state: SearchState, partnerId: string): SearchEvent[] {
  if (state.status !== 'running' || state.partnerIds.includes(partnerId)) return [];
  return [{ type: 'PartnerRecognised', data: { partnerId } }];
}

/** Records what a source took. It counts also where the search has ended in the meantime. */
export function recordSpent(state: SearchState, source: string, credits: number): SearchEvent[] {
  return state.status === 'none' || credits <= 0 ? [] : [{ type: 'SourceCreditsSpent', data: { source, credits } }];
}

/** The duplicates that a step met, and what each of its sources reported. */
export type StepReport = { duplicates: number; sources: { source: string; error?: Reason | undefined }[] };

/** The report of a step, and what only earlier steps reported, such as a plan without the AI. */
function sourcesSoFar(state: SearchState, sources: StepReport['sources']): SearchState['sources'] {
  const earlier = state.sources.filter((one) => !sources.some(({ source }) => source === one.source));
  return [...sources, ...earlier].map((one) => ({ ...one, found: state.foundBy[one.source] ?? 0 }));
}

/** Ends a step (`steps`: those before it), and with it the search if no one is missing or another step would find no one. */
export function endStep(state: SearchState, steps: number, report: StepReport): SearchEvent[] {
  if (state.status !== 'running' || state.steps !== steps) return [];
  const sources = sourcesSoFar(state, report.sources);
  const mayFindMore = state.found > state.foundBefore && report.sources.some(({ error }) => error === undefined);
  const isLast = (steps + 1) * PARTNERS_PER_SEARCH >= state.requested;
  if (state.found < state.requested && mayFindMore && !isLast)
    return [{ type: 'SearchStepEnded', data: { duplicates: report.duplicates, sources } }];
  return concludeSearch(state, state.duplicates + report.duplicates, sources);
}

/** A user ends a search early. */
export function stopSearch(state: SearchState): SearchEvent[] {
  if (state.status !== 'running') return [];
  const sources = Object.entries(state.foundBy).map(([source, found]) => ({ source, found }));
  return [
    { type: 'SearchStopped', data: {} },
    { type: 'SearchCompleted', data: { complete: false, duplicates: state.duplicates, sources } },
  ];
}

/** Ends a search. It failed if every source failed and found no one; otherwise it is completed, whole or not. */
function concludeSearch(state: SearchState, duplicates: number, sources: SearchState['sources']): SearchEvent[] {
  const reasons = sources.flatMap(({ error }) => error ?? []);
  const reason = joinedReason(reasons);
  if (state.found === 0 && reason && reasons.length === sources.length)
    return [{ type: 'SearchFailed', data: { reason, sources } }];
  return [{ type: 'SearchCompleted', data: { complete: state.found >= state.requested, duplicates, sources } }];
}
