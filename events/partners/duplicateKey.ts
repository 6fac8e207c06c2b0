import type { Platform } from '../shared/options.ts';
import { keyOfUsername, platformOfHost, readProfile } from './readProfile.ts';

/** A web address in comparable form. All addresses of a person's profile are one; another is in lower case, without www and trailing slash. null: none. */
export function normalisedUrl(address: string): string | null {
  const read = readProfile(address);
  if (read.ok) return read.key;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  const host = url.host.toLowerCase().replace(/^www\./, '');
  const platform = platformOfHost(host);
  const path = url.pathname.toLowerCase().replace(/\/+$/, '');
  return `${platform ? keyOfUsername(platform, '').split('/')[0] : host}${path}`;
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
  return username ? `url:${keyOfUsername(person.platform, username)}` : `user:${person.platform}:`;
}
