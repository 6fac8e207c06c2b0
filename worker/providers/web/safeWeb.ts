import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, fetch, type Response } from 'undici';

/** Our name in the logs and robots.txt of page owners. */
export const USER_AGENT = 'PartnerPilot';
const MOST_REDIRECTS = 5;
const LONGEST_ADDRESS = 2_000;

/** Why something of the web was not read. `private`: its host is not public. `refused`: the server answered with an error. */
export type WebFault =
  | 'address'
  | 'private'
  | 'robots'
  | 'redirects'
  | 'refused'
  | 'type'
  | 'too_large'
  | 'timeout'
  | 'connection';

type Lookup = typeof systemLookup;
export type WebOptions = {
  /** Hosts with their port (`127.0.0.1:3001`): only these are reached then, and they may be private. The sandbox's own. */
  onlyHosts?: readonly string[] | undefined;
  timeoutMs?: number;
  mostBytes?: number;
  lookup?: Lookup;
};

export class Unread extends Error {
  readonly why: WebFault;
  constructor(why: WebFault) {
    super(why);
    this.why = why;
  }
}

/** Whether an IP address is one of the public Internet. An IPv4 address in an IPv6 one counts as itself. */
const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/** The look-up of a connection. Its answer is the connection's target, so a name cannot lead elsewhere later (DNS rebinding). */
function publicOnly(lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return callback(error ?? new Unread('connection'), []);
      if (!found.every(({ address }) => isPublic(address))) return callback(new Unread('private'), []);
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}

/** One GET and its redirects, each address checked like the first. `before`: called for each, and may throw Unread. */
export type Follow = (
  from: URL,
  wanted: { accept: string; signal: AbortSignal; before?: (url: URL) => Promise<void> },
) => Promise<{ url: URL; response: Response }>;

/**
 * Answers the connection for an address: public hosts on their default ports. Throws Unread for any other. A number as a host is no name, so the
 * look-up never sees it.
 */
export function safeAgents({ onlyHosts, lookup = systemLookup }: WebOptions): (url: URL) => Agent {
  const agent = new Agent({ connect: { lookup: publicOnly(lookup) } });
  const ownHosts = new Agent();

  return (url) => {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new Unread('address');
    if (url.href.length > LONGEST_ADDRESS) throw new Unread('address');
    if (onlyHosts) {
      if (!onlyHosts.includes(url.host)) throw new Unread('private');
      return ownHosts;
    }
    if (url.port !== '') throw new Unread('address');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(host) && !isPublic(host)) throw new Unread('private');
    return agent;
  };
}

/** Opens the way to what strangers serve. Throws Unread. */
export function safeWeb(options: WebOptions): Follow {
  const agentFor = safeAgents(options);

  return async (from, { accept, signal, before }) => {
    let url = from;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const dispatcher = agentFor(url);
      await before?.(url);
      const headers = { 'User-Agent': USER_AGENT, Accept: accept };
      const response = await fetch(url, { dispatcher, redirect: 'manual', headers, signal });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return { url, response };
      await response.body?.cancel();
      if (!URL.canParse(location, url)) throw new Unread('address');
      url = new URL(location, url);
    }
    throw new Unread('redirects');
  };
}

export function faultOf(error: unknown): WebFault {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Unread) return at.why;
    if (at.name === 'TimeoutError') return 'timeout';
  }
  return 'connection';
}

/** The media type of an answer. Throws Unread for an error, and for a type that is not wanted. */
export async function typeOf<T extends string>(response: Response, wanted: readonly T[]): Promise<T> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const known = wanted.find((one) => one === type);
  if (response.ok && known) return known;
  await response.body?.cancel();
  throw new Unread(response.ok ? 'type' : 'refused');
}

/** The bytes of an answer, unpacked, up to a size. Throws Unread beyond it, or cuts the rest off. */
export async function readBytes(response: Response, mostBytes: number, beyond: 'refuse' | 'cut'): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    const bytes = part as Uint8Array;
    size += bytes.length;
    if (size > mostBytes && beyond === 'refuse') throw new Unread('too_large');
    parts.push(bytes);
    // leaving the loop cancels the rest
    if (size > mostBytes) break;
  }
  return Buffer.concat(parts);
}
