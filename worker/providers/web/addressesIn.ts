import type { PageType } from './openPage.ts';
import { pageContent } from './pageContent.ts';

// bounded, so that a long text without any is read once
const ADDRESS = /[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/g;

/** The e-mail addresses that a page shows, in lower case: in its text, in `mailto:` links, and in the usual disguises. */
export function addressesIn(body: string, type: PageType): Set<string> {
  const { text, links, hidden } = pageContent(body, type);
  const mailto = links.filter((link) => /^mailto:/i.test(link));
  const parts = [
    undisguised(text),
    ...mailto.map((link) => decoded(link.replace(/^mailto:/i, '').replace(/\?.*$/s, ''))),
    ...hidden.map(unscrambled),
  ];
  const found = parts.flatMap((part) => part.toLowerCase().match(ADDRESS) ?? []);
  return new Set(found.map((address) => address.replace(/^[.'`]+/, '')));
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
