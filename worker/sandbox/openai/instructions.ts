import { capital, sentencesOf, withoutStop } from './prose.ts';

const asIs = (rest: string) => `${capital(rest)}.`;

/** What a verb of the instructions turns into; everything else is taken for a wish about the writing, and not printed. */
const spoken: readonly [RegExp, (rest: string) => string][] = [
  [/^offer:? (?:you )?(.+)$/i, (rest) => `We would like to offer you ${rest}.`],
  [/^invite (?:you )?(.+)$/i, (rest) => `I would like to invite you ${rest}.`],
  [/^(?:ask|request) (?:you )?(?:if|whether) (.+)$/i, (rest) => `May I ask whether ${rest}?`],
  [/^(?:ask|request|encourage) (?:you )?to (.+)$/i, (rest) => `Would you be willing to ${rest}?`],
  [/^(?:ask|request) (?:you )?(?:for )?(?!.*\bquestions?\b)(.+)$/i, (rest) => `May I ask you for ${rest}?`],
  [/^(?:tell you|explain|mention|say|stress|highlight)(?: to you)? that (.+)$/i, asIs],
  [/^(?:tell you|explain|mention|say|stress|highlight) ((?:we|our|you can)\b.+)$/i, asIs],
  [/^(?:tell you|talk) about (.+)$/i, (rest) => `I would love to tell you about ${rest}.`],
  [/^(?:propose|suggest) (.+)$/i, (rest) => `I would like to suggest ${rest}.`],
  [/^(?:send|give) (?:you )?(.+)$/i, (rest) => `We would be glad to send you ${rest}.`],
  [/^((?:we|our|your?|\d+ ?%|free)\b.+)$/i, asIs],
];

const toSecondPerson = (text: string): string =>
  text
    .replace(/\b(?:the |each |every )?(?:partner|creator|influencer|recipient)['’]s\b|\btheir\b/gi, 'your')
    .replace(/\b(?:the|each|every) (?:partner|creator|influencer|recipient)s?\b|\b(?:them|they)\b/gi, 'you');

const NEXT =
  /(?:,? and (?:then |also )?|, |; ?)(?=(?:offer|invite|ask|request|mention|tell|explain|propose|suggest|send|give|keep|avoid|use)\b)/i;

/** What a campaign's instructions want said, as sentences to the reader, in their order. */
export const sayInstructions = (instructions: string): string[] =>
  instructions
    .replace(/\s*[([{][^)\]}]*[)\]}]?/g, '')
    .split(/\n+/)
    .flatMap((line) => sentencesOf(line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')))
    .flatMap((sentence) => sentence.replace(/^(?:please|also|then|and)\s+/i, '').split(NEXT))
    .map((clause) => toSecondPerson(withoutStop(clause)))
    .flatMap((clause) => {
      const found = spoken.find(([pattern]) => pattern.test(clause));
      return found ? [found[1](clause.match(found[0])?.[1] ?? '')] : [];
    });
