/** `npm run evals -- ranking FILE.json`: the product's order of partners against a person's. */
import { z } from 'zod';
import { type PartnerCriteria, partnerCriteria } from '../../events/accounts/businessInput.ts';
import { planFromWords } from '../../events/partners/match.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import { byScore } from '../../events/partners/score.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { LONGEST } from '../../events/shared/longest.ts';
import { PLATFORMS, type Platform } from '../../events/shared/options.ts';
import { judgePartners } from './judgePartners.ts';
import type { Grader, Verdict } from './labeled.ts';

const figure = z.number().nullish();
const words = z.string().nullish();

/**
 * `note` says what the business looks for. The candidates stand in a person's order, the best first, unless `rank` or `wanted` says another. Names of
 * fields differ between files, and unknown ones pass.
 */
const candidate = z.looseObject({
  name: z.string(),
  platform: words,
  ...{ followers: figure, followersCount: figure, engagement: figure, engagementRate: figure },
  ...{ bio: words, jobTitle: words, industry: words, country: words },
  keywords: z.array(z.string()).nullish(),
  rank: figure,
  /** Whether the person would approve them. */
  wanted: z.boolean().nullish(),
});
const file = z.looseObject({
  note: z.string().nullish(),
  business: z.union([z.string(), z.looseObject({ description: words, industry: words })]).nullish(),
  criteria: z.union([z.string(), z.looseObject({})]).nullish(),
  exclusions: z.array(z.string()).nullish(),
  candidates: z.array(candidate).min(1),
});
type Candidate = z.infer<typeof candidate>;

/** X is Twitter, as people write it. */
const platformOf = (written: unknown): Platform | null => {
  const word = String(written ?? '').toLowerCase();
  return /^x\b|twitter/.test(word) ? 'twitter' : (PLATFORMS.find((name) => name === word) ?? null);
};

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' ? Object.values(value ?? {}).flatMap(textsIn) : [];

/** What the file says of the wanted people; the note alone is enough. */
function criteriaOf({ note, business, criteria, exclusions }: z.infer<typeof file>): PartnerCriteria {
  const written = [note, ...[business, criteria].filter((one) => typeof one === 'string')].filter(Boolean).join(' ');
  const about = typeof business === 'object' ? business?.description : null;
  const { audience, platforms, ...named } =
    (typeof criteria === 'object' && criteria) || ({} as Record<string, unknown>);
  const text = [written, about].filter(Boolean).join(' ') || textsIn([business, criteria]).join('. ');
  if (text.trim() === '') throw new Error('The file does not say what the business looks for: note is missing.');
  return partnerCriteria.parse({
    targetAudience: audience ?? text.slice(0, LONGEST.targetAudience),
    description: text.slice(0, LONGEST.description),
    ...named,
    ...(Array.isArray(platforms) && { platforms: platforms.map(platformOf).filter((one) => one !== null) }),
    ...(exclusions && { exclusions }),
  });
}

const foundOf = (one: Candidate): FoundPerson => ({
  facts: {
    platform: platformOf(one.platform) ?? 'linkedin',
    ...{ otherPlatforms: [], industry: one.industry ?? null, source: 'import' },
    followersCount: one.followers ?? one.followersCount ?? null,
    engagementRate: one.engagement ?? one.engagementRate ?? null,
  },
  person: {
    ...{ name: one.name, username: null, avatar: null, bio: one.bio ?? null, profileUrl: null, company: null },
    ...{ jobTitle: one.jobTitle ?? null, companyDomain: null, country: one.country ?? null, region: null, city: null },
    ...{ keywords: one.keywords ?? [], socialProfiles: [], evidence: [] },
  },
});

/** A person's ranks: by `rank`, else as the candidates stand; a list of wanted and unwanted ones in turn is ordered by that. */
function ranksByPerson(candidates: readonly Candidate[]): number[] {
  if (candidates.every(({ rank }) => typeof rank === 'number'))
    return ranksOf(candidates.map(({ rank = 0 }) => -(rank ?? 0)));
  const isMixed = candidates.some(({ wanted }, at) => wanted === true && candidates[at - 1]?.wanted === false);
  return isMixed ? ranksOf(candidates.map(({ wanted }) => Number(wanted))) : candidates.map((_, at) => at + 1);
}

/** Ranks from 1; equal scores share the middle of their ranks. */
function ranksOf(scores: readonly (number | null)[]): number[] {
  const sorted = scores.toSorted(byScore);
  return scores.map((score) => (sorted.indexOf(score) + sorted.lastIndexOf(score)) / 2 + 1);
}

/** Pearson's correlation of two lists of ranks, which is Spearman's of what they rank. 0 where one of them ranks nothing. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, one, at) => sum + (one - (x === a ? meanA : meanB)) * ((y[at] ?? 0) - (y === a ? meanA : meanB)), 0);
  const spread = Math.sqrt(product(a, a) * product(b, b));
  return spread === 0 ? 0 : product(a, b) / spread;
}

/** The threshold of Accept All as the list offers it. */
const ACCEPTED = 75;

export const gradeRanking: Grader = async (read, judge) => {
  const parsed = file.parse(read);
  const { candidates } = parsed;
  const criteria = criteriaOf(parsed);
  const plan = planFromWords(criteria);
  const people = candidates.map(foundOf);
  const judged = judge && (await judgePartners(judge, people, criteria));
  const matches = people.map((one, at) => scoreFound(one, criteria, plan, { judgment: judged?.judgments[at] ?? null }));
  const scores = matches.map(({ score }) => score);
  const ranks = ranksOf(scores);
  const wantedRanks = ranksByPerson(candidates);
  const verdicts = candidates.map(
    (one, at): Verdict => ({
      ...{ id: one.name, wanted: String(wantedRanks[at]), got: String(ranks[at]) },
      why: matches[at]?.parts.map(({ part, points, reason }) => `${part} ${points}: ${reason}`).join('; ') || null,
    }),
  );
  const accepted = candidates.filter((_, at) => (scores[at] ?? 0) >= ACCEPTED);
  const isLabeled = candidates.some(({ wanted }) => typeof wanted === 'boolean');
  return {
    verdicts,
    table: {
      'order against a person (Spearman)':
        candidates.length > 1 ? Math.round(spearman(ranks, wantedRanks) * 100) / 100 : 'not measured: one candidate',
      [`approved at ${ACCEPTED}`]: accepted.length,
      ...(isLabeled && { 'approved and wanted': accepted.filter(({ wanted }) => wanted).length }),
      ...judged?.table,
    },
  };
};
