const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** A link ends before the punctuation of its sentence. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;

function linked(line: string): string {
  let html = '';
  let from = 0;
  for (const { 0: link, index } of line.matchAll(LINK)) {
    html += `${escaped(line.slice(from, index))}<a href="${escaped(link)}">${escaped(link)}</a>`;
    from = index + link.length;
  }
  return html + escaped(line.slice(from));
}

/** The first letter of a paragraph tells its direction. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const paragraph = (text: string, html: string): string =>
  `<p${RIGHT_TO_LEFT.test(text) ? ' dir="rtl"' : ''}>${html}</p>`;

/** The text for mail programs that show HTML, as a person writes it there: only paragraphs and links. `last`: a line that ends in a link. */
export function mailHtml(text: string, last: { lead: string; anchor: string; link: string } | null = null): string {
  const body = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((lines) => paragraph(lines, lines.split('\n').map(linked).join('<br>\n')));
  if (last) {
    const { lead, anchor, link } = last;
    body.push(paragraph(lead, `${escaped(lead)}<a href="${escaped(link)}">${escaped(anchor)}</a>`));
  }
  return `<!DOCTYPE html>\n<html><body>\n${body.join('\n')}\n</body></html>\n`;
}
