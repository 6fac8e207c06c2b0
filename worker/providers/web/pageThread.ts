/** The thread in which pages and robots.txt are read (openPage.ts). */
import { answerTasks } from '../../../db/parse/answerTasks.ts';
import { type PageContent, type PageType, pageContent } from '../../../db/parse/pageContent.ts';
import { mayFetch } from './robots.ts';

/** `url`: of the page that may be read, or that was. */
export type PageTask = { bytes: Uint8Array; url: string } & ({ robotsFor: string } | { type: PageType });
export type PageAnswer = { mayRead: boolean } | { content: PageContent | null };

answerTasks<PageTask, PageAnswer>(({ bytes, url, ...what }) => {
  // the addresses that are looked for are ASCII in every common charset
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if ('type' in what) return { content: pageContent(text, what.type, url) };
  const { pathname, search } = new URL(url);
  return { mayRead: mayFetch(text, what.robotsFor, `${pathname}${search}`) };
});
