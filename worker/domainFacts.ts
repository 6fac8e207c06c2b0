import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { getDomain } from 'tldts';
import {
  type DomainAuthentication,
  type DomainFacts,
  isKeyRecord,
  isPolicyRecord,
} from '../events/sending/domainPolicy.ts';
import type { Signature } from '../events/sending/senderDomain.ts';
import type { DnsLookup } from './providers/dns/lookup.ts';
import { isSpf, spfAllows } from './spf.ts';

/** A record that leads to itself, or to very many others, is not followed forever. */
const MOST_QUERIES = 30;

/**
 * Asks the DNS for the records that receivers check for mail from `domain`. `signatures`: those of a returned mail; null: none returned. Never
 * throws: what gives no answer is `unavailable`.
 */
export async function readDomainFacts(
  dns: DnsLookup,
  domain: string,
  { selectors, server }: Pick<DomainAuthentication, 'selectors' | 'server'>,
  signatures: readonly Signature[] | null = null,
): Promise<DomainFacts> {
  const [spf, dkim, signature, dmarc, mx] = await Promise.all([
    orUnavailable(readSpf(dns, domain, server)),
    orUnavailable(readDkim(dns, domain, selectors)),
    orUnavailable(readSignature(dns, domain, signatures)),
    orUnavailable(readDmarc(dns, domain)),
    orUnavailable(dns.mx(domain)),
  ]);
  return { spf, dkim, signature, dmarc, mx };
}

const orUnavailable = <T>(asked: Promise<T>): Promise<T | 'unavailable'> => asked.catch(() => 'unavailable' as const);

/** Follows the record as receivers do. Each `include`, `a`, `mx`, `ptr`, `exists` and `redirect` is a query (RFC 7208, 4.6.4). */
async function readSpf(dns: DnsLookup, domain: string, server: string | undefined) {
  const records = (await dns.txt(domain)).filter(isSpf);
  const includes = new Set<string>();
  let lookups = 0;
  const left = [...records];
  for (let record = left.shift(); record !== undefined && lookups < MOST_QUERIES; record = left.shift()) {
    for (const term of record.split(/\s+/).slice(1)) {
      const [, name = '', target = ''] =
        /^[-+~?]?(include|a|mx|ptr|exists|redirect)(?:[:=]([^/\s]+))?(?:\/.*)?$/i.exec(term) ?? [];
      if (name === '' || lookups >= MOST_QUERIES) continue;
      lookups += 1;
      const leads = /^(include|redirect)$/i.test(name) && target !== '' && !target.includes('%');
      if (!leads || includes.has(target.toLowerCase())) continue;
      includes.add(target.toLowerCase());
      left.push(...(await dns.txt(target)).filter(isSpf).slice(0, 1));
    }
  }
  return { records, includes: [...includes], lookups, covers: server ? await covers(dns, domain, server) : null };
}

/** A server behind a gateway sends from an address that is not its own. */
const BEHIND_A_GATEWAY = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified']);
const isPrivate = (address: string): boolean => BEHIND_A_GATEWAY.has(ipaddr.process(address).range());

/** Whether the record lets mail leave from all addresses of a host; null: it cannot be told from outside. */
async function covers(dns: DnsLookup, domain: string, host: string): Promise<boolean | null> {
  const addresses = isIP(host) ? [host] : await dns.addresses(host);
  const seen = addresses.filter((address) => !isPrivate(address));
  if (seen.length === 0) return null;
  const results = await Promise.all(seen.map((address) => spfAllows(dns, domain, address)));
  if (results.every((result) => result === 'pass')) return true;
  return results.includes('fail') ? false : null;
}

/** The key that signs mail of the domain, or of its organization. */
async function readSignature(dns: DnsLookup, domain: string, signatures: readonly Signature[] | null) {
  if (signatures === null) return null;
  const organization = getDomain(domain) ?? domain;
  const own = signatures.find((one) => (getDomain(one.domain) ?? one.domain) === organization);
  if (!own) return 'unsigned' as const;
  return { selector: own.selector, record: await readKey(dns, own.selector, own.domain) };
}

/** The record of a key; null: there is none. */
const readKey = async (dns: DnsLookup, selector: string, domain: string): Promise<string | null> =>
  (await dns.txt(`${selector}._domainkey.${domain}`)).find(isKeyRecord) ?? null;

async function readDkim(dns: DnsLookup, domain: string, selectors: readonly string[]) {
  const keys = await Promise.all(
    selectors.map(async (selector) => [selector, await readKey(dns, selector, domain)] as const),
  );
  return Object.fromEntries(keys);
}

async function readDmarc(dns: DnsLookup, domain: string) {
  const own = await dns.txt(`_dmarc.${domain}`);
  const organization = getDomain(domain) ?? domain;
  if (own.some(isPolicyRecord) || organization === domain) return { at: domain, records: own };
  return { at: organization, records: await dns.txt(`_dmarc.${organization}`) };
}
