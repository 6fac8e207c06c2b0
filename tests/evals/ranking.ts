/** `npm run evals -- ranking FILE.json`: the product's order of partners against a person's. */
import { z } from 'zod';
import { partnerCriteria } from '../../events/accounts/businessInput.ts';
import { planFromWords } from '../../events/partners/match.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import { byScore } from '../../events/partners/score.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { PLATFORMS } from '../../events/shared/options.ts';
import type { Grader, Verdict } from './labeled.ts';

/** The candidates stand in the order of a person, the best first. `note` says what the business looks for. */
const file = z.object({
  note: z.string(),
  criteria: partnerCriteria.optional(),
  candidates: z.array(
    z.looseObject({
      name: z.string(),
      platform: z.enum(PLATFORMS),
      followers: z.number().nullable(),
      engagement: z.number().nullable(),
      bio: z.string().nullable(),
      industry: z.string().nullable(),
      /** Whether the person would approve them. */
      wanted: z.boolean().optional(),
    }),
  ),
});
type Candidate = z.infer<typeof file>['candidates'][number];

const foundOf = ({ name, platform, followers, engagement, bio, industry }: Candidate): FoundPerson => ({
  facts: {
    ...{ platform, otherPlatforms: [], industry, source: 'import' },
    ...{ followersCount: followers, engagementRate: engagement },
  },
  person: {
    ...{ name, username: null, avatar: null, bio, profileUrl: null, jobTitle: null, company: null },
    ...{ companyDomain: null, country: null, region: null, city: null, keywords: [], socialProfiles: [], evidence: [] },
  },
});

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

export const gradeRanking: Grader = async (read) => {
  const { note, candidates, criteria = { targetAudience: note } } = file.parse(read);
  const plan = planFromWords(criteria);
  const matches = candidates.map((one) => scoreFound(foundOf(one), criteria, plan));
  const scores = matches.map(({ score }) => score);
  const ranks = ranksOf(scores);
  const wantedRanks = candidates.map((_, at) => at + 1);
  const verdicts = candidates.map(
    (one, at): Verdict => ({
      ...{ id: one.name, wanted: String(at + 1), got: String(ranks[at]) },
      why: matches[at]?.parts.map(({ part, points, reason }) => `${part} ${points}: ${reason}`).join('; ') || null,
    }),
  );
  const accepted = candidates.filter((_, at) => (scores[at] ?? 0) >= ACCEPTED);
  const isLabeled = candidates.some(({ wanted }) => wanted !== undefined);
  return {
    verdicts,
    table: {
      'order against a person (Spearman)': Math.round(spearman(ranks, wantedRanks) * 100) / 100,
      [`approved at ${ACCEPTED}`]: accepted.length,
      ...(isLabeled && { 'approved and wanted': accepted.filter(({ wanted }) => wanted).length }),
    },
  };
};
