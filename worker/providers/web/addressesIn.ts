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

// bounded, so that a long text without any is read once
const ADDRESS = /[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/g;

/** The e-mail addresses that a page shows, in lower case: in its text, in `mailto:` links, and in the usual disguises. */
export function addressesIn(body: string, type: PageType): Set<string> {
  const { text, links } = type === 'text/html' ? readHtml(body) : { text: body, links: [] };
  const found = [undisguised(text), ...links].flatMap((part) => part.toLowerCase().match(ADDRESS) ?? []);
  return new Set(found.map((address) => address.replace(/^[.'`]+/, '')));
}

function readHtml(body: string): { text: string; links: string[] } {
  const parts: string[] = [];
  const links: string[] = [];
  let unread = 0;
  const parser = new Parser({
    onopentag(name, { href, type, 'data-cfemail': hidden }) {
      if (UNREAD.has(name) && type !== 'application/ld+json') unread += 1;
      else if (!INLINE.has(name)) parts.push(' ');
      if (href && /^\s*mailto:/i.test(href))
        links.push(decoded(href.replace(/^\s*mailto:/i, '').replace(/\?.*$/s, '')));
      const [, inLink] = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href ?? '') ?? [];
      for (const code of [hidden, inLink]) if (code) links.push(unscrambled(code));
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
  return { text: parts.join(''), links };
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

/** `name [at] company (dot) com`, `name at company dot com` and `name＠company.com` become `name@company.com`. */
function undisguised(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?[[({<] ?(?:at|@|＠) ?[\])}>] ?/gi, '@')
    .replace(/ ?[[({<] ?(?:dot|\.) ?[\])}>] ?/gi, '.')
    .replace(/＠/g, '@')
    .replace(
      /([\w.+-]{1,64}) at ((?:[a-z0-9-]{1,63} dot ){1,4}[a-z]{2,24})\b/gi,
      (_all, name: string, host: string) => {
        return `${name}@${host.replace(/ dot /gi, '.')}`;
      },
    )
    .replace(/(@[a-z0-9-]{1,63}) dot ([a-z]{2,24})\b/gi, '$1.$2');
}
