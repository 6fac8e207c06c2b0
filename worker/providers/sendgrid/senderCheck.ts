import { z } from 'zod';
import type { SenderCheck } from '../../../events/sending/sendGrid.ts';

const domains = z.array(z.object({ domain: z.string(), valid: z.boolean() }));
const senders = z.object({ results: z.array(z.object({ from_email: z.string(), verified: z.boolean() })) });

/** Reads a path of the API; null: the key may not, or it does not answer. */
type Read = (url: string) => Promise<unknown>;

/** What SendGrid lists for a sender. Most keys may only send, so that it cannot be looked up is usual, and no fault. */
export async function checkSender(read: Read, from: string): Promise<SenderCheck> {
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const [ofDomain, ofAddress] = await Promise.all([
    read(`/v3/whitelabel/domains?domain=${encodeURIComponent(domain)}`),
    read('/v3/verified_senders?limit=1000'),
  ]);
  const listed = domains.safeParse(ofDomain).data;
  if (listed?.some((one) => one.valid && one.domain.toLowerCase() === domain)) return 'domain';
  const verified = senders.safeParse(ofAddress).data?.results;
  if (verified?.some((one) => one.verified && one.from_email.toLowerCase() === from.toLowerCase())) return 'address';
  return listed && verified ? 'neither' : 'unchecked';
}
