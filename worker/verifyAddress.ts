import type { Verification } from '../events/partners/verification.ts';
import type { Needs } from './context.ts';
import type { DnsLookup } from './providers/dns/lookup.ts';
import { OptedOut } from './providers/hunter/client.ts';
import { HUNTER_VERDICTS } from './providers/hunter/verdict.ts';
import { ProviderError } from './providers/providerError.ts';

/**
 * Finds out whether an address takes mail. With a key, Hunter asks its mail server. Otherwise, or if Hunter cannot tell, the DNS tells only of the
 * domain. The DNS is first, because it costs nothing. Throws OptedOut, and a ProviderError that is worth another try.
 */
export async function verifyAddress({ hunter, dns }: Needs<'hunter' | 'dns'>, email: string): Promise<Verification> {
  const ofDomain = await verifyDomain(dns, email);
  if (ofDomain.status === 'undeliverable' || !hunter) return ofDomain;
  try {
    return { ...HUNTER_VERDICTS[await hunter.verify(email)], by: 'hunter' };
  } catch (error) {
    if (!(error instanceof ProviderError) || error instanceof OptedOut || error.retryable) throw error;
    // an empty account or a refused key says nothing of the address
    return ofDomain;
  }
}

/** Whether a domain takes mail: by its MX records or, without any, by the host itself (RFC 5321, 5.1). */
export async function verifyDomain(dns: DnsLookup, email: string): Promise<Verification> {
  const domain = email.split('@').at(-1) ?? '';
  try {
    const servers = await dns.mx(domain);
    // a null MX (RFC 7505) is one without a name
    const takesMail =
      servers.length > 0 ? servers.some((name) => name !== '') : (await dns.addresses(domain)).length > 0;
    return takesMail
      ? { status: 'unknown', reason: 'domain_takes_mail', by: 'mx' }
      : { status: 'undeliverable', reason: 'domain_takes_none', by: 'mx' };
  } catch {
    return { status: 'unknown', reason: 'no_answer', by: 'mx' };
  }
}
