/** Text of strangers is parsed beside the event loop, and the rules for it are fast. The schemas: input-limits.test.ts. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saysOf } from '../../db/parse/pageContent.ts';
import { readRawMail } from '../../db/receive/readRawMail.ts';
import { automaticOf } from '../../events/conversations/automatic.ts';
import { awayUntil } from '../../events/conversations/awayUntil.ts';
import { bounceOf } from '../../events/conversations/bounce.ts';
import { isListMail } from '../../events/conversations/incomingMail.ts';
import { labelByWords } from '../../events/conversations/labelByWords.ts';
import { newPartOf } from '../../events/conversations/newPart.ts';
import { readByRules } from '../../events/conversations/readByRules.ts';
import { type OpenPage, openPages } from '../../worker/providers/web/openPage.ts';
import { signaturesOf } from '../../worker/tasks/returnedTest.ts';
import { HOSTILE_HTML, HOSTILE_MAILS } from '../support/hostile.ts';
import { leastOfThree, longestStall, mainThreadMs, passesMs } from '../support/mainThread.ts';

const MOST_MS = Math.max(200, passesMs(500));
const MB = 1_000_000;
const TEXTS = ['<b>', '>', '> > ', '\n', ' ', '\t\n', 'a ', 'a@b.example, ', '漢字', '🦊', '.', '=', '"', '-', '_', '*']
  .concat([
    'On Monday, A wrote:\n',
    'From: A\n',
    'unsubscribe ',
    'until 3 March ',
    'stop. ',
    'mfg\n',
    'I am out of office ',
    '2.10.2026 <a@b.c> ',
    'Ada Lind <a@b.c>, 2.10.2026\n',
    'delete all of my personal ',
    'please stop sending me ',
    'A wrote: -- ',
  ])
  .map((part) => [part, part.repeat(MB / part.length)] as const);

const stallOf = (run: () => Promise<unknown>) => leastOfThree(MOST_MS, () => longestStall(run));

/** All that is asked of a mail once it is parsed. */
async function received(raw: Buffer): Promise<unknown> {
  signaturesOf(raw);
  const mail = await readRawMail(raw);
  const at = '2026-03-01T09:00:00.000Z';
  const asked = [bounceOf(mail), automaticOf(mail, true), isListMail(mail), labelByWords(mail.newPart)];
  return [...asked, readByRules(mail, true), newPartOf(mail.text), awayUntil(mail, at)];
}

describe.skipIf(mainThreadMs() === null)('the event loop goes on', () => {
  // its first use in a process makes the patterns
  beforeAll(() => received(Buffer.from('From: a@b.example\r\n\r\nwarm')));

  test.each(Object.entries(HOSTILE_MAILS))('while a mail comes that is made to be slow: %s', async (_what, raw) => {
    expect(await stallOf(() => received(raw))).toBeLessThan(MOST_MS);
  });

  test.each(TEXTS)('while a megabyte of %j comes, as a text and in the headers', async (_part, text) => {
    const written = Buffer.from(`From: a@b.example\r\nSubject: Re: A vest\r\n\r\n${text}`);
    const inHead = Buffer.from(`From: a@b.example\r\nSubject: ${text.replaceAll('\n', ' ')}\r\n\r\nYes.`);
    expect(await stallOf(() => received(written))).toBeLessThan(MOST_MS);
    expect(await stallOf(() => received(inHead))).toBeLessThan(MOST_MS);
  });

  describe('while a page is read', () => {
    let server: Server;
    let served: Record<string, string> = {};
    let open: OpenPage;
    let at: string;
    beforeAll(async () => {
      const serve: RequestListener = (request, response) =>
        void response
          .writeHead(served[request.url ?? ''] === undefined ? 404 : 200, { 'Content-Type': 'text/html' })
          .end(served[request.url ?? '']);
      server = createServer(serve);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      at = `http://${host}`;
      open = openPages({ onlyHosts: [host], timeoutMs: 20_000 });
      await open(`${at}/warm`);
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    const PAGES = [...Object.entries(HOSTILE_HTML), ...TEXTS];
    test.each(PAGES)('that is made to be slow: %j', async (_what, page) => {
      served = { '/page': page };
      const stall = await stallOf(async () => {
        const read = await open(`${at}/page`);
        if (read.ok) saysOf(read.content)('a a a a a a a a a b');
        expect(read).toMatchObject(read.ok ? { url: `${at}/page` } : { why: 'too_large' });
      });
      expect(stall).toBeLessThan(MOST_MS);
    });

    test.each([
      ['wildcards', `Disallow: /${'*a'.repeat(250_000)}b`],
      ['many rules', 'Disallow: /*a*a*a*a*b\n'.repeat(25_000)],
      ['many agents and rules', `${'User-agent: *\n'.repeat(20_000)}${'Disallow: /x\n'.repeat(20_000)}`],
      ['one long line', 'a'.repeat(500_000)],
      ['spaces', ' '.repeat(500_000)],
    ])('whose robots.txt is made to be slow: %s', async (_what, rules) => {
      const path = `/${'a'.repeat(1_900)}`;
      served = { '/robots.txt': `User-agent: *\n${rules}`, [path]: 'Hello' };
      const before = process.cpuUsage();
      const stall = await stallOf(async () => expect(await open(`${at}${path}`)).toMatchObject({ ok: true }));
      expect(stall).toBeLessThan(MOST_MS);
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(10 * MOST_MS);
    });
  });
});
