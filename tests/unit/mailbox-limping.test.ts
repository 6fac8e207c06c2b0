/** IMAP servers that limp: one bad mail, or one bad answer, stops nothing but itself. The servers are scripts on loopback. */
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';
import type { ReceivedMail } from '../../worker/providers/mailSource.ts';
import { credentialsAt, subjectsOf } from '../support/imapScript.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures/mail');

const SILENT = Symbol('no answer');
const CLOSE = Symbol('the connection ends');
type Said = string | typeof SILENT | typeof CLOSE;
/** `say`: an answer of the server's own. undefined: it keeps to the protocol. */
type Quirk = (command: string, tag: string, server: Server) => Said | undefined;
type Server = { uids: number[]; junk: number[]; open: 'INBOX' | 'JUNK'; commands: string[] };

const DATE = 'Mon, 30 Nov 2026 08:00:00 +0000';
const ARRIVED = '2026-11-30T08:00:05.000Z';
const rawOf = (uid: number) =>
  `Message-ID: <${uid}@x.example>\r\nDate: ${DATE}\r\nFrom: a@x.example\r\nSubject: ${uid}\r\n\r\nHello, this is the text.\r\n`;
const factsOf = (uid: number, date = '"30-Nov-2026 08:00:05 +0000"', named = `UID ${uid} `) =>
  `* ${uid} FETCH (${named}RFC822.SIZE ${rawOf(uid).length} INTERNALDATE ${date})\r\n`;
const bodyOf = (uid: number, named = `UID ${uid} `, raw = rawOf(uid), announced = raw.length) =>
  `* ${uid} FETCH (${named}BODY[]<0> {${announced}}\r\n${raw})\r\n`;

/** By the protocol. */
function properly(command: string, tag: string, server: Server): string {
  const ok = (lines = '') => `${lines}${tag} OK done\r\n`;
  const uids = server.open === 'JUNK' ? server.junk : server.uids;
  if (command.startsWith('LIST')) return ok('* LIST () "/" INBOX\r\n* LIST (\\Junk) "/" Junk\r\n');
  const [, folder] = /^(?:EXAMINE|SELECT) "?(\w+)/.exec(command) ?? [];
  if (folder) {
    server.open = folder as Server['open'];
    const there = folder === 'JUNK' ? server.junk : server.uids;
    const next = Math.max(0, ...there) + 1;
    return ok(`* ${there.length} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT ${next}] ok\r\n`);
  }
  const [, from, range, to] = /^UID (?:SEARCH|FETCH)(?: UID)? (\d+|\*)(:?)(\d+|\*)?/.exec(command) ?? [];
  const last = Math.max(0, ...uids);
  const end = (text: string) => (text === '*' ? last : Number(text));
  const [one = 0, other = 0] = [from, range ? to : from].map((text) => end(text ?? '*')).sort((a, b) => a - b);
  const found = uids.filter((uid) => uid >= one && uid <= other);
  if (command.startsWith('UID SEARCH')) return ok(`* SEARCH ${found.join(' ')}\r\n`);
  if (!command.startsWith('UID FETCH')) return ok();
  if (command.includes('RFC822.SIZE')) return ok(found.map((uid) => factsOf(uid)).join(''));
  if (command.includes('[HEADER]')) {
    const head = (uid: number) => `${rawOf(uid).split('\r\n\r\n')[0]}\r\n\r\n`;
    return ok(
      found.map((uid) => `* ${uid} FETCH (UID ${uid} BODY[HEADER] {${head(uid).length}}\r\n${head(uid)})\r\n`).join(''),
    );
  }
  if (command.includes('BODY.PEEK[]')) return ok(found.map((uid) => bodyOf(uid)).join(''));
  return ok(found.map((uid) => `* ${uid} FETCH (UID ${uid} INTERNALDATE "30-Nov-2026 08:00:05 +0000")\r\n`).join(''));
}

const GREETING = '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n';
/** `silentMs`: short where the server falls silent. */
async function limping(quirk: Quirk, uids = [1, 2, 3], silentMs = 5_000) {
  const server: Server = { uids, junk: [], open: 'INBOX', commands: [] };
  const { port } = await scriptedServer(
    (socket: Socket) => socket.write(GREETING),
    (socket, command, tag) => {
      server.commands.push(command);
      const said = quirk(command, tag, server) ?? properly(command, tag, server);
      if (said === CLOSE) socket.destroy();
      else if (said !== SILENT) socket.write(said as string);
    },
  );
  const source = mailboxSource({
    privateHosts: true,
    imapTimes: { setUpMs: 5_000, silentMs, sessionMs: 9_000, againMs: 1 },
  });
  const read = (cursor: string | null) => source.read(credentialsAt(port), cursor);
  return { server, read };
}
const FIRST = JSON.stringify({ inbox: { validity: '7', uid: 0 }, junk: { validity: '7', uid: 0 } });
/** An hour ago, for all mails that are still waited for. `tries`: so often. */
const hourAgo = (cursor: string, tries: number) =>
  cursor.replace(/"since":"[^"]+","tries":[0-6]\b/g, `"since":"2026-01-01T00:00:00.000Z","tries":${tries}`);
const troubleOf = (error: unknown) => (error as { trouble?: string } | undefined)?.trouble;

const isBody = (uid: number) => (command: string) =>
  command.startsWith(`UID FETCH ${uid} `) && /BODY\.PEEK\[(\]|HEADER)/.test(command);
const isFacts = (command: string) => command.startsWith('UID FETCH') && command.includes('RFC822.SIZE');
const body =
  (uid: number, answer: (tag: string) => Said): Quirk =>
  (command, tag) =>
    isBody(uid)(command) ? answer(tag) : undefined;
const facts =
  (answer: (uid: number) => string): Quirk =>
  (command, tag) => {
    const uid = Number(/^UID FETCH (\d+)/.exec(command)?.[1]);
    return isFacts(command) && uid === 2 ? `${answer(uid)}${tag} OK done\r\n` : undefined;
  };
const starting =
  (what: string, answer: (tag: string) => Said): Quirk =>
  (command, tag) =>
    command.startsWith(what) ? answer(tag) : undefined;
const once = (quirk: Quirk): Quirk => {
  let done = false;
  return (command, tag, server) => {
    const said = done ? undefined : quirk(command, tag, server);
    done ||= said !== undefined;
    return said;
  };
};

describe('a mail that its server does not hand over', () => {
  const BAD: [string, Quirk][] = [
    ['NO [SERVERBUG]', body(2, (tag) => `${tag} NO [SERVERBUG] Internal error\r\n`)],
    ['NO', body(2, (tag) => `${tag} NO FETCH failed\r\n`)],
    ['BAD', body(2, (tag) => `${tag} BAD Error in IMAP command\r\n`)],
    ['the end of the connection', body(2, () => CLOSE)],
    ['BYE', body(2, () => '* BYE Internal error\r\n')],
    ['OK and nothing else', body(2, (tag) => `${tag} OK done\r\n`)],
    ['NIL', body(2, (tag) => `* 2 FETCH (UID 2 BODY[]<0> NIL)\r\n${tag} OK done\r\n`)],
    ['no text', body(2, (tag) => `* 2 FETCH (UID 2 BODY[]<0> "")\r\n${tag} OK done\r\n`)],
    [
      'a literal that is longer than announced',
      body(2, (tag) => `${bodyOf(2, 'UID 2 ', rawOf(2), 20)}${tag} OK done\r\n`),
    ],
    ['a literal of gigabytes', body(2, (tag) => `* 2 FETCH (UID 2 BODY[]<0> {9999999999}\r\n)\r\n${tag} OK done\r\n`)],
    ['half a line', body(2, (tag) => `* 2 FETCH (UID 2 BODY[]<0>\r\n${tag} OK done\r\n`)],
    ['a text without its end', body(2, (tag) => `* 2 FETCH (UID 2 BODY[]<0> "Sub\r\n${tag} OK done\r\n`)],
    ['another mail', body(2, (tag) => `${bodyOf(3, 'UID 3 ')}${tag} OK done\r\n`)],
  ];

  const SILENCE: [string, Quirk, number] = ['silence', body(2, () => SILENT), 600];
  const SHORT: [string, Quirk, number] = [
    'a literal that is too short',
    body(2, (tag) => `${bodyOf(2, 'UID 2 ', 'Sub', 900)}${tag} OK done\r\n`),
    600,
  ];

  test.each<[string, Quirk, number?]>([...BAD, SILENCE, SHORT])(
    'answered by %s, is left for later, and the rest is read',
    async (_, quirk, silentMs) => {
      const { read } = await limping(quirk, [1, 2, 3], silentMs);
      const { mails, cursor, ended } = await read(FIRST);
      expect(subjectsOf(mails)).toEqual(['1', '3']);
      expect(troubleOf(ended)).toBe('imap_mail');
      // it is not asked for again at once, and nothing comes twice
      expect((await read(cursor)).mails).toEqual([]);
    },
  );

  test.each<[string, Quirk, number?]>([...BAD, SILENCE])(
    'answered by %s an hour long, is passed over and named',
    async (_, quirk, silentMs) => {
      const { read } = await limping(quirk, [1, 2, 3], silentMs);
      const { cursor } = await read(FIRST);
      const last = await read(hourAgo(cursor, 6));
      expect(last.mails).toEqual([expect.objectContaining({ id: '7.2', raw: Buffer.alloc(0) })]);
      const after = await read(last.cursor);
      expect([after.mails, after.ended, after.cursor]).toEqual([[], undefined, last.cursor]);
    },
  );

  test.each<[string, Quirk, number?]>([...BAD, SILENCE])(
    'answered by %s once, comes with the next try',
    async (_, quirk, silentMs) => {
      const { read } = await limping(once(quirk), [1, 2, 3], silentMs);
      const { mails, cursor } = await read(FIRST);
      const again = await read(hourAgo(cursor, 1));
      expect([...subjectsOf(mails), ...subjectsOf(again.mails)].sort()).toEqual(['1', '2', '3']);
      expect(again.ended).toBeUndefined();
    },
  );

  test('is kept by its headers when they come and it does not', async () => {
    const { read } = await limping((command, tag) =>
      isBody(2)(command) && !command.includes('HEADER') ? `${tag} NO [SERVERBUG]\r\n` : undefined,
    );
    const { cursor } = await read(FIRST);
    const [mail] = (await read(hourAgo(cursor, 3))).mails;
    expect(mail).toMatchObject({ cut: true, receivedAt: ARRIVED });
    expect(subjectsOf([mail as ReceivedMail])).toEqual(['2']);
  });

  test('is passed over after another one that was', async () => {
    const { server, read } = await limping((command, tag) =>
      isBody(3)(command) || isBody(4)(command) ? `${tag} NO [SERVERBUG]\r\n` : undefined,
    );
    const passed = async (from: string) => {
      const failing = await read(from);
      return read(hourAgo(failing.cursor, 6));
    };
    const first = await passed(FIRST);
    server.uids = [1, 2, 3, 4];
    const second = await passed(first.cursor);
    expect([first, second].map(({ mails }) => mails.map(({ id }) => id))).toEqual([['7.3'], ['7.4']]);
    expect(await read(second.cursor)).toEqual({ mails: [], cursor: second.cursor });
  });

  test('waits as long as its server hands over nothing at all', async () => {
    const { read } = await limping((command, tag) =>
      command.startsWith('UID FETCH') ? `${tag} NO [SERVERBUG]\r\n` : undefined,
    );
    const { mails, cursor, ended } = await read(FIRST);
    expect([mails, troubleOf(ended)]).toEqual([[], 'imap_mail']);
    const known = JSON.parse(hourAgo(cursor, 6));
    known.inbox.seen = [1];
    known.inbox.failed = known.inbox.failed.filter(({ uid }: { uid: number }) => uid > 1);
    await expect(read(JSON.stringify(known)).then(({ mails: read }) => read)).resolves.toEqual([]);
  });

  test('one that was deleted in the meantime is no failure', async () => {
    const { server, read } = await limping((command, tag) => {
      if (!isFacts(command) || !command.startsWith('UID FETCH 2 ')) return undefined;
      server.uids = [1, 3];
      return `${tag} OK done\r\n`;
    });
    const { mails, ended } = await read(FIRST);
    expect([subjectsOf(mails), ended]).toEqual([['1', '3'], undefined]);
  });

  test('many of them take no session each', async () => {
    const uids = Array.from({ length: 60 }, (_, index) => index + 1);
    const { read } = await limping(
      (command, tag) =>
        command.includes('BODY.PEEK') && Number(/^UID FETCH (\d+)/.exec(command)?.[1]) > 10
          ? `${tag} NO [SERVERBUG]\r\n`
          : undefined,
      uids,
    );
    const { mails, cursor, ended } = await read(FIRST);
    expect([mails.length, troubleOf(ended)]).toEqual([10, 'imap_mail']);
    expect(JSON.parse(cursor).inbox.failed).toHaveLength(20);
  });
});

describe('a mail is read', () => {
  test.each<[string, Quirk, string | RegExp]>([
    ['garbage', facts((uid) => factsOf(uid, '"not a date"')), '2026-11-30T08:00:00.000Z'],
    [
      'a month that there is not',
      facts((uid) => factsOf(uid, '"31-Foo-2026 08:00:05 +0000"')),
      '2026-11-30T08:00:00.000Z',
    ],
    ['NIL', facts((uid) => factsOf(uid, 'NIL')), '2026-11-30T08:00:00.000Z'],
    ['no text', facts((uid) => factsOf(uid, '""')), '2026-11-30T08:00:00.000Z'],
    ['1970', facts((uid) => factsOf(uid, '"01-Jan-1970 00:00:00 +0000"')), '2026-11-30T08:00:00.000Z'],
    ['a number', facts((uid) => factsOf(uid, '"item 12"')), '2026-11-30T08:00:00.000Z'],
    ['a text without its end', facts((uid) => factsOf(uid, '"30-Nov')), '2026-11-30T08:00:00.000Z'],
    ['nothing', facts((uid) => `* ${uid} FETCH (UID ${uid} RFC822.SIZE 9)\r\n`), '2026-11-30T08:00:00.000Z'],
    ['a one-digit day', facts((uid) => factsOf(uid, '" 3-Nov-2026 08:00:05 +0000"')), /^2026-11-/],
  ])('whose INTERNALDATE is %s', async (_, quirk, at) => {
    const { read } = await limping(quirk);
    const { mails, ended } = await read(FIRST);
    expect([subjectsOf(mails).sort(), ended]).toEqual([['1', '2', '3'], undefined]);
    const second = mails.find((mail) => subjectsOf([mail])[0] === '2')?.receivedAt;
    expect(second).toMatch(at);
  });

  test.each<[string, Quirk]>([
    [
      'FETCH names no UID',
      (command, tag) => {
        const uid = Number(/^UID FETCH (\d+)/.exec(command)?.[1]);
        if (isFacts(command)) return `${factsOf(uid, undefined, '')}${tag} OK done\r\n`;
        return command.includes('BODY.PEEK') ? `${bodyOf(uid, '')}${tag} OK done\r\n` : undefined;
      },
    ],
    [
      'FETCH names no UID, and other lines come between',
      (command, tag) => {
        const uid = Number(/^UID FETCH (\d+)/.exec(command)?.[1]);
        if (!command.includes('BODY.PEEK')) return undefined;
        return `* 9 FETCH (FLAGS (\\Seen))\r\n* 12 EXISTS\r\n${bodyOf(uid, '')}* OK Still here\r\n${tag} OK done\r\n`;
      },
    ],
    ['the facts are refused', (command, tag) => (isFacts(command) ? `${tag} NO [SERVERBUG]\r\n` : undefined)],
    ['SEARCH is answered NO', starting('UID SEARCH', (tag) => `${tag} NO [SERVERBUG] Search failed\r\n`)],
    ['SEARCH is answered BAD', starting('UID SEARCH', (tag) => `${tag} BAD What?\r\n`)],
    ['SEARCH is answered NO once', once(starting('UID SEARCH', (tag) => `${tag} NO Not now\r\n`))],
    ['EXAMINE is answered NO', starting('EXAMINE', (tag) => `${tag} NO Not allowed\r\n`)],
    ['EXAMINE is answered BAD', starting('EXAMINE', (tag) => `${tag} BAD Unknown command\r\n`)],
    [
      'SELECT names no UIDNEXT',
      (command, tag, server) =>
        /^(EXAMINE|SELECT)/.test(command)
          ? properly(command, tag, server).replace(/\* OK \[UIDNEXT \d+\] ok\r\n/, '')
          : undefined,
    ],
    [
      'SELECT names UIDNEXT 0',
      (command, tag, server) =>
        /^(EXAMINE|SELECT)/.test(command)
          ? properly(command, tag, server).replace(/UIDNEXT \d+/, 'UIDNEXT 0')
          : undefined,
    ],
    [
      'SELECT names a UIDNEXT that is too low',
      (command, tag, server) =>
        /^(EXAMINE|SELECT)/.test(command)
          ? properly(command, tag, server).replace(/UIDNEXT \d+/, 'UIDNEXT 3')
          : undefined,
    ],
    ['one LOGIN is refused', once(starting('AUTHENTICATE', (tag) => `${tag} NO [AUTHENTICATIONFAILED] Failed\r\n`))],
    ['one LOGIN is refused without a code', once(starting('AUTHENTICATE', (tag) => `${tag} NO Login failed\r\n`))],
    [
      'one LOGIN is answered BAD',
      once(starting('AUTHENTICATE', (tag) => `${tag} BAD Invalid credentials or user is not active\r\n`)),
    ],
    [
      'junk cannot be selected',
      starting('LIST', (tag) => `* LIST () "/" INBOX\r\n* LIST (\\Junk \\Noselect) "/" Junk\r\n${tag} OK\r\n`),
    ],
    [
      'junk does not exist',
      starting('LIST', (tag) => `* LIST () "/" INBOX\r\n* LIST (\\Junk \\NonExistent) "/" Junk\r\n${tag} OK\r\n`),
    ],
  ])('although %s', async (_, quirk) => {
    const { server, read } = await limping(quirk);
    const { mails, cursor, ended, unopened } = await read(FIRST);
    expect([subjectsOf(mails), ended, unopened]).toEqual([['1', '2', '3'], undefined, undefined]);
    server.uids = [1, 2, 3, 5];
    const next = await read(cursor);
    expect(subjectsOf(next.mails)).toEqual(['5']);
    expect(await read(next.cursor)).toMatchObject({ mails: [], cursor: next.cursor });
  });

  test.each<[string, Said]>([
    ['NO', 'NO [NOPERM] Not allowed'],
    ['BAD', 'BAD What?'],
    ['silence', SILENT],
    ['the end of the connection', CLOSE],
  ])('although the junk is answered by %s, which is told', async (_, said) => {
    const quirk: Quirk = (command, tag) =>
      /^(EXAMINE|SELECT) "?JUNK/.test(command) ? (typeof said === 'string' ? `${tag} ${said}\r\n` : said) : undefined;
    const { read } = await limping(quirk, [1, 2, 3], said === SILENT ? 600 : undefined);
    const { mails, cursor, ended, unopened } = await read(FIRST);
    expect([subjectsOf(mails), ended, troubleOf(unopened)]).toEqual([['1', '2', '3'], undefined, 'imap_junk']);
    expect(await read(cursor)).toMatchObject({ mails: [], unopened: expect.anything() });
  });
});

describe('a lower number that appears late', () => {
  test.each<[string, number[], number[], string[]]>([
    ['by one', [2], [1, 2], ['1']],
    ['after several', [1, 2, 5], [1, 2, 3, 4, 5, 6], ['3', '4', '6']],
    ['far below', [400], [2, 400], ['2']],
  ])('is read once: %s', async (_, before, after, late) => {
    const { server, read } = await limping(() => undefined, before);
    const first = await read(FIRST);
    expect(first.mails).toHaveLength(before.length);
    server.uids = after;
    const second = await read(first.cursor);
    expect(subjectsOf(second.mails)).toEqual(late);
    expect((await read(second.cursor)).mails).toEqual([]);
  });

  test('is read after a first reading that began at the end', async () => {
    const { server, read } = await limping(() => undefined, [1, 2, 4]);
    const first = await read(null);
    expect(first.mails).toEqual([]);
    server.uids = [1, 2, 3, 4, 5];
    const second = await read(first.cursor);
    expect(subjectsOf(second.mails)).toEqual(['3', '5']);
  });

  test('is none that was moved away, and none beyond the newest 500', async () => {
    const { server, read } = await limping(() => undefined, [1, 2, 3, 900]);
    const first = await read(FIRST);
    expect(first.mails).toHaveLength(4);
    server.uids = [900];
    const second = await read(first.cursor);
    server.uids = [2, 350, 450, 900];
    expect(subjectsOf((await read(second.cursor)).mails)).toEqual(['450']);
    expect(JSON.parse(first.cursor).inbox.seen).toEqual([900]);
  });
});

test.each([
  ['a wrong password', 'NO [AUTHENTICATIONFAILED] Wrong', 'imap_sign_in'],
  ['a busy server', 'NO Server Busy', 'imap_unreachable'],
  ['a server that is not available', 'NO [UNAVAILABLE] Try later', 'imap_unreachable'],
  ['a mailbox in use', 'NO [INUSE] Locked', 'imap_unreachable'],
  ['a temporary failure', 'NO [AUTHENTICATIONFAILED] Temporary authentication failure', 'imap_unreachable'],
  ['a service that is away', 'NO Authentication service unavailable', 'imap_unreachable'],
  ['too many logins', 'NO [ALERT] Too many login attempts', 'imap_unreachable'],
])('a sign-in that is always refused by %s is told', async (_, said, trouble) => {
  const { server, read } = await limping(starting('AUTHENTICATE', (tag) => `${tag} ${said}\r\n`));
  await expect(read(FIRST)).rejects.toMatchObject({ trouble });
  expect(server.commands.filter((command) => command.startsWith('AUTHENTICATE'))).toHaveLength(
    trouble === 'imap_sign_in' ? 2 : 1,
  );
});

/** The handed cases, each with the script that its file tells of. */
const CASES: Readonly<Record<string, { quirk: Quirk; expected: string[] }>> = {
  'fetch-no': { quirk: body(2, (tag) => `${tag} NO [SERVERBUG] Internal error\r\n`), expected: ['1', '3'] },
  'fetch-hangs': { quirk: body(2, () => SILENT), expected: ['1', '3'] },
  'internaldate-garbage': { quirk: facts((uid) => factsOf(uid, '"garbage"')), expected: ['1', '2', '3'] },
  'no-uidnext': {
    quirk: (command, tag, server) =>
      command.startsWith('EXAMINE')
        ? properly(command, tag, server).replace(/\* OK \[UIDNEXT \d+\] ok\r\n/, '')
        : undefined,
    expected: ['1', '2', '3'],
  },
  'late-uid': {
    // 2 is there from the second session on
    quirk: (command, tag, server) => {
      if (command.startsWith('AUTHENTICATE')) server.uids = server.uids.length === 0 ? [1, 3] : [1, 2, 3];
      return properly(command, tag, server);
    },
    expected: ['1', '2', '3'],
  },
  'login-refused-once': {
    quirk: once(starting('AUTHENTICATE', (tag) => `${tag} NO [AUTHENTICATIONFAILED] Failed\r\n`)),
    expected: ['1', '2', '3'],
  },
  'examine-no': { quirk: starting('EXAMINE', (tag) => `${tag} NO Not allowed\r\n`), expected: ['1', '2', '3'] },
};

test.each(readdirSync(FIXTURES).filter((file) => file.startsWith('imap-server-')))('%s', async (file) => {
  const name = /^imap-server-\d+-(.*)\.txt$/.exec(file)?.[1] ?? '';
  const { quirk, expected } = CASES[name] ?? {};
  const { read } = await limping(
    quirk as Quirk,
    name === 'late-uid' ? [] : [1, 2, 3],
    name === 'fetch-hangs' ? 600 : undefined,
  );
  const first = await read(FIRST);
  const second = await read(first.cursor);
  expect([...subjectsOf(first.mails), ...subjectsOf(second.mails)].sort()).toEqual(expected);
});
