/** The AI's judgment of how people fit the business: what it reads, and what of its answer counts. */
import { z } from 'zod';
import type { ProfileState } from '../accounts/profile.ts';
import { cutText } from '../shared/format.ts';
import { tellsAi, withoutOrders } from '../shared/hostile.ts';
import { AGAINST_SIGNS, type Judgment, mark } from './judgment.ts';
import type { FoundPerson } from './partner.ts';

/** Limits of what the AI reads of one person. Thirty of them are one question. */
const LONGEST = { bio: 900, field: 160, reason: 240, quote: 200 };
const MOST = { keywords: 12, works: 5, quotes: 3 };

const readable = (text: string | null, longest: number): string | null =>
  cutText(withoutOrders(text ?? '').text.trim(), longest) || null;

const readableList = (texts: readonly string[], most: number): string[] =>
  texts
    .slice(0, most)
    .map((text) => readable(text, LONGEST.field))
    .filter((text) => text !== null);

/** What the AI reads of a person. */
export const candidateOf = ({ facts, person }: FoundPerson) => ({
  name: readable(person.name, LONGEST.field),
  bio: readable(person.bio, LONGEST.bio),
  job: readable([person.jobTitle, person.company].filter(Boolean).join(' at '), LONGEST.field),
  industry: readable(facts.industry, LONGEST.field),
  keywords: readableList(person.keywords, MOST.keywords),
  works: readableList(
    person.evidence.flatMap(({ field, text }) => (field === 'recentWork' ? [text] : [])),
    MOST.works,
  ),
  place: readable([person.city, person.region, person.country].filter(Boolean).join(', '), LONGEST.field),
  platform: facts.platform,
  otherPlatforms: facts.otherPlatforms,
  followers: facts.followersCount,
  engagement: facts.engagementRate,
});
export type Candidate = ReturnType<typeof candidateOf>;

/** What the business looks for. The plan of a search is made from it, so it is no part: each search would have everyone judged again. */
export function wantedOf({ businessName, industry, description, criteria, generated }: Wanting) {
  const audience = criteria?.targetAudience ?? null;
  return {
    business: { name: businessName, industry, description },
    audience,
    // the AI's own summary counts only while it speaks of the same audience
    idealPartner: generated && generated.targetAudience === audience ? generated.description : null,
    additionalCriteria: criteria?.additionalCriteria || null,
    exclusions: criteria?.exclusions ?? [],
  };
}
type Wanting = Pick<ProfileState, 'businessName' | 'industry' | 'description' | 'criteria' | 'generated'>;
export type Wanted = ReturnType<typeof wantedOf>;

/** What a person makes, in words, to be compared by meaning. */
export const subjectText = ({ bio, job, industry, keywords, works }: Candidate): string =>
  [job, industry, bio, keywords.join(', '), works.join('. ')].filter(Boolean).join('\n');

/** What the business looks for, in words. */
export const wantedText = ({ business, audience, idealPartner, additionalCriteria }: Wanted): string =>
  [business.description, business.industry, audience, idealPartner, additionalCriteria].filter(Boolean).join('\n');

/** `orders`: the sentences of the profile that speak to an AI or ask for marks, in any language. */
export const rubricAnswer = z.object({
  candidates: z.array(
    z.object({
      ...{ id: z.string(), orders: z.array(z.string()), quotes: z.array(z.string()) },
      ...{ topic: mark, audience: mark, region: mark, quality: mark },
      against: z.array(z.enum(AGAINST_SIGNS)),
      reason: z.string(),
    }),
  ),
});
export type RubricAnswer = z.infer<typeof rubricAnswer>;

/** The profile without these sentences. null: they are not in it, or are most of it. */
export function withoutThese(candidate: Candidate, orders: readonly string[]): Candidate | null {
  const cutFrom = (text: string | null) =>
    text && (orders.reduce((rest, order) => rest.replace(order.trim(), ' '), text).trim() || null);
  const cutFromAll = (texts: readonly string[]) => texts.map(cutFrom).filter((text) => text !== null);
  const { bio, job, keywords, works } = candidate;
  const cut = {
    ...candidate,
    ...{ bio: cutFrom(bio), job: cutFrom(job), keywords: cutFromAll(keywords), works: cutFromAll(works) },
  };
  const [before, after] = [subjectText(candidate).length, subjectText(cut).length];
  return after < before && after >= before / 2 ? cut : null;
}

/** What counts of the AI's word about one person. */
export type Said = Pick<Judgment, 'marks' | 'against' | 'reason' | 'quotes'>;
/** `similarity`: of what they make to what the business looks for; null: not known. */
export type Asked = { id: string; candidate: Candidate; similarity: number | null };

/** A mark above this must be proved. */
const UNPROVED = 2;
/** A mark up to this is a misfit's. */
const MISFIT = 1;
/** From so many misfits on, their median says how remote a misfit is. */
const ENOUGH_MISFITS = 5;
const LEAST_QUOTE = 6;

const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The quotes that are in the profile. */
function provedQuotes(quotes: readonly string[], { name: _, ...read }: Candidate): string[] {
  const said = [read.bio, read.job, read.industry, read.place, ...read.keywords, ...read.works].map(
    (text) => ` ${comparable(text ?? '')} `,
  );
  return [...new Set(quotes.map((quote) => cutText(quote.trim(), LONGEST.quote)))]
    .filter((quote) => {
      const words = comparable(quote);
      return words.length >= LEAST_QUOTE && tellsAi(quote) === null && said.some((text) => text.includes(words));
    })
    .slice(0, MOST.quotes);
}

/** A sentence for the user. A stranger's link must not come through it. */
const reasonOf = (reason: string): string => {
  const line = cutText(reason.replace(/\s+/g, ' ').trim(), LONGEST.reason);
  return /:\/\/|www\.|@|\b[\w-]+\.(?:com|net|org|io|co|shop|example)\b/i.test(line) || tellsAi(line) !== null
    ? ''
    : line;
};

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/**
 * What counts of an answer, by id. Missing are those whom it leaves out or names twice. `orders`: those who give the AI orders. They are not judged
 * from this text. A high mark needs a quote of the profile. It also needs the other witness, the similarity, which no text can talk to: who is more remote from the
 * business than half of the misfits gets none.
 */
export function readAnswer(
  { candidates }: RubricAnswer,
  asked: readonly Asked[],
): { said: Map<string, Said>; orders: Map<string, string[]> } {
  const similarityOf = new Map(asked.map(({ id, similarity }) => [id, similarity]));
  const misfits = candidates.flatMap(({ id, topic }) =>
    topic !== null && topic <= MISFIT ? (similarityOf.get(id) ?? []) : [],
  );
  const remote = misfits.length >= ENOUGH_MISFITS ? median(misfits) : Number.NEGATIVE_INFINITY;
  const said = new Map<string, Said>();
  const orders = new Map<string, string[]>();
  for (const { id, candidate, similarity } of asked) {
    const [answer, ...more] = candidates.filter((one) => one.id === id);
    if (!answer || more.length > 0) continue;
    if (answer.orders.length > 0) {
      orders.set(id, answer.orders);
      continue;
    }
    const quotes = provedQuotes(answer.quotes, candidate);
    const isProved = quotes.length > 0 && (similarity ?? remote) >= remote;
    const capped = (value: number | null) => (value === null || isProved ? value : Math.min(value, UNPROVED));
    said.set(id, {
      marks: {
        topic: capped(answer.topic),
        audience: capped(answer.audience),
        region: answer.region,
        quality: capped(answer.quality),
      },
      against: [...new Set(answer.against)],
      reason: reasonOf(answer.reason),
      quotes,
    });
  }
  return { said, orders };
}
