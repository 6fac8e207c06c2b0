import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { dayAfter, instantOf, localDay } from '../shared/zoned.ts';

/**
 * How many mails left a mailbox, or a campaign, on one local day. An attempt that was turned back (deferred, or refused) gives its place back; an
 * unknown one keeps it.
 */
export const quotaDefinitions = {
  QuotaTaken: {
    version: 1,
    data: z.object({ messageId: z.string(), attempt: z.number(), limit: z.number(), zone: z.string() }),
  },
  QuotaReturned: { version: 1, data: z.object({ messageId: z.string(), attempt: z.number() }) },
} as const;
export type QuotaEvent = EventOf<typeof quotaDefinitions>;

export type QuotaState = { taken: Record<string, number>; zone: string | null };
const initial: QuotaState = { taken: {}, zone: null };

function evolve(state: QuotaState, event: Recorded<QuotaEvent>): QuotaState {
  const { messageId, attempt } = event.data;
  if (event.type === 'QuotaTaken') {
    return { zone: state.zone ?? event.data.zone, taken: { ...state.taken, [messageId]: attempt } };
  }
  const { [messageId]: returned, ...taken } = state.taken;
  return returned === attempt ? { ...state, taken } : state;
}

export const quota: Aggregate<QuotaState, QuotaEvent> = {
  kind: 'quota',
  definitions: quotaDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

export const quotaUsed = (state: QuotaState): number => Object.keys(state.taken).length;

/** A place for this attempt, or none when the day is full. */
export function takeQuota(
  state: QuotaState,
  want: { messageId: string; attempt: number; limit: number; zone: string },
): QuotaEvent[] | 'full' {
  if (state.taken[want.messageId] === undefined && quotaUsed(state) >= want.limit) return 'full';
  return [{ type: 'QuotaTaken', data: want }];
}

export function returnQuota(state: QuotaState, messageId: string, attempt: number): QuotaEvent[] {
  return state.taken[messageId] === attempt ? [{ type: 'QuotaReturned', data: { messageId, attempt } }] : [];
}

/** A day of a quota: its name (`yyyy-mm-dd`) and the zone in which it was begun. */
export type QuotaDay = { day: string; zone: string };

/** The days on which it can be anywhere on earth while it is `now` (ms) in a zone: local days differ by two at most. */
export function daysAround(now: number, zone: string): string[] {
  const noon = Date.parse(`${localDay(now, zone)}T12:00:00Z`);
  return [-2, -1, 0, 1, 2].map((days) => new Date(noon + days * 86_400_000).toISOString().slice(0, 10));
}

/**
 * The day to whose quota a mail of this moment counts. `begun`: the mailbox's days around it from which a place was drawn. A day keeps
 * the zone that it was begun in and runs to its end there, and days never go back: so a changed zone counts from the next day.
 */
export function quotaDay(now: number, zone: string, begun: readonly QuotaDay[]): QuotaDay {
  const own = localDay(now, zone);
  const standing = begun.filter((other) => other.day > own || localDay(now, other.zone) === other.day);
  return standing.reduce(
    (latest, other) => (other.day >= latest.day ? other : latest),
    standing[0] ?? { day: own, zone },
  );
}

/** When (ms since 1970) mails no longer count to that day: the next one has come where it was begun and in the zone of now. */
export function quotaDayEnd({ day, zone: begunIn }: QuotaDay, zone: string): number {
  const next = dayAfter(day);
  return Math.max(instantOf(next, 0, begunIn), instantOf(next, 0, zone));
}

/** The quota day of now, and when it ends (ms since 1970). */
export type Today = QuotaDay & { endsAt: number };

/** The day to whose quota a mail counts that leaves at an instant (ms) from now on. */
export const quotaDayAt = (at: number, today: Pick<Today, 'day' | 'endsAt'>, zone: string): string =>
  at < today.endsAt ? today.day : localDay(at, zone);
