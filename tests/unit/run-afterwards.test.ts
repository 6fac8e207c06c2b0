/** A copy in the Sent folder that fails is tried again, stops nothing, and is shown without personal data. */
import { afterEach, expect, test, vi } from 'vitest';
import { mailbox } from '../../events/sending/mailbox.ts';
import type { MailboxEvent } from '../../events/sending/mailboxState.ts';
import { readingNotes } from '../../events/sending/reading.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import { MailboxError } from '../../worker/providers/mailbox/mailboxError.ts';
import { runAfterwards } from '../../worker/tasks/send/runAfterwards.ts';
import { fold } from '../support/scenario.ts';

afterEach(() => vi.restoreAllMocks());

const NOW = '2026-03-02T09:00:00.000Z';
const job = { tenant: 't', id: 'c1.p1.first', correlationId: 'c', causationId: null };
const account = { provider: 'smtp', id: 'a1', from: 'sam@shop.example', secretId: 's1', drafts: false } as const;
const ready = { mailbox: 'm1', account };
/** Runs what remains of a mail, after `before`; answers the state. */
async function after(afterwards: (() => Promise<unknown>) | undefined, before: MailboxEvent[] = []) {
  const events = [...before];
  const decide = async (_scope: unknown, _ref: unknown, verb: (state: never, now: string) => MailboxEvent[]) => {
    events.push(...verb(fold(mailbox, events) as never, NOW));
  };
  await runAfterwards({ store: { decide } } as never, job, ready, afterwards ? { afterwards } : {}, [1, 1]);
  return { types: events.slice(before.length).map(({ type }) => type), state: fold(mailbox, events) };
}
const shown = (state: typeof mailbox.initial) => readingNotes(state, NOW, account).map((reason) => reasonText(reason));
const failed: MailboxEvent = { type: 'SentCopyFailed', data: { account: 'a1', trouble: 'imap_unreachable' } };

test.each([
  [
    'the server refuses',
    new MailboxError('imap_unreachable'),
    'smtp_imap_unreachable',
    /IMAP server cannot be reached/,
  ],
  ['something else fails', new Error('append of kim@packs.example'), 'unknown', /went wrong on our side/],
])('%s', async (_, error, code, text) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const copy = vi.fn(() => Promise.reject(error));
  const { types, state } = await after(copy);
  expect(copy).toHaveBeenCalledTimes(3);
  expect(types).toEqual(['SentCopyFailed']);
  expect(shown(state)).toEqual([expect.stringMatching(text)]);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged.mock.lastCall?.[0]).toMatch(/Sent folder/);
  expect(logged.mock.lastCall?.[0]).toContain('c1.p1.first');
  expect(logged.mock.lastCall?.[0]).toContain(code);
  expect(logged.mock.lastCall?.[0]).not.toContain('@');
});

test('one that succeeds at the second try is no news', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const copy = vi.fn().mockRejectedValueOnce(new MailboxError('imap_unreachable')).mockResolvedValue(true);
  expect((await after(copy)).types).toEqual([]);
  expect(logged).not.toHaveBeenCalled();
});

test('the first that succeeds ends the notice, and the next failure of the same kind adds nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect((await after(() => Promise.reject(new MailboxError('imap_unreachable')), [failed])).types).toEqual([]);
  const { types, state } = await after(async () => true, [failed]);
  expect([types, shown(state)]).toEqual([['SentCopyFiled'], []]);
  expect((await after(undefined, [failed])).types).toEqual([]);
});
