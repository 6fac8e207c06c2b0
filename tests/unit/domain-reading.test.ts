/** Whether the replies to an account are read: what is recorded, what is shown, and when its follow-ups wait. */
import { describe, expect, test } from 'vitest';
import { mailbox } from '../../events/sending/mailbox.ts';
import type { MailboxEvent, MailboxState } from '../../events/sending/mailboxState.ts';
import {
  followUpsWait,
  readingTrouble,
  recordReadingFailed,
  recordReadThrough,
  UNREAD_MS,
} from '../../events/sending/reading.ts';
import { gmailConnected } from '../support/accountEvents.ts';
import { fold } from '../support/scenario.ts';

const account = { provider: 'gmail', id: 'g1', from: 'sam@northwind.example', secretId: 's1', drafts: true } as const;
const connected = (secretId = 's1', access: 'drafts' | 'send' = 'drafts'): MailboxEvent[] => [
  { type: 'EmailProviderChosen', data: { provider: 'gmail' } },
  gmailConnected(secretId, access),
];
const failed = (trouble: 'api_disabled' | 'unreachable'): MailboxEvent => ({
  type: 'MailReadingFailed',
  data: { account: 's1', trouble },
});
const through = (secretId = 's1'): MailboxEvent => ({ type: 'MailReadThrough', data: { account: 's1', secretId } });
const state = (...events: MailboxEvent[]): MailboxState => fold(mailbox, [...connected(), ...events]);
const of = { ...account, id: 's1' };

const BEGAN = '2026-03-02T09:03:00.000Z';
const later = (ms: number): string => new Date(Date.parse(BEGAN) + ms).toISOString();
const waits = (now: MailboxState, at: string, isRead = true) => followUpsWait(now, at, () => isRead);

test('trouble is recorded once, and once more when it no longer passes', () => {
  expect(recordReadingFailed(state(), of, 'unreachable')).toEqual([failed('unreachable')]);
  expect(recordReadingFailed(state(failed('unreachable')), of, 'unreachable')).toEqual([]);
  expect(recordReadingFailed(state(failed('unreachable')), of, 'api_disabled')).toEqual([failed('api_disabled')]);
  expect(recordReadingFailed(state(failed('api_disabled')), of, 'unreachable')).toEqual([]);
});

test('a reading to the end is recorded after a connection and after trouble alone', () => {
  expect(recordReadThrough(state(), of)).toEqual([through()]);
  expect(recordReadThrough(state(through()), of)).toEqual([]);
  expect(recordReadThrough(state(through(), failed('unreachable')), of)).toEqual([through()]);
  expect(recordReadThrough(state(through()), { ...of, secretId: 's2' })).toEqual([through('s2')]);
});

describe('trouble', () => {
  test('that a person must end is shown at once, and holds follow-ups after half an hour', () => {
    const now = state(through(), failed('api_disabled'));
    const shown = { reason: { code: 'account_trouble', provider: 'gmail', trouble: 'api_disabled' }, holds: false };
    expect(readingTrouble(now, later(1_000), of)).toEqual(shown);
    expect(waits(now, later(1_000))).toBeNull();
    expect(readingTrouble(now, later(UNREAD_MS), of)).toEqual({ ...shown, holds: true });
    expect(waits(now, later(UNREAD_MS))).toEqual({ code: 'replies_unread', trouble: shown.reason });
  });

  test('that may pass is shown when it has lasted', () => {
    const now = state(through(), failed('unreachable'));
    expect(readingTrouble(now, later(UNREAD_MS - 1), of)).toBeNull();
    expect(readingTrouble(now, later(UNREAD_MS), of)).toMatchObject({ holds: true });
    // it counts from its beginning
    const graver = state(through(), failed('unreachable'), failed('api_disabled'));
    expect(waits(graver, later(UNREAD_MS))).not.toBeNull();
  });

  test('is over with the next reading', () => {
    expect(waits(state(failed('api_disabled'), through()), later(UNREAD_MS))).toBeNull();
  });
});

describe('a connection', () => {
  test('holds follow-ups until its mail was read', () => {
    expect(waits(state(), BEGAN)).toEqual({ code: 'replies_not_read_yet' });
    expect(waits(state(through()), BEGAN)).toBeNull();
    expect(waits(state(through(), ...connected('s2')), BEGAN)).not.toBeNull();
    expect(waits(state(through(), ...connected('s2'), through('s2')), BEGAN)).toBeNull();
  });

  test.each<[string, MailboxState, boolean]>([
    ['may only send', fold(mailbox, connected('s1', 'send')), true],
    ['is read nowhere in this installation', state(), false],
  ])('that %s holds nothing', (_, now, isRead) => expect(waits(now, BEGAN, isRead)).toBeNull());
});
