import { hashOf } from '../hash.ts';
import { personByBio } from '../people/lookup.ts';
import { type Platform, platformLabels } from '../people/platforms.ts';
import { ordersIn } from './gullible.ts';
import type { MessageInput } from './inputs.ts';
import { sayInstructions } from './instructions.ts';
import { isTaken } from './openings.ts';
import { capital, firstNameOf, firstWords, sentencesOf, small, variantsOf, withoutStop } from './prose.ts';
import { rewrite } from './revise.ts';

const audiences: Record<Platform, string> = {
  linkedin: 'readers',
  twitter: 'readers',
  instagram: 'followers',
  tiktok: 'viewers',
  youtube: 'viewers',
};
const isPlatform = (name: string): name is Platform => Object.hasOwn(platformLabels, name);

/** Lines that are no reason to write to somebody about business: their family, or how to reach them. */
const privateLine =
  /\b(?:mom|mum|dad|mother|father|wife|husband|married|single|dms?|collabs?|link in bio|enquiries|inquiries)\b/i;

/** A sample person's known detail, else a line of the bio in quotation marks; a bio without three words gives their work. */
const detailOf = (bio: string, industry: string, label: string): string => {
  const known = personByBio(bio);
  if (known) return `your ${known.hook}`;
  const line = bio
    .replace(/https?:\/\/\S+|\S+@\S+|[#@]\S+|\p{Extended_Pictographic}|\u200D|\uFE0F|[“”"]/gu, ' ')
    .split(/[|•·\n]+/)
    .flatMap(sentencesOf)
    .map(withoutStop)
    .find(
      (part) =>
        /(?:\p{L}[^\s]*\s+){2}\p{L}/u.test(part) && !privateLine.test(part) && ordersIn({ facts: part }).length === 0,
    );
  if (line) return `your line “${firstWords(line, 12)}”`;
  const field = industry && industry !== 'Other' ? ` in ${industry.toLowerCase()}` : '';
  return `your work${field}${label && ` on ${label}`}`;
};

/** The business in one sentence, from the first one of its description. */
const offerOf = (name: string, description: string): string[] => {
  const about = withoutStop(sentencesOf(description)[0] ?? '');
  if (!about) return [];
  if (/^(?:we|our|i)\b/i.test(about) || about.toLowerCase().startsWith(name.toLowerCase()))
    return [`${capital(about)}.`];
  if (/^(?:sells|makes|builds|offers|designs|helps|runs|provides|ships|teaches)\b/i.test(about))
    return [`${capital(name)} ${small(about)}.`];
  return [`What we do, in a few words: ${small(about)}.`];
};

const wordsOf = (paragraphs: string[][]): number => paragraphs.flat().join(' ').split(/\s+/).length;

/** What is offered, to the letter. */
const sayOffer = ({ offer }: MessageInput): string[] =>
  offer === null
    ? []
    : [
        offer.what && `What we offer: ${withoutStop(offer.what)}.`,
        offer.commission && `For you there is ${withoutStop(small(offer.commission))}.`,
        offer.code && `Your audience can use the code ${offer.code}.`,
        offer.link && `You find it here: ${offer.link}`,
      ].filter(Boolean);

type Written = { subject: string; body: string; factsUsed: string[] };

/** A personal message of 90 to 160 words: plain text, greeting first, without closing words or signature. */
export const writeMessage = (input: MessageInput): Written => {
  const { partner, campaign, business, sender, openings } = input;
  const ofBio = input.facts.filter(({ field }) => field === 'bio');
  const bio = ofBio.map((fact) => fact.text).join(' ');
  const platform = partner.platform.toLowerCase();
  const label = isPlatform(platform) ? platformLabels[platform] : '';
  const name = business.businessName || 'our company';
  const values = {
    first: firstNameOf(partner.name),
    business: name,
    sender: sender.fullName,
    role: sender.jobTitle,
    about: detailOf(bio, partner.industry, label),
    topic: personByBio(bio)?.topic ?? '',
    crowd: isPlatform(platform) ? `your ${audiences[platform]} on ${label}` : 'your audience',
    invitation: withoutStop(small(campaign.invitationText)) || `an idea from ${name}`,
  };
  const { instructions, invitationText, staticSubject } = campaign;
  const seed = [partner.name, partner.username, bio, instructions, invitationText, staticSubject].join(' ');
  const variants = variantsOf('outreach_message', values, seed);
  /** The first part that the values suffice for. */
  const say = (...parts: string[]): string => parts.flatMap(variants)[0] ?? '';
  const who = [
    say('introduction', 'introductionWithoutRole', 'introductionWithoutName'),
    ...offerOf(name, business.description),
  ];
  const said = [...sayInstructions(instructions), ...sayOffer(input)];
  const asks = said.length > 0 ? said : variants('withoutInstructions');
  const filler: string[] = [];
  const opening = variants('opening').find((one) => !isTaken(one, openings)) ?? say('opening');
  const about = [opening, say('link')];
  const beginsWithWho = hashOf(seed) % 2 !== 0 && !isTaken(who[0] ?? '', openings);
  const middle = beginsWithWho ? [who, about] : [about, who];
  const body = [[say('greeting', 'greetingWithoutName')], ...middle, asks, filler, [say('closing')]];
  for (const extra of variants('filler')) if (wordsOf(body) < 95) filler.push(extra);
  if (wordsOf(body) > 160 && who.length > 1) who.pop();
  while (wordsOf(body) > 160 && asks.length > 1) asks.pop();
  const subject =
    campaign.subjectType === 'show_me_you_know_me'
      ? say('subject')
      : staticSubject || say('plainSubject', 'plainSubjectWithoutName');
  const factsUsed = ofBio
    .filter(({ text }) => values.about.includes(firstWords(withoutStop(text), 3)))
    .map(({ id }) => id);
  if (input.revise) return { ...rewrite(input.revise), factsUsed };
  return {
    factsUsed,
    subject,
    body: body
      .filter((paragraph) => paragraph.length > 0)
      .map((paragraph) => paragraph.join(' '))
      .join('\n\n'),
  };
};
