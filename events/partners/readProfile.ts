import { withoutInvisible } from '../shared/emailAddress.ts';
import { decodedUri } from '../shared/externalUrl.ts';
import { PLATFORMS, type Platform } from '../shared/options.ts';

/** Why an address is no person's profile. `elsewhere`: on no platform that we know. */
export const NO_PROFILE = ['no_address', 'elsewhere', 'post', 'company', 'platform_page', 'short_link'] as const;
export type NoProfile = (typeof NO_PROFILE)[number];

export type Profile = {
  platform: Platform;
  /** In lower case. */
  username: string;
  /** The address of the profile itself, without what led there. */
  url: string;
  /** One for all addresses of a person on the platform. */
  key: string;
  /** Whether the address is that of a post of theirs. */
  isPost: boolean;
};
export type ProfileReading = ({ ok: true } & Profile) | { ok: false; reason: NoProfile; platform: Platform | null };

/** Where profiles are on a platform. All paths are without slashes around them. */
type Home = {
  hosts: RegExp;
  /** Hosts and paths of shortened addresses, which do not tell the person. */
  short?: RegExp;
  host: string;
  /** What is before the name in a profile's address. */
  before: string;
  /** `kind`: a form of address of its own, kept in the address. `post`: what follows shows a post. */
  profile: RegExp;
  posts: RegExp;
  companies?: RegExp;
};

const HOMES: Readonly<Record<Platform, Home>> = {
  linkedin: {
    hosts: /(?:^|\.)linkedin\.com$/,
    short: /^lnkd\.in\//,
    host: 'www.linkedin.com',
    before: 'in/',
    profile: /^(?:(?:mwlite|comm|m|mob|profile)\/)*in\/(?<name>[^/]+)/i,
    posts: /^(?:(?:mwlite|comm)\/)*(?:posts|feed|pulse|embed|events|newsletters|video)(?:\/|$)/i,
    companies: /^(?:(?:mwlite|comm)\/)*(?:company|company-beta|school|showcase|groups)(?:\/|$)/i,
  },
  instagram: {
    hosts: /(?:^|\.)instagram\.com$|^instagr\.am$/,
    host: 'www.instagram.com',
    before: '',
    profile: /^(?:_u\/|(?<post>stories\/(?!highlights\/)))?@?(?<name>[\w.]{1,30})(?:\/(?<post2>(?:p|reel|tv)\/.+))?/i,
    posts: /^(?:p|reels?|tv|share|s|stories)(?:\/|$)/i,
  },
  tiktok: {
    hosts: /(?:^|\.)tiktok\.com$/,
    short: /^(?:vm|vt)\.tiktok\.com\/|\.com\/t\//,
    host: 'www.tiktok.com',
    before: '@',
    profile: /^@?(?<name>[\w.-]{1,30})(?:\/(?<post>(?:video|photo)\/.+))?/i,
    posts: /^(?:v|embed|video)(?:\/|$)/i,
  },
  youtube: {
    hosts: /(?:^|\.)(?:youtube\.com|youtu\.be)$/,
    host: 'www.youtube.com',
    before: '@',
    profile: /^(?:(?<kind>c|user|channel)\/|@)?(?<name>[^/]+)/i,
    posts: /^(?:watch|shorts|live|embed|v|e|clip|playlist|post)(?:\/|$)/i,
  },
  twitter: {
    hosts: /(?:^|\.)(?:twitter|x)\.com$/,
    short: /^t\.co\//,
    host: 'x.com',
    before: '',
    profile: /^(?:#!\/)?@?(?<name>\w{1,20})(?:\/(?<post>status(?:es)?\/.+))?/i,
    posts: /^(?:i\/(?:web\/)?status|i\/(?:spaces|events|broadcasts))(?:\/|$)/i,
  },
};

/** First parts of paths that no person has for a name. */
const PLATFORM_PAGES = new Set(
  `about account accounts ads api app apps archive auth authwall billing blog bookmarks business careers challenge channel
  channels checkpoint communities company compose contact cookies create creators dashboard developer developers direct discover
  download downloads embed emails en error events explore feed feeds fi follow followers following foryou friends games gaming
  graphql groups guidelines hashtag help home hashtags i inbox intent invite jobs kids landing learning legal lists live locations
  login logout me media messages messaging mobile movies music mynetwork nametag news newsletters notifications oauth offline
  oembed open page pages password payments people place playlist playlists popular premium press privacy products promote
  pub redirect register report results rules safety sales saved school search security session settings share shop shorts showcase
  signin signup site sitemap sports static store stories studio subscriptions support tag tags talent team terms topics tos
  trending trends tv uas upload user users verify video videos watch web welcome who_to_follow widgets your_activity yt`.split(
    /\s+/,
  ),
);
/** Hosts of a platform for others than its people. */
const PLATFORM_HOSTS =
  /^(?:about|ads?|analytics|api|blog|business|careers|developers?|help|legal|newsroom|press|seller|shop|support|tv)\./;
/** Pages that lead to another one, which their address names. */
const LEADS_ON =
  /^(?:url|redirect|redir\/redirect|authwall|(?:accounts\/|uas\/)?login|i\/flow\/login|l\.php|signin|checkpoint\/.*)?$/i;
const LEADING_HOSTS = /(?:^|\.)(?:google\.[a-z.]{2,6}|l\.facebook\.com)$/;
const TARGETS = ['url', 'q', 'u', 'next', 'sessionRedirect', 'session_redirect', 'redirect_after_login', 'continue'];

/** A host's platform, also in the forms of countries and phones. null: an unknown one. */
export const platformOfHost = (host: string): Platform | null =>
  PLATFORMS.find((platform) => HOMES[platform].hosts.test(host)) ?? null;

const AROUND = /^[<>"'“”‘’«»([{*_`]+|[<>"'“”‘’«»)\]}*`,.;:!?…]+$/gu;
const LOOKS_LIKE_ADDRESS = /^(?:https?:)?\/{0,2}[^\s/@]+\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i;

/** The web address in a pasted text, without what is around it. null: none. */
export function pastedUrl(text: string): URL | null {
  const plain = withoutInvisible(text).trim();
  const [, linked] = /\]\((\S+)\)/.exec(plain) ?? [];
  const words = (linked ?? plain)
    .split(/\s+/)
    .map((word) => word.replace(AROUND, '').replace(/^\p{L}+:(?=https?:)/u, ''));
  const word = words.find((one) => LOOKS_LIKE_ADDRESS.test(one));
  if (word === undefined) return null;
  const address = /^https?:/i.test(word) ? word : `https://${word.replace(/^\/+/, '')}`;
  return URL.canParse(address) ? new URL(address) : null;
}

/** Reads any pasted form of a person's profile: sub-pages, posts, forms for phones, with tracking, or in brackets. */
export function readProfile(text: string): ProfileReading {
  const url = pastedUrl(text);
  return url ? profileAt(url) : { ok: false, reason: 'no_address', platform: null };
}

function profileAt(url: URL, isTarget = false): ProfileReading {
  const host = url.hostname.toLowerCase().replace(/^www\./, '');
  const platform = platformOfHost(host);
  const path = decodedUri(`${url.pathname}${url.hash.startsWith('#!') ? url.hash : ''}`)
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
  const target = isTarget || !LEADS_ON.test(path) ? null : targetOf(url, platform);
  if (target) {
    const read = profileAt(target, true);
    if (read.ok) return read;
  }
  const no = (reason: NoProfile): ProfileReading => ({ ok: false, reason, platform });
  const asked = platform ?? PLATFORMS.find((one) => HOMES[one].short?.test(`${host}/`));
  if (asked === undefined) return no('elsewhere');
  const home = HOMES[asked];
  if (home.short?.test(`${host}/${path}`) || platform === null) return no('short_link');
  if (PLATFORM_HOSTS.test(host)) return no('platform_page');
  if (home.companies?.test(path)) return no('company');
  const named = /^(?:i\/)?intent\/(?:user|follow)$/.test(path) ? url.searchParams.get('screen_name') : null;
  const groups = home.profile.exec(named ?? path)?.groups;
  const { name = '', kind = '' } = groups ?? {};
  const isHandle = path.startsWith('@') || kind !== '' || platform === 'linkedin';
  const isPost = Boolean(groups?.post ?? groups?.post2);
  if (host === 'youtu.be' && !path.startsWith('@')) return no(path === '' ? 'platform_page' : 'post');
  if (!isPost && !path.startsWith('@') && home.posts.test(path)) return no('post');
  if (
    name === '' ||
    (!isHandle && PLATFORM_PAGES.has(name.toLowerCase())) ||
    (platform === 'linkedin' && name === 'me')
  )
    return no('platform_page');
  const username = name.toLowerCase().replace(/^@/, '');
  // an old name of a channel without a word before it is that of /c/
  const before = kind === '' ? (platform === 'youtube' && !path.startsWith('@') ? 'c/' : home.before) : `${kind}/`;
  const written = platform === 'youtube' ? name : username;
  const isId = kind === 'channel';
  return {
    ok: true,
    platform,
    username,
    url: new URL(`https://${home.host}/${before}${encodeURIComponent(written.replace(/^@/, ''))}`).href,
    key: `${keyHost(home)}/${isId ? 'channel/' : home.before}${username}`,
    isPost,
  };
}

const keyHost = ({ host }: Home): string => host.replace(/^www\./, '');

/** The comparable address of a user name on a platform. */
export const keyOfUsername = (platform: Platform, username: string): string =>
  `${keyHost(HOMES[platform])}/${HOMES[platform].before}${username}`;

/** The address of the profile of a user name. */
export const urlOfUsername = (platform: Platform, username: string): string =>
  `https://${HOMES[platform].host}/${HOMES[platform].before}${encodeURIComponent(username)}`;

function targetOf({ hostname, searchParams, href }: URL, platform: Platform | null): URL | null {
  if (platform === null && !LEADING_HOSTS.test(hostname)) return null;
  const target = TARGETS.flatMap((name) => searchParams.get(name) ?? [])[0];
  return target && URL.canParse(target, href) ? new URL(target, href) : null;
}
