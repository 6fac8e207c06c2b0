import type { Platform } from '../shared/options.ts';

/** A profile URL made comparable: host in lower case without www, path in lower case without a trailing slash; null when it is no URL. */
export function normalisedUrl(profileUrl: string): string | null {
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(profileUrl) ? profileUrl : `https://${profileUrl}`);
  } catch {
    return null;
  }
  const host = url.host.toLowerCase().replace(/^www\./, '');
  const path = url.pathname.toLowerCase().replace(/\/+$/, '');
  return `${host}${path}`;
}

/**
 * What makes two partners the same person (product spec, section 4): the normalised profile URL, otherwise platform and username.
 * Never stored in the clear: streams carry an HMAC of it.
 */
export function duplicateKey(person: {
  profileUrl: string | null | undefined;
  platform: Platform;
  username: string | null | undefined;
}): string {
  const url = person.profileUrl ? normalisedUrl(person.profileUrl) : null;
  if (url) return `url:${url}`;
  const username = (person.username ?? '').trim().toLowerCase().replace(/^@/, '');
  return `user:${person.platform}:${username}`;
}
