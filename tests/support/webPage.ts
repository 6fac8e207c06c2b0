import { type PageContent, pageContent } from '../../worker/providers/web/pageContent.ts';

/** What a small page of a test shows. */
export function contentOf(html: string, url: string): PageContent {
  const content = pageContent(html, 'text/html', url);
  if (!content) throw new Error('The page is too much for a parser.');
  return content;
}
