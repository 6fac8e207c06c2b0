import { industries } from '../people/industries.ts';
import type { Niche } from '../people/niche.ts';

/** A niche with how well a text speaks of it: `fit` counts the text's own words, `score` also the chosen industry. */
export interface Affinity {
  readonly niche: Niche;
  readonly industry: string;
  readonly fit: number;
  readonly score: number;
}

const normal = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Does a text, once `normal`, name the phrase? "vests" meets "vest", and the other way round. */
const says = (text: string, phrase: string): boolean => {
  const wanted = normal(phrase).trim();
  return (
    text.includes(` ${wanted} `) || text.includes(` ${wanted}s `) || text.includes(` ${wanted.replace(/s$/, '')} `)
  );
};

/** True if the text names the phrase, in the singular or the plural. */
export const speaksOf = (text: string, phrase: string): boolean => says(normal(text), phrase);

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
        const words = niche.words.filter((word) => says(said, word)).length;
        const interests = niche.interests.filter((interest) => says(said, interest)).length;
        const fit = words * 2 + interests * 3;
        return { niche, industry: name, fit, score: fit + (name === chosen ? 4 : 0) };
      }),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (ranked.length > 0) return ranked;
  const anyone = ['Lifestyle', 'Business', 'Marketing'];
  return industries
    .filter(({ name }) => anyone.includes(name))
    .map(({ name, niches }) => ({ niche: niches[0] as Niche, industry: name, fit: 0, score: 0 }));
};
