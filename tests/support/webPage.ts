import { type PageContent, pageContent } from '../../db/parse/pageContent.ts';

/** The content of a test's small page. */
export function contentOf(html: string, url: string): PageContent {
  const content = pageContent(html, 'text/html', url);
  if (!content) throw new Error('The page is too much for a parser.');
  return content;
}
