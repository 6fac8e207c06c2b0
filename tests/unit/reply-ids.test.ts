/** How replies name ours: as mail programs write it, and by what they quote. */
import { describe, expect, test } from 'vitest';
import { matchOne, namesIn, type SentRow } from '../../db/receive/matchMail.ts';
import { parseMail } from '../../db/receive/parseMail.ts';

const ID = 'c1.p1.1.1@shop.example';
const AT = '2026-11-28T10:00:00.000Z';
const row: SentRow = {
  id: 'c1.p1.1',
  state: {
    ...{ sentAt: '2026-11-28T09:00:00.000Z', threadId: null, attempt: 1, providerMessageId: ID, subject: 'A vest' },
    dispatch: { at: '2026-11-28T09:00:00.000Z', to: 'mara@studio.example', attempt: 1, draft: null },
  },
};

async function matched(headers: string[], body: string[] = ['Yes, we are in.']) {
  const usual = ['From: Jo <jo@agency.example>', 'Subject: Re: A vest'];
  const isGiven = (line: string) => headers.some((one) => one.startsWith(line.slice(0, 4)));
  const raw = [...usual.filter((line) => !isGiven(line)), ...headers, '', ...body].join('\r\n');
  const mail = await parseMail(Buffer.from(raw));
  const match = matchOne({ mail, receivedAt: AT }, { ...namesIn({ mail, threadId: null }), sends: [] }, [row]);
  return match && [match.by, match.proved];
}

describe('an id in a header', () => {
  const quoted = Buffer.from(`<${ID}>`).toString('base64');
  test.each([
    ['as it should be', `In-Reply-To: <${ID}>`],
    ['without brackets', `In-Reply-To: ${ID}`],
    ['without one bracket', `References: <${ID}`],
    ['with spaces in the brackets', `In-Reply-To: < ${ID} >`],
    ['broken within', 'In-Reply-To: <c1.p1.1.1@shop\r\n .example>'],
    ['folded', `References:\r\n <a@x.example>\r\n\t<${ID}>`],
    ['glued together', `References: <a@x.example><${ID}>`],
    ['with commas', `References: <a@x.example>, <${ID}>`],
    ['an encoded word', 'In-Reply-To: =?utf-8?q?=3Cc1=2Ep1=2E1=2E1=40shop=2Eexample=3E?='],
    [
      'several encoded words',
      'References: =?utf-8?q?=3Ca=40x=2Eexample=3E_=3Cc1=2Ep1=2E1?=\r\n =?utf-8?q?=2E1=40shop=2Eexample=3E?=',
    ],
    ['base64', `In-Reply-To: =?UTF-8?B?${quoted}?=`],
    ['in a second field', `In-Reply-To: <z@x.example>\r\nIn-Reply-To: <${ID}>`],
    ['two fields of References', `References: <z@x.example>\r\nReferences: <${ID}>`],
    ['escaped', `In-Reply-To: &lt;${ID}&gt;`],
    ['with words', `In-Reply-To: Your message of Sat, 28 Nov <${ID}>`],
  ])('%s', async (_how, header) => {
    expect(await matched([header])).toEqual(['id', true]);
  });
});

describe('from an address that was not written to', () => {
  test.each([
    ['nothing of ours', [], ['Hello'], null],
    ['Reply-To has the person', ['Reply-To: Mara <mara@studio.example>'], ['Yes'], ['address', false]],
    ['the text has the id', [], ['Yes', '', '> Message-ID: <c1.p1.1.1@shop.example>', '> Hello'], ['id', true]],
    [
      'quoted headers have the person',
      [],
      ['Yes', '', 'From: Ada', 'To: mara@studio.example', 'Subject: A vest'],
      ['quoted_headers', false],
    ],
    ['a list', ['List-Id: <l.example>', 'Reply-To: mara@studio.example'], ['Yes'], null],
  ] as const)('%s', async (_what, headers, body, found) => {
    expect(await matched([...headers], [...body])).toEqual(found);
  });

  test('quoted headers count only under the subject of ours', async () => {
    const body = ['Yes', '', 'From: Ada', 'To: mara@studio.example'];
    expect(await matched(['Subject: Another matter'], body)).toBeNull();
  });
});

describe('a notice without an id', () => {
  const notice = (...lines: string[]) =>
    matched(
      ['From: mailer-daemon@mx.example', 'Subject: Mail failure'],
      ['550 unknown user: mara@studio.example', ...lines],
    );
  test.each([
    [
      'with date and subject is proved',
      ['Sent: Sat, 28 Nov 2026 09:00:00 +0000', 'Subject: A vest'],
      ['returned_headers', true],
    ],
    ['with the subject is none', ['Subject: A vest'], ['returned_headers', false]],
    ['with the date is none', ['Date: Sat, 28 Nov 2026 09:00:00 +0000'], ['returned_headers', false]],
    ['with the address alone is none', [], ['address', false]],
  ] as const)('%s', async (_what, lines, found) => {
    expect(await notice('', ...lines)).toEqual(found);
  });
});

describe('a report in a thread of the mailbox', () => {
  const inThread = (id: string, to: string, day: number): SentRow => ({
    id,
    state: {
      ...{ sentAt: `2026-11-${day}T09:00:00.000Z`, threadId: 't1', attempt: 1, providerMessageId: null, subject: null },
      dispatch: { at: `2026-11-${day}T09:00:00.000Z`, to, attempt: 1, draft: null },
    },
  });
  const rows = [inThread('c1.p1.1', 'mara@studio.example', 20), inThread('c1.p1.a1', 'Jo@studio.example', 21)];
  test.each([
    ['mara@studio.example', 'c1.p1.1', true],
    ['jo@studio.example', 'c1.p1.a1', true],
    ['of-the-user-alone@else.example', 'c1.p1.a1', false],
  ])('on an email to %s', async (recipient, messageId, proved) => {
    const mail = await parseMail(
      Buffer.from(
        `From: mailer-daemon@mx.example\r\nSubject: Delivery Status Notification (Failure)\r\nX-Failed-Recipients: ${recipient}\r\n\r\n550 5.1.1 no such user`,
      ),
    );
    const names = { ...namesIn({ mail, threadId: 't1' }), sends: [] };
    expect(matchOne({ mail, receivedAt: AT }, names, rows)).toMatchObject({ messageId, proved });
  });
});
