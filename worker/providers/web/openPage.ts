import { PAGE_TYPES, type PageContent } from '../../../db/parse/pageContent.ts';
import { parserThread, Unparsable } from '../../../db/parse/parserThread.ts';
import type { PageAnswer, PageTask } from './pageThread.ts';
import { faultOf, readBytes, safeWeb, typeOf, Unread, USER_AGENT, type WebFault, type WebOptions } from './safeWeb.ts';

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_ROBOTS_BYTES = 512 * 1024;
const ACCEPT = 'text/html, text/plain;q=0.9';

export type OpenedPage = { ok: true; url: string; content: PageContent } | { ok: false; why: WebFault };

/** Fetches a page of a stranger for a tenant. Never throws. */
export type OpenPage = (url: string, tenant?: string) => Promise<OpenedPage>;

declare module '../../context.ts' {
  interface Deps {
    openPage: OpenPage | null;
  }
}

const inThread = parserThread<PageTask, PageAnswer>(new URL('./pageThread.ts', import.meta.url));

/** Ends what takes a stranger's server longer than this. Our own work (`pause`) does not count. */
function deadline(ms: number) {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException('The page took too long.', 'TimeoutError'));
  let left = ms;
  let since = performance.now();
  let timer = setTimeout(end, left);
  return {
    signal: controller.signal,
    async pause<T>(work: () => Promise<T>): Promise<T> {
      clearTimeout(timer);
      left -= performance.now() - since;
      try {
        return await work();
      } finally {
        since = performance.now();
        timer = setTimeout(end, left);
      }
    },
    stop: () => clearTimeout(timer),
  };
}

/** null: the text is too much for a parser. */
async function parsed(task: PageTask, tenant?: string): Promise<PageAnswer | null> {
  try {
    return await inThread(task, tenant);
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
    return null;
  }
}

/** Opens the way to web pages (safeWeb.ts): small texts, and only what robots.txt allows. */
export function openPages(options: WebOptions = {}): OpenPage {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options;
  const follow = safeWeb(options);

  /** The rule of a host's robots.txt for an address (RFC 9309). No file allows all; an unreadable one allows nothing. */
  async function mayRead(url: URL, { signal, pause }: ReturnType<typeof deadline>, tenant?: string): Promise<boolean> {
    const file = new URL('/robots.txt', url);
    const { response } = await follow(file, { accept: ACCEPT, signal });
    if (response.status >= 400 && response.status < 500) {
      await response.body?.cancel();
      return true;
    }
    if (!response.ok) return false;
    const rules = await readBytes(response, MOST_ROBOTS_BYTES, 'cut');
    const answer = await pause(() => parsed({ bytes: rules, url: url.href, robotsFor: USER_AGENT }, tenant));
    return answer !== null && 'mayRead' in answer && answer.mayRead;
  }

  return async (address, tenant) => {
    const time = deadline(timeoutMs);
    try {
      if (!URL.canParse(address)) throw new Unread('address');
      const { url, response } = await follow(new URL(address), {
        accept: ACCEPT,
        signal: time.signal,
        async before(next) {
          if (!(await mayRead(next, time, tenant))) throw new Unread('robots');
        },
      });
      const type = await typeOf(response, PAGE_TYPES);
      const bytes = await readBytes(response, mostBytes, 'refuse');
      const answer = await time.pause(() => parsed({ bytes, url: url.href, type }, tenant));
      if (!answer || !('content' in answer) || !answer.content) throw new Unread('too_large');
      return { ok: true, url: url.href, content: answer.content };
    } catch (error) {
      return { ok: false, why: faultOf(error) };
    } finally {
      time.stop();
    }
  };
}
