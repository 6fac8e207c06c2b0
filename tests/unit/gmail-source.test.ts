/** One reading of a Gmail account whose history has more. */
import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js';
import { describe, expect, test } from 'vitest';
import { readRawMail } from '../../db/receive/readRawMail.ts';
import type { GmailProvider } from '../../worker/providers/gmail/client.ts';
import { GmailError, gmailError } from '../../worker/providers/gmail/gmailError.ts';
import { gmailSource } from '../../worker/providers/gmail/mailSource.ts';
import { MAILS_A_READING, type ReceivedMail } from '../../worker/providers/mailSource.ts';

const credentials = { secretId: 's', secret: 'refresh' };

type Get = { id: string; format: string };
const at = (history: string) => JSON.stringify({ history });

/**
 * Gmail with a history of these records: the ids of the mails that each added. One that begins with "sent" is the owner's. `fails`: the answer to
 * a `get` instead.
 */
function sourceOf(records: Record<string, string[]>, fails: (asked: Get) => object | null = () => null) {
  const messageOf = (id: string) => ({ id, threadId: 't', labelIds: [id.startsWith('sent') ? 'SENT' : 'INBOX'] });
  const list = ({ startHistoryId, maxResults }: { startHistoryId: string; maxResults: number }) => {
    if (startHistoryId === '1') throw gmailError({ response: { status: 404 } }, 'api');
    const history = Object.entries(records)
      .filter(([id]) => Number(id) > Number(startHistoryId))
      .map(([id, mails]) => ({ id, messagesAdded: mails.map((mail) => ({ message: messageOf(mail) })) }));
    const nextPageToken = history.length > maxResults ? { nextPageToken: 'next' } : {};
    return { data: { historyId: '900', history: history.slice(0, maxResults), ...nextPageToken } };
  };
  const get = (asked: Get) => {
    const failed = fails(asked);
    if (failed instanceof Error) throw failed;
    const about = { threadId: 't', internalDate: '0' };
    if (asked.format === 'metadata')
      return { data: { ...about, payload: { headers: [{ name: 'Subject', value: asked.id }] } } };
    const raw = Buffer.from(`Subject: ${asked.id}\r\n\r\nHello.`).toString('base64url');
    return { data: { ...about, raw, ...failed } };
  };
  const all = () => ({ data: { messages: Object.values(records).flat().map(messageOf).toReversed() } });
  const getProfile = () => ({ data: { historyId: '900' } });
  const users = { history: { list }, messages: { get, list: all }, getProfile };
  const gmail = { users } as unknown as gmail_v1.Gmail;
  const call = async (_: unknown, ask: (of: gmail_v1.Gmail) => Promise<{ data: unknown }>) => (await ask(gmail)).data;
  return gmailSource({ call } as unknown as GmailProvider);
}

test('a page of nothing but sent mails is not the end', async () => {
  const own = Array.from({ length: MAILS_A_READING }, (_, index) => [110 + index, [`sent${index}`]]);
  const source = sourceOf({ ...Object.fromEntries(own), 800: ['reply'] });
  const first = await source.read(credentials, at('100'));
  expect(first).toEqual({ mails: [], cursor: at(String(109 + MAILS_A_READING)), more: true });
  const second = await source.read(credentials, first.cursor);
  expect(second.mails.map(({ id }) => id)).toEqual(['reply']);
  expect([second.cursor, second.more]).toEqual([at('900'), undefined]);
});

test('a history record with more mails than one reading takes is read to its end, and each mail once', async () => {
  const many = Array.from({ length: 2 * MAILS_A_READING + 5 }, (_, index) => `many${index}`);
  const source = sourceOf({ 110: ['first'], 120: many, 130: ['last'] });
  const seen: string[] = [];
  let cursor = at('100');
  for (let more = true; more; ) {
    const read = await source.read(credentials, cursor);
    expect(read.mails.length).toBeLessThanOrEqual(MAILS_A_READING);
    seen.push(...read.mails.map(({ id }) => id));
    more = read.mails.length > 0 && read.cursor !== cursor;
    cursor = read.cursor;
  }
  expect(seen).toEqual(['first', ...many, 'last']);
  expect(cursor).toBe(at('900'));
});

describe('a mail that Gmail never hands over', () => {
  const FAILED = gmailError({ response: { status: 500 } }, 'api');
  const subjectOf = ({ raw }: ReceivedMail) => /^Subject: (\w+)/.exec(raw.toString())?.[1];

  /** Reads again and again, until a reading ends with no trouble. */
  async function readings(fails: (asked: Get) => object | null, records: Record<string, string[]>) {
    const source = sourceOf(records, fails);
    const mails: ReceivedMail[] = [];
    let cursor = at('100');
    for (let troubles = 0; ; troubles += 1) {
      const read = await source.read(credentials, cursor);
      mails.push(...read.mails);
      cursor = read.cursor;
      if (!read.ended) return { troubles, mails, cursor };
      expect(read.ended).toBeInstanceOf(GmailError);
    }
  }
  const RECORDS = { 110: ['first'], 120: ['second', 'poison', 'third'], 130: ['last'] };
  const ALL = ['first', 'second', 'poison', 'third', 'last'];

  test.each([
    ['answers an error', FAILED],
    ['refuses it', new GmailError('refused', { status: 400 })],
    ['is cut off or too slow', new GmailError('unreachable', { retryable: true })],
    ['leaves its text out', { raw: undefined }],
  ])('is kept by its headers, once, and the others follow: Gmail %s', async (_how, failed) => {
    const { mails, cursor, troubles } = await readings(
      ({ id, format }) => (id === 'poison' && format === 'raw' ? failed : null),
      RECORDS,
    );
    expect(mails.map(subjectOf)).toEqual(ALL);
    expect(mails.map(({ cut }) => cut)).toEqual(ALL.map((id) => id === 'poison'));
    expect(await readRawMail(mails[2]?.raw as Buffer, { cut: true })).toMatchObject({ text: '', unparsed: true });
    // Gmail may have trouble for a few minutes
    expect(troubles).toBe(5);
    expect(cursor).toBe(at('900'));
  });

  test('is kept by its thread alone when not even its headers come, but not soon', async () => {
    const { mails, troubles } = await readings(({ id }) => (id === 'poison' ? FAILED : null), RECORDS);
    expect(mails.map(subjectOf)).toEqual(ALL.map((id) => (id === 'poison' ? undefined : id)));
    expect(mails[2]).toMatchObject({ id: 'poison', threadId: 't', cut: true, raw: Buffer.alloc(0) });
    expect(troubles).toBe(60);
  });

  test('is read whole when its trouble ends before', async () => {
    let asked = 0;
    const { mails, troubles } = await readings(({ id }) => (id === 'poison' && ++asked < 4 ? FAILED : null), RECORDS);
    expect(mails.map(({ id, cut }) => [id, cut])).toEqual(ALL.map((id) => [id, false]));
    expect(troubles).toBe(3);
  });

  test('is left out when it is gone', async () => {
    const gone = gmailError({ response: { status: 404 } }, 'api');
    const { mails, troubles } = await readings(({ id }) => (id === 'poison' ? gone : null), RECORDS);
    expect(mails.map(subjectOf)).toEqual(ALL.filter((id) => id !== 'poison'));
    expect(troubles).toBe(0);
  });

  test.each([
    [401, {}],
    [403, {}],
    [403, { error: { errors: [{ reason: 'insufficientPermissions' }] } }],
    [429, {}],
    [400, { error: { status: 'FAILED_PRECONDITION' } }],
  ])('is not to blame for the trouble of the account: %i %j', async (status, data) => {
    const ofAccount = gmailError({ response: { status, data } }, 'api');
    const source = sourceOf(RECORDS, () => ofAccount);
    await expect(source.read(credentials, at('100'))).rejects.toBe(ofAccount);
  });

  test('holds no others where Gmail has forgotten its history', async () => {
    const source = sourceOf(RECORDS, ({ id, format }) => (id === 'poison' && format === 'raw' ? FAILED : null));
    const subjects: (string | undefined)[] = [];
    let cursor = at('1');
    for (let more = true; more; ) {
      const read = await source.read(credentials, cursor);
      subjects.push(...read.mails.map(subjectOf));
      more = read.ended !== undefined;
      cursor = read.cursor;
    }
    expect(subjects).toEqual(ALL);
    expect(cursor).toBe(at('900'));
  });
});
