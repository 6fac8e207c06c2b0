/** Whether the replies to an account are read: what is recorded, what is shown, and when its follow-ups wait. */
import { describe, expect, test } from 'vitest';
import { mailbox } from '../../events/sending/mailbox.ts';
import type { MailboxEvent, MailboxState } from '../../events/sending/mailboxState.ts';
import {
  followUpsWait,
  readingNotes,
  readingTrouble,
  recordPassedOver,
  recordReadingFailed,
  recordReadThrough,
  UNREAD_MS,
} from '../../events/sending/reading.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import { gmailConnected, mailboxConnected } from '../support/accountEvents.ts';
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
  expect(recordReadingFailed(state(), of, 'unreachable', BEGAN)).toEqual([failed('unreachable')]);
  expect(recordReadingFailed(state(failed('unreachable')), of, 'unreachable', BEGAN)).toEqual([]);
  expect(recordReadingFailed(state(failed('unreachable')), of, 'api_disabled', BEGAN)).toEqual([
    failed('api_disabled'),
  ]);
  expect(recordReadingFailed(state(failed('api_disabled')), of, 'unreachable', BEGAN)).toEqual([]);
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

describe('a sign-in by IMAP that is refused', () => {
  const smtp = { provider: 'smtp', id: 's1', from: 'sam@shop.example', secretId: 's1', drafts: false } as const;
  type Refusal = [minute: number, trouble: 'imap_sign_in' | 'imap_unreachable' | 'needs_oauth' | 'read'];
  /** Refusals at these minutes after the connection, each decided on what came before. Answers the events. */
  function after(...refusals: Refusal[]): string[] {
    const events: MailboxEvent[] = [
      { type: 'EmailProviderChosen', data: { provider: 'smtp' } },
      mailboxConnected('s1'),
    ];
    // as the events of a log, each has the time of its decision
    const at: string[] = [later(0), later(0)];
    const now = () =>
      events.reduce(
        (state, event, i) => mailbox.evolve(state, { ...event, at: at[i] ?? '', actor: 'w' } as never),
        mailbox.initial,
      );
    for (const [minute, what] of refusals) {
      const moment = later(minute * 60_000);
      const next = what === 'read' ? recordReadThrough(now(), smtp) : recordReadingFailed(now(), smtp, what, moment);
      for (const event of next) {
        events.push(event);
        at.push(moment);
      }
    }
    return events.slice(2).map(({ type }) => type);
  }
  const FAILED = 'MailReadingFailed';
  const LOST = 'AccountLost';
  const READ = 'MailReadThrough';
  const no = 'imap_sign_in';

  test.each<[string, Refusal[], string[]]>([
    ['once', [[1, no]], [FAILED]],
    [
      'once in many',
      [
        [1, no],
        [2, 'read'],
        [50, no],
        [51, 'read'],
        [90, no],
      ],
      [FAILED, READ, FAILED, READ, FAILED],
    ],
    [
      'three times in an hour',
      [
        [1, no],
        [21, no],
        [41, no],
      ],
      [FAILED, FAILED, FAILED],
    ],
    [
      'over an hour',
      [
        [1, no],
        [21, no],
        [41, no],
        [61, no],
      ],
      [FAILED, FAILED, FAILED, LOST],
    ],
    ['each minute', Array.from({ length: 61 }, (_, i): Refusal => [i + 1, no]), [FAILED, FAILED, FAILED, LOST]],
    [
      'twice, an hour apart',
      [
        [1, no],
        [70, no],
      ],
      [FAILED, FAILED],
    ],
    [
      'three times, hours apart',
      [
        [1, no],
        [70, no],
        [140, no],
      ],
      [FAILED, FAILED, LOST],
    ],
    [
      'after hours without an answer',
      [
        [1, 'imap_unreachable'],
        [200, no],
      ],
      [FAILED, FAILED],
    ],
    ['for a reason without doubt', [[1, 'needs_oauth']], [LOST]],
  ])('%s', (_, refusals, events) => expect(after(...refusals)).toEqual(events));
});

describe('what else a mailbox does not do', () => {
  const texts = (now: MailboxState, at: string) => readingNotes(now, at, of).map((reason) => reasonText(reason));
  const but: MailboxEvent = { type: 'MailReadThrough', data: { account: 's1', secretId: 's1', but: 'imap_junk' } };

  test('a folder that is not read is shown when that lasts, and stops nothing', () => {
    expect(recordReadThrough(state(through()), of, 'imap_junk')).toEqual([but]);
    expect(recordReadThrough(state(but), of, 'imap_junk')).toEqual([]);
    expect(recordReadThrough(state(but), of)).toEqual([through()]);
    expect(readingNotes(state(through(), but), later(UNREAD_MS - 1), of)).toEqual([]);
    expect(readingNotes(state(through(), but), later(UNREAD_MS), of)).toHaveLength(1);
    expect(waits(state(but), later(UNREAD_MS))).toBeNull();
  });

  test('an email that could not be read is named once, for two weeks', () => {
    const [one] = recordPassedOver(state(), of, '7.2');
    const events = [one as MailboxEvent, ...recordPassedOver(state(one as MailboxEvent), of, '7.3')];
    expect(recordPassedOver(state(...events), of, '7.2')).toEqual([]);
    expect(texts(state(one as MailboxEvent), BEGAN)).toEqual([expect.stringMatching(/^An email .* could not be read/)]);
    expect(texts(state(...events), BEGAN)).toEqual([expect.stringMatching(/^2 emails .* could not be read/)]);
    expect(texts(state(...events), later(15 * 86_400_000))).toEqual([]);
  });
});
