/** The forms in which mail servers say that an email came back, or waits. Each holds the id of ours, or its recipient with subject or date. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseMail } from '../../db/receive/parseMail.ts';
import { bounceOf } from '../../events/conversations/bounce.ts';
import { readByRules } from '../../events/conversations/readByRules.ts';
import index from '../fixtures/mail/index.json' with { type: 'json' };

const ID = '<c1.p1.1.1@shop.example>';
const TO = 'mara@studio.example';
const HEADERS = [
  `Message-ID: ${ID}`,
  'Date: Sat, 28 Nov 2026 09:00:00 +0000',
  'From: Ada <ada@shop.example>',
  `To: ${TO}`,
  'Subject: A vest',
];
const ORIGINAL = [...HEADERS, '', 'Hello Mara'];

type Form = { head: string[]; body: string[]; says?: 'failed' | 'delayed'; verdict?: 'hard' | 'soft'; without?: 'id' };
const plain = 'Content-Type: text/plain; charset=utf-8';
const parts = (type: string, ...all: string[][]) => ({
  type: `Content-Type: multipart/${type}; boundary="b1"`,
  body: [...all.flatMap((part) => ['--b1', ...part]), '--b1--'],
});
const from = (sender: string, subject: string, ...more: string[]) => [
  `From: ${sender}`,
  `Subject: ${subject}`,
  ...more,
];
const mixed = (head: string[], type: string, ...all: string[][]): Pick<Form, 'head' | 'body'> => {
  const { type: contentType, body } = parts(type, ...all);
  return { head: [...head, contentType], body };
};
const status = (...lines: string[]) => ['Reporting-MTA: dns; mx.host.example', '', ...lines];

const disposition = (type: string): string[] => [
  'Content-Type: message/disposition-notification',
  '',
  'Reporting-UA: mx.host.example; Dovecot Mail Delivery Agent',
  `Final-Recipient: rfc822; ${TO}`,
  `Original-Message-ID: ${ID}`,
  `Disposition: automatic-action/MDN-sent-automatically; ${type}`,
];
const rejected = (why: string): Pick<Form, 'head' | 'body'> =>
  mixed(
    from('Postmaster <postmaster@studio.example>', 'Rejected: A vest', 'Auto-Submitted: auto-replied (rejected)'),
    'report; report-type=disposition-notification',
    [plain, '', `Your message to <${TO}> was automatically rejected:`, why],
    disposition('deleted'),
    ['Content-Type: message/rfc822', '', ...ORIGINAL],
  );

const FORMS: Record<string, Form> = {
  'a filter of Dovecot': { ...rejected('I take no offers.'), verdict: 'soft' },
  'a full mailbox at Dovecot': { ...rejected('Quota exceeded (mailbox for user is full)'), verdict: 'soft' },
  GMX: {
    head: from('mailer-daemon@gmx.example', 'Mail delivery failed: returning message to sender', plain),
    body: [
      'This message was created automatically by mail delivery software.',
      '',
      'A message that you sent could not be delivered to one or more of',
      'its recipients. This is a permanent error. The following address',
      'failed:',
      '',
      `"${TO}":`,
      'SMTP error from remote server after RCPT command:',
      'host: mx.studio.example',
      '5.1.1 <mara@studio.example>... User Unknown',
      '',
      '--- The header of the original message is following. ---',
      '',
      ...HEADERS,
    ],
    verdict: 'hard',
  },
  'IONOS in German': {
    head: from('mailer-daemon@kundenserver.example', 'Mail delivery failed: returning message to sender', plain),
    body: [
      'Diese Nachricht wurde automatisch erstellt.',
      'Ihre E-Mail konnte nicht zugestellt werden:',
      TO,
      '  Grund: Das Postfach ist voll.',
      '',
      '--- Die Kopfzeilen der ursprünglichen Nachricht ---',
      ...HEADERS,
    ],
    verdict: 'soft',
  },
  'Yahoo and AOL': {
    head: from('MAILER-DAEMON@yahoo.example', 'Failure Notice', plain),
    body: [
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      `<${TO}>:`,
      "554: delivery error: dd This user doesn't have a yahoo.example account (mara@studio.example) [0] - mta1.mail.example",
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...ORIGINAL,
    ],
    verdict: 'hard',
  },
  'Amazon WorkMail': {
    ...mixed(
      from('MAILER-DAEMON@us-west-2.amazonses.example', 'Delivery Status Notification (Failure)'),
      'mixed',
      [
        plain,
        '',
        'An error occurred while trying to deliver the mail to the following recipients:',
        TO,
        '',
        'Technical report:',
        '',
        'Reporting-MTA: dsn; a27-85.smtp-out.example',
        '',
        'Action: failed',
        `Final-Recipient: rfc822; ${TO}`,
        'Diagnostic-Code: smtp; 550 5.1.1 User Unknown',
        'Status: 5.1.1',
      ],
      ['Content-Type: message/rfc822', 'Content-Disposition: attachment', '', ...ORIGINAL],
    ),
    verdict: 'hard',
  },
  SmarterMail: {
    head: from('"System Administrator" <>', 'Delivery Failure', plain),
    body: [
      `Could not deliver message to the following recipient(s):`,
      '',
      `Failed Recipient: ${TO}`,
      'Reason: Remote host said: 550 5.1.1 No such user',
      '',
      '   -- The header and top 20 lines of the message follows --',
      '',
      ...ORIGINAL,
    ],
    verdict: 'hard',
  },
  DragonFly: {
    head: from('MAILER-DAEMON <>', 'Mail delivery failed'),
    body: [
      'This is the DragonFly Mail Agent v0.13 at df.host.example.',
      '',
      `There was an error delivering your mail to <${TO}>.`,
      '',
      'mx.studio.example [192.0.2.7] did not like our RCPT TO:',
      '550 5.1.1 User unknown',
      '',
      'Message headers follow.',
      '',
      ...HEADERS,
    ],
    verdict: 'hard',
  },
  'Postfix whose report is unavailable': mixed(
    from('MAILER-DAEMON@mx.host.example (Mail Delivery System)', 'Undelivered Mail Returned to Sender'),
    'report; report-type=delivery-status',
    [
      plain,
      '',
      "I'm sorry to have to inform you that your message could not be delivered.",
      'Delivery report unavailable',
    ],
    ['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.host.example'],
    ['Content-Type: text/rfc822-headers', '', ...HEADERS],
  ),
  "Gmail's of a wrong address to send from": mixed(
    from('Mail Delivery Subsystem <mailer-daemon@googlemail.example>', 'Delivery Status Notification (Failure)'),
    'report; report-type=delivery-status',
    [
      'Content-Type: text/html; charset=utf-8',
      '',
      '<h2>Message not delivered</h2><p>You are sending this from a different address using the &#39;Send mail as&#39; feature. The settings are misconfigured.</p>',
    ],
    ['Content-Type: message/delivery-status', '', ''],
    ['Content-Type: message/rfc822', '', ...ORIGINAL],
  ),
  'HTML alone': {
    head: from('postmaster@studio.example', 'Undeliverable: A vest', 'Content-Type: text/html; charset=utf-8'),
    body: [
      `<p><b>Your message to ${TO} couldn't be delivered.</b></p><p>mara wasn't found at studio.example.</p>`,
      `<pre>Message-ID: &lt;${ID.slice(1, -1)}&gt;<br>Subject: A vest</pre>`,
    ],
    verdict: 'hard',
  },
  'Mail.ru in Russian': {
    head: from('mailer-daemon@corp.mail.example', 'Mail failure.', `X-Failed-Recipients: ${TO}`, plain),
    body: [
      'Это письмо создано автоматически. Ваше письмо не может быть доставлено:',
      TO,
      '  550 Пользователь не найден',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      ...ORIGINAL,
    ],
    verdict: 'hard',
  },
  'RFC 6533': {
    ...mixed(
      from('MAILER-DAEMON@mx.host.example', 'Undelivered Mail Returned to Sender'),
      'report; report-type=delivery-status',
      [plain, '', 'failed'],
      [
        'Content-Type: message/global-delivery-status',
        '',
        ...status(`Final-Recipient: utf-8; ${TO}`, 'Action: failed', 'Status: 5.1.1'),
      ],
      ['Content-Type: message/global-headers', '', ...HEADERS],
    ),
    verdict: 'hard',
  },
  'a report inside of another multipart': {
    ...mixed(
      from('MAILER-DAEMON@mx.host.example', 'Undelivered Mail Returned to Sender'),
      'mixed',
      [
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b2"',
        '',
        '--b2',
        plain,
        '',
        'failed',
        '--b2',
        'Content-Type: message/delivery-status',
        '',
        ...status(
          `Final-Recipient: rfc822; ${TO} (Mara)`,
          'Action: failed (permanently)',
          'Status: 5.2.2 (over quota)',
        ),
        '--b2',
        'Content-Type: message/rfc822',
        '',
        ...ORIGINAL,
        '--b2--',
      ],
      [plain, '', 'This mail was checked for viruses.'],
    ),
    verdict: 'soft',
  },
  'a status without an action': {
    ...mixed(
      from('MAILER-DAEMON@mx.host.example', 'Returned mail'),
      'report; report-type=delivery-status',
      ['Content-Type: message/delivery-status', '', ...status(`Final-Recipient: rfc822;${TO}`, 'Status: 5.1.1')],
      ['Content-Type: message/rfc822-headers', '', ...HEADERS],
    ),
    verdict: 'hard',
  },
  'headers in a text file': {
    ...mixed(
      from('mailer-daemon@mx.host.example', 'There was an error sending your mail'),
      'mixed',
      [plain, '', `SMTP Server <mx> rejected recipient <${TO}>. It responded as follows: [550 5.1.1 User unknown]`],
      ['Content-Type: text/plain; name="headers.txt"', 'Content-Disposition: attachment', '', ...HEADERS],
    ),
    verdict: 'hard',
  },
  base64: {
    head: from('MAILER-DAEMON@mx.host.example', 'failure notice', plain, 'Content-Transfer-Encoding: base64'),
    body: [
      Buffer.from(`<${TO}>:\n550 5.1.1 no such user\n\n--- Below this line is a copy\n\n${ORIGINAL.join('\n')}`)
        .toString('base64')
        .replace(/.{76}/g, '$&\n'),
    ],
    verdict: 'hard',
  },
  Domino: {
    head: from(
      'Postmaster@studio.example',
      `DELIVERY FAILURE: User mara (${TO}) not listed in Domino Directory`,
      plain,
    ),
    body: [
      'Your message',
      '',
      '  Subject: A vest',
      '',
      'was not delivered to:',
      '',
      `  ${TO}`,
      '',
      'because:',
      '',
      '  User mara not listed in Domino Directory',
    ],
    verdict: 'hard',
    without: 'id',
  },
  Exchange2003: {
    head: from('System Administrator <postmaster@studio.example>', 'Undeliverable: A vest', plain),
    body: [
      'Your message',
      '',
      `  To:      ${TO}`,
      '  Subject: A vest',
      '  Sent:    Sat, 28 Nov 2026 09:00:00 +0000',
      '',
      'did not reach the following recipient(s):',
      '',
      `${TO} on Sat, 28 Nov 2026 09:01:00`,
      '    The recipient name is not recognized',
    ],
    verdict: 'hard',
    without: 'id',
  },
  MDaemon: {
    ...mixed(
      from('MDaemon@studio.example', `Warning: ${TO} - User unknown!`),
      'mixed',
      [plain, '', `${TO} - no such user here.`, 'There is no user by that name at this server.'],
      ['Content-Type: message/rfc822', '', ...ORIGINAL],
    ),
    verdict: 'hard',
  },
  OpenSMTPD: {
    head: from('Mailer Daemon <MAILER-DAEMON@host.example>', 'Delivery status notification: error', plain),
    body: [
      '    Hi!',
      '',
      '    An error has occurred while attempting to deliver a message for',
      '    the following list of recipients:',
      '',
      `${TO}: Envelope expired`,
      '',
      '    Below is a copy of the original message:',
      '',
      ...HEADERS,
    ],
    verdict: 'soft',
  },
  Kerio: {
    head: from(
      'Mail Delivery Subsystem <postmaster@host.example>',
      'Undeliverable Mail: A vest',
      'Auto-Submitted: auto-replied',
      plain,
    ),
    body: [
      `Your message could not be delivered to: ${TO}`,
      'Error: 552 5.2.2 Mailbox full',
      'Original message headers:',
      ...HEADERS,
    ],
    verdict: 'soft',
  },
  'a sender without a daemon': {
    head: from('noreply@filter.example', 'Undelivered: A vest', 'Auto-Submitted: auto-replied', plain),
    body: [`Your message to ${TO} was rejected: 554 5.7.1 policy`, '', ...HEADERS],
    verdict: 'soft',
  },
  'French, by Orange': {
    head: from('Postmaster <postmaster@host.example>', 'Non remis : A vest', plain),
    body: [
      `Votre message n'a pas pu être remis à ${TO}.`,
      "Adresse d'au moins un destinataire invalide.",
      '',
      'En-têtes du message :',
      ...HEADERS,
    ],
    verdict: 'hard',
  },
  'Spanish, quoted': {
    head: from('MAILER-DAEMON@host.example', 'Correo devuelto', plain),
    body: [`No se pudo entregar a ${TO}: el usuario no existe.`, ...HEADERS.map((line) => `> ${line}`)],
    verdict: 'hard',
  },
  'Sendmail that tries again': {
    head: from(
      'MAILER-DAEMON@host.example (Mail Delivery Subsystem)',
      'Warning: could not send message for past 4 hours',
      plain,
    ),
    body: [
      '    ** THIS IS A WARNING MESSAGE ONLY  **',
      '    ** YOU DO NOT NEED TO RESEND YOUR MESSAGE **',
      '',
      `<${TO}>... Deferred: Connection timed out`,
      'Message could not be delivered for 4 hours',
      'Message will be deleted from queue',
      '',
      ...HEADERS,
    ],
    says: 'delayed',
  },
  'Exim that tries again': {
    head: from('Mail Delivery System <Mailer-Daemon@host.example>', 'Warning: message 1abc-0 delayed 24 hours', plain),
    body: [
      'A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours on the queue.',
      '',
      `  ${TO}`,
      '    Delay reason: connection timed out',
      '',
      'No action is required on your part. Delivery attempts will continue.',
      ...HEADERS,
    ],
    says: 'delayed',
  },
  'Gmail that tries again': {
    head: from(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      'Delivery Status Notification (Delay)',
      plain,
      `References: ${ID}`,
    ),
    body: [
      `There was a temporary problem delivering your message to ${TO}. Gmail will retry for 45 more hours.`,
      '',
      ...HEADERS,
    ],
    says: 'delayed',
  },
};

describe('a report', () => {
  test.each(Object.entries(FORMS))('%s', async (_name, { head, body, says = 'failed', verdict, without }) => {
    const raw = [
      'Return-Path: <>',
      ...head,
      'To: ada@shop.example',
      'Date: Sat, 28 Nov 2026 09:01:00 +0000',
      '',
      ...body,
    ];
    const mail = await parseMail(Buffer.from(raw.join('\r\n')));
    const { statuses = [], original } = mail.report ?? {};
    expect(statuses.map(({ action }) => action)).toContain(says);
    if (without) {
      expect(statuses.map(({ recipient }) => recipient)).toContain(TO);
      expect(original?.subject).toBe('A vest');
    } else expect(original?.ids[0]).toBe(ID);
    const bounce = bounceOf(mail);
    if (says === 'delayed') expect(bounce).toBeNull();
    else expect(bounce).not.toBeNull();
    if (verdict) expect(bounce?.verdict).toBe(verdict);
  });
});

describe('a complaint', () => {
  const complaint = async (head: string[], ...body: string[]) => {
    const mail = await parseMail(Buffer.from([...head, 'To: ada@shop.example', '', ...body].join('\r\n')));
    return [bounceOf(mail)?.report, mail.report?.complaint?.recipient, mail.report?.original?.ids[0]];
  };
  test("Hotmail's own form", async () => {
    const { head, body } = mixed(from('staff@hotmail.com', 'complaint about message from 192.0.2.1'), 'mixed', [
      'Content-Type: message/rfc822',
      '',
      `X-HmXmrOriginalRecipient: ${TO}`,
      ...ORIGINAL,
    ]);
    expect(await complaint(head, ...body)).toEqual(['complained', TO, ID]);
  });
  test('JSON of Amazon SES', async () => {
    const told = {
      complaint: { complainedRecipients: [{ emailAddress: TO }] },
      mail: { headers: [{ name: 'Message-ID', value: ID }] },
    };
    const head = from('no-reply@sns.amazonaws.com', 'AWS Notification Message', plain);
    expect(await complaint(head, JSON.stringify({ notificationType: 'Complaint', ...told }))).toEqual([
      'complained',
      TO,
      ID,
    ]);
  });
  test('the button of Apple Mail is a wish, and no absence', async () => {
    const raw = [
      'From: mara@studio.example',
      'Subject: unsubscribe',
      'Auto-Submitted: auto-replied',
      'X-Apple-Unsubscribe: true',
      '',
      'Apple Mail sent this email.',
    ];
    const mail = await parseMail(Buffer.from(raw.join('\r\n')));
    expect(readByRules(mail, true)).toEqual({ label: 'unsubscribe', asks: [] });
  });
});

const read = (file: string) => parseMail(readFileSync(new URL(`../fixtures/mail/${file}`, import.meta.url)));
const OURS = ['bounce-in-words', 'bounce-missed-hard', 'bounce-false-hard', 'bounce-other', 'reply-ids'];
const cases = index.filter(({ kind }) => OURS.includes(kind)) as {
  file: string;
  expected: { ourMessage?: string; matched?: string; names?: string; verdict?: string };
}[];

test.each(cases)('$file', async ({ file, expected: { ourMessage, matched, names, verdict } }) => {
  const mail = await read(file);
  const original = mail.report?.original;
  const ids = [...mail.inReplyTo, ...mail.references, ...(original?.ids ?? [])];
  if (names) expect(ids).toContain(names);
  if (matched === 'by id') expect(ids).toContain(ourMessage);
  else if (matched) expect(original).toMatchObject({ subject: 'A vest', sentAt: '2026-11-28T09:00:00.000Z' });
  if (!names) expect(bounceOf(mail)).not.toBeNull();
  if (verdict) expect(bounceOf(mail)?.verdict).toBe(verdict);
});

test.each([
  [
    ['From: Bounce House <info@bouncehouse.example>', 'Subject: Re: A vest'],
    'We could not reach 500 people, does it not exist in red?',
  ],
  [
    ['From: Jo <jo@a.example>', 'Subject: Returned mail: your parcel', 'Return-Path: <>'],
    'The parcel came back to us. Which address is right?',
  ],
  [
    ['From: Jo <jo@a.example>', 'Subject: Delivery problem with the samples'],
    'They were not delivered: the address was unknown. 550 Euro are due.',
  ],
  [
    ['From: Jo <jo@a.example>', 'Subject: Fwd: Undeliverable: A vest'],
    'I got this. 550 5.1.1 user unknown. What did you send me?',
  ],
  [
    ['From: Postmaster <postmaster@a.example>', 'Subject: Re: A vest'],
    'I am the owner, and I read this address. Tell me more.',
  ],
  [
    ['From: Jo <jo@a.example>', 'Subject: Out of office', 'Auto-Submitted: auto-replied'],
    'I am away. Your mail was not forwarded.',
  ],
  [
    ['From: Mara <mara@studio.example>', 'Subject: Not read: A vest', 'Content-Type: multipart/report; boundary="b1"'],
    ['--b1', plain, '', 'Your message was deleted unread.', '--b1', ...disposition('deleted'), '--b1--'].join('\r\n'),
  ],
  [
    [
      'From: Postmaster <postmaster@a.example>',
      'Subject: Read: A vest',
      'Content-Type: multipart/report; boundary="b1"',
    ],
    ['--b1', plain, '', 'Your message was displayed.', '--b1', ...disposition('displayed'), '--b1--'].join('\r\n'),
  ],
] as const)('a mail of a person is none: %j', async (head, body) => {
  expect((await parseMail(Buffer.from([...head, '', body].join('\r\n')))).report).toBeNull();
});

test('mails of people and of responders are no reports', async () => {
  const others = index.filter(({ file, kind }) => file.endsWith('.eml') && !OURS.includes(kind));
  const reports = await Promise.all(others.map(async ({ file }) => ((await read(file)).report ? [file] : [])));
  expect(reports.flat()).toEqual([]);
});

test.each([
  ['called like a server', 'Mail Administrator <jo@firm.example>', 'Re: A vest'],
  ['at the address of a server', 'Jo <postmaster@firm.example>', 'AW: A vest'],
  ['with a bounce of their own', 'Mara <mara@studio.example>', 'Undeliverable: your contract'],
])('somebody who answers is no report: %s', async (_who, from, subject) => {
  const text = 'Our mailbox jo@firm.example does not exist (550 5.1.1).\n\n> Message-ID: <a1@shop.example>';
  const mail = await parseMail(
    Buffer.from(`From: ${from}\nSubject: ${subject}\nIn-Reply-To: <a1@shop.example>\n\n${text}`),
  );
  expect(mail.report).toBeNull();
});

test('a receipt in words alone is no failure', async () => {
  const mail = await parseMail(
    Buffer.from(
      [
        ...['From: MAILER-DAEMON@mx.example', 'Subject: Return receipt'],
        ...['Content-Type: multipart/report; report-type=delivery-status; boundary="b1"', '', '--b1', plain, ''],
        ...['Your message was delivered to mara@studio.example.', '--b1', 'Content-Type: message/rfc822', ''],
        ...['Message-ID: <a1@shop.example>', 'To: mara@studio.example', '', 'Hi', '--b1--'],
      ].join('\r\n'),
    ),
  );
  expect([mail.report?.statuses[0]?.action, bounceOf(mail)]).toEqual(['delivered', null]);
});
