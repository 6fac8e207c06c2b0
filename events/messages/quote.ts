import { cutText } from '../shared/format.ts';
import type { Language } from '../shared/languages.ts';
import type { QuoteBelow } from './mailHtml.ts';
import { MAIL_WORDS } from './mailLanguages.ts';
import { type Letter, quotableText } from './signature.ts';

/**
 * A mail that another one goes on from. `at`: ISO 8601. `ours`: its text is that of the message, without name and signature. `before`: what it goes
 * on from itself.
 */
export type QuotedMail = {
  at: string;
  ours: boolean;
  name: string | null;
  address: string;
  text: string;
  before: QuotedMail | null;
};

/** With our name and signature. */
export const asQuoted = (mail: QuotedMail, letter: Letter): QuotedMail => ({
  ...mail,
  ...(mail.ours && {
    name: letter.sender.userFullName,
    text: quotableText({ ...letter, body: mail.text, answer: false }),
  }),
  before: mail.before && asQuoted(mail.before, letter),
});

/** Of a longer mail only the beginning is quoted. */
const MOST_QUOTED = 20_000;

/** `zone`: in which its sender reads times. */
export function quoteOf(mail: QuotedMail, { language, zone }: { language: Language; zone: string }): QuoteBelow {
  const date = new Intl.DateTimeFormat(language, {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    hour12: language === 'en',
    timeZone: zone,
  } as const)
    .format(new Date(mail.at))
    .replace(/\s+/g, ' ');
  const who = mail.name ? `${mail.name} <${mail.address}>` : mail.address;
  const inner = mail.before && quoteOf(mail.before, { language, zone });
  return {
    intro: MAIL_WORDS[language].wrote.replace('{date}', () => date).replace('{who}', () => who),
    text: cutText([mail.text, ...(inner ? [quoteText(inner)] : [])].join('\n\n'), MOST_QUOTED),
  };
}

/** In plain text. */
export const quoteText = ({ intro, text }: QuoteBelow): string =>
  [
    intro,
    ...text.split(/\r\n?|\n/).map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`)),
  ].join('\n');
