import { PLATFORMS, type Platform } from '../shared/options.ts';

/** Where each platform keeps its profiles: all names of its host, the one that they lead to, and what is before the user name. */
const HOMES: Readonly<Record<Platform, { hosts: RegExp; home: string; beforeName: string }>> = {
  linkedin: { hosts: /(?:^|\.)linkedin\.com$/, home: 'linkedin.com', beforeName: '/in/' },
  instagram: { hosts: /(?:^|\.)instagram\.com$/, home: 'instagram.com', beforeName: '/' },
  tiktok: { hosts: /(?:^|\.)tiktok\.com$/, home: 'tiktok.com', beforeName: '/@' },
  youtube: { hosts: /(?:^|\.)(?:youtube\.com|youtu\.be)$/, home: 'youtube.com', beforeName: '/@' },
  twitter: { hosts: /(?:^|\.)(?:twitter|x)\.com$/, home: 'x.com', beforeName: '/' },
};

/** The platform that a host belongs to, that of a country or of phones, too; null when it is none of the known ones. */
export const platformOfHost = (host: string): Platform | null =>
  PLATFORMS.find((platform) => HOMES[platform].hosts.test(host)) ?? null;

/**
 * A profile URL made comparable: host in lower case without www or what a platform puts before it, path in lower case without a trailing
 * slash; null when it is no URL.
 */
export function normalisedUrl(profileUrl: string): string | null {
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(profileUrl) ? profileUrl : `https://${profileUrl}`);
  } catch {
    return null;
  }
  const host = url.host.toLowerCase().replace(/^www\./, '');
  const platform = platformOfHost(host);
  const path = url.pathname.toLowerCase().replace(/\/+$/, '');
  return `${platform ? HOMES[platform].home : host}${path}`;
}

/**
 * What makes two partners the same person (product spec, section 4): the normalised profile URL, otherwise the one that platform and
 * username lead to. Never stored in the clear: streams carry an HMAC of it.
 */
export function duplicateKey(person: {
  profileUrl: string | null | undefined;
  platform: Platform;
  username: string | null | undefined;
}): string {
  const url = person.profileUrl ? normalisedUrl(person.profileUrl) : null;
  if (url) return `url:${url}`;
  const username = (person.username ?? '').trim().toLowerCase().replace(/^@/, '');
  const { home, beforeName } = HOMES[person.platform];
  return username ? `url:${home}${beforeName}${username}` : `user:${person.platform}:`;
}
