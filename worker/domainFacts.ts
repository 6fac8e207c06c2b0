import { getDomain } from 'tldts';
import type { DomainFacts } from '../events/sending/domainPolicy.ts';
import type { DnsLookup } from './providers/dns/lookup.ts';

/** A record that leads to itself, or to very many others, is not followed for ever. */
const MOST_QUERIES = 30;

/** Asks the DNS what receivers look at for mail from `domain`. Never throws: what gives no answer is `unavailable`. */
export async function readDomainFacts(
  dns: DnsLookup,
  domain: string,
  selectors: readonly string[],
): Promise<DomainFacts> {
  const [spf, dkim, dmarc, mx] = await Promise.all([
    orUnavailable(readSpf(dns, domain)),
    orUnavailable(readDkim(dns, domain, selectors)),
    orUnavailable(readDmarc(dns, domain)),
    orUnavailable(dns.mx(domain)),
  ]);
  return { spf, dkim, dmarc, mx };
}

const orUnavailable = <T>(asked: Promise<T>): Promise<T | 'unavailable'> => asked.catch(() => 'unavailable' as const);

const isSpf = (record: string): boolean => /^v=spf1(\s|$)/i.test(record);

/** Follows the record as receivers do. Each `include`, `a`, `mx`, `ptr`, `exists` and `redirect` is a query (RFC 7208, 4.6.4). */
async function readSpf(dns: DnsLookup, domain: string) {
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
  return { records, includes: [...includes], lookups };
}

async function readDkim(dns: DnsLookup, domain: string, selectors: readonly string[]) {
  const keys = await Promise.all(
    selectors.map(async (selector) => {
      const [record = null] = await dns.txt(`${selector}._domainkey.${domain}`);
      return [selector, record] as const;
    }),
  );
  return Object.fromEntries(keys);
}

async function readDmarc(dns: DnsLookup, domain: string) {
  const own = await dns.txt(`_dmarc.${domain}`);
  const organization = getDomain(domain) ?? domain;
  if (own.length > 0 || organization === domain) return { at: domain, records: own };
  return { at: organization, records: await dns.txt(`_dmarc.${organization}`) };
}
