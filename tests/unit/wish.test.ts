/** A mail that asks for no more mail: the whole of it does, or a word of it sounds so. */
import { describe, expect, test } from 'vitest';
import { parseMail } from '../../db/receive/parseMail.ts';
import { newPartOf } from '../../events/conversations/newPart.ts';
import { readByRules } from '../../events/conversations/readByRules.ts';
import { wishIn } from '../../events/conversations/wish.ts';
import texts from '../fixtures/wishes.json' with { type: 'json' };

const wish = (text: string, subject = 'Re: A vest') => wishIn({ newPart: newPartOf(text), subject });

describe('the whole text is the wish', () => {
  test.each([
    'Please unsubscribe me.',
    'STOP',
    'Hi Sam,\n\nRemove me from your list, thanks\n\nBest regards\nAda Lind',
    'Just stop.',
    "Don't contact me again.",
    'please stop emailing me',
    'No more emails, thanks.',
    'Leave me alone.',
    'I don’t want to receive any more emails from you.',
    'Bitte keine weiteren E-Mails.',
    'Bitte aus dem Verteiler entfernen',
    'Bitte nehmen Sie mich aus dem Verteiler.',
    'Schreiben Sie mir bitte nicht mehr.',
    'Merci de ne plus me contacter.',
    'Merci de me désinscrire.',
    'Quiero darme de baja',
    'No me escribas más.',
    'Non scriveteci più.',
    'Remova-me da lista.',
    'Verwijder mij uit uw lijst.',
    'Proszę mnie wypisać z listy.',
    'Больше не пишите.',
    '配信停止してください。',
    'Unsubscribe\n\nOn Mon, 2 Mar 2026 at 09:14, Sam Vale <sam@northwind.example> wrote:\n> A vest',
  ])('%s', (text) => expect(wish(text)).toBe('acts'));

  test('or the subject, where there is no text', () => {
    expect(wish('', 'AW: Abmelden')).toBe('acts');
    expect(wish('I would love to.', 'Unsubscribe')).toBe('asks');
  });
});

describe('a word of it is none', () => {
  test.each([
    'Ich bin bis einschließlich 7. Dezember nicht im Büro und lese keine E-Mails.',
    "Please don't message me on Instagram. Email is perfect. And yes, I'm interested.",
    'Please don’t stop sending these, I love them!',
    'Stop sending me drafts late at night, mornings are better. But yes, I am in!',
    'Interested! How many people opt out of the programme in the first month?',
    "I'd love to. Please don't contact me on Fridays, I am filming.",
    'Do your emails have an unsubscribe link?',
    'Unsubscribe?',
    'Sounds great!\n\nTo unsubscribe from our newsletter click here: https://studio.example/u',
    'Please take my name off the contract and put my company there, then I sign.',
    'Gerne! Man kann sich bei euch jederzeit wieder abmelden, oder?',
    'Me interesa. ¿Puedo darme de baja cuando quiera?',
    'Stop\nsending drafts late, but yes!',
  ])('%s', (text) => expect(wish(text)).not.toBe('acts'));
});

test.each([
  'I would love to hear more!',
  'We stop by in Burlington next week.',
  'Sounds good.\n\n> Unsubscribe: https://x.example',
  'Sounds great!\n\nFrom: Sam Vale\nSent: Monday, March 2, 2026 9:14 AM\nTo: Ada Lind\nSubject: A vest\n\nIf you would rather not hear from me again, unsubscribe here',
  'Volentieri!\n\nDa: Sam Vale\nInviato: lunedì 2 marzo 2026\nA: Ada\nOggetto: A vest\n\nunsubscribe here: https://x.example',
  '好的！\n\n发件人: "Sam Vale"\n发送时间: 2026年10月2日\n\nunsubscribe here',
  `My newsletter has an unsubscribe link and ${'many words about other things '.repeat(20)}`,
])('does not even sound so: %s', (text) => expect(wish(text)).toBe(false));

test.each([
  ['Unsubscribe', true, { label: 'unsubscribe', asks: [] }],
  ['Unsubscribe', false, { label: null, asks: [{ sign: 'unsubscribe', by: 'unproved' }] }],
  ['Could you take me off this list?', true, { label: null, asks: [{ sign: 'unsubscribe', by: 'words' }] }],
  ['Tell me more', false, { label: null, asks: [] }],
])('%s (names our email: %s): %j', async (text, proved, found) => {
  expect(readByRules(await parseMail(Buffer.from(`From: ada@a.example\r\n\r\n${text}`)), proved)).toEqual(found);
});

describe('in 26 languages', () => {
  const wishes = Object.values(texts.wishes).flat();

  test('each wish is seen, and most act', () => {
    expect(wishes.filter((text) => !wish(text))).toEqual([]);
    expect(wishes.filter((text) => wish(text) === 'acts').length / wishes.length).toBeGreaterThan(0.85);
  });

  test.each(texts.subjects)('the subject %j above %j', (subject = '', text = '') => {
    expect(wish(text, subject)).toBeTruthy();
  });

  test('no false friend acts', () => expect(texts.falseFriends.filter((text) => wish(text) === 'acts')).toEqual([]));

  test('an ordinary reply does not ask', () => {
    expect(texts.ordinary.filter((text) => wish(text)).length / texts.ordinary.length).toBeLessThan(0.03);
  });
});
