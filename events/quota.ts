import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from './event.ts';

/** How many mails left a mailbox, or a campaign, on one local day. A deferred attempt gives its place back; an unknown one keeps it. */
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
  foldVersion: 1,
  initial,
  evolve,
};

/** The mailbox through which a tenant sends, as quota streams name it. */
export const MAILBOX = 'sendgrid';
/** Over all campaigns of a mailbox and local day. */
export const MAILBOX_DAILY_CAP = 40;

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
