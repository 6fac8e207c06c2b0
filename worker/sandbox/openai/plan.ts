import { industries } from '../people/industries.ts';
import { platforms } from '../people/platforms.ts';
import { samplePeople } from '../people/sample.ts';
import type { Input } from './inputs.ts';
import { describePartner } from './texts.ts';

/** The beginnings of the words of a text, by which "investors" are about "investing". */
const stemsOf = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/s$/, '').slice(0, 6)).join(' ')} `;

export const speaksOf = (text: string, phrase: string): boolean => stemsOf(text).includes(stemsOf(phrase));

const ALIAS: Readonly<Record<string, string>> = { 'Food & Beverage': 'Food', 'Health & Wellness': 'Health' };
const sampleIndustry = (name: string) => industries.find((one) => one.name === (ALIAS[name] ?? name))?.name;

/** Niches that fit a text, best first. `fit` counts the words of the text, `score` also the chosen industry. Never empty. */
function rankNiches(text: string, industryName: string) {
  const chosen = sampleIndustry(industryName);
  const count = (phrases: readonly string[]) => phrases.filter((phrase) => speaksOf(text, phrase)).length;
  const all = industries.flatMap(({ name: industry, niches }) =>
    niches.map((niche) => {
      const fit = count(niche.words) * 2 + count(niche.interests) * 3;
      return { niche, industry, fit, score: fit + (industry === chosen ? 4 : 0) };
    }),
  );
  const ranked = all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const forAnyone = ['Lifestyle', 'Business', 'Marketing'];
  return ranked.length > 0 ? ranked : all.filter(({ industry }) => forAnyone.includes(industry));
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const unique = (items: string[]): string[] => [...new Set(items)];

/** Country names, by what people call them. A model repeats even a country that there is not. */
const COUNTRIES = new Map([
  ...LETTERS.flatMap((a) => LETTERS.map((b) => regionNames.of(a + b) ?? ''))
    .filter((name) => name.length > 2)
    .map((name) => [name, name] as const),
  ...([
    ['USA', 'United States'],
    ['US', 'United States'],
    ['UK', 'United Kingdom'],
    ['Atlantis', 'Atlantis'],
  ] as const),
]);

/** Countries that a text names, but not those that goods come from. */
function regionsIn(text: string): string[] {
  const sold = text.replace(/\b(?:from|(?:made|grown|produced|roasted|brewed) in) (?:the )?\p{Lu}\w+/gu, '');
  const words = ` ${sold.replace(/\P{L}+/gu, ' ')} `;
  const named = [...COUNTRIES].filter(([name]) =>
    // "us" is a pronoun
    name === 'US' ? words.includes(' US ') : words.toLowerCase().includes(` ${name.toLowerCase()} `),
  );
  return unique(named.map(([, country]) => country.toLowerCase()));
}

/** Groups of people such as "trail runners": the last two words of each part of a text about an audience. */
const audienceTermsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\s'’-]+|\b(?:and|or)\b/u)
    .map((part) => part.split(/\b(?:who|that|with|in|from|for|aged?|between|of|to|at|on)\b/)[0]?.trim() ?? '')
    .map((part) => part.split(/\s+/).slice(-2).join(' '))
    .filter((term, at, all) => term.endsWith('s') && all.indexOf(term) === at)
    .slice(0, 8);

/** Where to look for partners: topics and titles come from the niches that the input speaks of. */
export function planSearch({ business, criteria }: Pick<Input, 'business' | 'criteria'>) {
  const { targetAudience, additionalCriteria, description } = criteria;
  const text = [targetAudience, business.description, additionalCriteria, description].join('. ');
  const ranked = rankNiches(text, criteria.industry || business.industry);
  const best = ranked[0];
  // A niche far behind the best one, or near it only by its industry, brings unrelated people.
  const close = ranked
    .filter(({ score, fit }) => score >= (best?.score ?? 0) * 0.45 && (fit > 0 || best?.fit === 0))
    .slice(0, 3);
  // One niche has few people. Where the text points to one, the industry's main niche is near enough; else all of them are.
  const siblings = industries.find(({ name }) => name === best?.industry)?.niches ?? [];
  const wider = best?.fit ? siblings.filter((niche) => niche !== best.niche).slice(0, 1) : siblings;
  const topics = unique([
    ...close.flatMap(({ niche }) => niche.interests.filter((interest) => speaksOf(text, interest))).slice(0, 4),
    ...close.flatMap(({ niche }, place) => niche.interests.slice(0, [6, 2, 1][place])),
  ]).slice(0, 9);
  const titlesOf = (topic: string) => samplePeople.filter((one) => one.topic === topic).map(({ title }) => title);
  return {
    topics: unique([...topics, ...wider.flatMap(({ interests }) => interests.slice(0, 1))]).slice(0, 12),
    jobTitles: unique(close.flatMap(({ niche }, place) => titlesOf(niche.topic).slice(0, [5, 2, 1][place]))),
    audienceTerms: audienceTermsIn(targetAudience),
    regions: regionsIn(text),
  };
}

const LEAST_FOLLOWERS =
  /\b(?:at least|min(?:imum)?(?: of)?)\s+(\d[\d.,]*)\s?([km])?\b[^.;]{0,12}(?:followers|subscribers)/i;

/** The ideal partner of a business; engagement is in percent. */
export function writePartnerProfile(input: Input) {
  const { targetAudience, businessDescription, additionalCriteria, industry } = input;
  const text = [targetAudience, businessDescription, additionalCriteria].join('. ');
  const ranked = rankNiches(text, industry);
  const best = ranked[0]?.industry ?? '';
  const near = ranked.filter((one) => one.industry === best).slice(0, 2);
  const [, figure = '5000', unit = ''] = LEAST_FOLLOWERS.exec(text) ?? [];
  const times = { k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1;
  const preferred = platforms.filter((one) => input.preferredPlatforms.some((name) => name.toLowerCase() === one));
  return {
    description: describePartner(
      input,
      near.map(({ niche }) => niche.topic),
    ),
    industry: sampleIndustry(industry) ? industry : best,
    minFollowers: Math.round(Number.parseFloat(figure.replaceAll(',', '')) * times),
    minEngagement: 2,
    platforms: preferred.length > 0 ? preferred : ['linkedin', 'instagram', 'youtube'],
    targetAudience: targetAudience.replace(/[\s.]+$/, ''),
  };
}
