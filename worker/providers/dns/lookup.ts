import { Resolver } from 'node:dns/promises';
import { z } from 'zod';

/** The DNS questions that we ask. A name that does not exist, or has no such record, answers an empty list. Anything else that goes wrong throws. */
export type DnsLookup = {
  /** Each record with its parts joined. */
  txt(name: string): Promise<string[]>;
  /** The hosts, the preferred first; a null MX is an empty name. */
  mx(name: string): Promise<string[]>;
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>;
};

declare module '../../context.ts' {
  interface Deps {
    dns: DnsLookup;
  }
}

const TIMEOUT_MS = 5_000;
const TRIES = 2;

const none = (error: unknown): never[] => {
  const { code } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
  throw error;
};

const byPriority = (hosts: readonly { exchange: string; priority: number }[]) =>
  hosts.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);

/** Asks the resolvers of this machine, or these `servers` (host:port). */
export function systemDns({
  timeoutMs = TIMEOUT_MS,
  tries = TRIES,
  servers,
}: {
  timeoutMs?: number;
  tries?: number;
  servers?: string[];
} = {}): DnsLookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers) resolver.setServers(servers);
  return {
    txt: (name) => resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join('')), none),
    mx: (name) => resolver.resolveMx(name).then(byPriority, none),
    addresses: async (name) =>
      (await Promise.all([resolver.resolve4(name).catch(none), resolver.resolve6(name).catch(none)])).flat(),
  };
}

const dohAnswer = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
});
const TYPES = { txt: 16, mx: 15, a: 1, aaaa: 28 };
const NAME_ERROR = 3;

/** Some services put each part of a text in quotes, and some answer one whole text without. */
const joined = (data: string): string =>
  data.startsWith('"') ? [...data.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join('') : data;

/** Asks a server that speaks JSON over HTTPS, as the sandbox does: `GET url?name=…&type=…`. */
export function dnsOverHttp(url: string, timeoutMs = TIMEOUT_MS): DnsLookup {
  async function ask(name: string, type: keyof typeof TYPES): Promise<string[]> {
    const answer = await fetch(`${url}?name=${encodeURIComponent(name)}&type=${type.toUpperCase()}`, {
      headers: { Accept: 'application/dns-json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // an error of the network's own portal is a page
    const read = dohAnswer.safeParse(answer.ok ? await answer.json().catch(() => null) : null).data;
    if (!read) throw new Error(`The DNS service answered what cannot be used, with status ${answer.status}`);
    const { Status, Answer } = read;
    if (Status === NAME_ERROR) return [];
    if (Status !== 0) throw new Error(`DNS status ${Status}`);
    return Answer.filter((record) => record.type === TYPES[type]).map(({ data }) => data);
  }
  return {
    txt: async (name) => (await ask(name, 'txt')).map(joined),
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
