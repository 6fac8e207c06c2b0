import { expect, test } from 'vitest';
import { rowChange } from '../../db/log/rowChange.ts';

const row = { a: 1, b: { c: [1, 2] }, d: null, e: 'text' };
const stateOf = (change: { state: string }) => JSON.parse(change.state) as unknown;

test('a patch has the changed and new keys, also those that became null', () => {
  const { b } = row;
  expect(rowChange(row, { ...row, e: null })).toEqual({ patch: true, state: '{"e":null}' });
  const change = rowChange(row, { a: 1, b, d: null, e: 'new', f: 2 });
  expect(change).toEqual({ patch: true, state: '{"e":"new","f":2}' });
  expect(rowChange(row, { ...row })).toEqual({ patch: true, state: '{}' });
});

test('all of a state is sent if most of it changed, a key went, or the row is not known', () => {
  const { a, b, d } = row;
  for (const [before, after] of [
    [row, { ...row, a: 2, e: 'new' }],
    [row, { a, b, d }],
    [row, { a, b, d, e: undefined }],
    [undefined, row],
    [null, row],
    [row, [1]],
  ]) {
    const change = rowChange(before, after);
    expect(change.patch).toBe(false);
    expect(stateOf(change)).toEqual(JSON.parse(JSON.stringify(after)));
  }
});
