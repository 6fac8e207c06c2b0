/** The same act on many partners or messages of a workspace, one batch at a time. A filter may hold a name, so it is in the vault (db/vault/jobInput.ts). */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { REJECT_REASONS } from '../shared/options.ts';
import type { RefusalCode } from '../shared/refusals.ts';
import { Refused } from '../shared/refused.ts';
import { STEERS } from './steerNames.ts';

const batchId = z.string();
const decisions = z.array(z.object({ id: z.string(), decision: z.number() }));

/** What a batch does to the notes of partners. The words are personal, so the request has them. */
export const NOTE_ACTS = ['tag_added', 'tag_removed', 'note_added'] as const;

/** `undo`: of an earlier batch of decisions. `undoes`: the batch whose messages are steered back. */
export const batchAct = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decide'),
    before: z.enum(['pending', 'approved']),
    status: z.enum(['approved', 'rejected']),
    reason: z.enum(REJECT_REASONS).optional(),
  }),
  z.object({ kind: z.literal('join'), campaignId: z.string() }),
  z.object({ kind: z.literal('notes'), change: z.enum(NOTE_ACTS) }),
  z.object({ kind: z.literal('undo'), before: z.enum(['pending', 'approved']), batchId }),
  z.object({
    kind: z.literal('steer'),
    act: z.enum(STEERS),
    undoes: batchId.nullable(),
    /** For `postpone`: by days, or to a local day. */
    later: z.object({ days: z.number().optional(), from: z.string().optional() }).optional(),
    /** For `move`: the other campaign. */
    to: z.string().optional(),
  }),
]);
export type BatchAct = z.infer<typeof batchAct>;
export type BatchDecision = Extract<BatchAct, { kind: 'decide' }>;

/** `request_gone`: a backup does not hold it, or an erasure ended it. `account`: the user was paused or deleted. */
const STOPPED = ['request_gone', 'account', 'failed'] as const;
export type WhyBatchStopped = (typeof STOPPED)[number];

export const batchDefinitions = {
  /** `total`: about how many; `exact`: not more. */
  BatchStarted: { version: 1, data: z.object({ batchId, act: batchAct, total: z.number(), exact: z.boolean() }) },
  /** Committed with the changes that it counts. `decided` and `steered` (messages) are for Undo. `next`: where the next page begins. */
  BatchAdvanced: {
    version: 1,
    data: z.object({
      batchId,
      done: z.number(),
      decided: decisions,
      steered: z.array(z.string()),
      leftOut: z.record(z.string(), z.number()),
      next: z.string().nullable(),
    }),
  },
  BatchCompleted: { version: 1, data: z.object({ batchId }) },
  BatchStopped: { version: 1, data: z.object({ batchId, reason: z.enum(STOPPED) }) },
} as const;
export type BatchEvent = EventOf<typeof batchDefinitions>;

export type BatchState = {
  status: 'none' | 'running' | 'completed' | 'stopped';
  batchId: string | null;
  act: BatchAct | null;
  /** The one who asked for it: each change is theirs. */
  actor: string;
  total: number;
  exact: boolean;
  /** Pages that are committed. */
  pages: number;
  next: string | null;
  done: number;
  /** How many were left out, by the code of the reason. */
  leftOut: Record<string, number>;
  reason: WhyBatchStopped | null;
};

const initial: BatchState = {
  ...{ status: 'none', batchId: null, act: null, actor: '', total: 0, exact: true },
  ...{ pages: 0, next: null, done: 0, leftOut: {}, reason: null },
};

function evolve(state: BatchState, { at: _, actor, ...event }: Recorded<BatchEvent>): BatchState {
  switch (event.type) {
    case 'BatchStarted':
      return { ...initial, status: 'running', actor, ...event.data };
    case 'BatchAdvanced': {
      const { done, leftOut, next } = event.data;
      const sums = { ...state.leftOut };
      for (const [code, count] of Object.entries(leftOut)) sums[code] = (sums[code] ?? 0) + count;
      return { ...state, pages: state.pages + 1, done: state.done + done, leftOut: sums, next };
    }
    case 'BatchCompleted':
      return { ...state, status: 'completed' };
    case 'BatchStopped':
      return { ...state, status: 'stopped', reason: event.data.reason };
  }
}

export const batch: Aggregate<BatchState, BatchEvent> = {
  kind: 'batch',
  definitions: batchDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

type BatchStart = Extract<BatchEvent, { type: 'BatchStarted' }>['data'];

/** The batch that an act undoes, and the kind of act that it must have. */
const undone = (act: BatchAct): { batchId: string; kind: BatchAct['kind'] } | null => {
  if (act.kind === 'undo') return { batchId: act.batchId, kind: 'decide' };
  return act.kind === 'steer' && act.undoes !== null ? { batchId: act.undoes, kind: 'steer' } : null;
};

/** Only the newest batch can be undone, because its changes are read back from the end of the stream. */
export function startBatch(state: BatchState, start: BatchStart): BatchEvent[] {
  if (state.batchId === start.batchId) return [];
  if (state.status === 'running') throw new Refused({ code: 'batch_under_way' });
  const of = undone(start.act);
  if (of && (state.batchId !== of.batchId || state.act?.kind !== of.kind))
    throw new Refused({ code: 'batch_replaced' });
  return [{ type: 'BatchStarted', data: start }];
}

export const isRunning = (state: BatchState, id: string | null): boolean =>
  id !== null && state.status === 'running' && state.batchId === id;

export type BatchPage = {
  done: number;
  decided: z.infer<typeof decisions>;
  steered: readonly string[];
  leftOut: readonly RefusalCode[];
  next: string | null;
};

/** Records a page once (`pages`: those before it); the last one completes the batch. */
export function advanceBatch(state: BatchState, id: string, pages: number, page: BatchPage): BatchEvent[] {
  if (!isRunning(state, id) || state.pages !== pages) return [];
  const leftOut: Record<string, number> = {};
  for (const code of page.leftOut) leftOut[code] = (leftOut[code] ?? 0) + 1;
  const advanced: BatchEvent = {
    type: 'BatchAdvanced',
    data: { batchId: id, ...page, steered: [...page.steered], leftOut },
  };
  return page.next === null ? [advanced, { type: 'BatchCompleted', data: { batchId: id } }] : [advanced];
}

/** Ends a batch that cannot go on; what is done stays so. */
export const stopBatch = (state: BatchState, id: string | null, reason: WhyBatchStopped): BatchEvent[] =>
  id !== null && isRunning(state, id) ? [{ type: 'BatchStopped', data: { batchId: id, reason } }] : [];
