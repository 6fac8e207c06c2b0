import type { Platform } from '../shared/options.ts';
import { normalisedUrl, platformOfHost } from './duplicateKey.ts';

/** The platform that a profile URL belongs to, or null when its host is none of the known ones. */
export const platformOf = (profileUrl: string): Platform | null =>
  platformOfHost(normalisedUrl(profileUrl)?.split('/')[0] ?? '');

/** The user name in a profile URL (/in/handle, /@handle, /c/handle or /handle), or null. */
export function usernameOf(profileUrl: string): string | null {
  const segments = normalisedUrl(profileUrl)?.split('/').slice(1) ?? [];
  const last = ['in', 'c', 'user', 'channel'].includes(segments[0] ?? '') ? segments[1] : segments[0];
  return last ? last.replace(/^@/, '') : null;
}

/** Where profiles are, as a path in lower case. Posts, companies and pages of the platform itself are elsewhere. */
const PROFILE_PATHS: Readonly<Record<Platform, RegExp>> = {
  linkedin: /^in\/[^/]+$/,
  instagram: /^(?!(?:p|reel|reels|tv|stories|explore|accounts|direct)$)[\w.]+$/,
  tiktok: /^@[\w.-]+$/,
  youtube: /^(?:@[^/]+|(?:c|user|channel)\/[^/]+)$/,
  twitter: /^(?!(?:home|i|intent|share|search|hashtag|explore|settings)$)\w+$/,
};

/** Whether an address is the profile of somebody on a known platform, and not a post or a company. */
export function isProfile(url: string): boolean {
  const platform = platformOf(url);
  const path = normalisedUrl(url)?.split('/').slice(1).join('/') ?? '';
  return platform !== null && PROFILE_PATHS[platform].test(path);
}

const SHORTEST_PART = 5;
const lettersOf = (name: string): string => (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('');

/**
 * Whether a user name fits a person's names. They are the same, or one begins with the other and is at most twice as long. Only letters and digits
 * count. So `maren-oduya-4a1` fits "Maren Oduya", and `nike` does not fit "Nike Run Club Fans".
 */
export function fitsName(username: string, names: readonly (string | null | undefined)[]): boolean {
  const user = lettersOf(username);
  return names.some((name) => {
    const own = lettersOf(name ?? '');
    const [short, long] = own.length < user.length ? [own, user] : [user, own];
    if (short === long) return short !== '';
    return short.length >= SHORTEST_PART && short.length * 2 >= long.length && long.startsWith(short);
  });
}

/** A person's address on their platform, if their main address (`profileUrl`) is on another. null: unknown. */
export function profileOn(
  platform: Platform,
  profileUrl: string | null,
  known: readonly { platform: string; url: string }[],
): string | null {
  if (profileUrl && platformOf(profileUrl) === platform) return null;
  return known.find((profile) => profile.platform === platform)?.url ?? null;
}
