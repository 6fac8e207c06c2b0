import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/**
 * The address that a call comes from. Behind `trustedProxies` it is the entry of the outermost proxy in X-Forwarded-For, counted from the right. A
 * caller's own entries are further left.
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
  const address = parsed(text);
  if (address === null) return 'unknown';
  return address.kind() === 'ipv4' ? address.toString() : prefix(address as IPv6, 4);
}

/** The /48 of an IPv6 address, the usual size of a site: 65,536 networks. null: it has none. */
export function site(text: string): string | null {
  const address = parsed(text);
  return address?.kind() === 'ipv6' ? prefix(address as IPv6, 3) : null;
}

/** An address without port and zone; IPv4 that is written as IPv6 is IPv4. */
function parsed(text: string): IPv4 | IPv6 | null {
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  // the library also reads short forms of IPv4, which no proxy writes
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : null;
}

const prefix = (address: IPv6, groups: number): string =>
  `${address.parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':')}::/${groups * 16}`;
