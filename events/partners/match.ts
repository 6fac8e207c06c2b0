import type { PartnerCriteria } from '../accounts/businessInput.ts';
import { countriesIn, keptCountry } from '../shared/countries.ts';
import { capitalised } from '../shared/format.ts';
import { PLATFORM_LABELS, type Platform } from '../shared/options.ts';
import type { AgainstSign, Judgment } from './judgment.ts';
import { LEARNED_POINTS, type Learned, MATCH_PARTS, type Match, type MatchPart, totalScore } from './matchParts.ts';

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

/** `judgment`: the AI's marks replace the rules' shares. `learned`: what the user's decisions say. */
export type MatchOptions = { judgment?: Judgment | null; learned?: Learned | null };

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

/** null: nothing known says it, or nothing was asked. Such a part does not count, and the others weigh more. */
type Share = { share: number | null; reason: string };

const COUNTED = ['topic', 'audience', 'region', 'reach', 'quality'] as const;

/** The maximum of each part, 100 together. */
function maximaOf(shares: Readonly<Record<(typeof COUNTED)[number], Share>>): Record<(typeof COUNTED)[number], number> {
  const known = COUNTED.filter((name) => shares[name].share !== null);
  const all = known.reduce((sum, name) => sum + MATCH_PARTS[name], 0);
  const maxima = { topic: 0, audience: 0, region: 0, reach: 0, quality: 0 };
  for (const name of known) maxima[name] = Math.round((100 * MATCH_PARTS[name]) / all);
  // the largest part takes what rounding leaves over
  maxima.topic += 100 - COUNTED.reduce((sum, name) => sum + maxima[name], 0);
  return maxima;
}

/** A model's mark decides; the similarity of meanings orders those of one mark. */
const SIMILARITY_WEIGHT = 0.1;
const MARK_TEXTS = ['Does not fit', 'Hardly fits', 'Fits in part', 'Fits well', 'Fits as wanted'];

function markedShare(mark: number | null, similarity: number | null): Share {
  if (mark === null) return { share: null, reason: 'Nothing known says it' };
  const share = mark / 4;
  const tie = similarity === null || mark === 4 ? 0 : SIMILARITY_WEIGHT * Math.min(1, Math.max(0, similarity));
  return { share: share + tie, reason: MARK_TEXTS[mark] ?? '' };
}

/** What each sign takes away. With those of SURE no score reaches the threshold of Accept All. */
const SIGN_POINTS: Readonly<Record<AgainstSign, number>> = {
  excluded: 60,
  declines: 60,
  stuffed: 60,
  competitor: 40,
  organization: 40,
  bought_followers: 30,
  no_audience: 20,
};

const SIGN_TEXTS: Readonly<Record<AgainstSign, string>> = {
  excluded: 'Is or does what you exclude',
  competitor: 'Bound to another brand of your field',
  declines: 'Says no to partnerships',
  stuffed: 'A list of search words, not a profile',
  organization: 'A company or a page, not a person',
  bought_followers: 'The followers may be bought',
  no_audience: 'Has no audience',
};

/** Scores a partner: would this business want this person? Without a judgment of the AI, readable rules do, always the same. */
export function scoreMatch(
  subject: MatchSubject,
  criteria: PartnerCriteria,
  plan: SearchPlan,
  { judgment = null, learned = null }: MatchOptions = {},
): Match {
  const by = judgment === null ? 'rules' : 'rubric';
  if (!criteria.targetAudience?.trim()) return { score: null, by, parts: [] };
  const ruled = shareByRules(subject, criteria, plan);
  const shares = judgment
    ? {
        topic: known(markedShare(judgment.marks.topic, judgment.similarity)),
        audience: known(markedShare(judgment.marks.audience, judgment.similarity)),
        region: markedShare(judgment.marks.region, null),
        reach: ruled.reach,
        quality: markedShare(judgment.marks.quality, null),
      }
    : ruled;
  const maxima = maximaOf(shares);
  const parts = COUNTED.map((part): MatchPart => {
    const { share, reason } = shares[part];
    const points = Math.round(maxima[part] * Math.min(1, Math.max(0, share ?? 0)));
    return { part, points, max: maxima[part], reason };
  });
  const against = (judgment?.against ?? []).map(
    (sign): MatchPart => ({ part: 'against', points: -SIGN_POINTS[sign], max: 0, reason: SIGN_TEXTS[sign], sign }),
  );
  const ofLearned = learned ? [learnedPart(learned)] : [];
  const all = [...parts, ...against, ...ofLearned];
  return { score: totalScore(all), by, parts: all };
}

/** A part that must be known: nothing is not half of it. */
const known = ({ share, reason }: Share): Share => ({ share: share ?? 0, reason });

const learnedPart = ({ points, reason }: Learned): MatchPart => ({
  ...{ part: 'learned', max: 0, reason },
  points: Math.max(-LEARNED_POINTS, Math.min(LEARNED_POINTS, Math.round(points))),
});

function shareByRules(
  subject: MatchSubject,
  criteria: PartnerCriteria,
  plan: SearchPlan,
): Record<(typeof COUNTED)[number], Share> {
  const found = new Set(
    words([subject.bio, subject.jobTitle, subject.industry, ...subject.keywords].filter(Boolean).join('\n')),
  );
  const topics = [...plan.topics, ...plan.jobTitles];
  const topic = covered(topics, found);
  const audience = covered(plan.audienceTerms, found);
  const country = subject.country === null ? null : keptCountry(subject.country);
  const regions = plan.regions.map(keptCountry);
  return {
    topic: {
      share: topics.length === 0 ? 0 : saturating(topic.sum, topics.length),
      reason:
        topic.hits.length > 0 ? `Talks about ${topic.hits.slice(0, 4).join(', ')}` : 'Few of the topics you look for',
    },
    audience: {
      share:
        plan.audienceTerms.length === 0 ? null : Math.min(1, audience.sum / Math.min(3, plan.audienceTerms.length)),
      reason:
        audience.hits.length > 0
          ? `Profile names ${audience.hits.slice(0, 3).join(', ')}`
          : 'Their profile does not mention your target audience',
    },
    region:
      regions.length === 0
        ? { share: null, reason: 'No region asked for' }
        : country === null
          ? { share: null, reason: 'Region not known' }
          : regions.includes(country)
            ? { share: 1, reason: 'In one of your regions' }
            : { share: 0.3, reason: 'Outside the regions you look in' },
    reach: reachOf(subject, criteria),
    quality: { share: null, reason: 'Not known' },
  };
}

/** Followers, engagement and platform, as far as they are asked for and known. */
function reachOf(
  subject: MatchSubject,
  { minFollowers = 0, minEngagement = 0, platforms = [] }: PartnerCriteria,
): Share {
  const asked: Share[] = [];
  if (minFollowers > 0)
    asked.push(
      subject.followersCount === null
        ? { share: null, reason: 'Number of followers not known' }
        : {
            share: Math.min(1, Math.max(0, subject.followersCount) / minFollowers),
            reason: `${counted(subject.followersCount)} followers, you look for ${counted(minFollowers)}`,
          },
    );
  if (minEngagement > 0)
    asked.push(
      subject.engagementRate === null
        ? { share: null, reason: 'engagement not known' }
        : {
            share: Math.min(1, (Math.max(0, subject.engagementRate) / minEngagement) ** 2),
            reason: `${subject.engagementRate}% engagement, you look for ${minEngagement}%`,
          },
    );
  if (platforms.length > 0)
    asked.push(
      platforms.includes(subject.platform)
        ? { share: 1, reason: `on ${PLATFORM_LABELS[subject.platform]}` }
        : subject.otherPlatforms.some((platform) => platforms.includes(platform))
          ? { share: 0.6, reason: 'also on a platform you prefer' }
          : { share: 0, reason: 'not on a platform you prefer' },
    );
  if (asked.length === 0) return { share: null, reason: 'No reach asked for' };
  const shares = asked.flatMap(({ share }) => share ?? []);
  return {
    share: shares.length === 0 ? null : shares.reduce((product, share) => product * share, 1),
    reason: capitalised(asked.map(({ reason }) => reason).join('; ')),
  };
}

const counted = (count: number): string => count.toLocaleString('en-US');

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
