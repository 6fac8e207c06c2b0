/** HTML of strangers is measured in one cheap pass before a parser gets it. Parsers are slow with many or deep tags. */

/** Opening and closing ones, and what looks like one. A long newsletter has a tenth of it. */
const MOST_TAGS = 40_000;
const MOST_DEPTH = 100;

const TAG = /<(\/?)([a-z][a-z0-9]{0,20})?/gi;
/** They hold nothing, or end when the next one begins, so unclosed ones do not nest. */
const FLAT = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'],
  ...['p', 'li', 'dt', 'dd', 'option', 'optgroup', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot'],
]);

/** The excess of a document. null: none. */
export function tooMuchOf(html: string): 'tags' | 'depth' | null {
  const open: string[] = [];
  let tags = 0;
  let isDeep = false;
  for (const [, slash, written = ''] of html.matchAll(TAG)) {
    tags += 1;
    if (tags > MOST_TAGS) return 'tags';
    const name = written.toLowerCase();
    if (isDeep || name === '' || FLAT.has(name)) continue;
    if (slash) open.splice(open.includes(name) ? open.lastIndexOf(name) : open.length);
    else isDeep = open.push(name) > MOST_DEPTH;
  }
  return isDeep ? 'depth' : null;
}

const UNREAD = new Set(['script', 'style', 'title', 'template']);
const INLINE = new Set(['a', 'b', 'em', 'font', 'i', 'small', 'span', 'strong', 'u']);
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The words of a document that is too much for a parser. */
export function wordsOf(html: string): string {
  const [first = '', ...pieces] = html.split('<');
  const words = [first];
  let unread: string | null = null;
  for (const piece of pieces) {
    const [, slash, written = ''] = /^(\/?)([a-z][a-z0-9]{0,20})/i.exec(piece) ?? [];
    const name = written.toLowerCase();
    if (unread !== null && !(slash && name === unread)) continue;
    unread = UNREAD.has(name) && !slash ? name : null;
    const end = piece.indexOf('>');
    if (name === '' && !piece.startsWith('!')) words.push('<', piece);
    else if (unread === null && end >= 0) words.push(INLINE.has(name) ? '' : '\n', piece.slice(end + 1));
  }
  return words
    .join('')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => CHARACTERS[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n');
}
