/** When a workspace searches for partners again, and how many each search is to find. One stream a workspace. */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { PARTNERS_PER_SEARCH, SEARCH_EVERY, type SearchEvery } from '../shared/options.ts';
import { reasonSchema } from '../shared/reasonSchema.ts';
import type { Reason } from '../shared/reasons.ts';

const MOST_FAILURES = 3;
const DAY_MS = 86_400_000;

/** `nextAt`: the next run (ISO 8601). */
const nextAt = z.string();
/** `failures`: so many in a row. `account`: it was deleted. */
const STOPPED = ['failures', 'account'] as const;
type WhyStopped = (typeof STOPPED)[number];

export const searchScheduleDefinitions = {
  SearchScheduleSet: {
    version: 1,
    data: z.object({ count: z.number(), every: z.enum(SEARCH_EVERY), nextAt: nextAt.nullable() }),
  },
  ScheduledSearchStarted: { version: 1, data: z.object({ searchId: z.string(), nextAt }) },
  ScheduledSearchSkipped: { version: 1, data: z.object({ reason: reasonSchema, nextAt }) },
  /** `reason`: why it failed. */
  ScheduledSearchEnded: {
    version: 1,
    data: z.object({ searchId: z.string(), found: z.number(), reason: reasonSchema.nullable() }),
  },
  SearchScheduleStopped: { version: 1, data: z.object({ why: z.enum(STOPPED) }) },
} as const;
export type SearchScheduleEvent = EventOf<typeof searchScheduleDefinitions>;

export type SearchScheduleState = {
  /** The number to find of each search, also of those that a user starts. */
  count: number;
  every: SearchEvery;
  nextAt: string | null;
  /** The scheduled search that runs. */
  searchId: string | null;
  /** Those in a row. */
  failures: number;
  stopped: WhyStopped | null;
  lastRun: { at: string; result: 'found' | 'failed' | 'skipped'; found: number; reason: Reason | null } | null;
};

const initial: SearchScheduleState = {
  ...{ count: PARTNERS_PER_SEARCH, every: 'never', nextAt: null, searchId: null },
  ...{ failures: 0, stopped: null, lastRun: null },
};

function evolve(state: SearchScheduleState, event: Recorded<SearchScheduleEvent>): SearchScheduleState {
  const { at } = event;
  switch (event.type) {
    case 'SearchScheduleSet':
      return { ...state, ...event.data, failures: 0, stopped: null };
    case 'ScheduledSearchStarted':
      return { ...state, ...event.data };
    case 'ScheduledSearchSkipped': {
      const { reason, nextAt } = event.data;
      return { ...state, nextAt, lastRun: { at, result: 'skipped', found: 0, reason } };
    }
    case 'ScheduledSearchEnded': {
      const { found, reason } = event.data;
      const result = reason ? 'failed' : 'found';
      const failures = reason ? state.failures + 1 : 0;
      return { ...state, searchId: null, failures, lastRun: { at, result, found, reason } };
    }
    case 'SearchScheduleStopped':
      return { ...state, every: 'never', nextAt: null, stopped: event.data.why };
  }
}

export const searchSchedule: Aggregate<SearchScheduleState, SearchScheduleEvent> = {
  kind: 'schedule',
  definitions: searchScheduleDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

/** The run after `at` (both ISO 8601). A month later, a day that the month lacks is its last one. */
function nextRun(every: SearchEvery, at: string): string {
  const date = new Date(at);
  if (every === 'week') date.setTime(date.getTime() + 7 * DAY_MS);
  else {
    const day = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + 1);
    if (date.getUTCDate() !== day) date.setUTCDate(0);
  }
  return date.toISOString();
}

export type SearchScheduleForm = { count: number; every: SearchEvery };

/** Setting it again after it stopped starts it again. Another number alone does not move the next run. */
export function setSchedule(
  state: SearchScheduleState,
  { count, every }: SearchScheduleForm,
  at: string,
): SearchScheduleEvent[] {
  if (count === state.count && every === state.every && state.stopped === null) return [];
  const next = every === 'never' ? null : every === state.every ? state.nextAt : nextRun(every, at);
  return [{ type: 'SearchScheduleSet', data: { count, every, nextAt: next } }];
}

export const isDue = ({ nextAt }: SearchScheduleState, at: string): boolean => nextAt !== null && nextAt <= at;

export const startScheduled = (state: SearchScheduleState, searchId: string, at: string): SearchScheduleEvent[] =>
  isDue(state, at) ? [{ type: 'ScheduledSearchStarted', data: { searchId, nextAt: nextRun(state.every, at) } }] : [];

export const skipScheduled = (state: SearchScheduleState, reason: Reason, at: string): SearchScheduleEvent[] =>
  isDue(state, at) ? [{ type: 'ScheduledSearchSkipped', data: { reason, nextAt: nextRun(state.every, at) } }] : [];

/** The account was deleted. */
export const closeSchedule = (state: SearchScheduleState): SearchScheduleEvent[] =>
  state.every === 'never' ? [] : [{ type: 'SearchScheduleStopped', data: { why: 'account' } }];

/** Records how the scheduled search ended. After some failures in a row it stops. */
export function endScheduled(
  state: SearchScheduleState,
  searchId: string,
  { found, reason }: { found: number; reason: Reason | null },
): SearchScheduleEvent[] {
  if (state.searchId !== searchId) return [];
  const ended: SearchScheduleEvent = { type: 'ScheduledSearchEnded', data: { searchId, found, reason } };
  const isLast = reason !== null && state.failures + 1 >= MOST_FAILURES && state.every !== 'never';
  return isLast ? [ended, { type: 'SearchScheduleStopped', data: { why: 'failures' } }] : [ended];
}
