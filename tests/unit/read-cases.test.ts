import { expect, test } from 'vitest';
import { READ_KINDS, readCases } from '../support/readCases.ts';

test.each(READ_KINDS)('the labeled cases of %s are read as they should be', async (kind) => {
  const cases = await readCases(kind);
  expect(cases.length).toBeGreaterThan(5);
  expect(cases.map(({ file, got }) => [file, got])).toEqual(cases.map(({ file, wanted }) => [file, wanted]));
});
