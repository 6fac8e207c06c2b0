/** Real kinds of mail, as mailboxes get them (tests/fixtures/mails): what is read of them, and what rules make of it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseMail, sanitize } from '../../db/receive/parseMail.ts';
import { automaticOf } from '../../events/conversations/automatic.ts';
import { bounceOf } from '../../events/conversations/bounce.ts';
import { isListMail } from '../../events/conversations/incomingMail.ts';
import { labelByWords } from '../../events/conversations/labelByWords.ts';
import { newPartOf } from '../../events/conversations/newPart.ts';
import { readByRules } from '../../events/conversations/readByRules.ts';

const stored = (name: string) => readFileSync(new URL(`../fixtures/mails/${name}.eml`, import.meta.url));
const read = (name: string) => parseMail(stored(name));
const written = (...lines: string[]) => parseMail(Buffer.from(lines.join('\r\n')));

describe('a notification about a mail', () => {
  test('an address that does not exist bounces, with the words of its server (Postfix)', async () => {
    const mail = await read('dsn-postfix-unknown-user');
    expect(mail.report).toEqual({
      original: expect.objectContaining({ ids: ['<c1.p1.1.1@northwind.example>'] }),
      complaint: null,
      statuses: [
        {
          recipient: 'maren@run.example',
          action: 'failed',
          status: '5.1.1',
          diagnostic:
            '550 5.1.1 <maren@run.example>: Recipient address rejected: User unknown in virtual mailbox table',
        },
      ],
    });
    expect(bounceOf(mail)).toMatchObject({ report: 'bounced', suppress: 'bounced' });
    expect(readByRules(mail, true).label).toBe('bounce');
    expect(mail.files).toEqual([]);
  });

  test('the same from Gmail, with the mail returned whole', async () => {
    const mail = await read('dsn-gmail-no-such-address');
    expect(mail.report?.original?.ids).toEqual(['<CAF3xT1=aa@mail.gmail.example>']);
    expect(bounceOf(mail)).toMatchObject({ report: 'bounced', suppress: 'bounced' });
    expect(mail.text).toContain('Address not found');
  });

  test('a full mailbox is no reason never to write again (Exchange)', async () => {
    const mail = await read('dsn-exchange-mailbox-full');
    expect(bounceOf(mail)).toEqual({
      ...{ report: 'blocked', verdict: 'soft', rule: 'mailbox_full', suppress: null },
      reason: '554 5.2.2 mailbox full',
    });
  });

  test('a feedback report is a complaint of its recipient; one of a virus, or of no spam, is not', async () => {
    const feedback = (type: string) =>
      written(
        'From: feedback@mail.example',
        'Subject: FW: A vest',
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
        ...['', '--b', 'Content-Type: text/plain', '', 'This is an email abuse report.'],
        ...['', '--b', 'Content-Type: message/feedback-report', '', `Feedback-Type: ${type}`, 'Version: 1'],
        'Original-Rcpt-To: <Maren@run.example>',
        ...['', '--b', 'Content-Type: message/rfc822', '', 'Message-ID: <c1.p1.1.1@northwind.example>'],
        ...[
          'Date: Mon, 02 Mar 2026 10:30:00 +0100',
          'To: Maren Lund <Maren@run.example>',
          'Subject: =?utf-8?Q?A_v=C3=A9st?=',
        ],
        ...['List-Unsubscribe:', ' <https://pilot.example/u/AbCdEfGhIj-KlMnOpQr_Ss>', '', 'Hello', '', '--b--'],
      );
    const mail = await feedback('abuse');
    expect(mail.report).toEqual({
      statuses: [],
      complaint: { recipient: 'maren@run.example' },
      original: {
        ids: ['<c1.p1.1.1@northwind.example>'],
        unsubscribeTokens: ['AbCdEfGhIj-KlMnOpQr_Ss'],
        to: 'maren@run.example',
        subject: 'A vést',
        sentAt: '2026-03-02T09:30:00.000Z',
      },
    });
    expect(bounceOf(mail)).toMatchObject({ report: 'complained', suppress: 'complained', reason: null });
    expect([readByRules(mail, true).label, automaticOf(mail, true), mail.files]).toEqual(['spam', true, []]);
    for (const other of ['virus', 'not-spam']) expect(bounceOf(await feedback(other)), other).toBeNull();
  });

  test('a delay is none', async () => {
    const mail = await read('dsn-delayed');
    expect(mail.report?.statuses).toMatchObject([{ action: 'delayed', status: '4.4.1' }]);
    expect(bounceOf(mail)).toBeNull();
  });
});

describe('a program or a person', () => {
  test.each([
    ['out-of-office-gmail', true],
    ['out-of-office-exchange-german', true],
    ['dsn-delayed', true],
    ['reply-outlook', false],
  ])('%s: automatic is %s', async (name, automatic) => {
    expect(automaticOf(await read(name), true)).toBe(automatic);
  });

  test.each([
    ['Auto-Submitted: auto-generated', 'asks'],
    ['Auto-Submitted: no', false],
    ['Auto-Submitted: No (human)', false],
    ['Auto-Submitted: auto-replied; owner-token=x', true],
    ['X-Autorespond: yes', true],
    ['Precedence: auto_reply', true],
    ['Precedence: bulk', false],
    ['Return-Path: <>', false],
    ['Subject: Out of Office: A vest', 'asks'],
    ['Subject: =?utf-8?Q?R=C3=A9ponse_automatique=C2=A0:_A_vest?=', true],
    ['Subject: Respuesta automática: A vest', true],
    ['Subject: Frånvaro', 'asks'],
    ['Subject: 自動応答: A vest', true],
    ['Subject: Absent', 'asks'],
    ['Subject: =?utf-8?Q?Absent=C3=A9isme_au_travail?=', false],
    ['Subject: Re: A vest for the office', false],
    ['Subject: Re: your out of office hours campaign', false],
  ])('%s: %s', async (header, automatic) => {
    const mail = await written('From: a@b.example', header, '', 'Hello');
    expect(automaticOf(mail, true)).toBe(automatic);
    const asks = automatic === 'asks' ? [{ sign: 'automatic', by: 'words' }] : [];
    expect(readByRules(mail, true)).toEqual({ label: automatic === true ? 'automatic' : null, asks });
  });

  test.each([
    ['From: MAILER-DAEMON@mx.example', 'bounce', [{ sign: 'bounce', by: 'words' }]],
    ['From: server@mx.example\r\nReturn-Path: <>\r\nSubject: failure notice', null, [{ sign: 'bounce', by: 'words' }]],
    ['From: a@b.example\r\nAuto-Submitted: auto-replied', 'automatic', []],
    ['From: a@b.example', null, []],
  ])('%j is labeled %s, and asks %j', async (headers, label, asks) => {
    expect(readByRules(await written(headers, '', 'Hello'), true)).toEqual({ label, asks });
  });

  test('a newsletter goes to many', async () => {
    expect(isListMail(await written('From: a@b.example', 'List-Id: <news.b.example>', '', 'News'))).toBe(true);
    expect(isListMail(await read('reply-outlook'))).toBe(false);
  });
});

describe('what a person writes', () => {
  test('text, names and ids are read in any encoding', async () => {
    const german = await read('out-of-office-exchange-german');
    expect(german).toMatchObject({ fromName: 'Jürgen Köhler', from: 'juergen@lauf.example' });
    expect(german.text).toBe('Ich bin bis zum 16. März nicht im Büro.');
    const mail = await read('reply-outlook');
    expect(mail).toMatchObject({
      from: 'ada@lindqvist.example',
      subject: 'RE: A vest for your trails',
      internetMessageId: '<AM0PR01@lindqvist.example>',
      references: ['<c1.p1.1.1@northwind.example>'],
      truncated: false,
    });
    expect(mail.newPart).toBe('Hello Sam,\n\nthat sounds great – send me one! 🎉');
  });

  test.each([
    [
      'below the quotation',
      'On Mon, Ada wrote:\n> Hello\n> a vest\n\nPlease unsubscribe me.',
      'Please unsubscribe me.',
    ],
    ['between its lines', '> Do you ship?\nYes.\n> When?\nToday.', 'Yes.\nToday.'],
    ['nowhere', 'On Mon, Ada wrote:\n> Hello', ''],
  ])('what is written %s is what its writer wrote', (_, text, own) => {
    expect(newPartOf(text)).toBe(own);
  });

  test.each([
    'On Mon, 2 Mar 2026 at 09:14, Sam Vale <sam@northwind.example> wrote:',
    'Am Mo., 2. März 2026 um 09:14 Uhr schrieb Sam Vale <sam@northwind.example>:',
    'Le lun. 2 mars 2026 à 09:14, Sam Vale <sam@northwind.example> a écrit\u202f:',
    'Le lun. 2 mars 2026 à 09:14, Sam Vale <sam@northwind.example> a\nécrit :',
    'Le 2 mars 2026 à 09:14, Sam Vale a e\u0301crit :',
    'El lun, 2 mar 2026 a las 9:14, Sam Vale (<sam@northwind.example>) escribió:',
    'Em seg., 2 de mar. de 2026 às 09:14, Sam Vale <sam@northwind.example> escreveu:',
    'Il giorno lun 2 mar 2026 alle ore 09:14 Sam Vale <sam@northwind.example> ha scritto:',
    'pon., 2 mar 2026 o 09:14 Sam Vale <sam@northwind.example> napisał(a):',
    'W dniu 2.03.2026 o 09:14, Sam Vale pisze:',
    'Dnia 2 marca 2026 09:14 Sam Vale napisał:',
    '-------- Message d’origine --------',
    'De : Sam Vale <sam@northwind.example>',
  ])('%j begins the quotation', (line) => {
    expect(newPartOf(`Non merci.\n\n${line}\n\nHello\nUnsubscribe: https://x.example`)).toBe('Non merci.');
  });

  test.each([
    'Le message que vous avez écrit est intéressant.',
    'El correo que escribió me gusta.',
    'Leçons : on a écrit',
  ])('%j begins none', (line) => expect(newPartOf(`${line}\nMerci`)).toBe(`${line}\nMerci`));

  test('attachments and winmail.dat are listed, and not kept', async () => {
    const { files, unparsed } = await read('reply-outlook');
    expect(files).toEqual([
      { name: 'winmail.dat', type: 'application/ms-tnef', size: 9 },
      { name: 'rates.pdf', type: 'application/pdf', size: 9 },
    ]);
    expect(unparsed).toBe(false);
  });

  test('a mail that is a winmail.dat alone cannot be read', async () => {
    const mail = await written(
      'From: a@b.example',
      'Content-Type: application/ms-tnef; name="winmail.dat"',
      'Content-Transfer-Encoding: base64',
      '',
      'eJ8+IgEAAAA=',
    );
    expect(mail).toMatchObject({ unparsed: true, text: '', files: [{ name: 'winmail.dat' }] });
  });

  test('HTML keeps its words and links, and nothing that runs, fetches, or leaves its frame', async () => {
    const { html } = await read('reply-outlook');
    expect(html).toContain('<b>send me one!</b>');
    expect(html).toContain('href="https://lindqvist.example/me" rel="noopener noreferrer nofollow" target="_blank"');
    expect(html).toContain('style="color:#333"');
    expect(html).not.toMatch(
      /script|alert|onload|onclick|javascript|<img|track\.example|iframe|form|input|svg|position|url\(/i,
    );
    expect(
      sanitize('<a href="//evil.example">x</a><style>a{}</style><p style="background:url(//t.example)">y</p>'),
    ).toBe('<a rel="noopener noreferrer nofollow" target="_blank">x</a><p>y</p>');
  });

  test.each([
    [' https://a.example/x ', 'https://a.example/x'],
    ['mailto:ada@lind.example', 'mailto:ada@lind.example'],
    ['tel:+4790000000', 'tel:+4790000000'],
    ['/settings/security', null],
    ['#top', null],
    ['settings', null],
    ['https:settings', null],
    ['java&#10;script:alert(1)', null],
    ['data:text/html,x', null],
  ])('a link opens a tab that knows nothing of ours, and leads nowhere in the app: %j', (href, kept) => {
    const rest = 'rel="noopener noreferrer nofollow" target="_blank"';
    const link = `<a href="${href}" rel="opener" target="_top" ping="https://t.example" download>x</a>`;
    expect(sanitize(link)).toBe(`<a ${kept === null ? '' : `href="${kept}" `}${rest}>x</a>`);
  });

  test('a mail of 25 MB is cut, and so are long texts and HTML', async () => {
    const head = 'From: a@b.example\r\nSubject: Long\r\n';
    const long = await parseMail(Buffer.from(`${head}\r\n${'a long line of words '.repeat(1_250_000)}`));
    expect(long).toMatchObject({ truncated: true, subject: 'Long' });
    expect(long.text).toHaveLength(100_000);
    const page = await parseMail(
      Buffer.from(`${head}Content-Type: text/html\r\n\r\n${'<p>a paragraph of a letter</p>\r\n'.repeat(30_000)}`),
    );
    expect(page).toMatchObject({ truncated: true, html: null });
    expect(page.text).toHaveLength(100_000);
  });

  test.each([
    '',
    'no header at all',
    'From:\r\nSubject:\r\n\r\n',
    '\0\0\0',
    'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x',
  ])('a damaged mail is read as far as it goes: %j', async (raw) => {
    expect(await parseMail(Buffer.from(raw))).toMatchObject({ report: null, files: [] });
  });

  test('of a mail that no program can read the headers are known', async () => {
    const deep = Array.from(
      { length: 2_000 },
      (_, index) => `--b${index}\r\nContent-Type: multipart/mixed; boundary=b${index + 1}\r\n`,
    );
    const raw = Buffer.from(
      `From: a@b.example\r\nIn-Reply-To:\r\n <c1.p1.1.1@northwind.example>\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n${deep.join('\r\n')}`,
    );
    expect(await parseMail(raw)).toMatchObject({
      ...{ unparsed: true, from: 'a@b.example', text: '', report: null },
      inReplyTo: ['<c1.p1.1.1@northwind.example>'],
    });
  });
});

test.each([
  ['Sounds great, send me one!', 'interested'],
  ['Thanks, but I am not interested.', 'no'],
  ['Not interested right now, ask again next quarter.', 'later'],
  ['I am the wrong person for this.', 'referral'],
  ['Oui, je suis intéressé', 'interested'],
  ['Je suis très intéressée par votre offre.', 'interested'],
  ['Désolé, pas intéressé.', 'no'],
  ['Je ne suis pas du tout intéressée.', 'no'],
  ['Melde dich später', 'later'],
  ['Le sujet a désintéressé mes abonnés.', null],
  ['Hm.', null],
])('without AI, "%s" says %s', (text, label) => {
  expect(labelByWords(text)).toBe(label);
});
