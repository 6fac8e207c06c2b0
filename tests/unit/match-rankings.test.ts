/** The order of the rules against a person's, on lists that were written before the rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gradeRanking, spearman } from '../evals/ranking.ts';

const DIR = new URL('../evals/rankings/', import.meta.url);
const lists = readdirSync(DIR);
const LEAST_SPEARMAN = 0.45;
const LEAST_WANTED = 0.8;

describe('by rules alone', () => {
  test.each(lists)('%s is near to the order of a person, and Accept All takes wanted ones', async (name) => {
    const { table } = await gradeRanking(JSON.parse(readFileSync(new URL(name, DIR), 'utf8')), null);
    expect(table['order against a person (Spearman)']).toBeGreaterThanOrEqual(LEAST_SPEARMAN);
    const approved = Number(table['approved at 75']);
    expect(approved).toBeGreaterThan(0);
    // the handed list does not say who is wanted
    if (table['approved and wanted'] !== undefined)
      expect(Number(table['approved and wanted']) / approved).toBeGreaterThanOrEqual(LEAST_WANTED);
  });
});

test('reads other names of fields, and an order by rank or by wanted', async () => {
  const good = {
    name: 'A',
    bio: 'Fell running coach from Keswick.',
    followersCount: 900,
    engagementRate: 4,
    language: 'en',
  };
  const bad = { name: 'B', bio: 'Lipstick reviews.', industry: null, platform: 'Instagram', keywords: ['beauty'] };
  const graded = (candidates: object[]) =>
    gradeRanking({ business: { description: 'Shoes for fell runners' }, exclusions: ['crypto'], candidates }, null);
  const order = 'order against a person (Spearman)';
  expect(
    (
      await graded([
        { ...bad, rank: 2 },
        { ...good, rank: 1 },
      ])
    ).table[order],
  ).toBe(1);
  expect(
    (
      await graded([
        { ...bad, wanted: false },
        { ...good, wanted: true },
      ])
    ).table[order],
  ).toBe(1);
  expect((await graded([good, bad])).table[order]).toBe(1);
  expect((await graded([bad, good])).table[order]).toBe(-1);
});

test('an order that ranks nothing says nothing', () => {
  expect(spearman([1.5, 1.5], [1, 2])).toBe(0);
  expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
});
