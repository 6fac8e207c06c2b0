/** The new part of a mail: what its writer wrote now, above, between and below the lines of the quotation. */
import {
  DISCLAIMED,
  DISCLAIMER,
  INTRO_BEGINS,
  QUOTED_HEADERS,
  QUOTING,
  SENT_FROM,
  SEPARATORS,
  WROTE,
} from './quoteWords.ts';

const any = (words: readonly string[]): string => `(?:${words.join('|')})`;
// \b knows ASCII letters only: it fails beside "é", "ó" and "ł"
const literal = (words: readonly string[]): string => any(words.map((word) => word.replace(/[()]/g, '\\$&')));

const WROTE_WORD = new RegExp(String.raw`(?<!\p{L})${literal(WROTE)}(?!\p{L})`, 'u');
const BEGINS_INTRO = new RegExp(String.raw`^(?:-{2,}\s?)?${any(INTRO_BEGINS)}(?!\p{L})`, 'u');
const BEGINS_WITH_DATE = /^(?:\p{L}{1,12}[.,]{0,2} ){0,2}\p{Nd}/u;
const DATE = /(?<!\p{Nd})\p{Nd}{4}(?!\p{Nd})|\p{Nd}[.:]\p{Nd}{2}|\p{Nd}[./-] ?\p{Nd}/u;
const ADDRESS = /[<([][^<>@\s]{0,10} ?[^<>@\s]{1,64}@[^<>@\s]{1,200}[>)\]]/u;
const ISO = /^\p{Nd}{4}[-/]/u;
/** A line that ends so may be an introduction: cheap to see. */
const ENDS_INTRO = /[:：>)\p{L}\p{Nd}-]$/u;
const ENDS = /[:：](?: ?-+)?$|-{2,}$/u;
const NAMED = new RegExp(String.raw`^(?:\p{Lu}[\p{L}.'-]* ){1,3}${literal(WROTE)}(?: .{0,60}\p{Nd}.{0,20})? ?:$`, 'u');
const QUOTES = new RegExp(`^${any(QUOTING)} .{1,200}[:：]$`, 'u');
const SEPARATOR = new RegExp(
  String.raw`^\*?(?:[-—–_]{1,40} ?${any(SEPARATORS)} ?[-—–_]{1,40}|${any(SEPARATORS)} ?:)\*?$`,
  'u',
);
const MAY_SEPARATE = /^\*?[-—–_]{1,40} ?\p{L}|:\*?$/u;
const QUOTED = /^(?:\p{Lu}{1,4})?[>＞]/u;
const RULE = /^_{10,}$/;
const LONGEST_INTRO = 400;

/** The lower case of the Turkish "İ" is two characters. */
const lowerOf = (text: string): string => text.toLowerCase().replace(/\u0307/g, '');

const HEADER = new Map(
  Object.entries(QUOTED_HEADERS).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);
/** What a header names. Outlook stars the name in its plain text. */
function headerOf(line: string): string | undefined {
  const [, word] = /^\*?([\p{L} ]{1,16}?)\*? ?[:：]/u.exec(line) ?? [];
  return word === undefined ? undefined : HEADER.get(lowerOf(word));
}

/** From here to the end, a header may be on two lines. */
const HEADER_LINES = 6;

/** Whether the headers of a quoted email begin here. One such line is a sentence. */
function isHeaders(lines: readonly string[], at: number): boolean {
  if (headerOf(lines[at] ?? '') === undefined) return false;
  const block = lines.slice(at, at + HEADER_LINES);
  const kinds = new Set(block.map(headerOf));
  const isSender = headerOf(block[0] ?? '') === 'from' && ADDRESS.test(block[0] ?? '');
  return isSender || (kinds.has('from') && (kinds.has('date') || kinds.has('subject')));
}

/** Whether a line introduces a quotation. With a date and an address it does in any language. */
function isIntro(written: string, isBeforeQuote: () => boolean): boolean {
  if (written.length > LONGEST_INTRO || !ENDS_INTRO.test(written)) return false;
  const hasAddress = ADDRESS.test(written);
  const hasDate = DATE.test(written);
  if (!hasAddress && !hasDate && !ENDS.test(written)) return false;
  const line = lowerOf(written);
  if (hasAddress && (hasDate || QUOTES.test(line))) return ENDS.test(line) || WROTE_WORD.test(line) || ISO.test(line);
  if (!WROTE_WORD.test(line)) return false;
  if (hasDate && (BEGINS_INTRO.test(line) || BEGINS_WITH_DATE.test(line))) return true;
  return ENDS.test(line) && (hasAddress || NAMED.test(written) || isBeforeQuote());
}

/** A long introduction is broken in so many lines. */
const INTRO_LINES = 3;

/** How many lines of an introduction begin here. */
function introAt(lines: readonly string[], at: number): number {
  const first = lines[at] ?? '';
  if (MAY_SEPARATE.test(first) && SEPARATOR.test(lowerOf(first))) return 1;
  for (let count = 1; count <= INTRO_LINES && lines[at + count - 1]; count += 1) {
    const end = at + count;
    const isBeforeQuote = () => QUOTED.test(nextOf(lines, end));
    const from = (start: number) => lines.slice(start, end).join(' ');
    if (!isIntro(from(at), isBeforeQuote)) continue;
    if (count === 1) return 1;
    const begins = BEGINS_INTRO.test(lowerOf(first)) || DATE.test(first);
    const isWhole = (start: number) => DATE.test(from(start)) && isIntro(from(start), isBeforeQuote);
    const isBroken = ADDRESS.test(first) || (begins && !/[.!?…:]$/.test(first));
    if (isBroken && !lines.slice(at + 1, end).some((_, index) => isWhole(at + 1 + index))) return count;
  }
  return 0;
}

const nextOf = (lines: readonly string[], at: number): string => {
  let next = at;
  while (lines[next] === '') next += 1;
  return lines[next] ?? '';
};

/** Some programs mark the introduction, and not the quotation below it. */
const isMarkedIntro = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (!QUOTED.test(line) || QUOTED.test(nextOf(lines, at + 1))) return false;
  const said = line.replace(/^[\p{Lu}>＞ ]*[>＞] ?/u, '');
  return introAt([said], 0) > 0;
};

/** A quoted line of this length was broken in two when its rest has no mark. */
const BROKEN = 50;
const isRestOfQuoted = (lines: readonly string[], at: number): boolean => {
  const [before = '', line = '', after = ''] = lines.slice(Math.max(0, at - 1), at + 2);
  return at > 0 && before.length >= BROKEN && QUOTED.test(before) && QUOTED.test(after) && /^\p{Ll}/u.test(line);
};

/** A letter has fewer. */
const MOST_LINES = 2_000;

/** The text that its writer wrote now, without signature and disclaimer. Empty where all of it is quoted. */
export function newPartOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').slice(0, MOST_LINES);
  const plain = lines.map(plainOf);
  const parts: string[][] = [[]];
  for (let at = 0; at < lines.length; at += 1) {
    const line = plain[at] ?? '';
    const intro = introAt(plain, at);
    if (isMarkedIntro(plain, at)) break;
    if (QUOTED.test(line) || isRestOfQuoted(plain, at)) parts.push([]);
    else if (intro > 0) {
      if (!QUOTED.test(nextOf(plain, at + intro))) break;
      at += intro - 1;
    } else if (isHeaders(plain, at) || (RULE.test(line) && parts.some((part) => part.some(Boolean)))) break;
    else parts.at(-1)?.push(lines[at] ?? '');
  }
  const own = parts
    .map((part) =>
      part
        .join('\n')
        .replace(/^\s*\n/, '')
        .trimEnd(),
    )
    .filter((part) => part.trim() !== '')
    .join('\n')
    .trim();
  return withoutFooters(own);
}

/** Signs of direction and other spaces are not seen. */
const plainOf = (line: string): string =>
  line
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/\s/g, ' ')
    .trim();

const MARK = /^(?:--|—|––)$/;
const SIGNATURE_LINES = 15;
const DISCLAIMER_LETTERS = 80;
const DISCLAIMER_PARAGRAPHS = 4;
const SENT = new RegExp(`^[(<]{0,2}${any(SENT_FROM)}`, 'u');
const ABOUT = new RegExp(any(DISCLAIMER), 'u');
const DUTY = new RegExp(any(DISCLAIMED), 'u');

const isDisclaimer = (paragraph: string): boolean => {
  const words = lowerOf(paragraph);
  return words.length >= DISCLAIMER_LETTERS && ABOUT.test(words) && DUTY.test(words);
};

function withoutFooters(text: string): string {
  const lines = text.split('\n');
  const last = Math.max(1, lines.length - SIGNATURE_LINES);
  const mark = lines.findIndex((line, index) => index >= last && MARK.test(line.trim()));
  const unsigned = (mark === -1 ? lines : lines.slice(0, mark)).join('\n').trimEnd();
  const paragraphs = unsigned.split(/\n\s*\n/);
  const begin = Math.max(1, paragraphs.length - DISCLAIMER_PARAGRAPHS);
  const footer = paragraphs.findIndex((paragraph, index) => index >= begin && isDisclaimer(paragraph));
  const own = (footer === -1 ? unsigned : paragraphs.slice(0, footer).join('\n\n')).split('\n');
  while (own.length > 1 && isFooter(own.at(-1) ?? '')) own.pop();
  return own.join('\n').trimEnd();
}

const isFooter = (line: string): boolean => /^[\s_=*~—-]*$/.test(line) || SENT.test(lowerOf(plainOf(line)));
