import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutations, plantedIn } from '../proofs.ts';

test.each(mutations)('the bug $name can be planted, and its test is there', (mutation) => {
  const { file, find, replace, test: proof } = mutation;
  const planted = plantedIn(readFileSync(file, 'utf8'), mutation);
  expect(planted, `in ${file} this is not there exactly once: ${find}`).not.toBeNull();
  expect(replace).not.toBe(find);
  const tests = readFileSync(proof.file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(proof.name));
  expect(tests, `${proof.file} has no such test`).not.toEqual([]);
  expect(
    tests.filter((line) => line.includes('[long]')),
    'npm test runs each proof',
  ).toEqual([]);
});

test('each bug has a name of its own, and is planted into the product', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
  expect(mutations.length).toBeGreaterThanOrEqual(20);
  expect(mutations.filter(({ file }) => file.startsWith('tests/'))).toEqual([]);
});
