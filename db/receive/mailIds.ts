/** Message-IDs as mail programs write them: encoded (RFC 2047), folded, with spaces in between, or without brackets. */

const MOST_IDS = 50;
const ENCODED = /=\?[^?\s]{1,40}\?([bq])\?([^?]{0,1000})\?=/gi;

/** Ids are ASCII, so their charset does not matter. */
const decoded = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(ENCODED, (_word, kind: string, said: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(said, 'base64').toString('latin1')
        : said
            .replace(/_/g, ' ')
            .replace(/=([\da-f]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );

const ADDRESS_LIKE = String.raw`[^\s<>,;:"'()@]{1,250}@[^\s<>,;"'()@]{1,250}`;

/** The ids of a header, in brackets. */
export function idsIn(header: string): string[] {
  const text = decoded(header).replace(/&lt;/gi, '<').replace(/&gt;/gi, '>');
  const inBrackets = [...text.matchAll(/<([^<>]{1,300})>/g)].map(([, id = '']) => id.replace(/\s+/g, ''));
  const others = text.replace(/<[^<>]{1,300}>/g, ' ').match(new RegExp(ADDRESS_LIKE, 'g')) ?? [];
  return [...inBrackets, ...others].filter((id) => id !== '').map((id) => `<${id}>`);
}

const NAMED = new RegExp(`\\bmessage[ -]?id\\s{0,5}[:=]?\\s{0,5}"?(?:<([^<>\\s]{1,300})>|(${ADDRESS_LIKE}))`, 'gi');
/** Addresses are in brackets, too, but ids have digits. */
const IN_BRACKETS = /<([^<>\s@\d]{0,250}\d[^<>\s@]{0,250}@[^<>\s@]{1,250})>/g;

/** Ids in a text that calls them so. `all`: any other in brackets, too, behind those. */
export function idsInText(text: string, all: boolean): string[] {
  const found = [...text.matchAll(NAMED), ...(all ? text.matchAll(IN_BRACKETS) : [])];
  return [...new Set(found.map(([, id, bare]) => `<${id ?? bare}>`))].slice(0, MOST_IDS);
}
