/** A copy in the Sent folder that fails stops nothing, and the log says so without personal data. */
import { afterEach, expect, test, vi } from 'vitest';
import { MailboxError } from '../../worker/providers/mailbox/mailboxError.ts';
import { runAfterwards } from '../../worker/tasks/send/runAfterwards.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['the server refuses', new MailboxError('imap_refused'), 'smtp_imap_refused'],
  ['something else fails', new Error('append of kim@packs.example'), 'unknown'],
])('%s', async (_, error, code) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await runAfterwards('c1.p1.first', { afterwards: () => Promise.reject(error) });
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged.mock.lastCall?.[0]).toMatch(/Sent folder/);
  expect(logged.mock.lastCall?.[0]).toContain('c1.p1.first');
  expect(logged.mock.lastCall?.[0]).toContain(code);
  expect(logged.mock.lastCall?.[0]).not.toContain('@');
});

test('one that succeeds is no news, nor is none', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await runAfterwards('c1.p1.first', { afterwards: async () => true });
  await runAfterwards('c1.p1.first', {});
  expect(logged).not.toHaveBeenCalled();
});
