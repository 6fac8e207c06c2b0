/** What an AI judge reads of a text, part by part, and the flaws that follow from its answer. It only adds flaws: no answer lifts one. */
import { z } from 'zod';
import type { MessageText } from '../messageEvents.ts';
import type { Part } from '../parts.ts';
import type { CheckedCampaign, CheckedProfile } from './checkText.ts';
import { type KnownFact, type KnownPartner, knownFacts } from './facts.ts';
import type { Flaw } from './flaw.ts';

/** What a part claims. */
export const CLAIM_KINDS = [
  'about_them',
  'meeting_or_contact',
  'praise_of_unseen_work',
  'offer',
  'about_us',
  'figure',
  'name_or_address',
  'pressure',
] as const;

export const VERDICTS = ['supported', 'not_supported', 'contradicts', 'no_claim'] as const;

/** `part`: its number. A part with two claims may have two answers. `words`: those at fault. */
export const judgeAnswer = z.object({
  parts: z.array(
    z.object({
      part: z.int(),
      claim: z.enum(CLAIM_KINDS).nullable(),
      verdict: z.enum(VERDICTS),
      words: z.string().nullable(),
    }),
  ),
});
export type JudgeAnswer = z.infer<typeof judgeAnswer>;

type JudgedFact = Pick<KnownFact, 'id' | 'field' | 'text'>;

/** `facts`: what it cites; unset: it cites none, and may rest on all. */
export type JudgedPart = { part: number; text: string; facts?: JudgedFact[] };

/** Longer texts have longer parts. */
const MOST_PARTS = 60;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(text: string): string[] {
  const sentences = text
    .split('\n')
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const size = Math.ceil(sentences.length / MOST_PARTS);
  if (size <= 1) return sentences;
  return Array.from({ length: Math.ceil(sentences.length / size) }, (_, at) =>
    sentences.slice(at * size, (at + 1) * size).join(' '),
  );
}

const factOf = ({ id, field, text }: JudgedFact): JudgedFact => ({ id, field, text });

/** The subject and the parts of a text in order. A text without parts is cut into its sentences. */
function judgedParts(
  { subject, body }: MessageText,
  parts: readonly Part[],
  facts: readonly KnownFact[],
): JudgedPart[] {
  const whole =
    parts.length === 0
      ? sentencesOf(body).map((text) => ({ text }))
      : parts.map(({ text, cites }) =>
          cites.length > 0 ? { text, facts: facts.filter(({ id }) => cites.includes(id)).map(factOf) } : { text },
        );
  return [{ text: subject }, ...whole].map((one, at) => ({ part: at + 1, ...one }));
}

export type JudgedText = {
  text: MessageText;
  parts: readonly Part[];
  partner: KnownPartner;
  campaign: CheckedCampaign;
  profile: CheckedProfile;
  /** What went to the same person before: on which day (yyyy-mm-dd), and the text. */
  earlier: readonly { sentOn: string; text: string }[];
  /** yyyy-mm-dd */
  today: string;
};

/** What the judge reads. All facts are given beside the parts only if one of these cites none. The person's own long texts never are. */
export function judgeInput({ text, parts, partner, campaign, profile, earlier, today }: JudgedText) {
  const facts = knownFacts(partner);
  const judged = judgedParts(text, parts, facts);
  const { platform, followersCount, engagementRate } = partner;
  return {
    business: {
      businessName: profile.businessName,
      industry: profile.industry,
      description: profile.description,
      postalAddress: profile.postalAddress,
    },
    sender: { fullName: profile.userFullName, jobTitle: profile.jobTitle },
    ...(campaign.offer && { offer: campaign.offer }),
    instructions: [
      ...[campaign.text?.messagePrompt, campaign.text?.invitationText, campaign.text?.staticSubject],
      ...[campaign.abTest?.variantB, ...campaign.followUps.map((one) => one.text)],
    ].filter((one): one is string => Boolean(one)),
    partner: {
      ...{ name: partner.person?.name, username: partner.person?.username },
      ...{ platform, followersCount, engagementRate },
    },
    ...(judged.some((one) => one.facts === undefined) && { facts: facts.map(factOf) }),
    ...(earlier.length > 0 && { earlier }),
    today,
    parts: judged,
  };
}

const squeezed = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** The words at fault as they are in the part; else the whole part. */
function quoteOf(text: string, words: string | null): string {
  const quote = squeezed(words ?? '');
  return quote !== '' && squeezed(text).includes(quote) ? quote : squeezed(text);
}

/** `claim`: what the judge called it; null: it said nothing of this part. */
export type Finding = Flaw & { claim: (typeof CLAIM_KINDS)[number] | null };

/** Answers for parts that do not exist count for nothing. A part without an answer is unjudged. */
export const findingsOf = (parts: readonly JudgedPart[], answer: JudgeAnswer): Finding[] =>
  parts.flatMap(({ part, text }): Finding[] => {
    const said = answer.parts.filter((one) => one.part === part);
    if (said.length === 0) return [{ rule: 'unjudged', quote: squeezed(text), claim: null }];
    return said
      .filter(({ verdict }) => verdict === 'not_supported' || verdict === 'contradicts')
      .map(({ words, claim }) => ({ rule: 'unsupported', quote: quoteOf(text, words), claim }));
  });
