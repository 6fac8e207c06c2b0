import { Parser } from 'htmlparser2';
import { tooMuchOf } from '../../../db/parse/htmlLimits.ts';
import { normalisedUrl } from '../../../events/partners/duplicateKey.ts';
import { addressesIn, decoded, unscrambled } from './addressesIn.ts';
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
  return { said: wordsOf(body), title: ' ', links: [], addresses: [...addressesIn(body)], together };
}

/** A part of a page with the one address that is in it. */
function alone(part: string, linked: readonly string[]): PageContent['together'] {
  const [address, ...others] = new Set([...addressesIn(part), ...linked]);
  return address === undefined || others.length > 0 ? [] : [{ address, said: wordsOf(part) }];
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
    const shown = /^mailto:/i.test(href) ? decoded(href.slice(7).replace(/\?.*$/s, '')) : '';
    for (const text of [shown, ...[scrambled, hidden].map((code) => (code ? unscrambled(code) : ''))])
      if (text && linked.length < MOST_PARTS) linked.push(...addressesIn(text));
    if (href === '' || href.length > LONGEST_LINK || links.size >= MOST_LINKS || !URL.canParse(href, url)) return;
    links.add(normalisedUrl(new URL(href, url).href) ?? '');
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const around = open.at(-1) ?? OUTSIDE;
      const isHidden = isUnseen(name, attributes) || (around.isWidget && isFooter(name, attributes));
      if (!INLINE.has(name) && !around.isUnseen) show(' ');
      open.push({
        isUnseen: around.isUnseen || isHidden,
        isWidget: around.isWidget || isWidget(attributes),
        isData: name === 'script' && attributes.type === 'application/ld+json',
        ...{ parts: parts.length, length, linked: linked.length },
      });
      isTitle = name === 'title' && titles.length === 0;
      if (!around.isUnseen && !isHidden) follow(attributes.href?.trim() ?? '', attributes['data-cfemail']);
    },
    onclosetag(name) {
      const begun = open.pop() ?? OUTSIDE;
      isTitle = false;
      if (begun.isUnseen || INLINE.has(name)) return;
      if (!WHOLE.has(name) && length - begun.length <= LONGEST_PART && together.length < MOST_PARTS)
        together.push(...alone(parts.slice(begun.parts).join(''), linked.slice(begun.linked)));
      show(' ');
    },
    ontext(text) {
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
    said: wordsOf(text),
    title: titles.join(''),
    links: [...links],
    // what it publishes for search engines shows addresses, and says nothing
    addresses: [...new Set([...addressesIn(text), ...linked, ...data.flatMap((one) => [...addressesIn(one)])])],
    together,
  };
}
