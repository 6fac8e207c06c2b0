/** Links, addresses and handles of a text: only those that the user or the profile gave. */
import { type Flaw, MOST_FLAWS } from './flaw.ts';

/** Each expression is bounded, or begins where no other can. So a text of 20,000 characters takes linear time. */
const URL_LIKE = /\b(?:https?:\/\/|www\.)[^\s<>"“”()]+/giu;
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/giu;
/** Domains without http: those that end in what few sentences end in, and all that a path follows. */
const DOMAIN =
  /(?<![@\p{L}\p{N}./-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:(?:com|net|org|io|co|app|dev|shop|store|example|test|info|biz|xyz|online|site|club|link|click|top|ru|cn|uk|eu|ai|tv|gg|ly|blog|zip|invalid)(?![\p{L}\p{N}.-])|[\p{L}]{2,24}(?=\/[\p{L}\p{N}]))(?:\/[^\s<>"“”()]*)?/giu;
const HANDLE = /(?<![\p{L}\p{N}/.@])@[\p{L}\p{N}_.]{2,}/gu;
const NUMBER_TO_CALL = /(?<![\p{L}\p{N}])\+?\d[\d\s().-]{7,25}\d(?![\p{L}\p{N}])/gu;

const withoutEnd = (link: string): string => link.replace(/[.,;:!?'’*_]+$/, '');

/** The same page has many spellings. The path of a link counts to the letter: an affiliate link is one. */
function sameForm(link: string): string {
  const plain = withoutEnd(link)
    .replace(/^https?:\/\//i, '')
    .replace(/([?&])utm_source=openai(?:&|$)/, '$1')
    .replace(/[?&]$/, '')
    .replace(/\/$/, '');
  const [host = '', ...path] = plain.split('/');
  return [host.toLowerCase().replace(/^www\./, ''), ...path].join('/');
}

/** "evil dot com", "evil punkt example", "evil (dot) com". Endings that are words of these languages are none here. */
const WRITTEN_DOT =
  /(?<=[\p{L}\p{N}])\s?(?:[([]\s?(?:dot|\.)\s?[)\]]|\s(?:dot|punkt|point|punto|ponto|punt|kropka)\s)\s?(?=(?:com|net|org|example|io|shop|store|online|site|info|biz|eu|app|dev|xyz|club|link|uk|us|ch|at|pl)(?![\p{L}\p{N}]))/giu;

/** All dots that a reader or a browser takes for one, and wide letters, as they are typed. */
const asTyped = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/(?<=[\p{Script=Latin}\d])[。｡·•․∙⋅](?=[\p{Script=Latin}\d])/gu, '.')
    .replace(WRITTEN_DOT, '.');

const linksOf = (typed: string): string[] => {
  const text = asTyped(typed);
  const rest = text.replace(EMAIL, ' ');
  return [...(rest.match(URL_LIKE) ?? []), ...(rest.replace(URL_LIKE, ' ').match(DOMAIN) ?? [])].map(withoutEnd);
};

const digits = (text: string): string => text.replace(/\D/g, '');

const hostOf = (link: string): string => link.split(/[/?#]/)[0] ?? '';
const withoutQuery = (link: string): string => link.split(/[?#]/)[0] ?? '';

export type Links = {
  links: ReadonlySet<string>;
  site: string | null;
  contacts: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
};

/**
 * `texts`: of the user, who may write any link. `urls`: of the profile and its evidence; a link inside a bio is not one of them. `site`: the
 * host of the user's own site, any page of which may be linked to.
 */
export function linksKnown(
  texts: readonly string[],
  urls: readonly (string | null | undefined)[],
  site: string | null = null,
): Links {
  const own = texts.flatMap(linksOf).map(sameForm);
  return {
    links: new Set([...own, ...own.map(hostOf), ...urls.flatMap((url) => (url ? [sameForm(url)] : []))]),
    site,
    contacts: new Set(
      texts
        .flatMap((text) => [...(text.match(EMAIL) ?? []), ...(text.match(HANDLE) ?? [])])
        .map((one) => one.toLowerCase()),
    ),
    numbers: new Set(texts.flatMap((text) => (text.match(NUMBER_TO_CALL) ?? []).map(digits))),
  };
}

/** `handle`: of the partner. */
export function checkLinks(text: string, known: readonly Links[], handles: readonly string[]): Flaw[] {
  const own = new Set(handles.map((handle) => `@${handle.replace(/^@/, '').toLowerCase()}`));
  const has = (of: (links: Links) => ReadonlySet<string>, value: string) => known.some((links) => of(links).has(value));
  /** A page of the user's own site, but not one that they gave with something else behind its "?". */
  const isOwnPage = (link: string) =>
    known.some(
      ({ site, links }) =>
        site === hostOf(link) &&
        ![...links].some((one) => one !== link && one.includes('?') && withoutQuery(one) === withoutQuery(link)),
    );
  const unknown = [
    ...linksOf(text).filter((link) => !has(({ links }) => links, sameForm(link)) && !isOwnPage(sameForm(link))),
    ...(text.match(EMAIL) ?? []).filter((address) => !has(({ contacts }) => contacts, address.toLowerCase())),
    ...(text.replace(EMAIL, ' ').match(HANDLE) ?? [])
      .map(withoutEnd)
      .filter((handle) => !own.has(handle.toLowerCase()) && !has(({ contacts }) => contacts, handle.toLowerCase())),
    ...(text.replace(URL_LIKE, ' ').match(NUMBER_TO_CALL) ?? []).filter(
      (one) => !has(({ numbers }) => numbers, digits(one)),
    ),
  ];
  return [...new Set(unknown)].slice(0, MOST_FLAWS).map((quote) => ({ rule: 'link', quote }));
}

/** Removes links, so that nothing else is found in them. The end of a sentence behind a link stays. */
export const withoutLinks = (text: string): string =>
  [EMAIL, URL_LIKE, DOMAIN, HANDLE, NUMBER_TO_CALL].reduce(
    (rest, pattern) =>
      rest.replace(pattern, (link) => {
        const { length } = withoutEnd(link);
        return ' '.repeat(length) + link.slice(length);
      }),
    text,
  );
