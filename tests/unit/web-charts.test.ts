import { expect, test } from 'vitest';
import { axisStep } from '../../web/lib/axisStep.ts';

test.each([
  [0, 1],
  [1, 1],
  [3, 2],
  [6, 3],
  [11, 10],
  [37, 20],
  [1_001, 1_000],
])('an axis up to %i has steps of %i: whole, round, and two are enough', (highest, step) => {
  expect(axisStep(highest)).toBe(step);
  expect(2 * axisStep(highest)).toBeGreaterThanOrEqual(highest);
});
