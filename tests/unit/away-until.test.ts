import { expect, test } from 'vitest';
import { awayUntil } from '../../events/conversations/awayUntil.ts';

const AT = '2026-11-23T09:00:00.000Z';
const until = (text: string) => awayUntil(text, AT).slice(0, 10);

test.each([
  ['I am away until 30 November 2026 and read no mail.', '2026-12-01'],
  ['I will be back on Monday, November 30th.', '2026-12-01'],
  ['Out of office 24 Nov to 4 Dec. I return on 5 December.', '2026-12-06'],
  ['Ich bin bis zum 11.12.2026 nicht im Haus.', '2026-12-12'],
  ['Ab dem 1. Dezember bin ich wieder da.', '2026-12-02'],
  ['Je suis absente jusqu’au 2 décembre.', '2026-12-03'],
  ['Estaré de vuelta, regreso el 3 de diciembre.', '2026-12-04'],
  ['Back on 2027-01-04.', '2027-01-05'],
  ['I return on 4 January.', '2027-01-05'],
])('%s', (text, day) => expect(until(text)).toBe(day));

test.each([
  ['no day is named', 'I am on vacation and will answer when I am back.'],
  ['nobody knows which is the month', 'I am back on 12/01.'],
  ['the day is over', 'I was away until 3 March 2020.'],
  ['it is further away than anybody is on leave', 'The offer holds until 1 November 2027.'],
  [
    'it is only in the quoted mail',
    'I am away.\n\nOn Mon, Nov 23, 2026, Sam wrote:\n> The sale runs until 2 December.',
  ],
  ['the day has nothing to do with a return', 'We moved on 1 December to another house.'],
])('a week, where %s', (_, text) => expect(until(text)).toBe('2026-11-30'));

test('a text of any length is read in a moment', () => {
  const began = performance.now();
  awayUntil(`${'back until '.repeat(50_000)} 1${' '.repeat(50_000)}`, AT);
  expect(performance.now() - began).toBeLessThan(500);
});
