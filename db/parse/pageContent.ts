import { Parser } from 'htmlparser2';
import { normalisedUrl } from '../../events/partners/duplicateKey.ts';
import { readProfile } from '../../events/partners/readProfile.ts';
import { findAddresses } from '../../events/shared/emailAddress.ts';
import { tooMuchOf } from './htmlLimits.ts';
import { isFooter, isWidget, unseenBy } from './unseen.ts';

export const PAGE_TYPES = ['text/html', 'text/plain'] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** The visible text of a page's owner. Texts are reduced to their words (wordsOf). */
export type PageContent = {
  said: string;
  title: string;
  /** Where its links lead, made comparable. */
  links: readonly string[];
  /** E-mail addresses, in lower case. */
  addresses: readonly string[];
  /** Small parts of the page that have one address, with their words. */
  together: readonly { address: string; said: string }[];
};

const INLINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'code', 'em', 'font', 'i', 'mark', 'small', 'span', 'strong', 'u', 'wbr'],
]);
/** Marks the edge of an inline element: "E-Mail" and an address may be in two of them without a space. */
const EDGE = '\ue000';
/** Texts of a page that show an address, and say nothing. A placeholder is an example. */
const SHOWING = ['title', 'aria-label', 'alt', 'value', 'content', 'data-email', 'data-mail'];
/** They hold the parts of a page, and are none. */
const WHOLE = new Set([
  ...['html', 'body', 'main', 'article', 'section', 'header', 'footer', 'aside', 'nav', 'form'],
  ...['table', 'tbody', 'ul', 'ol'],
]);
const LONGEST_PART = 200;
const MOST_PARTS = 1_000;
const MOST_LINKS = 5_000;
const LONGEST_LINK = 2_000;

/** A text reduced to its words, so that neither case nor punctuation nor markup keeps two of them apart. */
export const wordsOf = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `;

/** Answers of a page whether it says something, word for word. */
export function saysOf({ said }: Pick<PageContent, 'said'>): (words: string) => boolean {
  return (words) => {
    const wanted = wordsOf(words);
    return wanted.trim() !== '' && said.includes(wanted);
  };
}

const wholeOf = (text: string): string => text.replaceAll(EDGE, '');

/** The addresses within elements, then those that elements cut into pieces. */
function addressesIn(text: string): string[] {
  const { addresses, rest } = findAddresses(text);
  return [...new Set([...addresses, ...findAddresses(wholeOf(rest)).addresses])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Cloudflare's email protection: each byte is XORed with the first. */
function unscrambled(hex: string): string {
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex');
  return String.fromCharCode(...bytes.slice(0, 320).map((byte) => byte ^ key));
}

/** The recipients of a `mailto:` link. Its subject and body may name others. */
function recipientsOf(href: string): string {
  const [to = '', query = ''] = href.slice('mailto:'.length).split(/\?(.*)/s);
  const fields = [...new URLSearchParams(query)].filter(([name]) => /^(?:to|cc|bcc)$/i.test(name));
  return [decoded(to), ...fields.map(([, value]) => value)].join(', ');
}

/** null: the page is too much for a parser. `url`: where it lies. */
export function pageContent(body: string, type: PageType, url: string): PageContent | null {
  if (type !== 'text/html') return plainContent(body);
  if (tooMuchOf(body) === 'tags') return null;
  return htmlContent(body, url);
}

function plainContent(body: string): PageContent {
  const together = body
    .split(/\n\s*\n/)
    .filter(({ length }) => length <= LONGEST_PART)
    .flatMap((part) => alone(part, []));
  return { said: wordsOf(body), title: ' ', links: [], addresses: addressesIn(body), together };
}

/** A part of a page with the one address that is in it. */
function alone(part: string, linked: readonly string[]): PageContent['together'] {
  const [address, ...others] = new Set([...addressesIn(part), ...linked]);
  return address === undefined || others.length > 0 ? [] : [{ address, said: wordsOf(wholeOf(part)) }];
}

function stylesIn(body: string): string {
  const css: string[] = [];
  let isStyle = false;
  const parser = new Parser({
    onopentag(name) {
      isStyle = name === 'style';
    },
    ontext(text) {
      if (isStyle) css.push(text);
    },
    onclosetag() {
      isStyle = false;
    },
  });
  parser.end(body);
  return css.join('');
}

/** An open element: what was found before it. */
type Open = { isUnseen: boolean; isWidget: boolean; isData: boolean; parts: number; length: number; linked: number };
const OUTSIDE: Open = { isUnseen: false, isWidget: false, isData: false, parts: 0, length: 0, linked: 0 };

function htmlContent(body: string, url: string): PageContent {
  const isUnseen = unseenBy(stylesIn(body));
  const parts: string[] = [];
  const titles: string[] = [];
  const data: string[] = [];
  const links = new Set<string>();
  const linked: string[] = [];
  const together: PageContent['together'][number][] = [];
  const open: Open[] = [];
  let length = 0;
  let isTitle = false;
  const show = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  const follow = (href: string, scrambled: string | undefined) => {
    const [, hidden] = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href) ?? [];
    const shown = /^mailto:/i.test(href) ? recipientsOf(href) : '';
    for (const text of [shown, ...[scrambled, hidden].map((code) => (code ? unscrambled(code) : ''))])
      if (text && linked.length < MOST_PARTS) linked.push(...addressesIn(text));
    if (href === '' || href.length > LONGEST_LINK || links.size >= MOST_LINKS || !URL.canParse(href, url)) return;
    const link = new URL(href, url).href;
    const read = readProfile(link);
    // a page may link posts of other people
    if (!read.ok || !read.isPost) links.add(normalisedUrl(link) ?? '');
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const around = open.at(-1) ?? OUTSIDE;
      const isHidden = isUnseen(name, attributes) || (around.isWidget && isFooter(name, attributes));
      if (!around.isUnseen && name !== 'wbr') show(INLINE.has(name) ? EDGE : '\n');
      const isUnseenHere = around.isUnseen || isHidden;
      if (!isUnseenHere && attributes.type !== 'hidden') data.push(...SHOWING.flatMap((one) => attributes[one] ?? []));
      open.push({
        isUnseen: isUnseenHere,
        isWidget: around.isWidget || isWidget(attributes),
        isData:
          around.isData || name === 'noscript' || (name === 'script' && attributes.type === 'application/ld+json'),
        ...{ parts: parts.length, length, linked: linked.length },
      });
      isTitle = name === 'title' && titles.length === 0;
      const href = attributes.href?.trim() ?? '';
      if (around.isData && /^mailto:/i.test(href)) data.push(recipientsOf(href));
      if (!isUnseenHere) follow(href, attributes['data-cfemail']);
    },
    onclosetag(name) {
      const begun = open.pop() ?? OUTSIDE;
      isTitle = false;
      if (begun.isUnseen || name === 'wbr') return;
      if (INLINE.has(name)) return show(EDGE);
      if (!WHOLE.has(name) && length - begun.length <= LONGEST_PART && together.length < MOST_PARTS)
        together.push(...alone(parts.slice(begun.parts).join(''), linked.slice(begun.linked)));
      show('\n');
    },
    ontext(written) {
      const text = written.replace(/\s+/g, ' ');
      const within = open.at(-1) ?? OUTSIDE;
      if (within.isData) data.push(text);
      if (within.isUnseen) return;
      if (isTitle) titles.push(text);
      show(text);
    },
  });
  parser.end(body);
  const text = parts.join('');
  return {
    said: wordsOf(wholeOf(text)),
    title: titles.join(''),
    links: [...links],
    // what it publishes for search engines shows addresses, and says nothing
    addresses: [...new Set([...addressesIn(text), ...linked, ...data.flatMap(addressesIn)])],
    together,
  };
}
