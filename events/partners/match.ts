import type { PartnerCriteria } from '../accounts/businessInput.ts';
import { countriesIn, keptCountry } from '../shared/countries.ts';
import { capitalised } from '../shared/format.ts';
import { PLATFORM_LABELS, type Platform } from '../shared/options.ts';
import type { AgainstSign, Judgment } from './judgment.ts';
import { signsAgainst } from './match/against.ts';
import { areRelated, conceptsOf, weightOf } from './match/concepts.ts';
import { type SearchPlan, type Wanted, type Wants, wantedOf, withoutExclusions } from './match/wanted.ts';
import { isTelling, plain, sharedWords, vocabularyOf, wordsOf } from './match/words.ts';
import {
  LEARNED_POINTS,
  type Learned,
  MATCH_PARTS,
  type Match,
  type MatchGap,
  type MatchPart,
  totalScore,
} from './matchParts.ts';

export type { SearchPlan } from './match/wanted.ts';

export type MatchSubject = {
  name: string | null;
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

/** Whether a text has all words of at least one of the terms. */
export const mentions = (text: string, terms: readonly string[]): boolean => {
  const own = vocabularyOf(text);
  return terms.some((term) => {
    const wanted = vocabularyOf(term);
    return wanted.words.length > 0 && sharedWords(wanted, own).length === wanted.words.length;
  });
};

/** `judgment`: the AI's marks replace the rules' shares. `learned`: what the user's decisions say. */
export type MatchOptions = { judgment?: Judgment | null; learned?: Learned | null };

/** A part with a gap does not count, and the others weigh more. */
type Share = { share: number; reason: string } | { share: null; gap: MatchGap; reason: string };
const unknown = (reason: string): Share => ({ share: null, gap: 'unknown', reason });
const notAsked = (reason: string): Share => ({ share: null, gap: 'not_asked', reason });

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
  if (mark === null) return unknown('Nothing known says it');
  const share = mark / 4;
  const tie = similarity === null || mark === 4 ? 0 : SIMILARITY_WEIGHT * Math.min(1, Math.max(0, similarity));
  return { share: share + tie, reason: MARK_TEXTS[mark] ?? '' };
}

/** What each sign takes away. With those of SURE no score reaches the threshold of Accept All. */
const SIGN_POINTS: Readonly<Record<AgainstSign, number>> = {
  excluded: 70,
  declines: 60,
  stuffed: 80,
  competitor: 45,
  organization: 70,
  bought_followers: 40,
  no_audience: 20,
};

/** From this share of the topic on, another brand is one of the same field. */
const IN_FIELD = 0.3;

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
  const wanted = wantedOf(criteria, plan);
  const ruled = shareByRules(subject, criteria, plan, wanted);
  const shares = judgment
    ? {
        topic: known(markedShare(judgment.marks.topic, judgment.similarity)),
        audience: known(markedShare(judgment.marks.audience, judgment.similarity)),
        region: plan.regions.length === 0 ? ruled.region : markedShare(judgment.marks.region, null),
        reach: ruled.reach,
        quality: markedShare(judgment.marks.quality, null),
      }
    : ruled;
  const maxima = maximaOf(shares);
  const parts = COUNTED.map((part): MatchPart => {
    const one = shares[part];
    const { reason } = one;
    if (one.share === null) return { part, points: 0, max: 0, reason, gap: one.gap };
    return { part, points: Math.round(maxima[part] * Math.min(1, Math.max(0, one.share))), max: maxima[part], reason };
  });
  const inField = (ruled.topic.share ?? 0) >= IN_FIELD;
  const seen = signsAgainst({ ...subject, text: ownWords(subject) }, wanted, inField);
  const quotes = new Map(seen.map(({ sign, quote }) => [sign, quote]));
  const against = [...new Set([...quotes.keys(), ...(judgment?.against ?? [])])].map((sign): MatchPart => {
    const quote = quotes.get(sign);
    const reason = quote ? `${SIGN_TEXTS[sign]}: “${quote}”` : SIGN_TEXTS[sign];
    return { part: 'against', points: -SIGN_POINTS[sign], max: 0, reason, sign };
  });
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

/** What a text shares with what is wanted. `raw`: 1 for a field that is wanted, less for a related one or a word. `focus`: of its fields. */
export type Hits = { raw: number; focus: number; hits: string[] };

const RELATED = 0.4;
const WORD = 0.25;
const MOST_WORDS = 4;

export function hitsIn(text: string, wants: Wants): Hits {
  const { fields, phrased } = conceptsOf(text);
  const own = vocabularyOf(text);
  const shared = sharedWords(wants.vocabulary, {
    ...own,
    words: own.words.filter((word) => !phrased.has(plain(word))),
  });
  const same = [...fields.keys()].filter((field) => wants.fields.has(field));
  const relatedTo = (field: string): number =>
    RELATED *
    Math.max(0, ...[...wants.fields].flatMap(([other, wanted]) => (areRelated(field, other) ? [wanted] : [])));
  const related = [...fields.keys()].filter((field) => !same.includes(field) && relatedTo(field) > 0);
  const raw =
    same.reduce((sum, field) => sum + (wants.fields.get(field) ?? 0), 0) +
    Math.max(0, ...related.map((field) => relatedTo(field) * weightOf(field))) +
    WORD * Math.min(MOST_WORDS, shared.length);
  const names = [...same, ...related].map((field) => field.replaceAll('_', ' '));
  return { raw, focus: focusOf(text, wants, relatedTo), hits: [...new Set([...names, ...shared])] };
}

/** Which part of what they talk about is wanted. The first sentence says what somebody is, so it counts twice. */
function focusOf(text: string, wants: Wants, relatedTo: (field: string) => number): number {
  const [first = ''] = text.split(/[.!?\n]/);
  const { fields } = conceptsOf(`${first}\n${text}`);
  let all = 0;
  let wanted = 0;
  for (const [field, count] of fields) {
    all += count * weightOf(field);
    wanted += count * weightOf(field) * (wants.fields.has(field) ? 1 : relatedTo(field));
  }
  return all === 0 ? 1 : wanted / all;
}

/** Each further hit says less. */
const saturating = (raw: number): number => 1 - Math.exp(-raw / 0.8);
/** Someone who speaks of much else earns less. */
const FOCUSED = 0.5;
/** A role counts if they speak of the topic. */
const ENOUGH_TOPIC = 0.6;
const OTHER_ROLE = 0.7;
const NO_ROLE = 0.4;

function shareByRules(
  subject: MatchSubject,
  criteria: PartnerCriteria,
  plan: SearchPlan,
  wanted: Wanted,
): Record<(typeof COUNTED)[number], Share> {
  const own = ownWords(subject);
  const text = [own, subject.industry ?? ''].join('\n');
  const topic = hitsIn(text, wanted.topic);
  const topicShare = saturating(topic.raw) * (1 - FOCUSED + FOCUSED * topic.focus);
  const country = subject.country === null ? null : keptCountry(subject.country);
  const regions = plan.regions.map(keptCountry);
  const { roles } = conceptsOf(own);
  return {
    topic: {
      share: topicShare,
      reason:
        topic.hits.length > 0 ? `Talks about ${topic.hits.slice(0, 4).join(', ')}` : 'None of the topics you look for',
    },
    audience: audienceOf(text, roles, topicShare, wanted),
    region:
      regions.length === 0
        ? notAsked('No region asked for')
        : country === null
          ? unknown('Region not known')
          : regions.includes(country)
            ? { share: 1, reason: 'In one of your regions' }
            : { share: 0.3, reason: 'Outside the regions you look in' },
    reach: reachOf(subject, criteria),
    quality: qualityOf(own, roles),
  };
}

const ownWords = ({ bio, jobTitle, keywords }: MatchSubject): string =>
  [bio, jobTitle, ...keywords].filter(Boolean).join('\n');

/** Whom they reach: by the words of the audience, and by what they are for it. */
function audienceOf(text: string, roles: ReadonlySet<string>, topicShare: number, wanted: Wanted): Share {
  const { raw, hits } = hitsIn(text, wanted.audience);
  const asWanted = [...roles].filter((role) => wanted.roles.has(role));
  const role = asWanted.length > 0 ? 1 : roles.size > 0 ? OTHER_ROLE : NO_ROLE;
  const share = (saturating(raw) + role) / 2;
  return {
    share: share * Math.min(1, topicShare / ENOUGH_TOPIC),
    reason:
      hits.length === 0
        ? 'Their profile does not mention your target audience'
        : [
            `Profile names ${hits.slice(0, 3).join(', ')}`,
            ...(asWanted.length > 0
              ? [`${asWanted.slice(0, 2).join(' and ').replaceAll('_', ' ')} as you look for`]
              : []),
          ].join('; '),
  };
}

/** Fewer words say nothing of how somebody works. */
const FEW_WORDS = 5;
const ENOUGH_WORDS = 9;

function qualityOf(own: string, roles: ReadonlySet<string>): Share {
  const words = wordsOf(own);
  if (words.length === 0) return unknown('No description known');
  const signs = [
    ...(words.length >= FEW_WORDS ? ['describes what they do'] : []),
    ...(words.length >= ENOUGH_WORDS ? ['in detail'] : []),
    ...(roles.size > 0 ? [`${[...roles].slice(0, 2).join(' and ').replaceAll('_', ' ')}`] : []),
  ];
  return { share: signs.length / 3, reason: capitalised(signs.join(', ') || 'the description says little') };
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
        ? unknown('Number of followers not known')
        : {
            share: Math.min(1, Math.max(0, subject.followersCount) / minFollowers),
            reason: `${counted(subject.followersCount)} followers, you look for ${counted(minFollowers)}`,
          },
    );
  if (minEngagement > 0)
    asked.push(
      subject.engagementRate === null
        ? unknown('engagement not known')
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
  if (asked.length === 0) return notAsked('No reach asked for');
  const shares = asked.flatMap(({ share }) => share ?? []);
  const reason = capitalised(asked.map((one) => one.reason).join('; '));
  return shares.length === 0
    ? unknown(reason)
    : { share: shares.reduce((product, share) => product * share, 1), reason };
}

const counted = (count: number): string => count.toLocaleString('en-US');

/** The plan when no AI made one: the criteria's own words. */
export function planFromWords(criteria: PartnerCriteria): SearchPlan {
  const pick = (text: string | undefined, limit: number) =>
    [
      ...new Set(
        withoutExclusions(text ?? '')
          .toLowerCase()
          .match(/[\p{L}\p{N}]{4,}/gu) ?? [],
      ),
    ]
      .filter(isTelling)
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
