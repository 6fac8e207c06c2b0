import { expect, test } from 'vitest';
import { type DataRead, type ReadsState, reads, recordRead } from '../../events/history/reads.ts';

const EMAIL: DataRead = { what: 'email', of: 'c1.p1.1', count: 9 };
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();

/** The state after these reads, at these minutes. */
const after = (...made: [read: DataRead, minute: number][]): ReadsState =>
  made.reduce(
    (state, [read, minute]) =>
      recordRead(state, read, at(minute)).reduce(
        (now, event) => reads.evolve(now, { ...event, at: at(minute), actor: 'user:u1' }),
        state,
      ),
    reads.initial,
  );

test('the same thing is recorded once an hour, and another thing at once', () => {
  const state = after([EMAIL, 0], [EMAIL, 59]);
  expect(recordRead(state, EMAIL, at(59))).toEqual([]);
  expect(recordRead(state, { ...EMAIL, of: 'c1.p2.1' }, at(59))).toHaveLength(1);
  expect(recordRead(state, EMAIL, at(60))).toEqual([{ type: 'DataRead', data: EMAIL }]);
});

test('what is older than an hour leaves the state', () => {
  const state = after([EMAIL, 0], [{ ...EMAIL, of: 'c1.p2.1' }, 60]);
  expect(Object.keys(state.recent)).toEqual(['email c1.p2.1']);
});
