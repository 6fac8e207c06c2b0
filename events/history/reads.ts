/** What leaves a trace without a change: reads of data, and what agents ask for. A stream is one reader's day in one tenant, so no two readers wait for each other. */
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
  /** An agent asked for a change with a tool. What follows names this event as its cause. `client`, `model`: as the agent names itself. */
  AgentAsked: {
    version: 1,
    data: z.object({
      tool: z.string(),
      client: z.string().nullable(),
      version: z.string().nullable(),
      model: z.string().nullable(),
    }),
  },
} as const;
type ReadsEvent = EventOf<typeof readsDefinitions>;
export type DataRead = Extract<ReadsEvent, { type: 'DataRead' }>['data'];
export type AgentAsked = Extract<ReadsEvent, { type: 'AgentAsked' }>['data'];
export type AgentNamed = Omit<AgentAsked, 'tool'>;

/** When each thing was last recorded as read (ISO 8601), in the last hour. */
export type ReadsState = { recent: Readonly<Record<string, string>> };

const HOUR_MS = 3_600_000;
const keyOf = ({ what, of }: DataRead): string => `${what} ${of ?? ''}`;
const recentAt = ({ recent }: ReadsState, now: string) =>
  Object.entries(recent).filter(([, at]) => Date.parse(now) - Date.parse(at) < HOUR_MS);

const LONGEST_NAME = 60;

/** The name of a program in plain characters: an event outlives an erasure, so nothing long goes into it. */
const plain = (name: unknown): string | null =>
  (typeof name === 'string' &&
    name
      .replace(/[^\w ./:+-]/g, '')
      .slice(0, LONGEST_NAME)
      .trim()) ||
  null;

export const agentNamed = ({
  client,
  version,
  model,
}: Record<'client' | 'version' | 'model', unknown>): AgentNamed => ({
  client: plain(client),
  version: plain(version),
  model: plain(model),
});

export const recordAsked = (asked: AgentAsked): ReadsEvent[] => [{ type: 'AgentAsked', data: asked }];

/** Within an hour, reading the same thing again is no event. */
export const recordRead = (state: ReadsState, read: DataRead, now: string): ReadsEvent[] =>
  recentAt(state, now).some(([key]) => key === keyOf(read)) ? [] : [{ type: 'DataRead', data: read }];

export const reads: Aggregate<ReadsState, ReadsEvent> = {
  kind: 'reads',
  definitions: readsDefinitions,
  projectionVersion: 1,
  initial: { recent: {} },
  evolve: (state: ReadsState, { at, ...event }: Recorded<ReadsEvent>) =>
    event.type === 'DataRead'
      ? { recent: { ...Object.fromEntries(recentAt(state, at)), [keyOf(event.data)]: at } }
      : state,
};
