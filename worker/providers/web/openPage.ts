import robotsParser from 'robots-parser';
import { faultOf, readBytes, safeWeb, typeOf, Unread, USER_AGENT, type WebFault, type WebOptions } from './safeWeb.ts';

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_ROBOTS_BYTES = 512 * 1024;
const ACCEPT = 'text/html, text/plain;q=0.9';
const TYPES = ['text/html', 'text/plain'] as const;

export type PageType = (typeof TYPES)[number];
export type OpenedPage = { ok: true; url: string; type: PageType; body: string } | { ok: false; why: WebFault };

/** Fetches a page of a stranger. Never throws. */
export type OpenPage = (url: string) => Promise<OpenedPage>;

/** Opens the way to web pages (safeWeb.ts): small texts, and only what robots.txt allows. */
export function openPages(options: WebOptions = {}): OpenPage {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options;
  const follow = safeWeb(options);

  /** What robots.txt of a host says of an address, by RFC 9309: no such file allows all; one that cannot be read allows nothing. */
  async function mayRead(url: URL, signal: AbortSignal): Promise<boolean> {
    const file = new URL('/robots.txt', url);
    const { response } = await follow(file, { accept: ACCEPT, signal });
    if (response.status >= 400 && response.status < 500) {
      await response.body?.cancel();
      return true;
    }
    if (!response.ok) return false;
    const rules = await readBytes(response, MOST_ROBOTS_BYTES, 'cut');
    return robotsParser(file.href, rules.toString('utf8')).isAllowed(url.href, USER_AGENT) !== false;
  }

  return async (address) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      if (!URL.canParse(address)) throw new Unread('address');
      const { url, response } = await follow(new URL(address), {
        accept: ACCEPT,
        signal,
        async before(next) {
          if (!(await mayRead(next, signal))) throw new Unread('robots');
        },
      });
      const type = await typeOf(response, TYPES);
      // the addresses that are looked for are ASCII in every common charset
      const body = (await readBytes(response, mostBytes, 'refuse')).toString('utf8');
      return { ok: true, url: url.href, type, body };
    } catch (error) {
      return { ok: false, why: faultOf(error) };
    }
  };
}
