import type { Niche } from '../people/industries.ts';
import { industries } from '../people/industries.ts';

/** A niche with how well a text speaks of it: `fit` counts the text's own words, `score` also the chosen industry. */
export interface Affinity {
  readonly niche: Niche;
  readonly industry: string;
  readonly fit: number;
  readonly score: number;
  /** The niche's words as the text has them, in small letters. */
  readonly said: readonly string[];
}

const normal = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** The phrase as a text, once `normal`, has it, or undefined: "vests" meets "vest", and the other way round. */
const saidAs = (text: string, phrase: string): string | undefined => {
  const wanted = normal(phrase).trim();
  return [`${wanted}s`, wanted, wanted.replace(/s$/, '')].find((form) => text.includes(` ${form} `));
};

/** True if the text names the phrase, in the singular or the plural. */
export const speaksOf = (text: string, phrase: string): boolean => saidAs(normal(text), phrase) !== undefined;

const alias: Record<string, string> = { 'Food & Beverage': 'Food', 'Health & Wellness': 'Health' };

/** The sample industry that a product industry stands for, or undefined ("Other"). */
export const sampleIndustry = (name: string): string | undefined => {
  const wanted = (alias[name] ?? name).toLowerCase();
  return industries.find((industry) => industry.name.toLowerCase() === wanted)?.name;
};

/** Niches that fit a text, best first; an industry given by name counts as much as two words. Never empty. */
export const rankNiches = (text: string, industryName: string): Affinity[] => {
  const said = normal(text);
  const chosen = sampleIndustry(industryName);
  const ranked = industries
    .flatMap(({ name, niches }) =>
      niches.map((niche) => {
        const meet = (phrases: readonly string[]) => phrases.flatMap((phrase) => saidAs(said, phrase) ?? []);
        const [words, interests] = [meet(niche.words), meet(niche.interests)];
        const fit = words.length * 2 + interests.length * 3;
        const score = fit + (name === chosen ? 4 : 0);
        return { niche, industry: name, fit, score, said: [...new Set([...interests, ...words])] };
      }),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (ranked.length > 0) return ranked;
  const anyone = ['Lifestyle', 'Business', 'Marketing'];
  return industries
    .filter(({ name }) => anyone.includes(name))
    .map(({ name, niches }) => ({ niche: niches[0] as Niche, industry: name, fit: 0, score: 0, said: [] }));
};
