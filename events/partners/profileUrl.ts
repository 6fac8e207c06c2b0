import type { Platform } from '../shared/options.ts';
import { normalisedUrl } from './duplicateKey.ts';

const HOSTS: Readonly<Record<string, Platform>> = {
  'linkedin.com': 'linkedin',
  'instagram.com': 'instagram',
  'tiktok.com': 'tiktok',
  'youtube.com': 'youtube',
  'youtu.be': 'youtube',
  'twitter.com': 'twitter',
  'x.com': 'twitter',
};

/** The platform that a profile URL belongs to, or null when its host is none of the known ones. */
export function platformOf(profileUrl: string): Platform | null {
  const host = normalisedUrl(profileUrl)?.split('/')[0] ?? '';
  const known = Object.keys(HOSTS).find((domain) => host === domain || host.endsWith(`.${domain}`));
  return known ? (HOSTS[known] ?? null) : null;
}

/** The user name in a profile URL (/in/handle, /@handle, /c/handle or /handle), or null. */
export function usernameOf(profileUrl: string): string | null {
  const segments = normalisedUrl(profileUrl)?.split('/').slice(1) ?? [];
  const last = ['in', 'c', 'user', 'channel'].includes(segments[0] ?? '') ? segments[1] : segments[0];
  return last ? last.replace(/^@/, '') : null;
}

/** The address of a person on their platform, when their main address (`profileUrl`) is of another one; null when it is not known. */
export function profileOn(
  platform: Platform,
  profileUrl: string | null,
  known: readonly { platform: string; url: string }[],
): string | null {
  if (profileUrl && platformOf(profileUrl) === platform) return null;
  return known.find((profile) => profile.platform === platform)?.url ?? null;
}
