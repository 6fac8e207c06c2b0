import { languageOf } from '../shared/languageOf.ts';
import type { Language } from '../shared/languages.ts';
import { bare, wordsOf } from './check/words.ts';
import type { HtmlSignature } from './htmlSignature.ts';
import { MAIL_WORDS } from './mailLanguages.ts';

export type Sender = {
  userFullName: string | null;
  jobTitle: string | null;
  businessName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  postalAddress: string | null;
  /** It replaces the lines above, except the postal address. */
  htmlSignature: HtmlSignature | null;
};

/** An email of a campaign. `language`: of the campaign. `answer`: it goes on in a conversation. */
export type Letter = { body: string; sender: Sender; language: Language | null; answer: boolean };

const NO_SENDER: Sender = {
  ...{ userFullName: null, jobTitle: null, businessName: null },
  ...{ contactEmail: null, contactPhone: null, postalAddress: null, htmlSignature: null },
};

/** One line. A name from an issuer, or from before the forms refused line ends, must not write headers. */
const inOneLine = (name: string): string => name.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** The name in an email and its From: that of Settings, else the account's. null: neither. */
export function senderName(
  fullName: string | null,
  account: { firstName: string | null; lastName: string | null } | null,
): string | null {
  return inOneLine(fullName ?? '') || inOneLine(`${account?.firstName ?? ''} ${account?.lastName ?? ''}`) || null;
}

/** Below an answer the name is enough. */
const senderOf = ({ answer, sender }: Letter): Sender =>
  answer ? { ...NO_SENDER, userFullName: sender.userFullName } : sender;

const linesOf = ({ userFullName, jobTitle, businessName, contactEmail, contactPhone }: Sender): string[] =>
  [userFullName, jobTitle, businessName, contactEmail, contactPhone].filter((line): line is string => Boolean(line));

/** This many common words tell the language of a text, since answers are short. */
const FEWEST_WORDS = 4;

/** An answer is in the language of what it answers, which may be another than the campaign's. */
export function languageIn({ body, language, answer }: Letter): Language {
  const found = languageOf(body, FEWEST_WORDS);
  const own = found === 'other' ? null : found;
  return (answer ? (own ?? language) : (language ?? own)) ?? 'en';
}

const CLOSING = new RegExp(
  `^(?:${Object.values(MAIL_WORDS)
    .map(({ closings }) => closings)
    .join('|')})(?![\\p{L}\\p{M}])(?<rest>.*)$`,
  'iu',
);
const POSTSCRIPT = /\n[ \t]*P\.? ?S\.?\s?[:\p{L}]/iu;
/** A text ends with its closing and so many lines of a signature at most, each of so many letters. */
const MOST_LINES = 6;
const LONGEST_LINE = 60;

const nameTest = ({ userFullName }: Sender): ((line: string) => boolean) => {
  const names = new Set(wordsOf(userFullName ?? '').map(({ text }) => bare(text)));
  return (line) => {
    const words = wordsOf(line);
    return words.length > 0 && words.every(({ text }) => names.has(bare(text)));
  };
};

/** The words after a closing, which may be the name. null: the line is no closing. */
function afterClosing(line: string, isName: (line: string) => boolean): string | null {
  const rest = CLOSING.exec(line)?.groups?.rest;
  return rest === undefined || (wordsOf(rest).length > 0 && !isName(rest)) ? null : rest;
}

/** The end of a text: a closing in any offered language, or its sender's name. */
function endOf({ body, sender }: Letter): { closed: boolean; named: boolean; postscript: boolean; lines: string[] } {
  const isName = nameTest(sender);
  const [letter = ''] = body.split(POSTSCRIPT, 1);
  const last = letter
    .trimEnd()
    .split('\n')
    .slice(-MOST_LINES)
    .map((line) => line.trim());
  for (let at = last.length - 1; at >= 0; at -= 1) {
    const line = last[at] ?? '';
    if (line.length > LONGEST_LINE) break;
    const rest = afterClosing(line, isName);
    if (rest === null) continue;
    const lines = last.slice(at + 1);
    const named = isName(rest) || lines.some(isName);
    return { closed: true, named, postscript: letter !== body, lines };
  }
  const named = isName(last.at(-1) ?? '');
  return { closed: named, named, postscript: letter !== body, lines: [] };
}

/** A pasted signature may begin with a closing of its own. */
const closesItself = (sender: Sender): boolean =>
  afterClosing(sender.htmlSignature?.text.split('\n', 1)[0] ?? '', nameTest(sender)) !== null;

/** The lines below a text, and what parts them from it. A text that is closed already gets only what is missing. */
function closingUnder(letter: Letter): { joint: '\n' | '\n\n'; text: string } {
  const sender = senderOf(letter);
  const { closed, named, postscript, lines } = endOf(letter);
  const { closing } = MAIL_WORDS[languageIn(letter)];
  if (sender.htmlSignature) return { joint: '\n\n', text: closed || closesItself(sender) ? '' : closing };
  const said = new Set(lines.map((line) => line.toLowerCase()));
  const own = linesOf(named ? { ...sender, userFullName: null } : sender).filter(
    (line) => !said.has(line.toLowerCase()),
  );
  return { joint: closed && !postscript ? '\n' : '\n\n', text: (closed ? own : [closing, ...own]).join('\n') };
}

/** The line by which the recipient hears no more; null under an answer, as under a person's. */
export function unsubscribeLine(letter: Letter): { lead: string; anchor: string } | null {
  if (letter.answer) return null;
  const { lead, anchor } = MAIL_WORDS[languageIn(letter)];
  return { lead, anchor };
}

const plainLine = (letter: Letter, link: string): string | null => {
  const line = unsubscribeLine(letter);
  return line && `${line.lead}${line.anchor}${MAIL_WORDS[languageIn(letter)].colon ?? ':'}\n${link}`;
};

const paragraphs = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('\n\n');

/** The text with its signature and the postal address, one below the other. */
export function signedParts(letter: Letter): (string | HtmlSignature)[] {
  const { joint, text } = closingUnder(letter);
  const { htmlSignature, postalAddress } = senderOf(letter);
  return [
    text ? `${letter.body}${joint}${text}` : letter.body,
    ...(htmlSignature ? [htmlSignature] : []),
    ...(postalAddress ? [postalAddress] : []),
  ];
}

export const signedText = (letter: Letter): string =>
  paragraphs(signedParts(letter).map((part) => (typeof part === 'string' ? part : part.text)));

/** The signature as Settings shows it, in English. `placeholder` replaces a missing name: a mail without a name has no name line. */
export function renderSignature(sender: Sender, placeholder: string | null = null): string {
  const named = { ...sender, userFullName: sender.userFullName || placeholder };
  const { closing } = MAIL_WORDS.en;
  const lines = sender.htmlSignature
    ? [closesItself(sender) ? null : closing, sender.htmlSignature.text]
    : [[closing, ...linesOf(named)].join('\n')];
  return paragraphs([...lines, sender.postalAddress]);
}

/** As it is quoted: without the lines that a campaign must have. */
export const quotableText = ({ sender, ...letter }: Letter): string =>
  signedText({ ...letter, sender: { ...sender, postalAddress: null } });

/** The whole text as it leaves. */
export const letterText = (letter: Letter, link: string): string =>
  paragraphs([signedText(letter), plainLine(letter, link)]);

/** The lines below the text, for the screens. `link`: words in the place of the link. */
export const renderMailEnd = (letter: Letter, link: string): string =>
  paragraphs([
    ...[closingUnder(letter).text, senderOf(letter).htmlSignature?.text, senderOf(letter).postalAddress],
    plainLine(letter, link),
  ]);

/** A preview shows this in place of its link. */
export const LINK_OF_THEIR_OWN = '(each email has a link of its own)';
