import { PLATFORMS, type Platform } from '../shared/options.ts';

/** The places of profiles on each platform: all names of its host, the main one, and the path before the user name. */
const HOMES: Readonly<Record<Platform, { hosts: RegExp; home: string; beforeName: string }>> = {
  linkedin: { hosts: /(?:^|\.)linkedin\.com$/, home: 'linkedin.com', beforeName: '/in/' },
  instagram: { hosts: /(?:^|\.)instagram\.com$/, home: 'instagram.com', beforeName: '/' },
  tiktok: { hosts: /(?:^|\.)tiktok\.com$/, home: 'tiktok.com', beforeName: '/@' },
  youtube: { hosts: /(?:^|\.)(?:youtube\.com|youtu\.be)$/, home: 'youtube.com', beforeName: '/@' },
  twitter: { hosts: /(?:^|\.)(?:twitter|x)\.com$/, home: 'x.com', beforeName: '/' },
};

/** A host's platform, also in the forms of countries and phones. null: an unknown one. */
export const platformOfHost = (host: string): Platform | null =>
  PLATFORMS.find((platform) => HOMES[platform].hosts.test(host)) ?? null;

/** A profile URL in comparable form: lower case, without www, platform prefixes and trailing slash. null: no URL. */
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
 * Two partners are the same person by the normalized profile URL. Otherwise the URL that platform and username lead to decides (product spec, section
 * 4). Never stored in the clear: streams carry an HMAC of it.
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
