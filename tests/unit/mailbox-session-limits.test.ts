/** A mail server that never ends, or sends more than was asked for, holds a session only so long. The servers are scripts on loopback. */
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readRawMail } from '../../db/receive/readRawMail.ts';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import type { ImapTimes } from '../../worker/providers/mailbox/endpoint.ts';
import type { MailboxError } from '../../worker/providers/mailbox/mailboxError.ts';
import { mailboxMail } from '../../worker/providers/mailbox/mailProvider.ts';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';
import { MOST_MAIL_BYTES, type ReceivedMail } from '../../worker/providers/mailSource.ts';
import { drip, flood, scriptedServer } from '../support/scriptedServer.ts';

const credentialsAt = (port: number) => {
  const at = { host: '127.0.0.1', port, security: 'none' as const };
  return { secretId: 's', secret: packMailboxLogin({ user: 'sam', password: 'p', smtp: at, imap: at }) };
};
const TIMES: ImapTimes = { setUpMs: 500, silentMs: 400, sessionMs: 900 };
/** Only the limit of bytes can end a session sooner. */
const LONG: ImapTimes = { setUpMs: 30_000, silentMs: 30_000, sessionMs: 30_000 };
const sourceAt = (port: number, cursor: string | null = null, since: Date | null = null, times = TIMES) =>
  mailboxSource({ privateHosts: true, imapTimes: times }).read(credentialsAt(port), cursor, since);
/** Of what was thrown, or ended a reading that learned something. */
const troubleOf = async (asked: Promise<unknown>) => {
  const began = performance.now();
  const error = await asked.then(
    (answer) => (answer as { ended?: unknown }).ended,
    (thrown: unknown) => thrown,
  );
  return { trouble: (error as { trouble?: string } | null)?.trouble, ms: performance.now() - began };
};

const GREETING = '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n';
const greet = (socket: Socket) => socket.write(GREETING);
type Mail = { size: number; answer: (socket: Socket, tag: string, asked: string) => void };
/** Keeps to the protocol, with these mails in its inbox, but for what `own` answers itself. */
const imapWith =
  (mails: readonly Mail[], own: (socket: Socket, command: string, tag: string) => boolean = () => false) =>
  (socket: Socket, command: string, tag: string) => {
    if (own(socket, command, tag)) return;
    const [, uid] = /^UID FETCH (\d+)/.exec(command) ?? [];
    const mail = uid === undefined ? undefined : mails[Number(uid) - 1];
    if (mail && command.includes('RFC822.SIZE'))
      socket.write(
        `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${mail.size} INTERNALDATE "01-Dec-2026 08:00:00 +0000")\r\n`,
      );
    else if (mail) return mail.answer(socket, tag, command);
    if (command.startsWith('LIST')) socket.write('* LIST () "/" INBOX\r\n');
    if (command.startsWith('EXAMINE'))
      socket.write(`* ${mails.length} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT ${mails.length + 1}] ok\r\n`);
    const [, from] = /^UID SEARCH.* (\d+)/.exec(command) ?? [];
    const found = mails.map((_, index) => index + 1).filter((number) => number >= Number(from));
    if (from !== undefined) socket.write(`* SEARCH ${found.join(' ')}\r\n`);
    socket.write(`${tag} OK done\r\n`);
  };
const FIRST = JSON.stringify({ inbox: { validity: '7', uid: 0 } });
/** A mail as it is, or as much of it as was asked for. */
const honest = (raw: string): Mail => ({
  size: raw.length,
  answer(socket, tag, asked) {
    const [, uid] = /^UID FETCH (\d+)/.exec(asked) ?? [];
    const [, most] = /<0\.(\d+)>/.exec(asked) ?? [];
    const part = raw.slice(0, most === undefined ? undefined : Number(most));
    socket.write(
      `* ${uid} FETCH (UID ${uid} BODY[]${most === undefined ? '' : '<0>'} {${part.length}}\r\n${part})\r\n`,
    );
    socket.write(`${tag} OK done\r\n`);
  },
});
const mailOf = (subject: string, body = 'Hello.') =>
  `Message-ID: <${subject}@x.example>\r\nFrom: a@x.example\r\nSubject: ${subject}\r\n\r\n${body}\r\n`;
const subjectsOf = (mails: readonly { raw: Buffer }[]) =>
  mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString('latin1'))?.[1]);

describe('a session by IMAP ends', () => {
  test('when lines come without end in place of the greeting', async () => {
    const { port } = await scriptedServer((socket) => flood(socket, '* OK still here\r\n'));
    const { trouble, ms } = await troubleOf(sourceAt(port, null, null, LONG));
    expect(trouble).toBe('imap_unreachable');
    expect(ms).toBeLessThan(10_000);
  });

  test('when a line drips in now and then and the sign-in is never answered', async () => {
    const { port } = await scriptedServer((socket) => {
      greet(socket);
      drip(socket, '* OK one moment\r\n', 100);
    });
    const { trouble, ms } = await troubleOf(sourceAt(port));
    expect(trouble).toBe('imap_unreachable');
    expect(ms).toBeLessThan(2_000);
  });

  test.each([
    ['drips', TIMES, (socket: Socket) => drip(socket, '* OK one moment\r\n', 100)],
    ['floods', LONG, (socket: Socket) => flood(socket, '* OK one moment\r\n')],
  ])('when an answer to a command %s and never ends', async (_how, times, answer) => {
    const { port } = await scriptedServer(
      greet,
      imapWith([], (socket, command) => {
        if (!command.startsWith('EXAMINE')) return false;
        answer(socket);
        return true;
      }),
    );
    const { trouble, ms } = await troubleOf(sourceAt(port, null, null, times));
    expect(trouble).toBe('imap_unreachable');
    expect(ms).toBeLessThan(10_000);
  });

  test('at a mail that is longer than was asked for, before it is loaded', async () => {
    const sent = { bytes: 0 };
    const lying: Mail = {
      size: 1_000,
      answer(socket) {
        socket.write('* 1 FETCH (UID 1 BODY[]<0> {500000000}\r\n');
        flood(socket, 'x'.repeat(1_000), sent);
      },
    };
    const { port } = await scriptedServer(greet, imapWith([lying]));
    const { trouble, ms } = await troubleOf(sourceAt(port, FIRST));
    expect(trouble).toBe('imap_unreachable');
    expect(ms).toBeLessThan(TIMES.sessionMs);
    expect(sent.bytes).toBeLessThan(20_000_000);
  });

  test('by its deadline, and keeps what was read before', async () => {
    const hanging: Mail = { size: 1_000, answer: (socket) => drip(socket, '* OK one moment\r\n', 100) };
    const { port } = await scriptedServer(greet, imapWith([honest(mailOf('one')), hanging]));
    const { mails, cursor } = await sourceAt(port, FIRST);
    expect(subjectsOf(mails)).toEqual(['one']);
    expect((await troubleOf(sourceAt(port, cursor))).trouble).toBe('imap_unreachable');
  });
});

describe('a mail that its server never hands over', () => {
  /** Hands over what `can` allows of it, and drips otherwise. */
  const poison = (can: (asked: string) => boolean): Mail => {
    const raw = mailOf('poison', 'x'.repeat(300_000));
    const whole = honest(raw);
    const [head = ''] = raw.split('\r\n\r\n', 1);
    return {
      size: raw.length,
      answer(socket, tag, asked) {
        if (!can(asked)) return drip(socket, '* OK one moment\r\n', 100);
        if (!asked.includes('[HEADER]')) return whole.answer(socket, tag, asked);
        socket.write(`* 1 FETCH (UID 1 BODY[HEADER] {${head.length + 4}}\r\n${head}\r\n\r\n)\r\n${tag} OK done\r\n`);
      },
    };
  };
  /** Reads again and again; answers what each reading ended with, and all mails. */
  async function readings(port: number, times: number, from = FIRST) {
    const troubles: (string | undefined)[] = [];
    const mails: ReceivedMail[] = [];
    let cursor = from;
    for (let left = times; left > 0; left -= 1) {
      const read = await sourceAt(port, cursor);
      troubles.push((read.ended as MailboxError | undefined)?.trouble);
      mails.push(...read.mails);
      cursor = read.cursor;
    }
    return { troubles, mails, cursor };
  }

  test('is asked for again, cut, and the next one follows', async () => {
    const { port } = await scriptedServer(
      greet,
      imapWith([poison((asked) => /<0\.262144>|\[HEADER\]/.test(asked)), honest(mailOf('next'))]),
    );
    const { troubles, mails } = await readings(port, 2);
    expect(troubles).toEqual(['imap_unreachable', undefined]);
    expect(mails.map(({ cut, raw }) => [cut, raw.length > 200_000])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(subjectsOf(mails)).toEqual(['poison', 'next']);
  });

  test('is kept by its headers when it cannot be read cut either', async () => {
    const { port } = await scriptedServer(
      greet,
      imapWith([poison((asked) => asked.includes('[HEADER]')), honest(mailOf('next'))]),
    );
    const { troubles, mails, cursor } = await readings(port, 3);
    expect(troubles).toEqual(['imap_unreachable', undefined, undefined]);
    expect(subjectsOf(mails)).toEqual(['poison', 'next']);
    const [{ raw, cut }] = mails as [ReceivedMail];
    expect(await readRawMail(raw, { cut })).toMatchObject({ from: 'a@x.example', text: '', unparsed: true });
    expect(JSON.parse(cursor)).toEqual({ inbox: { validity: '7', uid: 2 } });
  });

  test('is passed over when not even its headers come, but not soon: the server may be in trouble', async () => {
    const { port } = await scriptedServer(greet, imapWith([poison(() => false), honest(mailOf('next'))]));
    const cursorAfter = (sessions: number) =>
      JSON.stringify({ inbox: { validity: '7', uid: 0, stuck: { uid: 1, sessions } } });
    const waiting = await readings(port, 1, cursorAfter(58));
    expect(waiting).toEqual({ troubles: ['imap_unreachable'], mails: [], cursor: cursorAfter(59) });
    const { troubles, mails, cursor } = await readings(port, 2, cursorAfter(59));
    expect(troubles).toEqual(['imap_unreachable', undefined]);
    expect(subjectsOf(mails).sort()).toEqual(['next', undefined]);
    expect(mails).toContainEqual(expect.objectContaining({ id: '7.1', raw: Buffer.alloc(0), cut: true }));
    expect(JSON.parse(cursor)).toEqual({ inbox: { validity: '7', uid: 2 } });
  });

  test('is not to blame when others came before it in the session', async () => {
    const asks: string[] = [];
    const slow = poison((asked) => asks.push(asked) > 1);
    const { port } = await scriptedServer(greet, imapWith([honest(mailOf('one')), slow]));
    const { troubles, mails } = await readings(port, 2);
    expect(troubles).toEqual([undefined, undefined]);
    expect(mails.map(({ cut }) => cut)).toEqual([false, false]);
  });
});

test('a mail whose size was a lie comes cut, and the next one follows', async () => {
  const large = { ...honest(mailOf('large', 'x'.repeat(MOST_MAIL_BYTES))), size: 1_000 };
  const { port } = await scriptedServer(greet, imapWith([large, honest(mailOf('next'))]));
  const { mails } = await sourceAt(port, FIRST, null, LONG);
  expect(subjectsOf(mails)).toEqual(['large', 'next']);
  expect(mails.map(({ cut }) => cut)).toEqual([true, false]);
  expect(mails[0]?.raw.length).toBe(MOST_MAIL_BYTES + 1);
});

test('a header of megabytes is no reason to end', async () => {
  const from = `From: ${'a@x.example, '.repeat(500_000)}b@x.example`;
  const { port } = await scriptedServer(
    greet,
    imapWith([honest(`${from}\r\n${mailOf('many')}`), honest(mailOf('next'))]),
  );
  const { mails } = await sourceAt(port, FIRST, null, LONG);
  expect(mails.map(({ raw }) => raw.length > 0)).toEqual([true, true]);
  expect(new Set(mails.map(({ id }) => id)).size).toBe(2);
});

test.each([
  ['greeting', '220-one moment\r\n'],
  ['EHLO', '250-one moment\r\n'],
])('a session by SMTP ends whose %s drips and never ends', async (stage, line) => {
  const { port } = await scriptedServer(
    (socket) => {
      if (stage === 'greeting') drip(socket, line, 100);
      else socket.write('220 mail.x.example\r\n');
    },
    (socket) => drip(socket, line, 100),
  );
  const times = { setUpMs: 500, handOverMs: 600, totalMs: 800 };
  const { trouble, ms } = await troubleOf(
    mailboxMail({ privateHosts: true }, { times }).check(credentialsAt(port), { drafts: false }),
  );
  expect(trouble).toBe('smtp_unreachable');
  expect(ms).toBeLessThan(2_000);
});
