import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import robotsParser from 'robots-parser';
import { Agent, fetch, type Response } from 'undici';

/** What the owner of a page finds in their log, and names in their robots.txt. */
const USER_AGENT = 'PartnerPilot';
const TIMEOUT_MS = 15_000;
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_ROBOTS_BYTES = 512 * 1024;
const MOST_REDIRECTS = 5;

export type PageType = 'text/html' | 'text/plain';
/** Why a page was not read. `private`: its host is not public. `refused`: the server answered with an error. */
export type PageFault =
  | 'address'
  | 'private'
  | 'robots'
  | 'redirects'
  | 'refused'
  | 'type'
  | 'too_large'
  | 'timeout'
  | 'connection';
export type OpenedPage = { ok: true; url: string; type: PageType; body: string } | { ok: false; why: PageFault };

/** Fetches a page of a stranger. Never throws. */
export type OpenPage = (url: string) => Promise<OpenedPage>;

type Lookup = typeof systemLookup;
type Options = {
  /** Hosts with their port (`127.0.0.1:3001`): only these are reached then, and they may be private. The sandbox's own. */
  onlyHosts?: readonly string[] | undefined;
  timeoutMs?: number;
  mostBytes?: number;
  /** How names are looked up. */
  lookup?: Lookup;
};

class Unread extends Error {
  readonly why: PageFault;
  constructor(why: PageFault) {
    super(why);
    this.why = why;
  }
}

/** Whether an IP address is one of the public Internet. An IPv4 address in an IPv6 one counts as itself. */
const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/**
 * The look-up that a connection uses: what it answers is what is connected to, so a name cannot lead elsewhere after it was looked at (DNS
 * rebinding).
 */
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

/** Opens the way to web pages: public hosts on their default ports, small texts, and only what robots.txt allows. */
export function openPages(options: Options = {}): OpenPage {
  const { onlyHosts, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES, lookup = systemLookup } = options;
  const agent = new Agent({ connect: { lookup: publicOnly(lookup) } });
  const ownHosts = new Agent();

  /** Throws Unread for an address that is not to be fetched. A number as a host is no name, so the look-up never sees it. */
  function agentFor(url: URL): Agent {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new Unread('address');
    if (onlyHosts) {
      if (!onlyHosts.includes(url.host)) throw new Unread('private');
      return ownHosts;
    }
    if (url.port !== '') throw new Unread('address');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(host) && !isPublic(host)) throw new Unread('private');
    return agent;
  }

  async function get(url: URL, signal: AbortSignal): Promise<Response> {
    const dispatcher = agentFor(url);
    const headers = { 'User-Agent': USER_AGENT, Accept: 'text/html, text/plain;q=0.9' };
    return fetch(url, { dispatcher, redirect: 'manual', headers, signal });
  }

  /** What robots.txt of a host says of an address, by RFC 9309: no such file allows all; one that cannot be read allows nothing. */
  async function mayRead(url: URL, signal: AbortSignal): Promise<boolean> {
    const file = new URL('/robots.txt', url);
    const { response } = await follow(file, signal, async () => undefined);
    if (response.status >= 400 && response.status < 500) {
      await response.body?.cancel();
      return true;
    }
    if (!response.ok) return false;
    const rules = await read(response, MOST_ROBOTS_BYTES, 'cut');
    return robotsParser(file.href, rules).isAllowed(url.href, USER_AGENT) !== false;
  }

  /** Follows redirects; each address is checked like the first. */
  async function follow(from: URL, signal: AbortSignal, before: (url: URL) => Promise<void>) {
    let url = from;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      agentFor(url);
      await before(url);
      const response = await get(url, signal);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return { url, response };
      await response.body?.cancel();
      if (!URL.canParse(location, url)) throw new Unread('address');
      url = new URL(location, url);
    }
    throw new Unread('redirects');
  }

  return async (address) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      if (!URL.canParse(address)) throw new Unread('address');
      const { url, response } = await follow(new URL(address), signal, async (next) => {
        if (!(await mayRead(next, signal))) throw new Unread('robots');
      });
      const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
      if (!response.ok || (type !== 'text/html' && type !== 'text/plain')) {
        await response.body?.cancel();
        throw new Unread(response.ok ? 'type' : 'refused');
      }
      return { ok: true, url: url.href, type, body: await read(response, mostBytes, 'refuse') };
    } catch (error) {
      return { ok: false, why: faultOf(error) };
    }
  };
}

function faultOf(error: unknown): PageFault {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Unread) return at.why;
    if (at.name === 'TimeoutError') return 'timeout';
  }
  return 'connection';
}

/** The text of an answer, unpacked, up to a size; the addresses that are looked for in it are ASCII in every common charset. */
async function read(response: Response, mostBytes: number, beyond: 'refuse' | 'cut'): Promise<string> {
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
  return Buffer.concat(parts).toString('utf8');
}
