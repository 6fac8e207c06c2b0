import { isIP, isIPv4 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The address that a call comes from. Behind `trustedProxies` it is what the outermost of them wrote down (X-Forwarded-For, counted from the
 * right: what a caller put there itself stands further left).
 */
export function addressOf(c: Context, trustedProxies: number): string {
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim());
  const chain = [...forwarded.filter(Boolean), socketAddress(c)];
  return chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? '';
}

export function socketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? '';
  } catch {
    // not served over a socket
    return '';
  }
}

/** An IPv4 address, or the /64 of an IPv6 address, which is what one household or host has. `text` may carry a port, as some proxies write it. */
export function network(text: string): string {
  const address = bare(text);
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  return groups ? (mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`) : 'unknown';
}

/** The /48 of an IPv6 address, which is what a site is given: 65,536 networks. null: of none. */
export function site(text: string): string | null {
  const groups = groupsOf(bare(text));
  return groups && mappedIn(groups) === null ? `${groups.slice(0, 3).join(':')}::/48` : null;
}

const bare = (text: string): string =>
  text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] | null {
  if (isIP(address) !== 6) return null;
  const whole = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = whole.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  return tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
}

/** The IPv4 address that an IPv6 address stands for. */
function mappedIn(groups: readonly string[]): string | null {
  if (groups[5] !== 'ffff' || groups.slice(0, 5).some((group) => group !== '0')) return null;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.');
}
