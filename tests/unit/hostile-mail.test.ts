import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Unparsable } from '../../db/parse/parserThread.ts';
import { boundedMail } from '../../db/receive/boundedMail.ts';
import type { MailTask } from '../../db/receive/mailThread.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { mailReader, readRawMail } from '../../db/receive/readRawMail.ts';
import { HOSTILE_MAILS } from '../support/hostile.ts';

const REPLY = 'From: a@b.example\r\nIn-Reply-To: <c1.p1.1.1@northwind.example>\r\n';

describe('a mail that is made to be slow', () => {
  test.each(Object.entries(HOSTILE_MAILS))('%s: it is known and cheap', async (_what, raw) => {
    const before = process.cpuUsage();
    const mail = await parseMail(raw);
    const { user, system } = process.cpuUsage(before);
    expect(mail).toMatchObject({ inReplyTo: ['<c1.p1.1.1@northwind.example>'] });
    expect((user + system) / 1000).toBeLessThan(3_000);
  });

  test.each(Object.entries(HOSTILE_MAILS))('%s: read simply, it is known too', async (_what, raw) => {
    expect((await parseMail(raw, { cut: false, simply: true })).inReplyTo).toEqual(['<c1.p1.1.1@northwind.example>']);
  });

  test('of HTML that nests too deep for a text, the words are read', async () => {
    const html = `<style>p{}</style>${'<div>'.repeat(300)}Yes, <b>please</b> &amp; thank you.${'</div>'.repeat(300)}`;
    const mail = await parseMail(Buffer.from(`${REPLY}Content-Type: text/html\r\n\r\n${html}`));
    expect(mail).toMatchObject({ text: 'Yes, please & thank you.', unparsed: false });
  });

  test('of HTML with too many tags, the words are read and a note says that it is not all', async () => {
    const mail = await parseMail(
      Buffer.from(`${REPLY}Content-Type: text/html\r\n\r\n<p>Yes, please.</p>${'<b>'.repeat(50_000)}`),
    );
    expect(mail).toMatchObject({ text: 'Yes, please.', html: null, truncated: true, unparsed: false });
  });

  test('a style that is too long is left out of the HTML', async () => {
    const { html } = await parseMail(
      Buffer.from(`${REPLY}Content-Type: text/html\r\n\r\n<p style="${'color:red;'.repeat(500)}">Yes</p>`),
    );
    expect(html).toBe('<p>Yes</p>');
  });
});

describe('an ordinary mail', () => {
  const folder = new URL('../fixtures/mails/', import.meta.url);
  test.each(readdirSync(folder))('%s comes to its parser as it is', (name) => {
    const raw = readFileSync(new URL(name, folder));
    const bounded = boundedMail(raw, { html: 1_000_000, file: 1_000_000 });
    expect([bounded.isCut, bounded.raw.equals(raw)]).toEqual([false, true]);
  });

  test('is read in a thread as it is read without one', async () => {
    for (const name of readdirSync(folder)) {
      const raw = readFileSync(new URL(name, folder));
      expect(await readRawMail(raw)).toEqual(await parseMail(raw));
    }
  });

  test('its HTML is its text where it has no other, be there a footer or not', async () => {
    const part = (type: string, text: string) => `--b\r\nContent-Type: text/${type}\r\n\r\n${text}\r\n`;
    const mail = (kind: string, ...parts: string[]) =>
      parseMail(Buffer.from(`${REPLY}Content-Type: multipart/${kind}; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`));
    const html = part('html', '<p>Yes, please.</p>');
    expect((await mail('mixed', html)).text).toBe('Yes, please.');
    expect((await mail('mixed', html, part('plain', 'The list'))).text).toBe('Yes, please.\n\nThe list');
    expect((await mail('alternative', part('plain', 'Yes.'), html)).text).toBe('Yes.');
  });
});

describe('a mail that no parser comes to an end with', () => {
  const raw = Buffer.from(`${REPLY}\r\nYes, please.`);
  const readerOf = (isTooMuch: (task: MailTask) => boolean) =>
    mailReader((task) => (isTooMuch(task) ? Promise.reject(new Unparsable()) : parseMail(raw, task)));

  test('is read simply', async () => {
    const mail = await readerOf(({ simply }) => !simply)(raw);
    expect(mail).toMatchObject({ from: 'a@b.example', text: 'Yes, please.', truncated: true, unparsed: false });
  });

  test('is read each time in the turn of its tenant', async () => {
    const tenants: unknown[] = [];
    const reader = mailReader((_task, tenant) => {
      tenants.push(tenant);
      return Promise.reject(new Unparsable());
    });
    await reader(raw, { tenant: 't1' });
    expect(tenants).toEqual(['t1', 't1']);
  });

  test('is one of which nothing is known', async () => {
    const mail = await readerOf(() => true)(raw);
    expect(mail).toMatchObject({ from: '', text: '', truncated: true, unparsed: true });
  });

  test('is not said to be read when the thread did not start', async () => {
    await expect(mailReader(() => Promise.reject(new Error('no thread')))(raw)).rejects.toThrow('no thread');
  });
});
