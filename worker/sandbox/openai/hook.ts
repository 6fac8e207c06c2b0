import { personByBio } from '../people/lookup.ts';
import type { MessageInput } from './inputs.ts';
import { firstWords, sentencesOf, withoutStop } from './prose.ts';

const doings =
  /(?<![-\w])(?:runs?|hosts?|hosting|writes?|publish(?:es)?|films?|records?|keeps?|teach(?:es)?|shares?|sends?|builds?|creates?|reviews?|posts?|organi[sz]es?|leads?|started|founded|founder of|curates?)\s+([^.,;:!?()|•\n]{6,80})/i;

/** What follows such a verb but does not read well after "your". */
const noThing =
  /^(?:about|on|with|for|to|it|you|me|them|people|kids|children|adults|students|what|how|why|where|every|each|and)\b/i;

/** Lines that are no reason to write to somebody about business: their family, or how to reach them. */
const privateLine =
  /\b(?:mom|mum|mama|dad|mother|father|wife|husband|married|single|girlfriend|boyfriend|god|jesus|dms?|collabs?|link in bio|enquiries|inquiries|he\/him|she\/her)\b/i;

const withoutArticle = (phrase: string): string =>
  phrase.replace(/^(?:an?|the|my|our|his|her|their|some|two|three)\s+/i, '').trim();

const wordsOf = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];

/** A detail of the partner's bio to speak of, as a noun phrase that reads well after "your"; `quoted` is their own line. */
export interface Hook {
  readonly kind: 'detail' | 'quoted' | 'work';
  readonly phrase: string;
}

/** The detail of a bio to speak of; a bio without three words, such as one of emoji, gives their work in their industry. */
export const hookOf = (partner: MessageInput['partner'], label: string): Hook => {
  const known = personByBio(partner.bio);
  if (known) return { kind: 'detail', phrase: known.hook };
  const bio = partner.bio.replace(/https?:\/\/\S+|\S+@\S+|[#@]\S+|\p{Extended_Pictographic}|\u200D|\uFE0F/gu, ' ');
  const done = sentencesOf(bio)
    .map((sentence) => sentence.match(doings)?.[1])
    .find((found) => found && !noThing.test(found) && wordsOf(withoutArticle(found)).length >= 2);
  if (done) return { kind: 'detail', phrase: firstWords(withoutArticle(withoutStop(done)), 10) };
  const line = bio
    .split(/[|•·\n]+/)
    .flatMap(sentencesOf)
    .map(withoutStop)
    .find((part) => wordsOf(part).length >= 3 && !privateLine.test(part));
  if (line) return { kind: 'quoted', phrase: `“${firstWords(line.replace(/[“”"]/g, ''), 12)}”` };
  const field = partner.industry.toLowerCase();
  return {
    kind: 'work',
    phrase: `work${field && field !== 'other' ? ` in ${field}` : ''}${label ? ` on ${label}` : ''}`,
  };
};

/** The same detail, short enough for a subject line. */
export const shortHook = ({ phrase }: Hook): string => {
  if (phrase.includes('“') || phrase.split(' ').length <= 6) return phrase;
  return phrase.match(/^(\S+ \S+.*?) (?:for|with|who|that|where|from|of|on|in)\b/)?.[1] ?? firstWords(phrase, 7);
};
