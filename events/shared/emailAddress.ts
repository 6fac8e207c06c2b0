/** Email addresses as people write them: one reader for typed fields, cells of lists, and pages. All its expressions are bounded. */

export const LONGEST_EMAIL = 254;
const LONGEST_LOCAL = 64;

/** Zero-width and direction marks, and soft hyphens. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

const SIGNS = "!#$%&'*+/=?^_`{|}~";
/** Chinese and Japanese text has no spaces, so an address in Latin letters ends where another script begins. */
const LATIN = '\\p{Script=Latin}\\p{M}\\p{N}';
const ANY = '\\p{L}\\p{M}\\p{N}';
const localOf = (letters: string, not = '') =>
  `(?<![${letters}.${SIGNS}-])(?:${not}[${letters}.${SIGNS}-]){1,${LONGEST_LOCAL + 1}}`;
const LABEL = `(?:[${LATIN}-]{1,63}|[${ANY}-]{1,63})`;
const ADDRESS = new RegExp(
  `(?:${localOf(LATIN)}|${localOf(ANY, '(?!\\p{Script=Latin})')})@${LABEL}(?:\\.${LABEL}){1,8}`,
  'gu',
);
const LOCAL = new RegExp(`^[${ANY}${SIGNS}-]+(?:\\.[${ANY}${SIGNS}-]+)*$`, 'u');
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,20}(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;
/** Names of files look like hosts. */
const FILE = /\.(?:png|jpe?g|gif|svg|webp|css|js|pdf|html?)$/;

/** Writes a host as mail servers know it: in lower case, with `xn--` for other letters. A host that none could be stays as it is. */
export function asciiHost(host: string): string {
  const url = `http://${host}`;
  // URL would take a host out of a longer text
  return /\P{ASCII}/u.test(host) && !/[@:/?#\\]/.test(host) && URL.canParse(url)
    ? new URL(url).hostname
    : host.toLowerCase();
}

/** Whether a text is a host with a top-level domain, as asciiHost writes it. */
export const isHost = (text: string): boolean => text.length < LONGEST_EMAIL && DOMAIN.test(text);

/** One spelling for all forms of an address. */
export function canonicalAddress(text: string): string {
  const address = text.normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  return at < 0 || address.length > LONGEST_EMAIL
    ? address
    : `${address.slice(0, at)}@${asciiHost(address.slice(at + 1))}`;
}

const encoder = new TextEncoder();

/** Whether a canonical address can be one (RFC 5321, and RFC 6531 for letters outside of ASCII). */
export function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const octets = encoder.encode(local).length;
  return (
    address.length <= LONGEST_EMAIL && octets <= LONGEST_LOCAL && LOCAL.test(local) && isHost(address.slice(at + 1))
  );
}

const AT = 'at|ät|arroba|arobase|arobas|chiocciola|ma[łl]pa|klammeraffe|ap(?:en|e)staartje';
const DOT = 'dot|punkt|punto|point|ponto|punt|kropka';
const OPEN = '[\\[({<«‹]';
const CLOSED = '[\\])}>»›]';
const BRACKETED_AT = new RegExp(` ?${OPEN} ?(?:${AT}|et|@) ?${CLOSED} ?`, 'giu');
const BRACKETED_DOT = new RegExp(` ?${OPEN} ?(?:${DOT}|\\.) ?${CLOSED} ?`, 'giu');
/** `mara_at_studio_dot_example` */
const UNDERSCORED =
  /(?<![\w.+-])([a-z0-9.+-]{1,64})([_*~|])at\2((?:[a-z0-9-]{1,63}(?:\2dot\2|\.)){1,4}[a-z]{2,24})(?![\w*~|])/gi;
/** `mara at studio dot example`, `mara at studio.example`, `mara @ studio.example` */
const SPOKEN = new RegExp(
  `(?<![\\w.+-])([\\w.+-]{1,64}) ?(?:(?<= )(${AT})|(@)) ?(?<= |@)((?:[a-z0-9-]{1,63}(?: (?:${DOT}) | ?\\. ?)){1,4}[a-z]{2,24})(?![\\w-])`,
  'giu',
);
const DOTS_AFTER_AT = new RegExp(
  `(@[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,3}) (?:${DOT}) (?=[a-z0-9-]{2,63}(?![\\w-]))`,
  'giu',
);
const LABELLED = /^(?:[\p{L} -]{1,20}:)? ?$/u;
const ASKS_TO_WRITE =
  /(?:e-?mail|mail|write|contact|reach|schreib\w{0,4}|courriel|correo)(?: (?:me|us|to|at|mich|uns|an|à|a))? ?[:–-]? ?$/iu;
/** Words before "at" that are no name of a mailbox. */
const PROSE =
  /^(?:i|me|us|him|her|them|you|it|am|is|are|be|was|we|work(?:s|ing|ed)?|meet(?:ing)?|shop(?:ping)?|available|find|found|looks?|looking|here|live[sd]?|living|located|based|speak(?:s|ing)?|stay(?:ing)?|only|more|now|also|and|or|e-?mail|mail|contact|write|reach|visit|see|join|follow|read|order|buy|learn|listen|watch|play|night|bar|home|hosted?|mich|uns|la|el|le|il)$/i;

/** Whether words such as "mara at studio dot example" are an address, and not a sentence. */
function isMeant(line: string, at: number, length: number, name: string, word: string): boolean {
  if (word === 'AT' && /[a-z]/.test(line)) return true;
  if (word !== '' && /\w[._+\d-]\w/.test(name)) return true;
  if (PROSE.test(name)) return false;
  const [before, after] = [line.slice(Math.max(0, at - 40), at), line.slice(at + length)];
  if (LABELLED.test(before) && /^ ?[.,;!]? ?$/.test(after)) return true;
  return word !== '' && ASKS_TO_WRITE.test(before);
}

const spoken = (line: string): string =>
  line.replace(SPOKEN, (all: string, name: string, word: string | undefined, _sign, host: string, at: number) =>
    isMeant(line, at, all.length, name, word ?? '')
      ? `${name}@${host.replace(new RegExp(` (?:${DOT}) | ?\\. ?`, 'giu'), '.')}`
      : all,
  );

/** Undoes the usual disguises of addresses. Each line of the text is a part of its own. */
function undisguised(text: string): string {
  return (
    withoutInvisible(text)
      .replace(/[^\S\n]+/g, ' ')
      .replace(/[＠﹫]|&#0{0,3}64;|&commat;|(?<=\w)%40(?=\w)/g, '@')
      .replace(/[．｡](?=[a-z0-9])/gi, '.')
      .replace(BRACKETED_AT, '@')
      .replace(/(?<=\w)\(a\)(?=\w)/g, '@')
      .replace(BRACKETED_DOT, '.')
      .replace(
        UNDERSCORED,
        (_all, name: string, sign: string, host: string) => `${name}@${host.replaceAll(`${sign}dot${sign}`, '.')}`,
      )
      .replace(/(?<=\w) ?-at- ?(?=[a-z0-9]{1,63} ?-dot- ?[a-z])/gi, '@')
      .replace(/(@[a-z0-9]{1,63}) ?-dot- ?(?=[a-z])/gi, '$1.')
      .split('\n')
      .map(spoken)
      .join('\n')
      .replace(DOTS_AFTER_AT, '$1.')
      // two addresses with nothing but a sign between them
      .replace(/(@[\w.-]{1,80}\.[a-z]{2,24})[/|&+]+(?=[^@\s]{1,64}@)/gi, '$1 ')
  );
}

const PLAIN = /^[a-z0-9][a-z0-9.+_-]{0,63}@[a-z0-9.-]{1,190}$/i;
/** Without these a text holds no address in any form. */
const SIGNS_OF_ONE = new RegExp(`[@＠﹫]|%40|&#|&commat;|\\(a\\)|(?<!\\p{L})(?:${AT}|et)(?!\\p{L})`, 'iu');

/** Finds each address of a text once, in its canonical form. `rest`: the text without them, and without its disguises. */
export function findAddresses(text: string): { addresses: string[]; rest: string } {
  const plain = PLAIN.test(text) ? canonicalAddress(text) : '';
  if (isAddress(plain) && !FILE.test(plain)) return { addresses: [plain], rest: '' };
  if (!SIGNS_OF_ONE.test(text)) return { addresses: [], rest: withoutInvisible(text) };
  const found = new Set<string>();
  const rest = undisguised(text).replace(ADDRESS, (written) => {
    const address = canonicalAddress(written.replace(/^[.'`*|{/=?~!-]+/, '').replace(/-+$/, ''));
    if (!isAddress(address) || FILE.test(address)) return written;
    found.add(address);
    return ' ';
  });
  return { addresses: [...found], rest };
}
