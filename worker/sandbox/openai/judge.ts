import type { Answer, Input } from './inputs.ts';

/** The sentences that the sandbox's judge doubts. A real model reads; this one knows a few inventions. */
const INVENTED: readonly [RegExp, claim: string][] = [
  [/\bas (?:discussed|agreed|promised)\b|\bour (?:call|meeting)\b|\bmet (?:you )?at\b/i, 'meeting_or_contact'],
  [/\bmade me (?:laugh|cry)\b|\bI (?:loved|adored) your\b/i, 'praise_of_unseen_work'],
  [/\baward-winning\b|\bclinically proven\b|\bvoted\b/i, 'about_us'],
  [/\bonly until\b|\blast (?:places|chance)\b/i, 'pressure'],
];

/** As unkind as a real one: it names its words in other letters at times, and numbers a part that is not there. */
export function judgeText({ parts }: Input): Answer['value'] {
  const said = parts.map(({ part, text }) => {
    const found = INVENTED.flatMap(([pattern, claim]) => {
      const words = pattern.exec(text)?.[0];
      return words === undefined ? [] : [{ claim, words: claim === 'pressure' ? words.toUpperCase() : words }];
    })[0];
    return found
      ? { part, claim: found.claim, verdict: 'not_supported', words: found.words }
      : { part, claim: null, verdict: 'no_claim', words: null };
  });
  const beyond = { part: parts.length + 1, claim: 'offer', verdict: 'contradicts', words: 'a bonus' };
  return { parts: [...said, beyond] };
}
