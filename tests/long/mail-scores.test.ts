/** What SpamAssassin and a phone make of our emails, in twelve languages. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { oneClickUnsubscribe } from '../../db/vault/unsubscribeLink.ts';
import { mailHtml } from '../../events/messages/mailHtml.ts';
import { asQuoted, type QuotedMail, quoteOf, quoteText } from '../../events/messages/quote.ts';
import { type Letter, letterText, signedParts, unsubscribeLine } from '../../events/messages/signature.ts';
import type { Language } from '../../events/shared/languages.ts';
import { rawMail } from '../../worker/providers/rawMail.ts';
import { chromiumPath, TEST_CHROMIUM_ARGS } from '../support/chromium.ts';

const SPAMASSASSIN = '/usr/bin/spamassassin';
const LINK = 'https://go.northwindtrail.com/u/AbCdEfGhIjKlMnOpQrStUv';
/** The rules that mean only that no server has had the mail. */
const NOT_OURS = /^(NO_RECEIVED|NO_RELAYS)$/;

/** A first email, a follow-up, an answer, and the subject. */
const TEXTS: Partial<Record<Language, readonly [string, string, string, string]>> = {
  en: [
    'Hi Ada,\n\nI liked your post about trail running in the rain. We make light vests for runners, and I think they suit your readers.\n\nWould you like to try one?',
    'Hi Ada,\n\ndid you find the time to look at my last email?',
    'Tuesday is fine.',
    'A vest for rainy runs',
  ],
  de: [
    'Hallo Ada,\n\nIhr Beitrag über das Laufen im Regen hat mir gefallen. Wir nähen leichte Westen für Läufer, die gut zu Ihren Lesern passen.\n\nDürfen wir Ihnen eine schicken?',
    'Hallo Ada,\n\nhatten Sie schon Zeit für meine letzte E-Mail?',
    'Dienstag passt uns gut.',
    'Eine Weste für Regenläufe',
  ],
  fr: [
    'Bonjour Ada,\n\nVotre article sur la course sous la pluie m’a plu. Nous fabriquons des gilets légers pour les coureurs.\n\nSouhaitez-vous en essayer un ?',
    'Bonjour Ada,\n\navez-vous pu lire mon dernier message ?',
    'Mardi nous convient.',
    'Un gilet pour courir sous la pluie',
  ],
  es: [
    'Hola Ada:\n\nMe gustó su artículo sobre correr bajo la lluvia. Hacemos chalecos ligeros para corredores.\n\n¿Le gustaría probar uno?',
    'Hola Ada:\n\n¿pudo leer mi último correo?',
    'El martes nos va bien.',
    'Un chaleco para correr',
  ],
  it: [
    'Ciao Ada,\n\nmi è piaciuto il tuo articolo sulla corsa sotto la pioggia. Produciamo gilet leggeri per chi corre.\n\nVuoi provarne uno?',
    'Ciao Ada,\n\nhai avuto modo di leggere la mia email?',
    'Martedì va bene.',
    'Un gilet per correre',
  ],
  pt: [
    'Olá Ada,\n\ngostei do seu texto sobre correr à chuva. Fazemos coletes leves para quem corre.\n\nGostaria de experimentar um?',
    'Olá Ada,\n\nconseguiu ler o meu último e-mail?',
    'Terça-feira está bem.',
    'Um colete para correr',
  ],
  nl: [
    'Hallo Ada,\n\nje stuk over hardlopen in de regen vond ik mooi. Wij maken lichte vesten voor lopers.\n\nWil je er een proberen?',
    'Hallo Ada,\n\nheb je mijn vorige mail kunnen lezen?',
    'Dinsdag is goed.',
    'Een vest voor regenlopen',
  ],
  pl: [
    'Dzień dobry,\n\npodobał mi się Pani tekst o bieganiu w deszczu. Szyjemy lekkie kamizelki dla biegaczy.\n\nCzy chciałaby Pani jedną wypróbować?',
    'Dzień dobry,\n\nczy udało się Pani przeczytać mój e-mail?',
    'Wtorek nam pasuje.',
    'Kamizelka do biegania',
  ],
  sv: [
    'Hej Ada,\n\njag tyckte om din text om att springa i regn. Vi gör lätta västar för löpare.\n\nVill du prova en?',
    'Hej Ada,\n\nhar du hunnit läsa mitt mejl?',
    'Tisdag går bra.',
    'En väst för regniga pass',
  ],
  tr: [
    'Merhaba Ada,\n\nyağmurda koşu hakkındaki yazınızı beğendim. Koşucular için hafif yelekler yapıyoruz.\n\nBirini denemek ister misiniz?',
    'Merhaba Ada,\n\nson e-postama bakabildiniz mi?',
    'Salı günü uygun.',
    'Yağmurda koşu için yelek',
  ],
  ja: [
    'エイダ様\n\n雨の日のランニングについての記事を拝読しました。私たちはランナー向けの軽いベストを作っています。\n\n一度お試しになりませんか。',
    'エイダ様\n\n先日のメールはご覧いただけましたでしょうか。',
    '火曜日で大丈夫です。',
    '雨の日のためのベスト',
  ],
  ar: [
    'مرحبا ليلى،\n\nأعجبني مقالك عن الجري تحت المطر. نحن نصنع سترات خفيفة للعدائين.\n\nهل تودين تجربة واحدة؟',
    'مرحبا ليلى،\n\nهل وجدت وقتا لقراءة رسالتي؟',
    'الثلاثاء مناسب لنا.',
    'سترة للجري',
  ],
};

const SENDER = {
  ...{ userFullName: 'Robin Vale', jobTitle: 'Partnerships', businessName: 'Northwind Trail' },
  ...{ contactEmail: 'robin@northwindtrail.com', contactPhone: null, postalAddress: '12 Ridge Road, Leeds LS1 4AB' },
  htmlSignature: null,
};
const ADA = { name: 'Ada Lindqvist', address: 'ada@lindqvist.com' };

/** A mail as the dispatch writes it. */
async function mailOf(language: Language, body: string, subject: string, quoted: QuotedMail | null) {
  const letter: Letter = { body, sender: SENDER, language, answer: quoted?.ours === false };
  const line = unsubscribeLine(letter);
  const quote = quoted && quoteOf(asQuoted(quoted, letter), { language, zone: 'UTC' });
  const html = mailHtml(signedParts(letter), { language, last: line && { ...line, link: LINK }, quote });
  const raw = await rawMail({
    ...{ to: ADA.address, toName: ADA.name, subject, html, messageId: 'cxkpxezjaaarvgo4uyz7j2pia5@northwindtrail.com' },
    from: { name: SENDER.userFullName, email: SENDER.contactEmail },
    text: [letterText(letter, LINK), ...(quote ? [quoteText(quote)] : [])].join('\n\n'),
    headers: {
      ...(line && oneClickUnsubscribe(LINK, 'c1.northwindtrail.com')),
      ...(quote && { 'In-Reply-To': '<a1@lindqvist.com>', References: '<a1@lindqvist.com>' }),
    },
  });
  return { html, raw };
}

function mailsIn(language: Language) {
  const [first, followUp, answer, subject] = TEXTS[language] ?? ['', '', '', ''];
  const at = '2026-11-20T08:00:00Z';
  const ours = { at, ours: true, name: null, address: SENDER.contactEmail, text: first, before: null };
  return Promise.all([
    mailOf(language, first, subject, null),
    mailOf(language, followUp, `Re: ${subject}`, ours),
    mailOf(language, answer, `Re: ${subject}`, { ...ours, ours: false, ...ADA, text: answer }),
  ]);
}

const mailsInAll = async () => (await Promise.all((Object.keys(TEXTS) as Language[]).map(mailsIn))).flat();

test.skipIf(!existsSync(SPAMASSASSIN))('SpamAssassin finds nothing in emails of twelve languages', async () => {
  const mails = await mailsInAll();
  const input = mails
    .map(({ raw }) => `From a@b Mon Nov 30 10:00:00 2026\n${raw.toString().replaceAll('\r', '')}\n`)
    .join('');
  const judged = execFileSync(SPAMASSASSIN, ['-L', '-t', '--mbox'], { input }).toString();
  expect(judged.match(/^Content analysis details/gm)).toHaveLength(mails.length);
  const lines = [...judged.matchAll(/^\s*(-?\d+\.\d) ([A-Z][A-Z0-9_]+) /gm)];
  const counted = lines.filter(([, score, rule = '']) => Number(score) > 0 && !NOT_OURS.test(rule));
  expect(counted.map(([line]) => line.trim())).toEqual([]);
});

test.skipIf(!chromiumPath())('no email is wider than a phone, whatever its links', async () => {
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: TEST_CHROMIUM_ARGS });
  const page = await browser.newPage({ viewport: { width: 375, height: 700 } });
  const long = await mailOf('en', `Hi https://example.com/${'a'.repeat(300)}`, 'Hi', null);
  for (const { html } of [long, ...(await mailsInAll())]) {
    await page.setContent(html);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  }
  await browser.close();
});
