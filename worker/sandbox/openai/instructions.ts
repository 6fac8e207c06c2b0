import { capital, sentencesOf, small, withoutStop } from './prose.ts';

const verbs =
  'offer|invite|ask|mention|propose|suggest|explain|tell|give|send|highlight|emphasi[sz]e|point out|introduce|stress|say|request';
const gerunds: Record<string, string> = {
  offering: 'offer',
  inviting: 'invite',
  asking: 'ask',
  mentioning: 'mention',
  proposing: 'propose',
  suggesting: 'suggest',
  explaining: 'explain',
  telling: 'tell',
  giving: 'give',
  sending: 'send',
  highlighting: 'highlight',
  introducing: 'introduce',
};

/** How to write rather than what to say: it shapes nothing that a reader should see. */
const style =
  /^(?:keep|stay|sound|use|avoid|don['’]?t|do not|never|no\b|be\b|make it|tone|style|length|max|at most|under \d|sign|start|open|begin|end|finish|personali[sz]e|reference|refer to|compliment|praise|show (?:that|interest)|focus|friendly|short|casual|formal|professional|warm|write in)\b/i;

const toSecondPerson = (text: string): string =>
  text
    .replace(
      /\b(?:the |each |every )?(?:partner|creator|influencer|recipient|candidate|person|affiliate)['’]s\b/gi,
      'your',
    )
    .replace(/\b(?:the|each|every) (?:partner|creator|influencer|recipient|candidate|person)s?\b/gi, 'you')
    .replace(/\b(?:they|he|she) (?:is|are)\b/gi, 'you are')
    .replace(/\bthey(?=['’])/gi, 'you')
    .replace(/\b(?:them|they)\b/gi, 'you')
    .replace(/\btheirs\b/gi, 'yours')
    .replace(/\btheir\b/gi, 'your');

/** "Offer 15 % and ask for a call" is two things to do. */
const clausesOf = (sentence: string): string[] => {
  const plain = sentence
    .replace(
      /^(?:please|also|then|next|finally|briefly|politely|first|and|make sure to|be sure to|you should|we want to|i want to|we(?:['’]d| would) like to|i(?:['’]d| would) like to)[\s,:]+/i,
      '',
    )
    .replace(
      new RegExp(
        `^(?:write|draft|compose|create|send)\\b[^.]*?\\b(?:(${Object.keys(gerunds).join('|')})|to (?=${verbs}))\\s*`,
        'i',
      ),
      (_, gerund: string | undefined) => (gerund ? `${gerunds[gerund.toLowerCase()]} ` : ''),
    )
    .replace(
      new RegExp(`\\b(?:and|,) (${Object.keys(gerunds).join('|')})\\b`, 'gi'),
      (_, gerund: string) => `and ${gerunds[gerund.toLowerCase()]}`,
    );
  return plain
    .split(
      new RegExp(
        `(?:,? and (?:then |also )?|, (?:then )?|; ?)(?=(?:politely |briefly )?(?:${verbs}|praise|compliment|keep|avoid|use)\\b)`,
        'i',
      ),
    )
    .map((clause) => withoutStop(clause.replace(/^(?:politely|briefly|also|then)\s+/i, '')))
    .filter(Boolean);
};

const spoken: readonly [RegExp, (rest: string) => string][] = [
  [/^offer (?:you )?(.+)$/i, (rest) => `We would like to offer you ${rest}.`],
  [/^invite (?:you )?to (.+)$/i, (rest) => `I would like to invite you to ${rest}.`],
  [/^invite (?:you )?(.+)$/i, (rest) => `I would like to invite you ${rest}.`],
  [/^(?:ask|request) (?:you )?(?:if|whether) (.+)$/i, (rest) => `May I ask whether ${rest}?`],
  [/^(?:ask|request) (?:you )?to (.+)$/i, (rest) => `Would you be willing to ${rest}?`],
  [
    /^(?:ask|request) (?:you )?(.+)$/i,
    (rest) => `May I ask you ${/^(?:for|about|how|what|when|which|who|where)\b/i.test(rest) ? '' : 'for '}${rest}?`,
  ],
  [
    /^(?:tell|explain|mention|say|stress|point out|highlight|emphasi[sz]e)(?: to)? ?(?:you )?that (.+)$/i,
    (rest) => `${capital(rest)}.`,
  ],
  [/^tell you about (.+)$/i, (rest) => `I would love to tell you about ${rest}.`],
  [/^tell you (.+)$/i, (rest) => `${capital(rest)}.`],
  [/^explain (.+)$/i, (rest) => `I am happy to explain ${rest}.`],
  [/^(?:propose|suggest) (.+)$/i, (rest) => `I would like to suggest ${rest}.`],
  [/^(?:send|give) (?:you )?(.+)$/i, (rest) => `We would send you ${rest}.`],
  [/^introduce (.+)$/i, (rest) => `I would love to introduce you to ${rest}.`],
  [/^(?:mention|highlight|emphasi[sz]e|stress|point out|say) (.+)$/i, (rest) => `One thing worth knowing is ${rest}.`],
];

const sentenceOf = (clause: string): string | null => {
  if (style.test(clause)) return null;
  const turned = toSecondPerson(clause);
  for (const [pattern, say] of spoken) {
    const rest = turned.match(pattern)?.[1];
    if (rest) return say(rest);
  }
  if (/^(?:write|draft|compose|create)\b/i.test(turned)) {
    const about = turned.match(/\babout (.+)$/i)?.[1];
    return about ? `I am writing about ${about}.` : null;
  }
  if (/^(?:we|our|i|you|your|the|this|it|there)\b/i.test(turned)) return `${capital(turned)}.`;
  return `What I have in mind: ${small(turned)}.`;
};

/** What a campaign's instructions want said, as sentences to the reader, in their order; wishes about style are obeyed, not said. */
export const sayInstructions = (instructions: string): string[] =>
  instructions
    .split(/\n+/)
    .flatMap((line) => sentencesOf(line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')))
    .flatMap(clausesOf)
    .map(sentenceOf)
    .filter((sentence) => sentence !== null);
