import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../worker/sandbox/openai/texts.ts';
import { entries } from '../../worker/sandbox/pdl/record.ts';
import { industries } from '../../worker/sandbox/people/industries.ts';
import { platforms } from '../../worker/sandbox/people/platforms.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';

const counts = (items: readonly string[]): Map<string, number> => {
  const seen = new Map<string, number>();
  for (const item of items) seen.set(item, (seen.get(item) ?? 0) + 1);
  return seen;
};

const distinct = (items: readonly string[]): number => new Set(items).size;

describe('the sample people', () => {
  it('are at least 400, each with a name, an address and a bio of their own', () => {
    expect(samplePeople.length).toBeGreaterThanOrEqual(400);
    for (const key of ['slug', 'fullName', 'domain', 'bio'] as const)
      expect(distinct(samplePeople.map((person) => person[key])), key).toBe(samplePeople.length);
    const urls = samplePeople.flatMap((person) => person.profiles.map(({ url }) => url));
    expect(distinct(urls)).toBe(urls.length);
  });

  it('have bios of two or three sentences that hardly ever repeat one, and no slot shows', () => {
    for (const { bio, title, company } of samplePeople) {
      expect(sentencesOf(bio).length, bio).toBeGreaterThanOrEqual(2);
      expect(sentencesOf(bio).length, bio).toBeLessThanOrEqual(4);
      expect(`${bio}${title}${company}`).not.toMatch(/[{}[\]]/);
      expect(bio).toMatch(/^[A-Z].*[.!?]$/);
    }
    const repeated = counts(samplePeople.flatMap(({ bio }) => sentencesOf(bio)));
    expect(Math.max(...repeated.values())).toBeLessThanOrEqual(4);
  });

  it('cover every industry on every platform', () => {
    for (const industry of industries)
      for (const platform of platforms)
        expect(
          samplePeople.some(
            (person) => person.industry === industry && person.profiles.some((p) => p.network === platform),
          ),
          `${industry.name} on ${platform}`,
        ).toBe(true);
  });

  it('have addresses at .example only: about three quarters listed, an eighth published, an eighth none', () => {
    const share = (kind: string) =>
      samplePeople.filter(({ email }) => email.kind === kind).length / samplePeople.length;
    expect(share('listed')).toBeCloseTo(0.75, 1);
    expect(share('published')).toBeCloseTo(0.125, 1);
    expect(share('none')).toBeCloseTo(0.125, 1);
    for (const { email } of samplePeople)
      if (email.kind !== 'none') expect(email.address).toMatch(/^[a-z-]+@[a-z0-9-]+\.example$/);
    expect(JSON.stringify(entries)).not.toMatch(/@[a-z0-9.-]+\.(?:com|net|org|io)\b/);
  });
});
