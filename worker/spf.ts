import { BlockList, isIP, isIPv6 } from 'node:net';
import type { DnsLookup } from './providers/dns/lookup.ts';

/** `unknown`: it depends on what only a receiver knows, such as a macro. */
export type SpfResult = 'pass' | 'fail' | 'unknown';

/** As often as receivers ask the DNS, and some more. */
const MOST_QUERIES = 30;
const MOST_MX = 10;

export const isSpf = (record: string): boolean => /^v=spf1(\s|$)/i.test(record);

const TERM =
  /^([-+~?]?)(all|include|a|mx|ip4|ip6|exists|ptr)(?:[:]([^/\s]+(?:[:][^/\s]*)*))?(?:\/(\d+))?(?:\/\/(\d+))?$/i;

const familyOf = (address: string) => (isIPv6(address) ? ('ipv6' as const) : ('ipv4' as const));

/** Whether an address lies in one of the networks of a prefix length. */
function within(address: string, networks: readonly string[], v4 = 32, v6 = 128): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const family = familyOf(network);
    const length = family === 'ipv6' ? v6 : v4;
    if (isIP(network) && length <= (family === 'ipv6' ? 128 : 32)) list.addSubnet(network, length, family);
  }
  return list.check(address, familyOf(address));
}

/** Whether the SPF record of a domain lets mail leave from an address (RFC 7208, 4.6). Throws the errors of the DNS. */
export async function spfAllows(
  dns: DnsLookup,
  domain: string,
  address: string,
  queries: { left: number } = { left: MOST_QUERIES },
): Promise<SpfResult> {
  const ask = <T>(found: () => Promise<T[]>): Promise<T[]> => {
    queries.left -= 1;
    return queries.left < 0 ? Promise.resolve([]) : found();
  };
  const [record] = (await ask(() => dns.txt(domain))).filter(isSpf);
  if (record === undefined) return 'fail';
  let unsure = false;
  const terms = record.trim().split(/\s+/).slice(1);
  for (const term of terms) {
    const [, sign = '', mechanism = '', value, v4, v6] = TERM.exec(term) ?? [];
    const name = mechanism.toLowerCase();
    if (name === '') continue;
    const target = value ?? domain;
    const matches = async (): Promise<SpfResult> => {
      const lengths = [v4 === undefined ? 32 : Number(v4), v6 === undefined ? 128 : Number(v6)] as const;
      if (name === 'all') return 'pass';
      if (name === 'ip4') return within(address, [target], lengths[0]) ? 'pass' : 'fail';
      if (name === 'ip6') return within(address, [target], 32, v4 === undefined ? 128 : Number(v4)) ? 'pass' : 'fail';
      if (name === 'ptr' || target.includes('%')) return 'unknown';
      if (name === 'include') return spfAllows(dns, target, address, queries);
      if (name === 'exists') return (await ask(() => dns.addresses(target))).length > 0 ? 'pass' : 'fail';
      const hosts = name === 'mx' ? (await ask(() => dns.mx(target))).slice(0, MOST_MX) : [target];
      const found = await Promise.all(hosts.map((host) => ask(() => dns.addresses(host))));
      return within(address, found.flat(), ...lengths) ? 'pass' : 'fail';
    };
    const matched = await matches();
    if (matched === 'unknown') unsure = true;
    else if (matched === 'pass') return sign === '' || sign === '+' ? 'pass' : unsure ? 'unknown' : 'fail';
  }
  const redirect = terms.find((term) => /^redirect=/i.test(term))?.slice('redirect='.length);
  if (redirect?.includes('%')) return 'unknown';
  const then = redirect ? await spfAllows(dns, redirect, address, queries) : 'fail';
  return then === 'fail' && unsure ? 'unknown' : then;
}
