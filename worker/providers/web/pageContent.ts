import { Parser } from 'htmlparser2';
import type { PageType } from './openPage.ts';

/** Parts of a page that nobody reads, except for the data that it publishes for search engines. */
const UNREAD = new Set(['script', 'style', 'template', 'noscript']);
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'code',
  'em',
  'font',
  'i',
  'mark',
  'small',
  'span',
  'strong',
  'u',
  'wbr',
]);

/** What a page shows: its text, where its links lead (as they are written), and addresses that Cloudflare hides from robots, in hex. */
export type PageContent = { text: string; links: string[]; hidden: string[] };

export function pageContent(body: string, type: PageType): PageContent {
  if (type !== 'text/html') return { text: body, links: [], hidden: [] };
  const parts: string[] = [];
  const links: string[] = [];
  const hidden: string[] = [];
  let unread = 0;
  const parser = new Parser({
    onopentag(name, { href, type, 'data-cfemail': scrambled }) {
      if (UNREAD.has(name) && type !== 'application/ld+json') unread += 1;
      else if (!INLINE.has(name)) parts.push(' ');
      if (href) links.push(href.trim());
      const [, inLink] = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href ?? '') ?? [];
      for (const code of [scrambled, inLink]) if (code) hidden.push(code);
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread = Math.max(0, unread - 1);
      else if (!INLINE.has(name)) parts.push(' ');
    },
    ontext(text) {
      if (unread === 0) parts.push(text);
    },
  });
  parser.end(body);
  return { text: parts.join(''), links, hidden };
}

/** A text reduced to its words, so that neither case nor punctuation nor markup keeps two of them apart. */
const comparable = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `;

/** Answers of a page whether it says something, word for word. */
export function saysOf({ text }: Pick<PageContent, 'text'>): (words: string) => boolean {
  const said = comparable(text);
  return (words) => {
    const wanted = comparable(words);
    return wanted.trim() !== '' && said.includes(wanted);
  };
}
