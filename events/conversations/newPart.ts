/** The beginning of a line that introduces a quotation. Gmail begins it with the weekday in Polish and Norwegian. */
const INTRO_BEGINS = String.raw`^(?:on|am|le|el|il|em|op|den|dnia|w dniu|(?:pon|wt|śr|czw|pt|sob|niedz)\.|(?:man|tir|ons|tor|fre|lør|søn)\.)(?!\p{L})`;
const WROTE = 'wrote|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|napisała?|pisze';

// \b knows ASCII letters only: it fails beside "é", "ó" and "ł"
const BEGINS_INTRO = new RegExp(INTRO_BEGINS, 'iu');
const INTRO = new RegExp(String.raw`${INTRO_BEGINS}.{0,200}(?<!\p{L})(?:${WROTE})(?!\p{L}).{0,120}$`, 'iu');

/** Whether a line introduces a quotation. Without a date and a colon it is a sentence: "Le message que vous avez écrit …". */
const isIntro = (line: string): boolean => INTRO.test(line) && /\d|:$/.test(line);

/** Where else the text of earlier mails begins below an answer. */
const QUOTED = [
  /^>/,
  /^-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale)/i,
  /^_{10,}$/,
  // French sets a space before the colon
  /^(from|von|de|da|van|fra|från)\s?:\s.*@/i,
];

/** Outlook quotes the headers of a mail, the sender as a name alone. One such line is a sentence, two are headers. */
const QUOTED_FROM = /^\*?(from|von|de|da|van|fra|från|发件人|寄件者|差出人)\*?\s?[:：]/i;
const QUOTED_HEADER =
  /^\*?(sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|inviato|data|a|oggetto|enviado( el)?|para|asunto|assunto|verzonden|aan|onderwerp|sendt|til|emne|skickat|till|ämne|发送时间|收件人|主题|日期|送信日時|宛先|件名)\*?\s?[:：]/iu;

/** The text that its writer wrote now: above the quotation, else between or below its lines. */
export function newPartOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const plain = lines.map((line) => line.normalize('NFC').trim());
  const end = plain.findIndex((line, index) => {
    if (isIntro(line) || QUOTED.some((words) => words.test(line))) return true;
    if (QUOTED_FROM.test(line) && plain.slice(index + 1, index + 3).some((header) => QUOTED_HEADER.test(header)))
      return true;
    // the line that begins the quotation may be broken in two
    const next = plain[index + 1];
    return next !== undefined && BEGINS_INTRO.test(line) && isIntro(`${line} ${next}`);
  });
  const above = (end === -1 ? lines : lines.slice(0, end)).join('\n').trim();
  return above === '' ? belowQuotation(lines) : above;
}

/** The text after the first lines with ">". Empty where nothing marks the lines of the quotation. */
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
