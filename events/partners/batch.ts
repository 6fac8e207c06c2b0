/** The same act on many partners of a workspace, one batch at a time. A filter may hold a name, so it is in the vault (db/vault/jobInput.ts). */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { REJECT_REASONS } from '../shared/options.ts';
import type { RefusalCode } from '../shared/refusals.ts';
import { Refused } from '../shared/refused.ts';

const batchId = z.string();
const decisions = z.array(z.object({ id: z.string(), decision: z.number() }));

/** `undo`: of an earlier batch of decisions. */
export const batchAct = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decide'),
    before: z.enum(['pending', 'approved']),
    status: z.enum(['approved', 'rejected']),
    reason: z.enum(REJECT_REASONS).optional(),
  }),
  z.object({ kind: z.literal('join'), campaignId: z.string() }),
  z.object({ kind: z.literal('undo'), before: z.enum(['pending', 'approved']), batchId }),
]);
export type BatchAct = z.infer<typeof batchAct>;
export type BatchDecision = Extract<BatchAct, { kind: 'decide' }>;

/** `request_gone`: a backup does not hold it, or an erasure ended it. `account`: the user was paused or deleted. */
const STOPPED = ['request_gone', 'account', 'failed'] as const;
export type WhyBatchStopped = (typeof STOPPED)[number];

export const batchDefinitions = {
  /** `total`: about how many partners; `exact`: not more. */
  BatchStarted: { version: 1, data: z.object({ batchId, act: batchAct, total: z.number(), exact: z.boolean() }) },
  /** Committed with the partners that it counts. `decided` is for Undo. `next`: where the next page begins. */
  BatchAdvanced: {
    version: 1,
    data: z.object({
      batchId,
      done: z.number(),
      decided: decisions,
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
  /** The one who asked for it: each change of a partner is theirs. */
  actor: string;
  total: number;
  exact: boolean;
  /** Pages that are committed. */
  pages: number;
  next: string | null;
  done: number;
  /** Partners that were left out, by the code of the reason. */
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

/** Only the newest batch can be undone, because its decisions are read back from the end of the stream. */
export function startBatch(state: BatchState, start: BatchStart): BatchEvent[] {
  if (state.batchId === start.batchId) return [];
  if (state.status === 'running') throw new Refused({ code: 'batch_under_way' });
  if (start.act.kind === 'undo' && (state.batchId !== start.act.batchId || state.act?.kind !== 'decide'))
    throw new Refused({ code: 'batch_replaced' });
  return [{ type: 'BatchStarted', data: start }];
}

export const isRunning = (state: BatchState, id: string | null): boolean =>
  id !== null && state.status === 'running' && state.batchId === id;

export type BatchPage = {
  done: number;
  decided: z.infer<typeof decisions>;
  leftOut: readonly RefusalCode[];
  next: string | null;
};

/** Records a page once (`pages`: those before it); the last one completes the batch. */
export function advanceBatch(state: BatchState, id: string, pages: number, page: BatchPage): BatchEvent[] {
  if (!isRunning(state, id) || state.pages !== pages) return [];
  const leftOut: Record<string, number> = {};
  for (const code of page.leftOut) leftOut[code] = (leftOut[code] ?? 0) + 1;
  const advanced: BatchEvent = { type: 'BatchAdvanced', data: { batchId: id, ...page, leftOut } };
  return page.next === null ? [advanced, { type: 'BatchCompleted', data: { batchId: id } }] : [advanced];
}

/** Ends a batch that cannot go on; the partners who are done stay so. */
export const stopBatch = (state: BatchState, id: string | null, reason: WhyBatchStopped): BatchEvent[] =>
  id !== null && isRunning(state, id) ? [{ type: 'BatchStopped', data: { batchId: id, reason } }] : [];
