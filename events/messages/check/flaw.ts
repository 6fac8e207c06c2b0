import { cutText } from '../../shared/cutText.ts';
import { isHtmlTag } from './html.ts';

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
] as const;
export type FlawRule = (typeof FLAW_RULES)[number];

/** This many of a kind say enough. */
export const MOST_FLAWS = 20;

/** `quote`: the words at fault; empty where it is the whole text. */
export type Flaw = { rule: FlawRule; quote: string };

/** `whole`: the quote as it is in the text; `quote`: as it is shown. */
const REASONS: Readonly<Record<FlawRule, (quote: string, whole: string) => string>> = {
  placeholder: (quote, whole) =>
    isHtmlTag(whole)
      ? `“${quote}” is HTML, and is shown as it is typed`
      : `“${quote}” is a placeholder that nothing fills in`,
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
