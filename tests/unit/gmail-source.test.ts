/** One reading of a Gmail account whose history has more. */
import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js';
import { expect, test } from 'vitest';
import type { GmailProvider } from '../../worker/providers/gmail/client.ts';
import { gmailSource } from '../../worker/providers/gmail/mailSource.ts';
import { MAILS_A_READING } from '../../worker/providers/mailSource.ts';

const credentials = { secretId: 's', secret: 'refresh' };

/** Gmail with a history of these records: the ids of the mails that each added. One that begins with "sent" is the owner's. */
function sourceOf(records: Record<string, string[]>) {
  const messageOf = (id: string) => ({ id, labelIds: [id.startsWith('sent') ? 'SENT' : 'INBOX'] });
  const list = ({ startHistoryId, maxResults }: { startHistoryId: string; maxResults: number }) => {
    const history = Object.entries(records)
      .filter(([id]) => Number(id) > Number(startHistoryId))
      .map(([id, mails]) => ({ id, messagesAdded: mails.map((mail) => ({ message: messageOf(mail) })) }));
    const nextPageToken = history.length > maxResults ? { nextPageToken: 'next' } : {};
    return { data: { historyId: '900', history: history.slice(0, maxResults), ...nextPageToken } };
  };
  const get = ({ id }: { id: string }) => ({
    data: { threadId: 't', internalDate: '0', raw: Buffer.from(`Subject: ${id}\r\n\r\n`).toString('base64url') },
  });
  const gmail = { users: { history: { list }, messages: { get } } } as unknown as gmail_v1.Gmail;
  const call = async (_: unknown, ask: (of: gmail_v1.Gmail) => Promise<{ data: unknown }>) => (await ask(gmail)).data;
  return gmailSource({ call } as unknown as GmailProvider);
}

test('a page of nothing but sent mails is not the end', async () => {
  const own = Array.from({ length: MAILS_A_READING }, (_, index) => [110 + index, [`sent${index}`]]);
  const source = sourceOf({ ...Object.fromEntries(own), 800: ['reply'] });
  const first = await source.read(credentials, '100');
  expect(first).toEqual({ mails: [], cursor: String(109 + MAILS_A_READING), more: true });
  const second = await source.read(credentials, first.cursor);
  expect(second.mails.map(({ id }) => id)).toEqual(['reply']);
  expect([second.cursor, second.more]).toEqual(['900', undefined]);
});

test('a history record with more mails than one reading takes is read to its end, and each mail once', async () => {
  const many = Array.from({ length: 2 * MAILS_A_READING + 5 }, (_, index) => `many${index}`);
  const source = sourceOf({ 110: ['first'], 120: many, 130: ['last'] });
  const seen: string[] = [];
  let cursor = '100';
  for (let more = true; more; ) {
    const read = await source.read(credentials, cursor);
    expect(read.mails.length).toBeLessThanOrEqual(MAILS_A_READING);
    seen.push(...read.mails.map(({ id }) => id));
    more = read.mails.length > 0 && read.cursor !== cursor;
    cursor = read.cursor;
  }
  expect(seen).toEqual(['first', ...many, 'last']);
  expect(cursor).toBe('900');
});
