import { expect, test } from 'vitest';
import { newPartOf } from '../../events/conversations/newPart.ts';
import { asQuoted, type QuotedMail, quoteOf, quoteText } from '../../events/messages/quote.ts';
import { LANGUAGE_CODES } from '../../events/shared/languages.ts';

const mail: QuotedMail = {
  ...{ at: '2026-11-30T09:27:00.000Z', ours: false, name: 'Ada $& Lindqvist', address: 'ada@lindqvist.example' },
  ...{ text: 'Yes.\n\n> Hi', before: null },
};
const who = 'Ada $& Lindqvist <ada@lindqvist.example>';

test('the line above is in the language and the zone, and the text is marked line by line', () => {
  const text = quoteText(quoteOf(mail, { language: 'en', zone: 'America/New_York' }));
  expect(text).toMatch(/^On Mon, Nov 30, 2026.* 4:27 AM Ada/);
  expect(text.split('\n').slice(1)).toEqual(['> Yes.', '>', '>> Hi']);
  const unnamed = { ...mail, name: null };
  expect(quoteOf(unnamed, { language: 'de', zone: 'UTC' }).intro).toMatch(/^Am .* schrieb ada@lindqvist\.example:$/);
});

test.each(LANGUAGE_CODES)('in %s it names who and when', (language) => {
  const quote = quoteOf(mail, { language, zone: 'UTC' });
  expect(quote.intro).toContain(who);
  expect(quote.intro).toMatch(/2026/);
  // an answer to it is cut where it begins
  expect(newPartOf(`Yes.\n\n${quoteText(quote)}`)).toBe('Yes.');
});

test('ours is quoted with name and signature, without the lines of a campaign, and with what it quoted', () => {
  const sender = {
    ...{ userFullName: 'Sam Vale', jobTitle: null, businessName: 'Northwind', contactEmail: null, contactPhone: null },
    ...{ postalAddress: '1 Main St', htmlSignature: null },
  };
  const first = { ...mail, ours: true, name: null, address: 'sam@shop.example', text: 'Hi Ada' };
  const letter = { body: 'x', sender, language: 'en', answer: false } as const;
  const second = { ...first, text: 'Did you see it?', before: first };
  const { intro, text } = quoteOf(asQuoted(second, letter), { language: 'en', zone: 'UTC' });
  expect(intro).toContain('Sam Vale <sam@shop.example> wrote:');
  expect(text).toMatch(
    /^Did you see it\?\n\nBest,\nSam Vale\nNorthwind\n\nOn .* wrote:\n> Hi Ada\n>\n> Best,\n> Sam Vale\n> Northwind$/,
  );
  const below = quoteOf(asQuoted({ ...mail, before: first }, letter), { language: 'en', zone: 'UTC' }).text;
  expect(below).toMatch(/Sam Vale <sam@shop\.example> wrote:\n> Hi Ada\n>\n> Best,\n> Sam Vale\n> Northwind$/);
});

test('a long mail is quoted in part', () => {
  const long = quoteOf({ ...mail, text: 'a'.repeat(100_000) }, { language: 'en', zone: 'UTC' });
  expect(long.text).toHaveLength(20_000);
});
