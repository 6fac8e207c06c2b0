import { expect, test } from 'vitest';
import { READ_KINDS, READ_OTHERWISE, readCases } from '../support/readCases.ts';

test.each(READ_KINDS)('the labeled cases of %s are read as they should be', async (kind) => {
  const cases = (await readCases(kind)).filter(({ file }) => !READ_OTHERWISE.has(file));
  expect(cases.length).toBeGreaterThan(5);
  expect(cases.map(({ file, got }) => [file, got])).toEqual(cases.map(({ file, wanted }) => [file, wanted]));
});
