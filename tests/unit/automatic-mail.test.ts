/** Programs and people as they write all over the world, and the day of their return: others' cases, and neighbors of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseMail } from '../../db/receive/parseMail.ts';
import { automaticOf } from '../../events/conversations/automatic.ts';
import { readByRules } from '../../events/conversations/readByRules.ts';
import { returnDateIn } from '../../events/conversations/returnDate.ts';

type Case = { file: string; kind: string; expected: { automatic?: boolean; backOn?: string }; note?: string };
type Person = { subject: string; text: string; headers?: string[] };

const bytesOf = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url));
const dataOf = <T>(path: string) => JSON.parse(bytesOf(path).toString('utf8')) as T;
const cases = dataOf<Case[]>('mail/index.json');
const own = dataOf<{ subjects: string[]; headers: string[]; people: Person[] }>('automatic/automatic.json');
const returns = dataOf<{
  texts: [string, string, string | null][];
  subjects: [string, string, string, string | null][];
}>('automatic/returns.json');

/** An answer to an email of ours. */
const answer = ({ subject, text, headers = [] }: Person) =>
  parseMail(
    Buffer.from(
      [
        ...['From: Mara <mara@studio.example>', 'In-Reply-To: <c1.p1.1.1@shop.example>'],
        ...[
          `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
          'Content-Type: text/plain; charset=utf-8',
        ],
        ...[...headers, '', text],
      ].join('\r\n'),
    ),
  );

describe('a program or a person', () => {
  test.each(cases.filter(({ expected }) => expected.automatic !== undefined))('$file', async ({ file, expected }) => {
    expect(automaticOf(await parseMail(bytesOf(`mail/${file}`)), true)).toBe(expected.automatic);
  });

  test('subjects of absences and receipts, in all languages of the usual programs', async () => {
    const missed: string[] = [];
    for (const subject of own.subjects)
      if (automaticOf(await answer({ subject, text: 'I am away.' }), true) === false) missed.push(subject);
    expect(missed).toEqual([]);
  });

  test.each(own.headers)('%s: a program', async (header) => {
    const raw = `From: a@b.example\r\nIn-Reply-To: <c1.p1.1.1@shop.example>\r\nSubject: Re: A\r\n${header}\r\n\r\nx`;
    expect(automaticOf(await parseMail(Buffer.from(raw)), true)).toBe(true);
  });

  test.each(own.people)('a person: $subject', async (person) => {
    expect(automaticOf(await answer(person), true)).toBe(false);
  });

  test.each([
    ['Re: Automatic reply: A partnership', 'Hello', 'asks'],
    ['Re: Automatic reply: A partnership', 'I am out of office until Monday.', true],
    ['On vacation', 'I am on vacation. Would love to talk when I am back!', 'asks'],
    ['A new subject', 'I am away until Monday.', 'asks'],
    ['Collaboration', 'I am in. Next week I am on holiday, so let us start after that.', 'asks'],
    ['Re: A partnership', 'I am away until Monday.', false],
  ])('%s: %s', async (subject, text, automatic) => {
    expect(automaticOf(await answer({ subject, text }), true)).toBe(automatic);
  });
});

test('a plain wish is read in a mail that a help desk marks as generated', async () => {
  const mail = await answer({
    subject: 'Re: A',
    text: 'Please unsubscribe me.',
    headers: ['Auto-Submitted: auto-generated'],
  });
  expect(automaticOf(mail, true)).toBe('asks');
  expect(readByRules(mail, true)).toEqual({ label: 'unsubscribe', asks: [] });
});

describe('the day of a return', () => {
  test.each(cases.filter(({ expected }) => expected.backOn))('$file', async ({ file, expected, note }) => {
    const mail = await parseMail(bytesOf(`mail/${file}`));
    expect(returnDateIn(mail, note?.replace('received ', '') ?? '')).toBe(expected.backOn);
  });

  test.each(returns.texts)('%s: %j', (day, newPart, expected) => {
    expect(returnDateIn({ newPart, subject: 'Automatic reply: A partnership' }, `${day}T09:00:00Z`)).toBe(expected);
  });

  test.each(returns.subjects)('%s: %s, %s', (day, subject, newPart, expected) => {
    expect(returnDateIn({ newPart, subject }, `${day}T09:00:00Z`)).toBe(expected);
  });
});
