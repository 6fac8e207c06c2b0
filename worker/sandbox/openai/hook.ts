import { personByBio } from '../people/lookup.ts';
import type { MessageInput } from './inputs.ts';
import { firstWords, sentencesOf, withoutStop } from './prose.ts';

const doings =
  /(?<![-\w])(?:runs?|hosts?|hosting|writes?|publish(?:es)?|films?|records?|keeps?|teach(?:es)?|shares?|sends?|builds?|creates?|reviews?|posts?|organi[sz]es?|leads?|started|founded|founder of|curates?)\s+([^.,;:!?()]{6,80})/i;

const withoutArticle = (phrase: string): string =>
  phrase.replace(/^(?:an?|the|my|our|his|her|their|some|two|three)\s+/i, '').trim();

/** A detail of the partner's bio, as a noun phrase that reads well after "your". */
export const hookOf = (partner: MessageInput['partner']): string => {
  const known = personByBio(partner.bio);
  if (known) return known.hook;
  const done = sentencesOf(partner.bio)
    .map((sentence) => sentence.match(doings)?.[1])
    .find((found) => found && !/^(?:about|on|with|for|to)\b/i.test(found));
  if (done) return firstWords(withoutArticle(withoutStop(done)), 10);
  const first = withoutStop(sentencesOf(partner.bio)[0] ?? '');
  if (first) return `profile line “${firstWords(first, 12)}”`;
  return `${partner.industry ? `${partner.industry.toLowerCase()} ` : ''}work on ${partner.platform || 'your channel'}`;
};

/** The same detail, short enough for a subject line. */
export const shortHook = (hook: string): string => {
  if (hook.includes('“') || hook.split(' ').length <= 6) return hook;
  return hook.match(/^(\S+ \S+.*?) (?:for|with|who|that|where|from|of|on|in)\b/)?.[1] ?? firstWords(hook, 7);
};
