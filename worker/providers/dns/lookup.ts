import { Resolver } from 'node:dns/promises';

/**
 * What is asked of the DNS. A name that does not exist, or has no such record, answers an empty list. Anything else that goes wrong throws.
 */
export type DnsLookup = {
  /** Each record with its parts joined. */
  txt(name: string): Promise<string[]>;
  /** The hosts, the preferred first; a null MX is an empty name. */
  mx(name: string): Promise<string[]>;
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>;
};

const TIMEOUT_MS = 5_000;
const TRIES = 2;

const none = (error: unknown): never[] => {
  const { code } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
  throw error;
};

const byPriority = (hosts: readonly { exchange: string; priority: number }[]) =>
  hosts.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);

/** Asks the resolvers of this machine. */
export function systemDns(): DnsLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return {
    txt: (name) => resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join('')), none),
    mx: (name) => resolver.resolveMx(name).then(byPriority, none),
    addresses: async (name) =>
      (await Promise.all([resolver.resolve4(name).catch(none), resolver.resolve6(name).catch(none)])).flat(),
  };
}

type DohAnswer = { Status: number; Answer?: { type: number; data: string }[] };
const TYPES = { txt: 16, mx: 15, a: 1, aaaa: 28 };
const NAME_ERROR = 3;

/** Asks a server that speaks JSON over HTTPS, as the sandbox does: `GET url?name=…&type=…`. */
export function dnsOverHttp(url: string): DnsLookup {
  async function ask(name: string, type: keyof typeof TYPES): Promise<string[]> {
    const answer = await fetch(`${url}?name=${encodeURIComponent(name)}&type=${type.toUpperCase()}`, {
      headers: { Accept: 'application/dns-json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { Status, Answer = [] } = (await answer.json()) as DohAnswer;
    if (Status === NAME_ERROR) return [];
    if (!answer.ok || Status !== 0) throw new Error(`DNS status ${Status}`);
    return Answer.filter((record) => record.type === TYPES[type]).map(({ data }) => data);
  }
  return {
    // each part of a text is in quotes
    txt: async (name) =>
      (await ask(name, 'txt')).map((data) => [...data.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join('')),
    mx: async (name) =>
      byPriority(
        (await ask(name, 'mx')).map((data) => {
          const [priority = '0', exchange = ''] = data.split(' ');
          return { priority: Number(priority), exchange: exchange.replace(/\.$/, '') };
        }),
      ),
    addresses: async (name) => (await Promise.all([ask(name, 'a'), ask(name, 'aaaa')])).flat(),
  };
}
