/**
 * The erasure of a person's data: of one partner, of everyone with one address, or of a whole tenant. The stream is the receipt: the request, and
 * counts of destroyed things, each in the commit that destroyed it. It names ids and HMACs only.
 */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import type { SuppressionEvent, SuppressionState } from './suppression.ts';

export const ERASURE_KINDS = ['partner', 'address', 'tenant'] as const;

export const destroyed = z.object({
  /** Keys that were destroyed: no one can read what was encrypted under them. */
  keys: z.number(),
  /** Streams whose rows lost all that was personal. */
  rows: z.number(),
  messagesCancelled: z.number(),
  /** Jobs taken out of the queue. */
  jobs: z.number(),
  secrets: z.number(),
  sessions: z.number(),
  passwords: z.number(),
});

/** Left for counts and proofs. */
export const remains = z.object({
  /** Sealed texts in the log that stay there, closed. */
  sealedTexts: z.number(),
  /** Messages that had been on their way: they go on counting as sent, failed or unknown. */
  messagesKept: z.number(),
  /** Addresses that stay on the list of those who get nothing more, as HMACs. */
  suppressed: z.number(),
});

/** What one step destroyed and left. */
const tally = destroyed.extend(remains.shape);
export type Tally = z.infer<typeof tally>;
export const NOTHING = Object.fromEntries(Object.keys(tally.shape).map((name) => [name, 0])) as Tally;

/** `partnerId` for a partner, `addressHmac` for an address, neither for the tenant itself. */
export const erasureSubject = z.object({
  kind: z.enum(ERASURE_KINDS),
  partnerId: z.string().nullable(),
  addressHmac: z.string().nullable(),
  /** A request, a deletion that is old enough, or an erasure that the restored backup did not know. */
  why: z.enum(['request', 'retention', 'restored']),
});
export type ErasureSubject = z.infer<typeof erasureSubject>;

export const erasureDefinitions = {
  ErasureRequested: { version: 1, data: erasureSubject },
  ErasureAdvanced: { version: 1, data: tally },
  ErasureCompleted: { version: 1, data: z.object({}) },
  /** By retention only: the partner had been added again before it was carried out, and nothing was destroyed. */
  ErasureDropped: { version: 1, data: z.object({}) },
} as const;
export type ErasureEvent = EventOf<typeof erasureDefinitions>;

export type ErasureState = ErasureSubject & {
  status: 'none' | 'open' | 'done' | 'dropped';
  /** An actor, as events name them. */
  requestedBy: string;
  requestedAt: string;
  completedAt: string | null;
  /** The requests after it had been done, and the first one. A person who came back is erased again. */
  times: number;
  /** The sum of all these times. */
  tally: Tally;
};

const initial: ErasureState = {
  status: 'none',
  kind: 'partner',
  partnerId: null,
  addressHmac: null,
  why: 'request',
  requestedBy: '',
  requestedAt: '',
  completedAt: null,
  times: 0,
  tally: NOTHING,
};

function evolve(state: ErasureState, event: Recorded<ErasureEvent>): ErasureState {
  switch (event.type) {
    case 'ErasureRequested':
      return {
        ...state,
        ...event.data,
        status: 'open',
        requestedBy: event.actor,
        requestedAt: event.at,
        completedAt: null,
        times: state.times + (state.status === 'open' ? 0 : 1),
      };
    case 'ErasureAdvanced':
      return { ...state, tally: sum(state.tally, event.data) };
    case 'ErasureCompleted':
      return { ...state, status: 'done', completedAt: event.at };
    case 'ErasureDropped':
      return { ...state, status: 'dropped', completedAt: event.at, times: state.times - 1 };
  }
}

export const erasure: Aggregate<ErasureState, ErasureEvent> = {
  kind: 'erasure',
  definitions: erasureDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

export function sum(a: Tally, b: Tally): Tally {
  const names = Object.keys(NOTHING) as (keyof Tally)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Tally;
}

/** The id of the erasure of a subject. There is one a subject: a second wish joins the open one, or adds to the one that is done. */
export function erasureId({ kind, partnerId, addressHmac }: Omit<ErasureSubject, 'why'>): string {
  if (kind === 'tenant') return 'tenant';
  return `${kind}.${kind === 'partner' ? partnerId : addressHmac}`;
}

/** Asks for an erasure. It joins an open one without an event. A person's own wish goes further than retention: they get no more emails. */
export function requestErasure(state: ErasureState, wanted: ErasureSubject): ErasureEvent[] {
  const goesFurther = wanted.kind === 'partner' && state.why === 'retention' && wanted.why === 'request';
  if (state.status === 'open' && !goesFurther) return [];
  return [{ type: 'ErasureRequested', data: wanted }];
}

/** Counts what a step destroyed; a step that found nothing is no event. */
export function advanceErasure(state: ErasureState, done: Partial<Tally>): ErasureEvent[] {
  return state.status === 'open' ? advance(done) : [];
}

/** An erasure that was done in one step, wish and all; one that found nothing is no event. An open wish goes on. */
export function recordErasure(state: ErasureState, wanted: ErasureSubject, done: Partial<Tally>): ErasureEvent[] {
  const advanced = advance(done);
  if (advanced.length === 0 || state.status === 'open') return advanced;
  return [...requestErasure(state, wanted), ...advanced, { type: 'ErasureCompleted', data: {} }];
}

function advance(done: Partial<Tally>): ErasureEvent[] {
  const counted = { ...NOTHING, ...done };
  return Object.values(counted).some((count) => count > 0) ? [{ type: 'ErasureAdvanced', data: counted }] : [];
}

export function completeErasure(state: ErasureState): ErasureEvent[] {
  return state.status === 'open' ? [{ type: 'ErasureCompleted', data: {} }] : [];
}

/** Ends an erasure by retention of somebody who is no longer deleted; what a person asked for is never dropped. */
export function dropErasure(state: ErasureState): ErasureEvent[] {
  return state.status === 'open' && state.why === 'retention' ? [{ type: 'ErasureDropped', data: {} }] : [];
}

/** Erases the address from an entry on the list. The HMAC in the stream's name stays permanently, whatever the reason was. */
export function eraseSuppression(state: SuppressionState, sealed: boolean): SuppressionEvent[] {
  const blanked: SuppressionEvent[] = sealed ? [{ type: 'PersonErased', data: {} }] : [];
  if (state.reason === 'erased') return blanked;
  const data = { reason: 'erased', source: 'erasure', conversation: null } as const;
  return [...blanked, { type: 'AddressSuppressed', data, personal: null }];
}
