// bounded, so that a long text without any is read once
const ADDRESS = /[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/g;

/** The e-mail addresses in a text, in lower case, also in the usual disguises. */
export function addressesIn(text: string): Set<string> {
  const found = undisguised(text).toLowerCase().match(ADDRESS) ?? [];
  return new Set(found.map((address) => address.replace(/^[.'`]+/, '')));
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Cloudflare's email protection: each byte is XORed with the first. */
export function unscrambled(hex: string): string {
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
