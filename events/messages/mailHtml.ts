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

/** The same text for mail programs that show HTML, as one writes it there by hand: paragraphs and links, nothing else. */
export function mailHtml(text: string): string {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  const body = paragraphs.map((lines) => `<p>${lines.split('\n').map(linked).join('<br>\n')}</p>`);
  return `<!DOCTYPE html>\n<html><body>\n${body.join('\n')}\n</body></html>\n`;
}
