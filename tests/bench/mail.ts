/**
 * One line: how much of the mail of others is read as it should be, by kind: the labeled cases of tests/fixtures/mail, and the same mails written in
 * other ways. Then the processor time of ordinary mails, and of the slowest.
 */
import { readFileSync } from 'node:fs';
import { type MailRead, readMail } from '../../db/audit/readMail.ts';
import { READ_KINDS, readCases } from '../support/readCases.ts';
import { rounded } from './database.ts';

const FOLDER = new URL('../fixtures/mail/', import.meta.url);
const OURS = [{ id: '<c1.p1.1.1@shop.example>', address: 'mara@studio.example' }];
/** The share of a kind that must be right, and the longest that one mail may take, in ms. */
const GOAL = { share: 0.97, longestMs: 200, allMs: 60_000 };
const ORDINARY = { full: 2_000, quick: 200 };

type Case = { file: string; kind: string; expected: Record<string, unknown> };
type Judge = (read: MailRead, expected: Case['expected']) => boolean;

const sameVerdict: Judge = ({ verdict }, expected) => verdict === expected.verdict;
const sameDay: Judge = ({ backOn }, expected) => backOn === expected.backOn;
const isAutomatic: Judge = ({ automatic }) => automatic !== false;
const doesNotAct: Judge = ({ unsubscribe }) => unsubscribe !== 'acts';

/** What is right, by kind of the index. Kinds of servers are tests of their own. */
const JUDGES: Readonly<Record<string, Judge>> = {
  'bounce-in-words': ({ matched, names, report }, { ourMessage }) =>
    matched !== null && names === ourMessage && report === 'bounced',
  'bounce-missed-hard': sameVerdict,
  'bounce-false-hard': sameVerdict,
  'bounce-other': sameVerdict,
  'wish-missed': ({ unsubscribe }) => unsubscribe !== false,
  'wish-false': doesNotAct,
  'html-reply': doesNotAct,
  'auto-missed-header': isAutomatic,
  'auto-missed-subject': isAutomatic,
  'human-as-auto': ({ automatic }) => automatic !== true,
  'away-too-early': sameDay,
  'away-too-late': sameDay,
  quotation: ({ newPart }, expected) => newPart === expected.newPart,
  'reply-ids': ({ names }, expected) => names === expected.names,
};

/** The same mail as other programs write it. null: this one has no such form. */
const WAYS: Readonly<Record<string, (raw: string) => string | null>> = {
  CRLF: (raw) => raw.replace(/\r?\n/g, '\r\n'),
  base64: (raw) =>
    plainBody(raw, 'text/plain', (body) =>
      (
        Buffer.from(body)
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\r\n'),
    ),
  'HTML alone': (raw) =>
    plainBody(raw, 'text/html', (body) => {
      const escaped = body.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\r?\n/g, '<br>\n');
      return Buffer.from(`<html><body><div>${escaped}</div></body></html>`).toString('base64');
    }),
  'with an hour of relays': (raw) =>
    /^[\w-]+:/.test(raw)
      ? `${'Received: from mx.example (mx.example [192.0.2.1])\r\n\tby mail.example; Sat, 28 Nov 2026 09:00:00 +0000\r\n'.repeat(8)}${raw}`
      : null,
};

function plainBody(raw: string, type: string, encoded: (body: string) => string): string | null {
  const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(raw) ?? [];
  if (!/^[\w-]+:/.test(raw) || !/^content-type: text\/plain/im.test(head) || body.trim() === '') return null;
  const rest = head
    .split(/\r?\n(?![ \t])/)
    .filter((field) => !/^content-(type|transfer-encoding):/i.test(field))
    .join('\r\n');
  return `${rest}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded(body)}\r\n`;
}

const judged = async (raw: Buffer, { file, kind, expected }: Case): Promise<boolean> =>
  (JUDGES[kind] as Judge)(await readMail(raw, { ours: OURS, at: null, isText: file.endsWith('.txt') }), expected);

/** A reply as people write it: an answer, a signature, our mail quoted. */
const ordinary = (number: number): Buffer =>
  Buffer.from(
    [
      `From: Ada Lind <ada${number}@lind.example>`,
      'To: sam@shop.example',
      'Subject: Re: A partnership',
      `Message-ID: <a${number}@lind.example>`,
      'In-Reply-To: <c1.p1.1.1@shop.example>',
      'Date: Sat, 28 Nov 2026 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="b"',
      ...['', '--b', 'Content-Type: text/plain; charset=utf-8', '', ...replyLines(number)],
      ...[
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        `<div>${replyLines(number).join('<br>\n')}</div>`,
        '--b--',
      ],
    ].join('\r\n'),
  );

const replyLines = (number: number): string[] => [
  `Hello Sam, thank you for writing. My rate for a post is ${100 + number} euros, two stories included.`,
  ...[
    'I could begin in three weeks. Would that work for you?',
    '',
    'Best regards',
    'Ada Lind',
    'Trail running and more',
  ],
  ...['', 'On Fri, 27 Nov 2026 at 09:14, Sam Vale <sam@shop.example> wrote:'],
  ...Array.from({ length: 20 }, (_, line) => `> line ${line} of an email about vests that are made for long runs`),
];

export async function benchMail(quick: boolean) {
  const index = JSON.parse(readFileSync(new URL('index.json', FOLDER), 'utf8')) as Case[];
  const cases = index.filter(({ kind }) => kind in JUDGES);
  const kinds = Object.fromEntries(Object.keys(JUDGES).map((kind) => [kind, { right: 0, wrong: [] as string[] }]));
  const variants = Object.fromEntries(Object.keys(WAYS).map((name) => [name, { right: 0, wrong: 0 }]));
  for (const one of cases) {
    const raw = readFileSync(new URL(one.file, FOLDER));
    const isRight = await judged(raw, one);
    const kind = kinds[one.kind];
    if (isRight && kind) kind.right += 1;
    else kind?.wrong.push(one.file);
    for (const [name, write] of Object.entries(WAYS)) {
      const written = isRight ? write(raw.toString('utf8')) : null;
      const variant = variants[name];
      if (written === null || !variant) continue;
      variant[(await judged(Buffer.from(written), one)) ? 'right' : 'wrong'] += 1;
    }
  }
  for (const kind of READ_KINDS) {
    const read = await readCases(kind);
    const isRight = ({ wanted, got }: (typeof read)[number]) => JSON.stringify(wanted) === JSON.stringify(got);
    const wrong = read.filter((one) => !isRight(one)).map(({ file }) => file);
    kinds[kind] = { right: read.length - wrong.length, wrong };
  }
  const mails = Array.from({ length: quick ? ORDINARY.quick : ORDINARY.full }, (_, number) => ordinary(number));
  let [allMs, longestMs] = [0, 0];
  for (const raw of mails) {
    const before = process.cpuUsage();
    const { matched, unsubscribe } = await readMail(raw, { ours: OURS, at: null, isText: false });
    if (matched !== 'by id' || unsubscribe !== false) throw new Error('An ordinary reply was read as something else.');
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    allMs += ms;
    longestMs = Math.max(longestMs, ms);
  }
  // without a case it is NaN, which is below every goal
  const share = ({ right, wrong }: { right: number; wrong: number }) => right / (right + wrong);
  const missed = [
    ...Object.entries(kinds).flatMap(([kind, { right, wrong }]) =>
      share({ right, wrong: wrong.length }) >= GOAL.share ? [] : [kind],
    ),
    ...Object.entries(variants).flatMap(([name, counts]) => (share(counts) >= GOAL.share ? [] : [name])),
    ...(longestMs > GOAL.longestMs ? ['longestMs'] : []),
    ...(allMs > GOAL.allMs ? ['allMs'] : []),
  ];
  return {
    bench: 'mail',
    kinds,
    variants,
    mails: mails.length,
    allMs: rounded(allMs),
    longestMs: rounded(longestMs),
    missed,
  };
}
