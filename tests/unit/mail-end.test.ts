import { describe, expect, test } from 'vitest';
import { mailHtml } from '../../events/messages/mailHtml.ts';
import { MAIL_WORDS } from '../../events/messages/mailLanguages.ts';
import {
  type Letter,
  letterText,
  renderMailEnd,
  renderSignature,
  signedParts,
  signedText,
  unsubscribeLine,
} from '../../events/messages/signature.ts';
import { LANGUAGE_CODES, type Language } from '../../events/shared/languages.ts';
import { spentMs } from '../support/mainThread.ts';

const sender = {
  ...{
    userFullName: 'Jürgen Müller',
    jobTitle: 'Inhaber',
    businessName: 'Laufwerk',
    contactEmail: 'j@laufwerk.example',
  },
  ...{ contactPhone: null, postalAddress: 'Am Markt 1, 79098 Freiburg', htmlSignature: null },
};
const LINK = 'https://go.northwindtrail.com/u/AbCdEfGhIjKlMnOpQrStUv';
const letterOf = (body: string, more: Partial<Letter> = {}): Letter => ({
  ...{ body, sender, language: 'de', answer: false, ...more },
});
const LINES = 'Inhaber\nLaufwerk\nj@laufwerk.example';
const FOOT = `Am Markt 1, 79098 Freiburg\n\nKeine weiteren E-Mails von mir? Hier abmelden:\n${LINK}`;

test('closing and unsubscribe line are in the language of the campaign, and no two languages share a line', () => {
  const ends = LANGUAGE_CODES.map((language) => letterText(letterOf('Hi', { language }), LINK));
  expect(new Set(ends.map((end) => end.split('\n').at(-2))).size).toBe(LANGUAGE_CODES.length);
  for (const [index, language] of LANGUAGE_CODES.entries()) {
    const { closing, lead, anchor } = MAIL_WORDS[language];
    expect(ends[index]).toContain(`Hi\n\n${closing}\nJürgen Müller\n`);
    expect(ends[index]).toContain(`\n\n${lead}${anchor}`);
    if (language !== 'en') expect(ends[index]).not.toMatch(/Best,|hear from me|unsubscribe/);
  }
});

test.each<[string, Partial<Letter>, Language]>([
  ['Wir würden Ihnen gern eine Weste schicken, die Sie bei einem Lauf testen können.', { language: null }, 'de'],
  ['Hi', { language: null }, 'en'],
  ['Nous aimerions vous envoyer un gilet pour que vous le testiez avec votre groupe.', { answer: true }, 'fr'],
  ['Merci, mardi.', { answer: true, language: 'fr' }, 'fr'],
])('without a language of the campaign, and in an answer, the text tells: %s', (body, more, language) => {
  expect(signedText(letterOf(body, more))).toContain(`${body}\n\n${MAIL_WORDS[language].closing}\n`);
});

test.each([
  ['Hallo Ada.', `Viele Grüße\nJürgen Müller\n${LINES}`, '\n\n'],
  ['Hallo Ada.\n\nViele Grüße\nJürgen', LINES, '\n'],
  ['Hallo Ada.\n\nViele Grüße,\nJürgen Müller', LINES, '\n'],
  ['Hallo Ada.\n\nViele Grüße Jürgen', LINES, '\n'],
  ['Hallo Ada.\n\nViele Grüße', `Jürgen Müller\n${LINES}`, '\n'],
  ['Hallo Ada.\n\nMit freundlichen Grüßen\n\nJürgen Müller\nInhaber\n', 'Laufwerk\nj@laufwerk.example', '\n'],
  ['Hallo Ada.\n\nJürgen', LINES, '\n'],
  ['Hallo Ada.\n\n– Jürgen', LINES, '\n'],
  ['Hallo Ada.\n\nLG\nJürgen\n\nP.S. Bis Dienstag!', LINES, '\n\n'],
  [
    'Thanks!\n\nHallo Ada, wir haben eine Weste für dich, die du gern lange testen darfst.',
    `Viele Grüße\nJürgen Müller\n${LINES}`,
    '\n\n',
  ],
  ['Hallo Ada.\n\nDanke an Mia', `Viele Grüße\nJürgen Müller\n${LINES}`, '\n\n'],
  ['Hallo Ada.\n\nViele Grüße\nJürgen Müller\nInhaber\nLaufwerk\nj@laufwerk.example', '', '\n'],
])('%j is closed once', (body, added, joint) => {
  const signature = added ? `${joint}${added}` : '';
  expect(letterText(letterOf(body), LINK)).toBe(`${body}${signature}\n\n${FOOT}`);
  expect(renderMailEnd(letterOf(body), LINK)).toBe(added ? `${added}\n\n${FOOT}` : FOOT);
});

test.each<[Language, string]>([
  ['ar', 'مع التحية،'],
  ['ar', 'مع أطيب التحيات،'],
  ['zh', '祝好！'],
  ['cs', 'S pozdravem,'],
  ['cs', 'Hezký den'],
  ['da', 'Med venlig hilsen'],
  ['da', 'Mvh'],
  ['nl', 'Met vriendelijke groet,'],
  ['nl', 'Groetjes,'],
  ['en', 'Kind regards,'],
  ['en', 'Best wishes'],
  ['en', 'All the best,'],
  ['en', 'Thanks,'],
  ['en', 'Yours sincerely,'],
  ['en', 'Warmly –'],
  ['fi', 'Ystävällisin terveisin'],
  ['fr', 'Bien à vous,'],
  ['fr', 'Bien cordialement,'],
  ['fr', 'Belle journée !'],
  ['de', 'Liebe Grüße,'],
  ['de', 'Mit freundlichen Grüßen'],
  ['de', 'Herzliche Grüße aus Freiburg'],
  ['de', 'MfG'],
  ['hi', 'धन्यवाद,'],
  ['it', 'Cordiali saluti,'],
  ['it', 'Un caro saluto'],
  ['ja', 'ご検討のほど、よろしくお願いいたします。'],
  ['ja', 'お返事をお待ちしております。'],
  ['ko', '감사합니다.'],
  ['no', 'Med vennlig hilsen'],
  ['pl', 'Serdecznie pozdrawiam,'],
  ['pl', 'Z poważaniem'],
  ['pt', 'Um abraço,'],
  ['pt', 'Com os melhores cumprimentos,'],
  ['es', 'Un cordial saludo,'],
  ['es', 'Saludos cordiales'],
  ['sv', 'Med vänliga hälsningar'],
  ['tr', 'Saygılarımla,'],
  ['tr', 'Sevgiler'],
  ...LANGUAGE_CODES.map((language): [Language, string] => [language, MAIL_WORDS[language].closing]),
])('in %s, %s closes a text, whatever the language of the campaign is', (_, closing) => {
  for (const language of ['en', 'ja'] as const)
    expect(signedText(letterOf(`Ada\n\n${closing}`, { language }))).toBe(
      `Ada\n\n${closing}\nJürgen Müller\n${LINES}\n\nAm Markt 1, 79098 Freiburg`,
    );
});

test('under an answer stands the name alone', () => {
  const answer = letterOf('Dienstag passt.', { answer: true });
  expect(letterText(answer, LINK)).toBe('Dienstag passt.\n\nViele Grüße\nJürgen Müller');
  expect(renderMailEnd(answer, LINK)).toBe('Viele Grüße\nJürgen Müller');
  expect(unsubscribeLine(answer)).toBeNull();
});

describe('a signature of their own', () => {
  const own = { html: '<div>Jürgen <b>Müller</b></div>', text: 'Jürgen Müller\nLaufwerk' };
  const signed = (body: string, more: Partial<Letter> = {}, text = own.text) =>
    letterOf(body, { sender: { ...sender, htmlSignature: { ...own, text } }, ...more });

  test.each([
    ['Hallo Ada.', 'Hallo Ada.\n\nViele Grüße', own.text],
    ['Hallo Ada.\n\nViele Grüße\nJürgen', 'Hallo Ada.\n\nViele Grüße\nJürgen', own.text],
    ['Hallo Ada.', 'Hallo Ada.', 'Viele Grüße, Jürgen\nLaufwerk'],
    ['Hallo Ada.', 'Hallo Ada.', 'Best regards\nJürgen'],
    ['Hallo Ada.', 'Hallo Ada.\n\nViele Grüße', 'Best Western Freiburg\nJürgen'],
  ])('replaces the lines under %j, with one closing', (body, closed, text) => {
    const letter = signed(body, {}, text);
    expect(letterText(letter, LINK)).toBe(`${closed}\n\n${text}\n\n${FOOT}`);
    expect(`${body}\n\n${renderMailEnd(letter, LINK)}`).toBe(letterText(letter, LINK));
  });

  test('in HTML it has its form, and the postal address and the unsubscribe line are below it', () => {
    const letter = signed('Hallo Ada.');
    const line = unsubscribeLine(letter);
    const html = mailHtml(signedParts(letter), { language: 'de', last: line && { ...line, link: LINK } });
    expect(html).toContain(
      `<p dir="auto">Viele Grüße</p>\n<div dir="auto" class="gmail_signature">\n${own.html}\n</div>\n<p dir="auto">Am Markt 1, 79098 Freiburg</p>\n<p dir="auto">${line?.lead}`,
    );
    expect(html).not.toContain('Inhaber');
  });

  test('an answer has the name alone, and Settings shows it as it leaves', () => {
    const answer = signed('Dienstag passt.', { answer: true });
    expect(letterText(answer, LINK)).toBe('Dienstag passt.\n\nViele Grüße\nJürgen Müller');
    expect(renderSignature(signed('').sender)).toBe(`Best,\n\n${own.text}\n\nAm Markt 1, 79098 Freiburg`);
  });
});

test('in HTML the link has words, and each paragraph has its own direction', () => {
  const letter = letterOf('مرحبا ليلى،\n\nHi', { language: 'ar' });
  const line = unsubscribeLine(letter);
  const html = mailHtml(signedParts(letter), { language: 'ar', last: line && { ...line, link: LINK } });
  expect(html).toContain('<p dir="auto">مرحبا ليلى،</p>\n<p dir="auto">Hi</p>\n<p dir="auto">مع أطيب التحيات،<br>');
  expect(html).toContain(`<p dir="auto">${line?.lead}<a href="${LINK}">إلغاء الاشتراك من هنا</a></p>`);
  expect(html.split(LINK)).toHaveLength(2);
});

test.each(['よ', 'viele ', 'best ', '祝您', '\n', 'P.S. '])(
  'looking for a closing costs no more than a text is long: %j',
  (part) => {
    // of this thread: what V8 compiles beside it counts for the process
    const cost = (length: number) => {
      const before = spentMs();
      signedText(letterOf(part.repeat(length / part.length)));
      return spentMs() - before + 2;
    };
    cost(20_000);
    // the least of three: a collection of garbage may fall into one
    const least = (length: number) => Math.min(cost(length), cost(length), cost(length));
    // what grows with the square takes 256 times as long
    expect(least(320_000)).toBeLessThan(80 * least(20_000));
  },
);
