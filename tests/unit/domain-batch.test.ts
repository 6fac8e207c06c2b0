import { expect, test } from 'vitest';
import {
  advanceBatch,
  type BatchAct,
  type BatchEvent,
  type BatchState,
  batch,
  startBatch,
  stopBatch,
} from '../../events/messages/batch.ts';
import { Refused } from '../../events/shared/refused.ts';

const fold = (state: BatchState, events: readonly BatchEvent[]): BatchState =>
  events.reduce((now, event) => batch.evolve(now, { ...event, at: '', actor: 'user:u' }), state);
const APPROVE: BatchAct = { kind: 'decide', before: 'pending', status: 'approved' };
const start = (state: BatchState, batchId: string, act: BatchAct = APPROVE) =>
  startBatch(state, { batchId, act, total: 3, exact: true });
const page = {
  done: 1,
  decided: [{ id: 'a', decision: 1 }],
  steered: [],
  leftOut: ['batch_moved', 'batch_moved'] as const,
};

test('a batch counts each page once, and ends with the last one', () => {
  const running = fold(batch.initial, start(batch.initial, 'one'));
  expect(start(running, 'one')).toEqual([]);
  expect(() => start(running, 'two')).toThrow(Refused);
  const half = fold(running, advanceBatch(running, 'one', 0, { ...page, next: 'x' }));
  expect(half).toMatchObject({ status: 'running', actor: 'user:u', pages: 1, done: 1, leftOut: { batch_moved: 2 } });
  // a second worker
  expect(advanceBatch(half, 'one', 0, { ...page, next: 'x' })).toEqual([]);
  expect(advanceBatch(half, 'other', 1, { ...page, next: null })).toEqual([]);
  const done = fold(half, advanceBatch(half, 'one', 1, { ...page, next: null }));
  expect(done).toMatchObject({ status: 'completed', done: 2, leftOut: { batch_moved: 4 } });
  expect(stopBatch(done, 'one', 'failed')).toEqual([]);
  expect(fold(half, stopBatch(half, 'one', 'account'))).toMatchObject({
    status: 'stopped',
    reason: 'account',
    done: 1,
  });
});

test('only the newest decisions can be undone', () => {
  const undo = (batchId: string): BatchAct => ({ kind: 'undo', before: 'pending', batchId });
  const running = fold(batch.initial, start(batch.initial, 'one'));
  const done = fold(running, advanceBatch(running, 'one', 0, { ...page, next: null }));
  expect(start(done, 'two', undo('one'))).toHaveLength(1);
  expect(() => start(done, 'two', undo('other'))).toThrow(Refused);
  const steer = (undoes: string | null): BatchAct => ({ kind: 'steer', act: 'withdraw', undoes });
  expect(() => start(done, 'two', steer('one'))).toThrow(Refused);
  const approving = fold(done, start(done, 'steered', { kind: 'steer', act: 'approve', undoes: null }));
  const approved = fold(approving, advanceBatch(approving, 'steered', 0, { ...page, next: null }));
  expect(start(approved, 'two', steer('steered'))).toHaveLength(1);
  const joining = fold(done, start(done, 'three', { kind: 'join', campaignId: 'c' }));
  const joined = fold(joining, stopBatch(joining, 'three', 'failed'));
  expect(() => start(joined, 'four', undo('three'))).toThrow(Refused);
});
