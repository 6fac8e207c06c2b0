import { industries, type Niche } from '../people/industries.ts';

/** A niche with how well a text speaks of it: `fit` counts the text's own words, `score` also the chosen industry. */
interface Affinity {
  readonly niche: Niche;
  readonly industry: string;
  readonly fit: number;
  readonly score: number;
}

const normal = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** True if the text names the phrase, in the singular or the plural. */
export const speaksOf = (text: string, phrase: string): boolean => {
  const [said, wanted] = [normal(text), normal(phrase).trim()];
  return [`${wanted}s`, wanted, wanted.replace(/s$/, '')].some((form) => said.includes(` ${form} `));
};

const alias: Record<string, string> = { 'Food & Beverage': 'Food', 'Health & Wellness': 'Health' };

/** The sample industry that a product industry maps to, or undefined ("Other"). */
export const sampleIndustry = (name: string): string | undefined => {
  const wanted = (alias[name] ?? name).toLowerCase();
  return industries.find((industry) => industry.name.toLowerCase() === wanted)?.name;
};

/** Niches that fit a text, best first; an industry given by name counts as much as two words. Never empty. */
export const rankNiches = (text: string, industryName: string): Affinity[] => {
  const chosen = sampleIndustry(industryName);
  const count = (phrases: readonly string[]) => phrases.filter((phrase) => speaksOf(text, phrase)).length;
  const all = industries.flatMap(({ name, niches }) =>
    niches.map((niche) => {
      const fit = count(niche.words) * 2 + count(niche.interests) * 3;
      return { niche, industry: name, fit, score: fit + (name === chosen ? 4 : 0) };
    }),
  );
  const ranked = all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const anyone = ['Lifestyle', 'Business', 'Marketing'];
  return ranked.length > 0
    ? ranked
    : anyone.flatMap((name) => all.filter(({ industry }) => industry === name).slice(0, 1));
};
