/** Reads of data that leave a trace. A stream is one reader's day in one tenant, so no two readers wait for each other. */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';

/** What was read. The words are in eventText.ts. */
export const READ_SUBJECTS = [
  'partners',
  'do_not_contact',
  'figures',
  'log',
  'past',
  'history',
  'email',
  'search',
] as const;
export type ReadSubject = (typeof READ_SUBJECTS)[number];

const readsDefinitions = {
  /** `of`: the id or code of the very thing; null: there is only one. `count`: how many entries the reader got. */
  DataRead: {
    version: 1,
    data: z.object({ what: z.enum(READ_SUBJECTS), of: z.string().nullable(), count: z.number() }),
  },
} as const;
type ReadsEvent = EventOf<typeof readsDefinitions>;
export type DataRead = ReadsEvent['data'];

/** When each thing was last recorded as read (ISO 8601), in the last hour. */
export type ReadsState = { recent: Readonly<Record<string, string>> };

const HOUR_MS = 3_600_000;
const keyOf = ({ what, of }: DataRead): string => `${what} ${of ?? ''}`;
const recentAt = ({ recent }: ReadsState, now: string) =>
  Object.entries(recent).filter(([, at]) => Date.parse(now) - Date.parse(at) < HOUR_MS);

/** Within an hour, reading the same thing again is no event. */
export const recordRead = (state: ReadsState, read: DataRead, now: string): ReadsEvent[] =>
  recentAt(state, now).some(([key]) => key === keyOf(read)) ? [] : [{ type: 'DataRead', data: read }];

export const reads: Aggregate<ReadsState, ReadsEvent> = {
  kind: 'reads',
  definitions: readsDefinitions,
  projectionVersion: 1,
  initial: { recent: {} },
  evolve: (state: ReadsState, { at, data }: Recorded<ReadsEvent>) => ({
    recent: { ...Object.fromEntries(recentAt(state, at)), [keyOf(data)]: at },
  }),
};
