/** A mail server that never ends, or sends more than was asked for, holds a session only so long. The servers are scripts on loopback. */
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { mailboxMail } from '../../worker/providers/mailbox/mailProvider.ts';
import { MOST_MAIL_BYTES } from '../../worker/providers/mailSource.ts';
import {
  credentialsAt,
  FIRST,
  greet,
  honest,
  imapWith,
  LONG,
  mailOf,
  type ScriptedMail,
  sourceAt,
  subjectsOf,
  TIMES,
} from '../support/imapScript.ts';
import { drip, flood, scriptedServer } from '../support/scriptedServer.ts';

/** Of what was thrown, or ended a reading that learned something. */
const troubleOf = async (asked: Promise<unknown>) => {
  const began = performance.now();
  const error = await asked.then(
    (answer) => (answer as { ended?: unknown }).ended,
    (thrown: unknown) => thrown,
  );
  return { trouble: (error as { trouble?: string } | null)?.trouble, ms: performance.now() - began };
};

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
    const lying: ScriptedMail = {
      size: 1_000,
      answer(socket) {
        socket.write('* 1 FETCH (UID 1 BODY[]<0> {500000000}\r\n');
        flood(socket, 'x'.repeat(1_000), sent);
      },
    };
    const { port } = await scriptedServer(greet, imapWith([lying]));
    const { trouble, ms } = await troubleOf(sourceAt(port, FIRST));
    expect(trouble).toBe('imap_mail');
    expect(ms).toBeLessThan(TIMES.sessionMs);
    expect(sent.bytes).toBeLessThan(20_000_000);
  });

  test('by its deadline, and keeps what was read before', async () => {
    const hanging: ScriptedMail = { size: 1_000, answer: (socket) => drip(socket, '* OK one moment\r\n', 100) };
    const { port } = await scriptedServer(greet, imapWith([honest(mailOf('one')), hanging]));
    const { mails, ended } = await sourceAt(port, FIRST);
    expect(subjectsOf(mails)).toEqual(['one']);
    expect(ended).toMatchObject({ trouble: 'imap_mail' });
  });
});

test('a mail is not to blame when others came before it in the session', async () => {
  let isSlow = true;
  const slow: ScriptedMail = {
    size: 1_000,
    answer(socket, tag, asked) {
      if (!isSlow) return honest(mailOf('slow')).answer(socket, tag, asked);
      isSlow = false;
      drip(socket, '* OK one moment\r\n', 100);
    },
  };
  const { port } = await scriptedServer(greet, imapWith([honest(mailOf('one')), slow]));
  const { mails, ended } = await sourceAt(port, FIRST);
  expect([subjectsOf(mails), ended]).toEqual([['one', 'slow'], undefined]);
  expect(mails.map(({ cut }) => cut)).toEqual([false, false]);
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
