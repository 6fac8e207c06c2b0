/** Whose page it is. A page that only names a person is not theirs, and proves nothing of them. */
import { getDomain, getDomainWithoutSuffix, getSubdomain } from 'tldts';
import type { PageContent, PageLink, Passage } from '../../../db/parse/pageContent.ts';
import { ABOUT_WORDS } from '../../../db/parse/pageParts.ts';
import { pieceOf, wordsOf } from '../../../db/parse/words.ts';
import { normalisedUrl } from '../../../events/partners/duplicateKey.ts';
import { addressesOf } from '../../../events/partners/mergeFound.ts';
import type { PartnerPerson } from '../../../events/partners/partner.ts';
import { fitsName, platformOf, usernameOf } from '../../../events/partners/profileUrl.ts';
import { decodedUri } from '../../../events/shared/externalUrl.ts';

/** `site`: all of its host is theirs. `page`: this page is. */
export type Ownership = 'site' | 'page' | null;
type ReadPage = { url: string; content: PageContent };
export type NamedPerson = { name: string } & Partial<
  Pick<PartnerPerson, 'username' | 'company' | 'companyDomain' | 'profileUrl' | 'socialProfiles'>
>;

/** The last part of an address that does not tell the owner of the site. */
const OWN_PAGE = /\/(?:about(?:-me)?|bio|contact|home|imprint|impressum|index(?:\.\w+)?|me|work-with-me|[a-z]{2})$/;
/** Each path is a person's own page. */
const PERSONAL_PATHS =
  /^(?:linktr\.ee|linkin\.bio|lnk\.bio|bio\.(?:site|link|fm)|beacons\.(?:ai|page)|about\.me|campsite\.bio|allmylinks\.com|solo\.to|taplink\.(?:cc|at)|bento\.me|hoo\.be|komi\.io|msha\.ke|snipfeed\.co|stan\.store|ko-fi\.com|patreon\.com|buymeacoffee\.com|carrd\.co|medium\.com|substack\.com|milkshake\.app|tap\.bio|withkoji\.com|pillar\.io|flow\.page|liinks\.co|direct\.me)$/;
/** Each subdomain is a person's own site. Public suffixes are known without them. */
const PERSONAL_HOSTS =
  /^(?:substack\.com|tumblr\.com|medium\.com|beehiiv\.com|wordpress\.com|blogspot\.com|carrd\.co|wixsite\.com|squarespace\.com|ghost\.io|notion\.site|hashnode\.dev|bandcamp\.com|weebly\.com|jimdosite\.com|ueniweb\.com)$/;
/** Words in a title or heading around a name that make it no less theirs. */
const GREETINGS = new Set(
  `about at bio blog by contact dr hello hey hi home homepage i im am m is me my name of official page portfolio profile prof site the this to website welcome s
  hallo ich bin über von willkommen bei offizielle kontakt seite je suis bonjour bienvenue de du chez à propos hola soy web oficial bienvenidos sobre
  ciao sono di benvenuti sou olá ik ben welkom van cześć jestem witaj jag är hej jeg er merhaba ben です の 公式 サイト ホームページ プロフィール media kit links link`.split(
    /\s+/,
  ),
);
const SELF =
  `i am|i m|my name is|this is me|ich bin|ich heiße|mein name ist|je suis|je m appelle|moi c est|mon nom est|soy|me llamo|mi nombre es|sono|mi chiamo|il mio nome è|sou|eu sou a|eu sou o|me chamo|meu nome é|ik ben|mijn naam is|ik heet|jestem|nazywam się|mam na imię|jag är|jag heter|jeg er|jeg hedder|jeg heter|olen|nimeni on|ben|benim adım|jmenuji se|меня зовут|мене звати|我 是|我 叫|私 は|저는|أنا|اسمي|אני|שמי`.split(
    '|',
  );
const SELF_AFTER = ['で す', 'と 申 し ま す', 'と い い ま す'];

const FOLDED: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
/** Letters and digits without marks. */
const lettersOf = (text: string): string =>
  (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  )
    .map((letter) => FOLDED[letter] ?? letter)
    .join('');
/** Hosts write ü as u or as ue. */
const spellingsOf = (name: string): string[] => [
  lettersOf(name),
  lettersOf(name.toLowerCase().replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)),
];

/** Fewer letters are in too many words. A name of two signs may be whole in Chinese. */
const isTelling = (name: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name)
    ? lettersOf(name).length >= 2
    : lettersOf(name).length >= 5 || (lettersOf(name).length >= 4 && /\S\s+\S/.test(name.trim()));

const isIn = (list: readonly string[], wanted: readonly string[]) => wanted.some((one) => list.includes(one));

/** Whether a title or a heading is a name, with no more than a greeting around it. */
function isName(text: string, name: string): boolean {
  const said = wordsOf(text);
  const wanted = wordsOf(name);
  const at = said.indexOf(wanted);
  if (at < 0) return isIn([lettersOf(text)], spellingsOf(name));
  const rest = `${said.slice(0, at)} ${said.slice(at + wanted.length)}`.trim();
  // signs that are words each are joined again
  const words = rest.split(/\s+/).filter((word) => word !== '');
  const isUnspaced = words.length > 0 && words.every((word) => word.length === 1 && word.charCodeAt(0) > 0x2e80);
  return (isUnspaced ? piecesOf(words.join('')) : words).every((word) => GREETINGS.has(word));
}

const piecesOf = (text: string): string[] => {
  let rest = text;
  for (const word of ['です', 'の', '公式', 'サイト', 'ホームページ', 'プロフィール']) rest = rest.replace(word, '');
  return rest === '' ? [] : [rest];
};

const titlePieces = (title: string): string[] =>
  title
    .normalize('NFKC')
    .split(/\s+[-–—·•:|]\s+|\s*[|»«]\s*|:\s+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** The name that a host has as a word of its own, or that somebody has at a host for many. null: none. */
function hostName(url: string): string | null {
  const { hostname } = new URL(url);
  const domain = getDomain(hostname, { allowPrivateDomains: true });
  if (domain && PERSONAL_HOSTS.test(domain)) return getSubdomain(hostname, { allowPrivateDomains: true }) || null;
  return getDomainWithoutSuffix(hostname, { allowPrivateDomains: true });
}

/** Whether the person speaks of themselves in the first person. */
function introducesSelf({ said }: PageContent, name: string): boolean {
  const words = wordsOf(name).trim();
  return (
    SELF.some((self) => said.includes(` ${self} ${words} `)) ||
    SELF_AFTER.some((self) => said.includes(` ${words} ${self} `))
  );
}

const plainWords = (text: string): string => (text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');

/** Whether a page is about its owner, by its title, first heading or path. */
function isAboutPage({ url, content }: ReadPage): boolean {
  const path = decodedUri(new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '');
  const heading = content.blocks[0]?.heading.trim() ?? '';
  const texts = [...titlePieces(content.title), path, heading, heading.replaceAll(' ', '')];
  return texts.some((text) => ABOUT_WORDS.test(plainWords(text)));
}

/** What is known of a person's own addresses makes a page theirs. */
function knownAs({ url }: ReadPage, person: NamedPerson): Ownership {
  const address = normalisedUrl(url) ?? '';
  const known = { profileUrl: null, socialProfiles: [], ...person } as PartnerPerson;
  const sites = addressesOf({ person: known }).map((own) => own.replace(OWN_PAGE, ''));
  const site = sites.find((own) => address === own || address.startsWith(`${own}/`));
  if (site === undefined) return null;
  return site.includes('/') || PERSONAL_PATHS.test(site) ? 'page' : 'site';
}

export function ownershipOf(page: ReadPage, person: NamedPerson): Ownership {
  const { url, content } = page;
  const { name } = person;
  const known = knownAs(page, person);
  if (known) return known;
  if (!isTelling(name)) return null;
  const host = hostName(url);
  const letters = lettersOf(host ?? '');
  if (isIn([letters], spellingsOf(name))) return 'site';
  const pieces = titlePieces(content.title);
  const headings = content.blocks.filter(({ level }) => level === 1).slice(0, 3);
  const { hostname, pathname } = new URL(url);
  const isPersonalPath = PERSONAL_PATHS.test(hostname.replace(/^www\./, '')) && /^\/@?[\w.-]+\/?$/.test(pathname);
  // another name of the site is that of somebody else, or of a company
  const siteNames = [...pieces, content.siteName].filter((piece) => piece !== '' && !isName(piece, name));
  const isOfSite = (piece: string) => {
    const own = lettersOf(piece);
    return (
      own.length >= 3 &&
      (own === letters || letters.startsWith(own) || (letters.length >= 4 && own.startsWith(letters)))
    );
  };
  const isOfOthers = !isPersonalPath && pathname !== '/' && siteNames.some(isOfSite);
  const isNamed = pieces.some((piece) => isName(piece, name)) || headings.some(({ heading }) => isName(heading, name));
  if (isNamed && !isOfOthers) return 'page';
  if (!introducesSelf(content, name)) return null;
  const wanted = wordsOf(name);
  const isOwnerByData = content.people.some((one) => one.isOwner && one.said === wanted);
  return isAboutPage(page) || isOwnerByData ? 'page' : null;
}

/** Whether a page lies on the site of the person's company. */
export function isOfCompany({ url }: ReadPage, { company, companyDomain }: NamedPerson): boolean {
  const domain = getDomain(new URL(url).hostname, { allowPrivateDomains: true });
  if (domain !== null && companyDomain && domain === companyDomain.toLowerCase().replace(/^www\./, '')) return true;
  const letters = lettersOf(company ?? '');
  return letters.length >= 5 && lettersOf(hostName(url) ?? '') === letters;
}

/** Whether something on a page is below a heading that is a person's name. */
export function isBelowName({ content }: ReadPage, block: number | null, name: string): boolean {
  for (let at = block; at !== null; at = content.blocks[at]?.parent ?? null) {
    const { heading = '' } = content.blocks[at] ?? {};
    if (isName(heading, name)) return true;
  }
  return false;
}

/** A quote as the page shows it, and its place. null: the page does not say it in one place. */
export function quoteOn({ passages }: PageContent, quote: string): Pick<Passage, 'text' | 'place'> | null {
  const wanted = wordsOf(quote);
  if (wanted.trim() === '') return null;
  for (const [index, { said, place }] of passages.entries()) {
    // a quote may go on in the next lines
    let joined = said;
    let end = index + 1;
    while (end < passages.length && end < index + 8 && joined.length < wanted.length * 2 + said.length)
      joined = `${joined.trimEnd()}${passages[end++]?.said ?? ''}`;
    const at = joined.indexOf(wanted);
    if (at < 0 || at >= said.length - 1) continue;
    const text = pieceOf(
      passages
        .slice(index, end)
        .map((one) => one.text)
        .join(' '),
      wanted,
    );
    if (text !== null) return { text, place };
  }
  return null;
}

/** How surely a link is the person's own profile. 0: not. */
function rankOf(
  link: PageLink,
  page: ReadPage,
  person: NamedPerson,
  ownership: 'site' | 'page',
  inData: boolean,
): number {
  const username = usernameOf(`https://${link.address}`) ?? '';
  const names = [person.name, person.username, ...spellingsOf(person.name), hostName(page.url)];
  const fits = fitsName(username, names);
  if (link.place === 'aside') return 0;
  if (link.place === 'footer') return ownership === 'site' && fits ? 1 : 0;
  if (link.isMe || inData) return 3;
  if (fits) return 2;
  return link.isInOwnPart || link.isBare ? 1 : 0;
}

/** The profiles that a page of a person's own names as theirs, made comparable. Of two at one platform the surer one counts. */
export function profilesOf(page: ReadPage, person: NamedPerson, ownership: 'site' | 'page'): Set<string> {
  const wanted = wordsOf(person.name);
  const inData = new Set(page.content.people.filter(({ said }) => said === wanted).flatMap(({ links }) => links));
  const fromData = [...inData].map((address): PageLink => {
    return { address, place: 'about', block: null, isMe: false, isInOwnPart: true, isBare: true };
  });
  const byPlatform = new Map<string, Map<string, number>>();
  for (const link of [...page.content.links, ...fromData]) {
    const platform = platformOf(`https://${link.address}`);
    const rank = platform ? rankOf(link, page, person, ownership, inData.has(link.address)) : 0;
    if (!platform || rank === 0) continue;
    const ranks = byPlatform.get(platform) ?? new Map<string, number>();
    ranks.set(link.address, Math.max(rank, ranks.get(link.address) ?? 0));
    byPlatform.set(platform, ranks);
  }
  const found = [...byPlatform.values()].flatMap((ranks) => {
    const best = Math.max(...ranks.values());
    const kept = [...ranks].filter(([, rank]) => rank === best).map(([address]) => address);
    return best === 1 && kept.length > 1 ? [] : kept;
  });
  return new Set(found);
}
