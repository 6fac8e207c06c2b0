import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { Refused } from '../shared/refused.ts';
import { instantOf, localDay } from '../shared/zoned.ts';

/** `spent`: the credits that each source took for the search, whatever its result. */
const settled = z.object({ contactSearchId: z.string(), spent: z.record(z.string(), z.number()) });

/** A month's enrichment credits of one workspace. A search reserves one, and keeps it only if a paid source gave an address. */
export const creditsDefinitions = {
  CreditReserved: { version: 1, data: z.object({ contactSearchId: z.string(), limit: z.number() }) },
  CreditKept: { version: 1, data: settled },
  CreditReturned: { version: 1, data: settled },
} as const;
export type CreditsEvent = EventOf<typeof creditsDefinitions>;

export type CreditsState = {
  reserved: string[];
  kept: number;
  /** The credits that each source took for a search. */
  spent: { at: string; source: string; credits: number }[];
};
const initial: CreditsState = { reserved: [], kept: 0, spent: [] };

function addSpent(state: CreditsState, event: Recorded<CreditsEvent>): CreditsState['spent'] {
  const spent = event.type === 'CreditReserved' ? {} : event.data.spent;
  return [...state.spent, ...Object.entries(spent).map(([source, credits]) => ({ at: event.at, source, credits }))];
}

function evolve(state: CreditsState, event: Recorded<CreditsEvent>): CreditsState {
  const { contactSearchId } = event.data;
  const others = state.reserved.filter((id) => id !== contactSearchId);
  switch (event.type) {
    case 'CreditReserved':
      return { ...state, reserved: [...others, contactSearchId] };
    case 'CreditKept':
      return { reserved: others, kept: state.kept + 1, spent: addSpent(state, event) };
    case 'CreditReturned':
      return { ...state, reserved: others, spent: addSpent(state, event) };
  }
}

export const credits: Aggregate<CreditsState, CreditsEvent> = {
  kind: 'credits',
  definitions: creditsDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

/** The month of an instant in the zone of the user, `yyyy-mm`: the period of a credits stream. */
export const creditPeriod = (isoTime: string, zone: string): string => localDay(Date.parse(isoTime), zone).slice(0, 7);

/** The start of the next month in the user's zone (ISO 8601), when the credits renew. */
export function creditsResetAt(isoTime: string, zone: string): string {
  const [year = 0, month = 0] = creditPeriod(isoTime, zone).split('-').map(Number);
  const first = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return new Date(instantOf(first, 0, zone)).toISOString();
}

/** The events behind a month's used credits: each reservation that was not returned. */
export function creditsSpent<E extends { type: string; data: Readonly<Record<string, unknown>> }>(
  events: readonly E[],
): E[] {
  const open = new Map<unknown, E>();
  const kept: E[] = [];
  for (const event of events) {
    const { contactSearchId } = event.data;
    if (event.type === 'CreditReserved') open.set(contactSearchId, event);
    else {
      if (event.type === 'CreditKept') kept.push(open.get(contactSearchId) ?? event);
      open.delete(contactSearchId);
    }
  }
  return [...kept, ...open.values()];
}

export const creditsUsed = (state: CreditsState): number => state.kept + state.reserved.length;

/** Reserves one credit. Over the limit it is refused. With the time of the request (ISO 8601) and the zone, the refusal says when credits renew. */
export function reserveCredit(
  state: CreditsState,
  contactSearchId: string,
  limit: number,
  asked?: { at: string; zone: string },
): CreditsEvent[] {
  if (state.reserved.includes(contactSearchId)) return [];
  const used = creditsUsed(state);
  if (used >= limit) {
    const retry = asked
      ? { retryAfterSeconds: (Date.parse(creditsResetAt(asked.at, asked.zone)) - Date.parse(asked.at)) / 1000 }
      : {};
    throw new Refused({ code: 'credits_used_up', used, limit, ...retry });
  }
  return [{ type: 'CreditReserved', data: { contactSearchId, limit } }];
}

/** Keeps or returns a reservation, if it is still open. */
export function settleCredit(
  state: CreditsState,
  contactSearchId: string,
  keep: boolean,
  spent: Record<string, number> = {},
): CreditsEvent[] {
  if (!state.reserved.includes(contactSearchId)) return [];
  return [{ type: keep ? 'CreditKept' : 'CreditReturned', data: { contactSearchId, spent } }];
}
