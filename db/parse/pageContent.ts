import { Parser } from 'htmlparser2';
import { normalisedUrl } from '../../events/partners/duplicateKey.ts';
import type { EvidencePlace } from '../../events/partners/evidence.ts';
import { readProfile } from '../../events/partners/readProfile.ts';
import { findAddresses } from '../../events/shared/emailAddress.ts';
import { decodedUri } from '../../events/shared/externalUrl.ts';
import { declarationsOf, declaredBy, holdsForReaders, type Matched, TooMuch } from './css.ts';
import { tooMuchOf } from './htmlLimits.ts';
import { type DataPerson, dataPeople } from './pageData.ts';
import {
  type Attributes,
  isColored,
  isNotShown,
  isOfOthers,
  isSocial,
  isWidget,
  kindOfHeading,
  namesOf,
  type Place,
  placeOf,
} from './pageParts.ts';
import { isSeen, PAGE_SIGHT, type Sight, sightOf } from './sight.ts';
import { wordsOf } from './words.ts';

export const PAGE_TYPES = ['text/html', 'text/plain'] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** A line of a page. `block`: of the heading above it, in `blocks`. */
export type Passage = { text: string; said: string; place: EvidencePlace; block: number | null };
export type PageLink = {
  /** Where it leads, made comparable. */
  address: string;
  place: Place;
  block: number | null;
  /** `rel=me`: the page says that it is its owner's. */
  isMe: boolean;
  /** In a header, an about or contact part, or a list of profiles. */
  isInOwnPart: boolean;
  /** It has an icon for a text, a handle, or the name of its platform. */
  isBare: boolean;
};
export type PageBlock = { heading: string; level: number; parent: number | null };

/** What readers see on a page of its owner's words. Texts are reduced to their words (wordsOf). */
export type PageContent = {
  said: string;
  passages: readonly Passage[];
  title: string;
  /** `og:site_name`, and the names of people that the page gives search engines. Readers see none of it. */
  siteName: string;
  people: readonly DataPerson[];
  blocks: readonly PageBlock[];
  links: readonly PageLink[];
  /** All e-mail addresses, in lower case, wherever the page has them. */
  addresses: readonly string[];
  /** Those that readers see. */
  shown: readonly { address: string; place: Place; block: number | null }[];
  /** Small parts of the page that have one address, with their words. */
  together: readonly { address: string; said: string }[];
};

const INLINE = new Set([
  ...[
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
    'ruby',
    'rt',
    'rb',
  ],
]);
/** Marks the edge of an inline element: "E-Mail" and an address may be in two of them without a space. */
const EDGE = '\ue000';
/** Texts of a page that show an address, and say nothing. A placeholder is an example. */
const SHOWING = ['title', 'aria-label', 'alt', 'value', 'content', 'data-email', 'data-mail'];
/** They hold the parts of a page, and are none. */
const WHOLE = new Set([
  ...['html', 'body', 'main', 'article', 'section', 'header', 'footer', 'aside', 'nav', 'form'],
  ...['table', 'tbody', 'ul', 'ol'],
]);
/** A heading in one of these is that of the element around. */
const AROUND_HEADING = new Set(['header', 'hgroup', 'a', 'summary', 'button', 'b', 'strong', 'span', 'center', 'font']);
/** What others wrote goes on to the end of one of these. */
const SECTIONS = new Set(['section', 'article', 'main', 'aside', 'footer', 'body', 'html', 'td']);
const VALUES_SEEN = /^(?:text|email|url|search|button|submit|)$/;
const PLATFORM_NAME =
  /^(?:(?:my|follow(?: me)?(?: on)?|on|find me on|see my|visit my|join me on)\s+)?(?:instagram|insta|ig|tik ?tok|you ?tube|twitter|x|linked ?in|in|facebook|pinterest|threads)(?:\s+(?:channel|profile|page|account))?$/iu;
const LONGEST_PART = 200;
const MOST_PARTS = 1_000;
const MOST_LINKS = 5_000;
const LONGEST_LINK = 2_000;
/** A page has no more to say of one person. */
const MOST_TEXT = 300_000;
const LONGEST_PASSAGE = 4_000;
const MOST_BLOCKS = 2_000;
const MOST_DATA = 20;

/** Answers of a page whether it says something, word for word. */
export function saysOf({ said }: Pick<PageContent, 'said'>): (words: string) => boolean {
  return (words) => {
    const wanted = wordsOf(words);
    return wanted.trim() !== '' && said.includes(wanted);
  };
}

const wholeOf = (text: string): string => text.replaceAll(EDGE, '');

/** The addresses within elements, then those that elements cut into pieces. */
function addressesIn(text: string): string[] {
  const { addresses, rest } = findAddresses(text);
  return [...new Set([...addresses, ...findAddresses(wholeOf(rest)).addresses])];
}

/** Cloudflare's email protection: each byte is XORed with the first. */
function unscrambled(hex: string): string {
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex');
  return String.fromCharCode(...bytes.slice(0, 320).map((byte) => byte ^ key));
}

/** The recipients of a `mailto:` link. Its subject and body may name others. */
function recipientsOf(href: string): string {
  const [to = '', query = ''] = href.slice('mailto:'.length).split(/\?(.*)/s);
  const fields = [...new URLSearchParams(query)].filter(([name]) => /^(?:to|cc|bcc)$/i.test(name));
  return [decodedUri(to), ...fields.map(([, value]) => value)].join(', ');
}

const NOTHING = { title: ' ', siteName: '', people: [], blocks: [], links: [] };

/** null: the page is too much for a parser. `url`: where it lies. */
export function pageContent(body: string, type: PageType, url: string): PageContent | null {
  if (type !== 'text/html') return plainContent(body);
  if (tooMuchOf(body) === 'tags') return null;
  try {
    return htmlContent(body, url);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

function plainContent(body: string): PageContent {
  const parts = body.split(/\n\s*\n/);
  const together = parts.filter(({ length }) => length <= LONGEST_PART).flatMap((part) => alone(part, []));
  const addresses = addressesIn(body);
  const passages = parts.flatMap((part) => passagesOf(part, 'body', null));
  const shown = addresses.map((address) => ({ address, place: 'body' as const, block: null }));
  return { ...NOTHING, said: saidBy(passages), passages, addresses, shown, together };
}

/** A part of a page with the one address that is in it. */
function alone(part: string, linked: readonly string[]): PageContent['together'] {
  const [address, ...others] = new Set([...addressesIn(part), ...linked]);
  return address === undefined || others.length > 0 ? [] : [{ address, said: wordsOf(wholeOf(part)) }];
}

/** A line as one passage, and a long one as some. */
function passagesOf(written: string, place: EvidencePlace, block: number | null): Passage[] {
  const text = wholeOf(written).replace(/\s+/g, ' ').trim();
  const found: Passage[] = [];
  for (let at = 0; at < text.length; ) {
    const space = text.lastIndexOf(' ', at + LONGEST_PASSAGE);
    const end = text.length - at <= LONGEST_PASSAGE ? text.length : space > at ? space : at + LONGEST_PASSAGE;
    const piece = text.slice(at, end).trim();
    const said = wordsOf(piece);
    if (said.trim() !== '') found.push({ text: piece, said, place, block });
    at = end;
  }
  return found;
}

const saidBy = (passages: readonly Passage[]): string => ` ${passages.map(({ said }) => said.trim()).join(' ')} `;

/** What is in the head of a page, and in its styles. */
function stylesIn(body: string): string {
  const css: string[] = [];
  let isStyle = false;
  const parser = new Parser({
    onopentag(name, { media = '', type = '' }) {
      isStyle = name === 'style' && holdsForReaders(media) && (type === '' || /^text\/css$/i.test(type));
    },
    ontext(text) {
      if (isStyle) css.push(text);
    },
    onclosetag() {
      // what one sheet leaves open does not reach into the next
      if (isStyle) css.push('\n');
      isStyle = false;
    },
  });
  parser.end(body);
  return css.join('');
}

/** The look of the elements that old pages have no style for. */
function attributeStyle(element: string, { bgcolor, text, color, height, width }: Attributes): string {
  const ofFont = element === 'font' && color ? `color:${color};` : '';
  const ofBody = element === 'body' && text ? `color:${text};` : '';
  const ofBox = bgcolor ? `background-color:${bgcolor};` : '';
  const size = /^(?:marquee|td|table|div)$/.test(element) && height === '0' && width === '0' ? 'display:none;' : '';
  return `${ofFont}${ofBody}${ofBox}${size}`;
}

type Block = PageBlock & { depth: number; place: Place | null; isOfOthers: boolean; isFilled: boolean };
type Link = Omit<PageLink, 'isBare'> & { label: string; depth: number };
/** An open element, and what was found before it. */
type Open = {
  name: string;
  matched: Matched | null;
  sight: Sight;
  isOfOthers: boolean;
  isUnseen: boolean;
  isWidget: boolean;
  isData: boolean;
  /** A closed `details`: readers see its summary. */
  isClosed: boolean;
  place: Place;
  isInOwnPart: boolean;
  parts: number;
  length: number;
  linked: number;
};
const OUTSIDE: Open = {
  ...{ name: '', matched: null, sight: PAGE_SIGHT, isOfOthers: false, isUnseen: false, isWidget: false, isData: false },
  ...{ isClosed: false, place: 'body', isInOwnPart: false, parts: 0, length: 0, linked: 0 },
};

function htmlContent(body: string, url: string): PageContent {
  const declared = declaredBy(stylesIn(body));
  const hasOtherSheets = /<link\b[^>]{0,300}stylesheet/i.test(body);
  const parts: string[] = [];
  const titles: string[] = [];
  const data: string[] = [];
  const scripts: string[] = [];
  const links: PageLink[] = [];
  const linked: string[] = [];
  const shown: PageContent['shown'][number][] = [];
  const together: PageContent['together'][number][] = [];
  const passages: Passage[] = [];
  const blocks: Block[] = [];
  const open: Open[] = [];
  /** The blocks that the next text is in, by their indexes. */
  let within: number[] = [];
  let siteName = '';
  let length = 0;
  let kept = 0;
  let line = '';
  let lineAt: Open = OUTSIDE;
  let heading: { level: number; text: string; depth: number } | null = null;
  let link: Link | null = null;
  let isTitle = false;
  let isScript = false;

  const blockOf = () => within.at(-1) ?? null;
  const isOthersBlock = () => within.some((index) => blocks[index]?.isOfOthers);
  const placeNow = (around: Open): Place => {
    if (around.place !== 'body') return around.place;
    const named = within.findLast((index) => blocks[index]?.place !== null);
    return (named === undefined ? null : blocks[named]?.place) ?? 'body';
  };

  const endLine = () => {
    if (line.trim() !== '') {
      const place = isTitle ? 'title' : placeNow(lineAt);
      const block = blockOf();
      for (const address of addressesIn(line)) shown.push({ address, place, block });
      if (place !== 'footer' && place !== 'aside' && kept < MOST_TEXT) {
        passages.push(...passagesOf(line.slice(0, MOST_TEXT - kept), place, block));
        kept += line.length;
      }
    }
    line = '';
  };
  const show = (text: string) => {
    parts.push(text);
    length += text.length;
    if (text === '\n') endLine();
    else line += text;
  };

  const follow = (href: string, { rel = '', ...attributes }: Attributes, around: Open) => {
    const isMe = rel.toLowerCase().split(/\s+/).includes('me');
    // a link in the head of a page is none to follow
    if (around.name === 'link' && !isMe) return;
    const [, hidden] = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href) ?? [];
    const mail = /^mailto:/i.test(href) ? recipientsOf(href) : '';
    const place = placeNow(around);
    const block = blockOf();
    for (const text of [mail, ...[attributes['data-cfemail'], hidden].map((code) => (code ? unscrambled(code) : ''))])
      if (text && linked.length < MOST_PARTS)
        for (const address of addressesIn(text)) {
          linked.push(address);
          shown.push({ address, place, block });
        }
    if (
      href === '' ||
      mail !== '' ||
      href.length > LONGEST_LINK ||
      links.length >= MOST_LINKS ||
      !URL.canParse(href, url)
    )
      return;
    const target = new URL(href, url).href;
    const read = readProfile(target);
    // a page may link posts of other people
    if (read.ok && read.isPost) return;
    const isInOwnPart = around.isInOwnPart || place === 'about' || place === 'contact' || place === 'header';
    const address = normalisedUrl(target) ?? '';
    link = {
      address,
      place,
      block,
      isMe,
      isInOwnPart: isInOwnPart && place !== 'footer' && place !== 'aside',
      label: '',
      depth: open.length,
    };
  };
  const endLink = () => {
    if (!link) return;
    const { label, depth: _, ...rest } = link;
    const text = wholeOf(label).replace(/\s+/g, ' ').trim();
    const isHandle = /^@[\w.-]{2,40}$/.test(text);
    links.push({ ...rest, isBare: text === '' || isHandle || PLATFORM_NAME.test(text) });
    link = null;
  };

  const endHeading = () => {
    if (!heading) return;
    const { level, text, depth } = heading;
    heading = null;
    const written = wholeOf(text).replace(/\s+/g, ' ').trim();
    endLine();
    if (written === '' || blocks.length >= MOST_BLOCKS) return;
    within = within.filter((index) => (blocks[index]?.level ?? 0) < level);
    const kind = kindOfHeading(written);
    const upTo = (isEnd: (name: string) => boolean) => {
      let at = depth - 1;
      while (at > 0 && !isEnd(open[at - 1]?.name ?? '')) at--;
      return at;
    };
    blocks.push({
      ...{ heading: wordsOf(written), level, parent: blockOf() },
      depth: kind === 'others' ? upTo((name) => SECTIONS.has(name)) : upTo((name) => !AROUND_HEADING.has(name)),
      place: kind === 'others' ? null : kind,
      isOfOthers: kind === 'others',
      isFilled: false,
    });
    within.push(blocks.length - 1);
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      const around = open.at(-1) ?? OUTSIDE;
      const names = namesOf(attributes);
      const isWidgetHere = around.isWidget || isWidget(names);
      const place = placeOf(name, attributes, names);
      // the style of what is in an unseen element is not asked
      const isOut = around.isUnseen && around.sight.isGone;
      const matched: Matched | null = isOut
        ? null
        : {
            tag: name,
            names: new Set([
              ...(attributes.class ?? '')
                .split(/\s+/)
                .filter((one) => one !== '')
                .map((one) => `.${one}`),
              ...(attributes.id ? [`#${attributes.id}`] : []),
            ]),
            attributes,
            parent: around.matched,
          };
      const own = declarationsOf(`${attributeStyle(name, attributes)}${attributes.style ?? ''}`);
      const styled = matched ? sightOf(around.sight, declared(matched, own)) : around.sight;
      const isOnOtherSheet = hasOtherSheets && styled.ground === around.sight.ground && isColored(names);
      const isOthers =
        around.isOfOthers || isOfOthers(name, attributes, names) || (around.isWidget && place === 'footer');
      const isHidden = isNotShown(name, attributes) || (around.isClosed && name !== 'summary');
      const sight = { ...styled, ...(isOnOtherSheet ? { ground: null } : {}), isGone: styled.isGone || isHidden };
      const isUnseen = isOthers || !isSeen(sight);
      if (!around.isUnseen && name !== 'wbr') show(INLINE.has(name) ? EDGE : '\n');
      const level = headingLevel(name, attributes, names);
      const here: Open = {
        ...{ name, matched, sight, isUnseen, isOfOthers: isOthers },
        isWidget: isWidgetHere,
        isData: around.isData || name === 'noscript',
        isClosed: name === 'details' && !('open' in attributes),
        // a footer stays one, whatever is in it
        place: around.place === 'footer' ? 'footer' : (place ?? around.place),
        isInOwnPart: around.isInOwnPart || isSocial(names),
        ...{ parts: parts.length, length, linked: linked.length },
      };
      if (name === 'meta' && attributes.property === 'og:site_name') siteName ||= attributes.content ?? '';
      if (!isUnseen && !isOthersBlock() && attributes.type !== 'hidden') {
        data.push(...SHOWING.flatMap((one) => attributes[one] ?? []));
        if (name === 'input' && VALUES_SEEN.test(attributes.type ?? ''))
          for (const text of ['\n', attributes.value ?? '', '\n']) show(text);
      }
      isScript = name === 'script' && attributes.type?.trim().toLowerCase() === 'application/ld+json';
      if (isScript) scripts.push('');
      isTitle = name === 'title' && titles.length === 0 && !isUnseen;
      const href = attributes.href?.trim() ?? '';
      if (here.isData && /^mailto:/i.test(href)) data.push(recipientsOf(href));
      open.push(here);
      if (level !== null && !isUnseen)
        within = within.filter((index) => !blocks[index]?.isOfOthers || (blocks[index]?.level ?? 0) < level);
      if (isUnseen || isOthersBlock()) return;
      if (level !== null && !heading) heading = { level, text: '', depth: open.length };
      if (href !== '' && !link) follow(href, attributes, here);
      else if (attributes['data-cfemail']) follow('', attributes, here);
    },
    onclosetag(name) {
      const begun = open.pop() ?? OUTSIDE;
      const depth = open.length;
      if (name === 'title' && isTitle) {
        endLine();
        isTitle = false;
      }
      isScript = false;
      if (link && depth < link.depth) endLink();
      if (heading && depth < heading.depth) endHeading();
      if (!begun.isUnseen && name !== 'wbr') {
        if (INLINE.has(name)) show(EDGE);
        else {
          const isSmall = !WHOLE.has(name) && length - begun.length <= LONGEST_PART && together.length < MOST_PARTS;
          if (isSmall && !isOthersBlock())
            together.push(...alone(parts.slice(begun.parts).join(''), linked.slice(begun.linked)));
          show('\n');
        }
      }
      within = within.filter((index) => {
        const block = blocks[index] as Block;
        if (depth >= block.depth || depth === 0) return true;
        if (block.isFilled || block.isOfOthers) return false;
        // the element held the heading alone, so the heading is that of the element around
        block.depth = depth;
        return true;
      });
    },
    ontext(written) {
      const text = written.replace(/\s+/g, ' ');
      const around = open.at(-1) ?? OUTSIDE;
      if (around.isData) data.push(text);
      if (isScript && scripts.length <= MOST_DATA) scripts[scripts.length - 1] += written;
      if (around.isUnseen || around.isClosed || isOthersBlock()) return;
      if (isTitle) titles.push(text);
      if (heading) heading.text += text;
      if (link) link.label += text;
      if (text.trim() !== '' && !heading) for (const index of within) (blocks[index] as Block).isFilled = true;
      if (line.trim() === '') lineAt = around;
      show(text);
    },
  });
  parser.end(body);
  endLine();
  const json = scripts.join('\n');
  return {
    said: saidBy(passages),
    passages,
    title: titles.join(''),
    siteName,
    people: scripts.flatMap(dataPeople),
    blocks: blocks.map(({ heading: words, level, parent }) => ({ heading: words, level, parent })),
    links,
    addresses: [
      ...new Set([...shown.map(({ address }) => address), ...linked, ...[...data, json].flatMap(addressesIn)]),
    ],
    shown,
    together,
  };
}

/** The level of a heading. 7: the name of a card. null: none. */
function headingLevel(element: string, { role, itemprop }: Attributes, names: readonly string[]): number | null {
  const [, level] = /^h([1-6])$/.exec(element) ?? [];
  if (level) return Number(level);
  if (role === 'heading') return 6;
  const isName =
    element === 'dt' || itemprop === 'name' || names.some((name) => /(?:^|[-_])(?:name|fn|p-name)$/i.test(name));
  return isName ? 7 : null;
}
