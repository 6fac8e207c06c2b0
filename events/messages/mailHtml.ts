import type { Language } from '../shared/languages.ts';
import type { HtmlSignature } from './htmlSignature.ts';
import { linksIn } from './mailLinks.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const anchor = (href: string, text: string): string => `<a href="${escaped(href)}">${escaped(text)}</a>`;

function linked(line: string): string {
  let html = '';
  let from = 0;
  for (const { text, href, index } of linksIn(line)) {
    html += escaped(line.slice(from, index)) + anchor(href, text);
    from = index + text.length;
  }
  return html + escaped(line.slice(from));
}

/** Each paragraph has the direction of its first letter. */
const paragraph = (html: string): string => `<p dir="auto">${html}</p>`;

const paragraphs = (text: string, line: (text: string) => string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((lines) => lines.replace(/^\n+|\n+$/g, ''))
    .filter((lines) => lines.trim() !== '')
    .map((lines) => paragraph(lines.split('\n').map(line).join('<br>\n')));

/** As Gmail writes it, so that mail programs fold it. */
const blockquote = (html: string): string =>
  `<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">\n${html}\n</blockquote>`;

/** Nested deeper, lines keep their ">". */
const DEEPEST = 8;

/** Lines that begin with ">" are a quotation within it. Others wrote it, so its links stay text. */
function quotedHtml(text: string, depth = 1): string {
  const parts: { nested: boolean; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const nested = depth < DEEPEST && line.startsWith('>');
    if (parts.at(-1)?.nested !== nested) parts.push({ nested, lines: [] });
    parts.at(-1)?.lines.push(nested ? line.replace(/^> ?/, '') : line);
  }
  const html = parts.flatMap(({ nested, lines }) =>
    nested ? [quotedHtml(lines.join('\n'), depth + 1)] : paragraphs(lines.join('\n'), escaped),
  );
  return blockquote(html.join('\n'));
}

/** The mail before this one: the line above it, and its text. */
export type QuoteBelow = { intro: string; text: string };

/** Named as Gmail names it, so that mail programs know it as a signature. */
const signatureHtml = ({ html }: HtmlSignature): string => `<div dir="auto" class="gmail_signature">\n${html}\n</div>`;

/**
 * The text for mail programs that show HTML, as a person writes it there: paragraphs and links. `last`: a line that ends in a link. Words that are too
 * long for a phone are broken.
 */
export function mailHtml(
  parts: readonly (string | HtmlSignature)[],
  {
    language,
    last = null,
    quote = null,
  }: { language: Language; last?: { lead: string; anchor: string; link: string } | null; quote?: QuoteBelow | null },
): string {
  const body = parts.flatMap((part) => (typeof part === 'string' ? paragraphs(part, linked) : signatureHtml(part)));
  if (last) body.push(paragraph(escaped(last.lead) + anchor(last.link, last.anchor)));
  if (quote)
    body.push(
      `<div class="gmail_quote">\n<div dir="auto" class="gmail_attr">${escaped(quote.intro)}<br></div>\n${quotedHtml(quote.text)}\n</div>`,
    );
  return `<!DOCTYPE html>\n<html lang="${language}"><body>\n<div style="overflow-wrap:anywhere">\n${body.join('\n')}\n</div>\n</body></html>\n`;
}
