import { z } from 'zod';
import type { SenderCheck } from '../../../events/sending/connectedAccount.ts';
import type { DnsFix } from '../../../events/sending/domainPolicy.ts';

const record = z.object({
  host: z.string(),
  type: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['TXT', 'MX', 'CNAME'])),
  data: z.string(),
});
const domains = z.array(
  z.object({ domain: z.string(), valid: z.boolean(), dns: z.record(z.string(), record).optional().catch(undefined) }),
);
const senders = z.object({ results: z.array(z.object({ from_email: z.string(), verified: z.boolean() })) });

/** Reads a path of the API; null: the key may not, or it does not answer. */
type Read = (url: string) => Promise<unknown>;

const askForDomain = async (read: Read, domain: string) => {
  const listed = domains.safeParse(await read(`/v3/whitelabel/domains?domain=${encodeURIComponent(domain)}`)).data;
  // it also answers with those of which the name is a part
  return listed?.filter((one) => one.domain.toLowerCase() === domain);
};

/** SendGrid names the host of an MX record alone. */
const MX_PRIORITY = 10;

/** The DNS records that SendGrid lists for a domain. */
export async function listedRecords(read: Read, domain: string): Promise<DnsFix[]> {
  const listed = (await askForDomain(read, domain)) ?? [];
  const chosen = listed.find(({ valid }) => valid) ?? listed[0];
  return Object.values(chosen?.dns ?? {}).map(({ host, type, data }) => ({
    ...{ type, host, value: type === 'MX' ? `${MX_PRIORITY} ${data}` : data },
  }));
}

/** SendGrid's lists for a sender. Most keys may only send, so that it cannot be looked up is usual, and no fault. */
export async function checkSender(read: Read, from: string): Promise<SenderCheck> {
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const [listed, ofAddress] = await Promise.all([askForDomain(read, domain), read('/v3/verified_senders?limit=1000')]);
  if (listed?.some(({ valid }) => valid)) return 'domain';
  const verified = senders.safeParse(ofAddress).data?.results;
  if (verified?.some((one) => one.verified && one.from_email.toLowerCase() === from.toLowerCase())) return 'address';
  return listed && verified ? 'neither' : 'unchecked';
}
