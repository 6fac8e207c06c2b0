import { isForeign } from './language.ts';
import { capital, sentencesOf, withoutStop } from './prose.ts';

const verbs =
  'offer|invite|ask|mention|propose|suggest|explain|tell|give|send|highlight|emphasi[sz]e|point out|introduce|stress|say|request|encourage|convince|persuade|thank|talk about';
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
  /^(?:keep|stay|sound|use|avoid|don['’]?t|do not|never|no\b|not\b|be\b|make|tone|style|voice|language|length|goal|aim|audience|subject|max|at most|under \d|sign|start|open|begin|end|finish|personali[sz]e|reference|refer to|address|greet|compliment|praise|thank|congratulate|show|focus|friendly|short|casual|formal|informal|professional|warm|polite|in (?:german|english|french|spanish|italian|dutch|a )|write (?:in|as|like|it)\b|say (?:hello|hi|thanks|thank)|introduce (?:us|me|our(?:selves|selfs)|yourself|myself|you)\b|(?:ask|request) (?:(?:them|her|him|you) )?(?:a|one|some|good|an open) ?(?:\S+ )?questions?\b|(?:explain|tell (?:them|you)) (?:who|what) we (?:are|do)$)/i;

/** What the text of a mail is to be like. */
const aboutTheMail =
  /\b(?:tone|e-?mails?|mails?|messages?|letters?|notes?|paragraphs?|sentences?|words|greetings?|emojis?|jargon|signature|wording) (?:should|must|needs?|has to|is to|to be)\b/i;

/** "Mention one thing they really do" leaves it to the author what to say about the partner. */
const leftToTheAuthor =
  /^(?:mention|highlight|emphasi[sz]e|stress|point out|say|talk about|write|give|explain|tell (?:them|you))\b(?! (?:(?:to )?(?:them|you) )?that\b)(?!.*\b(?:our|we|us)\b).*\b(?:they|their|them|the (?:partner|creator|influencer|recipient)['’]s|(?:some|any|every)?thing|details?|compliment|reason|specific|personal|recent|concrete|impression|feeling)\b/i;

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
      /^(?:please|also|only|just|try to|make sure (?:that )?you|then|next|finally|briefly|politely|first|and|make sure to|be sure to|you should|we want to|i want to|we(?:['’]d| would) like to|i(?:['’]d| would) like to)[\s,:]+/i,
      '',
    )
    .replace(/\blet (?:them|him|her) know\b/gi, 'tell them')
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
        `(?:,? and (?:then |also )?|, (?:then )?|; ?)(?=(?:politely |briefly )?(?:${verbs}|praise|compliment|keep|avoid|use|write|be|let)\\b)`,
        'i',
      ),
    )
    .map((clause) => withoutStop(clause.replace(/^(?:politely|briefly|also|then)\s+/i, '')))
    .filter(Boolean);
};

const spoken: readonly [RegExp, (rest: string) => string][] = [
  [/^offer:? (?:you )?(.+)$/i, (rest) => `We would like to offer you ${rest}.`],
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
  [/^(?:encourage|convince|persuade) you to (.+)$/i, (rest) => `Would you be willing to ${rest}?`],
  [/^(?:tell you|talk) about (.+)$/i, (rest) => `I would love to tell you about ${rest}.`],
  [
    /^(?:tell|explain to) you ((?:how|why|what|when|where|which|who)\b.+)$/i,
    (rest) => `I am happy to explain ${rest}.`,
  ],
  [/^tell you (.+)$/i, (rest) => `${capital(rest)}.`],
  [/^explain (.+)$/i, (rest) => `I am happy to explain ${rest}.`],
  [/^(?:propose|suggest) (.+)$/i, (rest) => `I would like to suggest ${rest}.`],
  [/^(?:send|give) (?:you )?(.+)$/i, (rest) => `We would be glad to send you ${rest}.`],
  [/^introduce (.+)$/i, (rest) => `I would love to introduce you to ${rest}.`],
  [
    /^(?:mention|highlight|emphasi[sz]e|stress|point out|say) ((?:we|you|(?:our|your|the) .+? (?:is|are|has|have|can|will|would|comes?|costs?|starts?))\b.*)$/i,
    (rest) => `${capital(rest)}.`,
  ],
  [
    /^(?:mention|highlight|emphasi[sz]e|stress|point out|say) (?:(?:how|why)\b )(.+)$/i,
    (rest) => `I am happy to explain why ${rest}.`,
  ],
  [/^(?:mention|highlight|emphasi[sz]e|stress|point out|say) (.+)$/i, (rest) => `I should also mention ${rest}.`],
];

const sentenceOf = (clause: string): string | null => {
  if (style.test(clause) || aboutTheMail.test(clause) || leftToTheAuthor.test(clause) || isForeign(clause)) return null;
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
  // A bare offer, such as "15 % on each order"; anything else may be a wish about the writing.
  return /^(?:\d|[$€£]|free\b|up to\b)/i.test(turned) ? `What we have in mind: ${turned}.` : null;
};

/**
 * What a campaign's instructions want said, as sentences to the reader, in their order. Left out: wishes about the writing,
 * remarks in parentheses, and what is not in English or cannot be worded. Empty if nothing is left.
 */
export const sayInstructions = (instructions: string): string[] =>
  instructions
    .replace(/\s*[([{][^)\]}]*[)\]}]/g, '')
    .replace(/\s*[([{][^\n]*/g, '')
    .split(/\n+/)
    .flatMap((line) => sentencesOf(line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')))
    .flatMap(clausesOf)
    .map(sentenceOf)
    .filter((sentence) => sentence !== null);
