/** Where the text of earlier mails begins below an answer. */
const QUOTED = [
  /^>/,
  /^-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale)/i,
  /^_{10,}$/,
  /^(on|am|le|el|il|em|op|den|dnia)\b.{0,200}\b(wrote|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|napisał)\b.{0,120}:?\s*$/i,
  /^(from|von|de|da|van|fra|från):\s.*@/i,
];

/** The part of a text that its writer wrote now: what is above the quotation, else what is between or below its lines. */
export function newPartOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, index) => {
    const one = line.trim();
    // the line that begins the quotation may be broken in two
    return QUOTED.some(
      (words) =>
        words.test(one) ||
        (index + 1 < lines.length && /^(on|am|le|el)\b/i.test(one) && words.test(`${one} ${lines[index + 1]?.trim()}`)),
    );
  });
  const above = (end === -1 ? lines : lines.slice(0, end)).join('\n').trim();
  return above === '' ? belowQuotation(lines) : above;
}

/** What follows the first lines with ">". Empty where nothing marks the lines of the quotation. */
function belowQuotation(lines: readonly string[]): string {
  const isQuoted = (line: string) => /^\s*>/.test(line);
  const begin = lines.findIndex(isQuoted);
  if (begin === -1) return '';
  return lines
    .slice(begin)
    .filter((line) => !isQuoted(line))
    .join('\n')
    .trim();
}
