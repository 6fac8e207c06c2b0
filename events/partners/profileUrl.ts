import type { Platform } from '../shared/options.ts';
import { pastedUrl, platformOfHost, readProfile } from './readProfile.ts';

/** The platform that a profile URL belongs to, or null when its host is none of the known ones. */
export const platformOf = (profileUrl: string): Platform | null =>
  platformOfHost(pastedUrl(profileUrl)?.hostname.toLowerCase() ?? '');

/** The user name in any address of a profile, or null. */
export function usernameOf(profileUrl: string): string | null {
  const read = readProfile(profileUrl);
  return read.ok ? read.username : null;
}

/** Whether an address is the profile of somebody on a known platform, and not a post of theirs or a company. */
export function isProfile(url: string): boolean {
  const read = readProfile(url);
  return read.ok && !read.isPost;
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
