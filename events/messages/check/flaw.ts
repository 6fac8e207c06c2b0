import { cutText } from '../../shared/format.ts';
import { emptyVariable, variableIn } from '../../shared/variables.ts';

/** The tags that people type in letters or paste with a text. Other words in angle brackets are addresses, placeholders or prose. */
const TAG =
  /<\/?(a|abbr|article|b|big|blockquote|body|br|button|center|code|dd|del|div|dl|dt|em|embed|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|li|link|main|mark|meta|nav|object|ol|p|pre|s|script|section|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|video)(?:\s[^<>]*)?\/?>/gi;

/** The first tag of each kind: its end need not be named, too. */
export function htmlTags(text: string): string[] {
  const found = new Map<string, string>();
  for (const [tag, name = ''] of text.matchAll(TAG)) {
    const kind = name.toLowerCase();
    if (!found.has(kind)) found.set(kind, tag);
  }
  return [...found.values()];
}

export const isHtmlTag = (quote: string): boolean => htmlTags(quote)[0] === quote;

/** The possible flaws of a message's text. */
export const FLAW_RULES = [
  'placeholder',
  'subject',
  'length',
  'language',
  'link',
  'offer',
  'name',
  'claim',
  'quote',
  'fact',
  'sender',
  'hostile',
  'repeated',
  'part',
  'unsupported',
  'unjudged',
] as const;
export type FlawRule = (typeof FLAW_RULES)[number];

/** This many of a kind say enough. */
export const MOST_FLAWS = 20;

/** `quote`: the words at fault; empty where it is the whole text. */
export type Flaw = { rule: FlawRule; quote: string };

/** `whole`: the quote as it is in the text; `quote`: as it is shown. */
const REASONS: Readonly<Record<FlawRule, (quote: string, whole: string) => string>> = {
  placeholder: (quote, whole) => {
    if (isHtmlTag(whole)) return `“${quote}” is HTML, and is shown as it is typed`;
    const variable = variableIn(whole);
    return variable ? emptyVariable(variable) : `“${quote}” is a placeholder that nothing fills in`;
  },
  subject: () => 'the subject has a line break, is empty or is too long',
  length: (quote) => `it has ${quote}, and 25 to 320 are expected`,
  language: (quote) => `it is not written in ${quote}`,
  link: (quote) => `“${quote}” is a link or address that you did not give`,
  offer: (quote) => `“${quote}” is not in your offer or instructions`,
  name: (quote) => `“${quote}” is not how the profile spells the name`,
  claim: (quote) => `“${quote}” is in neither the profile nor your own texts`,
  quote: (quote) => `“${quote}” is not a quotation from the profile`,
  fact: (quote) => `it names ${quote === '1' ? 'a fact' : `${quote} facts`} that the profile does not hold`,
  sender: (quote) => `“${quote}” is not who you are in your business profile`,
  hostile: (quote) => `the profile tells an AI what to do: “${quote}”`,
  repeated: () => 'this person already got the same text',
  part: (quote) => `“${quote}” does not rest on what it names`,
  unsupported: (quote) => `“${quote}” does not follow from the facts`,
  unjudged: (quote) =>
    quote === ''
      ? 'the AI has not compared it with the facts yet'
      : `the AI has not compared “${quote}” with the facts`,
};

/** A link may be as long as the whole text. */
const LONGEST_QUOTED = 80;

/** Why it is flagged, as the end of a sentence without its full stop. */
export const flawText = ({ rule, quote }: Flaw): string =>
  REASONS[rule](quote.length > LONGEST_QUOTED ? `${cutText(quote, LONGEST_QUOTED)}…` : quote, quote);

export const sameFlaw = (a: Flaw, b: Flaw): boolean => a.rule === b.rule && a.quote === b.quote;

/** Those that nobody has let pass. */
export const openFlaws = (flaws: readonly Flaw[], passed: readonly Flaw[]): Flaw[] =>
  flaws.filter((flaw) => !passed.some((one) => sameFlaw(one, flaw)));
