import type { PartnerCriteria } from '../accounts/businessInput.ts';
import { countriesIn, keptCountry } from '../shared/countries.ts';
import { industryKey, PLATFORM_LABELS, type Platform } from '../shared/options.ts';

/** A search's words, as profiles have them. Lower case. */
export type SearchPlan = { topics: string[]; jobTitles: string[]; audienceTerms: string[]; regions: string[] };

export type MatchSubject = {
  bio: string | null;
  jobTitle: string | null;
  industry: string | null;
  keywords: readonly string[];
  country: string | null;
  platform: Platform;
  otherPlatforms: readonly Platform[];
  /** null: not known. */
  followersCount: number | null;
  /** Percent; null: not known. */
  engagementRate: number | null;
};

export const MATCH_PARTS = { topic: 40, audience: 20, engagement: 15, platform: 15, region: 10 } as const;
export type MatchPartName = keyof typeof MATCH_PARTS;
export type MatchPart = { part: MatchPartName; points: number; max: number; reason: string };
/** `score`: 0–100; null: no audience is described, so nobody can be judged. */
export type Match = { score: number | null; parts: MatchPart[] };

/** The share of the audience's points that somebody earns whose number of followers nobody tells. */
const UNKNOWN_REACH = 0.85;

/** The maximum of each part, 100 together. If a part cannot be judged, the others weigh more. */
function maximaWithout(unknown: MatchPartName | null): Record<MatchPartName, number> {
  if (unknown === null) return MATCH_PARTS;
  const names = (Object.keys(MATCH_PARTS) as MatchPartName[]).filter((name) => name !== unknown);
  const scale = 100 / (100 - MATCH_PARTS[unknown]);
  const maxima = { ...MATCH_PARTS, [unknown]: 0 } as Record<MatchPartName, number>;
  for (const name of names) maxima[name] = Math.round(MATCH_PARTS[name] * scale);
  // what rounding left over belongs to the largest part
  maxima.topic += 100 - names.reduce((sum, name) => sum + maxima[name], 0);
  return maxima;
}

/** The score of 0–100: the sum of its parts, each within 0 and its maximum. So it never falls when a part rises. */
export function totalScore(parts: readonly (Pick<MatchPart, 'part' | 'points'> & { max?: number })[]): number {
  const sum = parts.reduce((total, { part, points, max = MATCH_PARTS[part] }) => {
    return total + (Number.isFinite(points) ? Math.min(max, Math.max(0, points)) : 0);
  }, 0);
  return Math.round(Math.min(100, sum));
}

const STOP_WORDS = new Set(
  'a an and are as at be by for from has have in into is it its of on or our that the their them they this to we who with you your people audience looking want interested aged between'.split(
    ' ',
  ),
);

/** Words in lower case without stop words. Plural and -ing endings are cut, so that "runners" finds "runner". */
export function words(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word))
    .map((word) => word.replace(/(ies)$/, 'y').replace(/(?<=\w{3})(ing|ers|er|es|s)$/, ''));
}

/** How well a text's words cover one term: 1 whole, 0.25 for at least half of a phrase, else 0. */
function coverage(term: string, found: ReadonlySet<string>): number {
  const parts = words(term);
  if (parts.length === 0) return 0;
  const hits = parts.filter((part) => found.has(part)).length;
  if (hits === parts.length) return 1;
  return hits * 2 >= parts.length ? 0.25 : 0;
}

function covered(terms: readonly string[], found: ReadonlySet<string>): { sum: number; hits: string[] } {
  let sum = 0;
  const hits: string[] = [];
  for (const term of new Set(terms)) {
    const share = coverage(term, found);
    sum += share;
    if (share === 1) hits.push(term);
  }
  return { sum, hits };
}

/** Whether a text speaks of at least one of the terms. */
export const mentions = (text: string, terms: readonly string[]): boolean =>
  covered(terms, new Set(words(text))).hits.length > 0;

/** Each further hit counts less: 1 earns 0.46, 3 earn 0.78, 8 earn it all. All that were asked for earn it all, too. */
const saturating = (hits: number, asked: number): number =>
  hits >= asked ? 1 : Math.min(1, (1.2 * hits) / (hits + 1.6));

/**
 * Scores a partner by readable rules. No model decides, so the same profile always gets the same score. Unknown is not zero. Unknown engagement does
 * not count, unknown followers cost a little, and each reason says so. A part that nothing was asked of is earned in full. Without a described
 * audience there is no score: everyone would earn all of it.
 */
export function scoreMatch(subject: MatchSubject, criteria: PartnerCriteria, plan: SearchPlan): Match {
  if (!criteria.targetAudience?.trim()) return { score: null, parts: [] };
  const found = new Set(
    words([subject.bio, subject.jobTitle, subject.industry, ...subject.keywords].filter(Boolean).join('\n')),
  );

  const topics = [...plan.topics, ...plan.jobTitles];
  const topic = covered(topics, found);
  const sameIndustry =
    criteria.industry !== undefined && industryKey(criteria.industry) === industryKey(subject.industry ?? '');
  const topicShare = topics.length === 0 ? 1 : saturating(topic.sum, topics.length);
  // of somebody whose industry no one names the topics say it all
  const judged = criteria.industry === undefined || subject.industry === null;
  const topicAll = judged ? topicShare : 0.35 * Number(sameIndustry) + 0.65 * topicShare;

  const audience = covered(plan.audienceTerms, found);
  const audienceShare =
    plan.audienceTerms.length === 0 ? 1 : Math.min(1, audience.sum / Math.min(3, plan.audienceTerms.length));
  const minFollowers = criteria.minFollowers ?? 0;
  const reachShare =
    minFollowers === 0
      ? 1
      : subject.followersCount === null
        ? UNKNOWN_REACH
        : Math.min(1, subject.followersCount / minFollowers);

  const minEngagement = criteria.minEngagement ?? 0;
  const engagementUnknown = minEngagement > 0 && subject.engagementRate === null;
  const engagementShare = minEngagement === 0 ? 1 : Math.min(1, ((subject.engagementRate ?? 0) / minEngagement) ** 2);

  const wanted = criteria.platforms ?? [];
  const platformShare =
    wanted.length === 0 || wanted.includes(subject.platform)
      ? 1
      : subject.otherPlatforms.some((platform) => wanted.includes(platform))
        ? 0.6
        : 0;

  const country = subject.country === null ? null : keptCountry(subject.country);
  const regions = plan.regions.map(keptCountry);
  const regionShare = regions.length === 0 ? 1 : country === null ? 0.5 : regions.includes(country) ? 1 : 0.3;

  const maxima = maximaWithout(engagementUnknown ? 'engagement' : null);
  const part = (name: MatchPartName, share: number, reason: string): MatchPart => ({
    part: name,
    // whole points, so that the parts on the screen add up to the score
    points: Math.round(maxima[name] * Math.min(1, Math.max(0, share))),
    max: maxima[name],
    reason,
  });
  const parts = [
    part(
      'topic',
      topicAll,
      topic.hits.length > 0
        ? `Talks about ${topic.hits.slice(0, 4).join(', ')}${sameIndustry ? `; same industry (${subject.industry})` : ''}`
        : sameIndustry
          ? `Same industry (${subject.industry})`
          : topics.length === 0
            ? 'No topics to look for, so everyone gets these points'
            : 'Few of the topics you look for',
    ),
    part(
      'audience',
      // too small a reach weighs on the whole part: the right people in too small a number do not help
      reachShare * (0.5 + 0.5 * audienceShare),
      [
        audience.hits.length > 0
          ? `Profile names ${audience.hits.slice(0, 3).join(', ')}`
          : plan.audienceTerms.length > 0
            ? 'Their profile does not mention your target audience'
            : 'Your target audience has no words to look for',
        subject.followersCount === null
          ? 'number of followers not known'
          : reachShare >= 1
            ? 'enough followers'
            : `${subject.followersCount.toLocaleString('en-US')} followers, you look for ${minFollowers.toLocaleString('en-US')}`,
      ].join('; '),
    ),
    part(
      'engagement',
      engagementShare,
      subject.engagementRate === null
        ? engagementUnknown
          ? 'Engagement not known, so it does not count'
          : 'Engagement not known'
        : engagementShare >= 1
          ? `${subject.engagementRate}% engagement`
          : `${subject.engagementRate}% engagement, you look for ${minEngagement}%`,
    ),
    part(
      'platform',
      platformShare,
      platformShare === 1
        ? `On ${PLATFORM_LABELS[subject.platform]}`
        : platformShare > 0
          ? 'Also on a platform you prefer'
          : 'Not on a platform you prefer',
    ),
    part(
      'region',
      regionShare,
      regions.length === 0
        ? 'No region asked for'
        : country === null
          ? 'Region not known'
          : regionShare === 1
            ? 'In one of your regions'
            : 'Outside the regions you look in',
    ),
  ];
  return { score: totalScore(parts), parts };
}

/** The plan when no AI made one: the criteria's own words. */
export function planFromWords(criteria: PartnerCriteria): SearchPlan {
  const pick = (text: string | undefined, limit: number) =>
    [...new Set((text ?? '').toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])]
      .filter((word) => !STOP_WORDS.has(word))
      .slice(0, limit);
  return {
    topics: [
      ...new Set([
        ...(criteria.industry ? [criteria.industry.toLowerCase()] : []),
        ...pick(criteria.description, 8),
        ...pick(criteria.additionalCriteria, 4),
      ]),
    ],
    jobTitles: [],
    audienceTerms: pick(criteria.targetAudience, 8),
    // the same texts as on the screen that says where people are looked for
    regions: countriesIn(`${criteria.targetAudience ?? ''} ${criteria.additionalCriteria ?? ''}`),
  };
}
