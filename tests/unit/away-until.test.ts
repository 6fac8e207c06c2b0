import { describe, expect, test } from 'vitest';
import { absenceNotes, awayUntil } from '../../events/conversations/awayUntil.ts';
import type { ReceivedMail } from '../../events/conversations/conversation.ts';
import { spentMs } from '../support/mainThread.ts';

const AT = '2026-11-23T09:00:00.000Z';
const until = (text: string) => awayUntil({ newPart: text, subject: 'Away' }, AT).slice(0, 10);

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
  ['I am back on 12/01.', '2027-01-13'],
])('%s', (text, day) => expect(until(text)).toBe(day));

test.each([
  ['no day is named', 'I am on vacation and will answer when I am back.'],
  ['the day is over', 'I was away until 3 March 2020.'],
  ['it is further away than anybody is on leave', 'The offer holds until 1 November 2027.'],
  ['a month alone is as far away', 'I am on leave until January 2099.'],
  ['a year is none', 'I am out of the office until March 3100.'],
  ['the day has nothing to do with a return', 'We moved on 1 December to another house.'],
])('a week, where %s', (_, text) => expect(until(text)).toBe('2026-11-30'));

test('a text of any length is read in a moment', () => {
  const began = spentMs();
  awayUntil({ newPart: `${'back until '.repeat(50_000)} 1${' '.repeat(50_000)}`, subject: '' }, AT);
  expect(spentMs() - began).toBeLessThan(500);
});

describe('the notes that say that somebody is away', () => {
  const note: ReceivedMail = {
    id: 'note',
    messageId: 'c1.p1.1',
    at: AT,
    automatic: true,
    label: 'automatic',
    wants: [],
    answered: [],
    denied: [],
  };
  const reply: ReceivedMail = { ...note, id: 'reply', automatic: false, label: 'interested' };
  const later = '2026-11-24T09:00:00.000Z';
  const undecided = { label: null, decidedMails: 0 };
  const decided = { label: { label: 'interested', by: 'user', at: later }, decidedMails: 1 } as const;
  type Mails = Parameters<typeof absenceNotes>[0];
  test.each<[string, Mails, string | null, string[]]>([
    ['one that came', { received: [note], ...undecided }, null, ['note']],
    ['one after the email that is followed up', { received: [note], ...undecided }, AT, ['note']],
    ['none before it', { received: [note], ...undecided }, later, []],
    ['no reply', { received: [reply], ...undecided }, null, []],
    ['none from before the person wrote', { received: [note, { ...reply, at: later }], ...undecided }, null, []],
    ['one from after it', { received: [reply, { ...note, at: later }], ...undecided }, null, ['note']],
    [
      'one beside a bounce',
      { received: [note, { ...reply, at: later, label: 'bounce' }], ...undecided },
      null,
      ['note'],
    ],
    ['none that the user calls something else', { received: [note], ...decided }, null, []],
    [
      'one that the user calls so, too',
      { received: [note], ...decided, label: { ...decided.label, label: 'automatic' } },
      null,
      ['note'],
    ],
    ['one from after the label', { received: [reply, { ...note, at: later }], ...decided }, null, ['note']],
  ])('%s', (_, mails, since, ids) => expect(absenceNotes(mails, since)).toEqual(ids));
});
