/** Replies by SendGrid's Inbound Parse: signed addresses, doubled and forged posts, and mail that is not ours. */
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ThreadView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { readMailTokens, replyAddress, replyTokensIn } from '../../db/vault/mailToken.ts';
import { verifyFiles } from '../../db/verify/vault.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { idle } from '../support/hurry.ts';
import { inTurn } from '../support/inTurn.ts';
import { clearEvents } from '../support/leaks.ts';
import { messageIdFor } from '../support/messageIds.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { type OutboxMail, startTestApp, type TestApp } from '../support/testApp.ts';

const DOMAIN = 'replies.northwind.example';
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ inboundDomain: DOMAIN });
});
afterAll(() => testApp.stop());

type Written = Outreach & { id: string; mail: OutboxMail; replyTo: string };

const ready = async (partners = 1) => {
  const outreach = await readyCampaign(testApp, { partners, texts: 'edited' });
  // checks of the partners' addresses are recorded, too, and events are counted here
  await idle(testApp.owner.sql);
  return outreach;
};
const next = inTurn(ready, 8);

/** `alone`: the account has no other mail. */
async function written({ alone = false } = {}): Promise<Written> {
  const outreach = await (alone ? ready() : next());
  const [send] = outreach.sends;
  await outreach.person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
  const mail = (await testApp.outbox()).find(({ to }) => to === send?.recipientEmail);
  if (!mail) throw new Error('No mail was sent.');
  return { ...outreach, id: send?.id ?? '', mail, replyTo: mail.headers['Reply-To'] ?? '' };
}
const conversation = async ({ tenant, id }: Written) =>
  (await testApp.api.load(tenant, ref('conversation', conversationOf(id)))).state;
const message = async ({ tenant, id }: Written) => (await testApp.api.load(tenant, ref('message', id))).state;

async function post(fields: Record<string, string | Blob>, url = testApp.url) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(`${url}/api/webhooks/sendgrid-inbound`, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as { taken?: boolean } };
}
const raw = ({ mail }: Written, text = 'Hello') =>
  `From: Ada <${mail.to}>\r\nSubject: Re: A vest\r\nMessage-ID: <in1@a.example>\r\n\r\n${text}`;
const envelope = (to: string) => JSON.stringify({ to: [to], from: 'bounce@a.example' });

test('a reply in the outbox of the sandbox comes to the conversation of its message', async () => {
  const outreach = await written();
  expect(outreach.replyTo).toMatch(new RegExp(`^r\\.[a-z2-7]{37}@${DOMAIN}$`));
  expect(outreach.mail.headers['Message-ID']).toBe(
    messageIdFor(testApp.api.pseudonyms, outreach.tenant, `${outreach.id}.1`),
  );
  expect(await testApp.answerMail(outreach.mail.id, { text: 'Grüße, gern!' })).toBe(200);
  expect(await conversation(outreach)).toMatchObject({
    unread: true,
    received: [{ messageId: outreach.id, automatic: false }],
    last: { from: outreach.mail.to, text: expect.stringMatching(/^Grüße, gern!/) },
  });
  expect((await message(outreach)).replied).toBe(true);
  expect(await testApp.answerMail(outreach.mail.id, { kind: 'out_of_office' })).toBe(200);
  expect((await conversation(outreach)).received).toHaveLength(2);
});

test('the form of the outbox attaches files, and says what is too much [long]', async () => {
  const outreach = await written();
  const submit = async (files: readonly File[], text = 'Here you are') => {
    const form = new FormData();
    form.set('kind', 'reply');
    form.set('text', text);
    for (const file of files) form.append('files', file);
    const response = await fetch(`${testApp.sandboxUrl}/outbox/${outreach.mail.id}/reply`, {
      ...{ method: 'POST', body: form, redirect: 'manual' },
    });
    return { status: response.status, page: await response.text() };
  };
  const files = async () => {
    const { mails } = await outreach.person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(outreach.id)}`);
    return mails.flatMap((mail) => (mail.kind === 'received' ? [mail.files] : []));
  };
  // as a browser sends an input that was left empty
  expect((await submit([new File([], '')])).status).toBe(303);
  expect(await files()).toEqual([[]]);
  const two = [new File(['a'], 'größe (1).pdf', { type: 'application/pdf' }), new File(['bc'], 'x')];
  expect((await submit(two)).status).toBe(303);
  expect((await files())[1]).toMatchObject([
    { name: 'größe (1).pdf', type: 'application/pdf', size: 1, kept: true },
    { name: 'x', type: 'application/octet-stream', size: 2, kept: true },
  ]);
  const many = await submit(Array.from({ length: 11 }, (_, number) => new File(['a'], `${number}.txt`)));
  expect(many).toMatchObject({ status: 400, page: expect.stringContaining('At most 10 files can be attached.') });
  const large = await submit([new File([new Uint8Array(20 * 1024 * 1024)], 'large.bin')]);
  expect(large).toMatchObject({
    status: 413,
    page: expect.stringContaining('The reply is larger than 20 MB. Attach less.'),
  });
  expect(await files()).toHaveLength(2);
});

test('posted twice, and in any case of letters, it is one mail', async () => {
  const outreach = await written();
  for (const to of [outreach.replyTo, outreach.replyTo.toUpperCase(), outreach.replyTo])
    expect(await post({ email: raw(outreach), envelope: envelope(to) })).toEqual({
      status: 200,
      body: { taken: true },
    });
  expect((await conversation(outreach)).received).toHaveLength(1);
});

test('a mail that is made to be slow is taken as far as it can be read, and the next one follows', async () => {
  const outreach = await written();
  const html = `${raw(outreach, `Yes, please.${'<b>'.repeat(200_000)}`)}`.replace(
    '\r\n\r\n',
    '\r\nContent-Type: text/html\r\n\r\n',
  );
  const to = envelope(outreach.replyTo);
  const slow = post({ email: html, envelope: to });
  expect((await fetch(`${testApp.url}/api/health`)).status).toBe(200);
  expect(await slow).toEqual({ status: 200, body: { taken: true } });
  await post({ email: raw(outreach).replace('in1@', 'in2@'), envelope: to });
  const { mails } = await outreach.person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(outreach.id)}`);
  expect(mails.filter(({ kind }) => kind === 'received')).toMatchObject([
    { text: 'Yes, please.', html: null, truncated: true, unparsed: false },
    { text: 'Hello', truncated: false },
  ]);
});

test('attachments are listed in either form, and a mail that no program can read leaves its trace', async () => {
  const outreach = await written();
  const from = `From: Ada <${outreach.mail.to}>\r\nSubject: Re: A vest\r\nMessage-ID: `;
  const nested = Array.from(
    { length: 2_000 },
    (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n`,
  );
  const to = { to: outreach.replyTo, envelope: envelope(outreach.replyTo) };
  const info = JSON.stringify({ attachment1: { filename: 'kit.pdf', type: 'application/pdf' } });
  for (const fields of [
    {
      ...to,
      email: `${from}<f1@a.example>\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n${nested.join('\r\n')}`,
    },
    { ...to, headers: `${from}<f2@a.example>`, text: 'Here is my kit.', attachments: '1', 'attachment-info': info },
    { ...to, headers: `${from}<f3@a.example>`, text: 'And once more.', 'attachment-info': 'nothing' },
  ])
    expect(await post(fields)).toEqual({ status: 200, body: { taken: true } });
  const thread = await outreach.person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(outreach.id)}`);
  const received = thread.mails.filter((mail) => mail.kind === 'received');
  expect(received.map(({ unparsed, inMailbox, files }) => [unparsed, inMailbox, files])).toEqual([
    [true, false, []],
    [false, false, [{ name: 'kit.pdf', type: 'application/pdf', size: null, kept: false }]],
    [false, false, []],
  ]);
  expect((await message(outreach)).replied).toBe(true);
});

const files = (thread: ThreadView) => thread.mails.flatMap((mail) => (mail.kind === 'received' ? mail.files : []));

test('attachments of the usual form are kept and downloaded, and those that are too large are not', async () => {
  const outreach = await written({ alone: true });
  const id = conversationOf(outreach.id);
  const fields = {
    headers: `From: Ada <${outreach.mail.to}>\r\nSubject: Re: A vest\r\nMessage-ID: <kit@a.example>`,
    to: outreach.replyTo,
    envelope: envelope(outreach.replyTo),
    text: 'Here is my kit.',
    'attachment-info': JSON.stringify({
      attachment1: { filename: 'kit\u202efdp.exe', type: 'application/pdf' },
      attachment2: { filename: 'film.mov', type: 'video/quicktime' },
      attachment3: { filename: 'me.png', type: 'image/png' },
    }),
    attachment1: new Blob(['%PDF-1.7 a kit']),
    attachment2: new Blob([Buffer.alloc(11 * 1024 * 1024)]),
    attachment3: new Blob([Buffer.alloc(6 * 1024 * 1024, 'p')]),
  };
  expect((await post(fields)).body).toEqual({ taken: true });
  // posted again with another content: the first is kept
  expect((await post({ ...fields, attachment1: new Blob(['forged']) })).body).toEqual({ taken: true });
  const thread = await outreach.person.ok<ThreadView>('GET', `/api/inbox/${id}`);
  expect(files(thread)).toMatchObject([
    { size: 14, kept: true },
    { name: 'film.mov', size: 11 * 1024 * 1024, kept: false },
    { name: 'me.png', kept: true },
  ]);
  const mail = thread.mails.find(({ kind }) => kind === 'received');
  const file = (number: number | string) => `/api/inbox/${id}/files/${mail?.id}/${number}`;
  const answer = await outreach.person.call('GET', file(0));
  expect(answer.status).toBe(200);
  expect(answer.body).toBe('%PDF-1.7 a kit');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''kit_fdp.exe",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  for (const number of [1, 3, 'x']) expect((await outreach.person.call('GET', file(number))).status).toBe(404);
  const stranger = await new Person(testApp.url).signUp('stranger@northwind.example');
  expect((await stranger.call('GET', file(0))).status).toBe(404);
  const [stored] = await testApp.owner.sql<{ plain: number; rows: number }[]>`
    select count(*)::int as rows, count(*) filter (where position('%PDF-1.7 a kit'::bytea in sealed) > 0)::int as plain
    from vault.received_files where tenant_id = ${outreach.tenant}`;
  expect(stored).toEqual({ rows: 2, plain: 0 });
  const { sql } = testApp.owner;
  const found = async (change: string) => {
    let wrong: string[] = [];
    const look = sql.begin(async (tx) => {
      await tx.unsafe(`${change} where tenant_id = '${outreach.tenant}' and number = 0`);
      wrong = (await verifyFiles(tx)).wrong.map(({ tenant, streamId, reason }) => `${tenant} ${streamId} ${reason}`);
      throw new Error('undone');
    });
    await expect(look).rejects.toThrow('undone');
    return wrong;
  };
  const at = `${outreach.tenant} conversation-${conversationOf(outreach.id)} attachment 0`;
  expect((await verifyFiles(sql)).wrong).toEqual([]);
  const change = (set: string) => found(`update vault.received_files set ${set}`);
  for (const set of ["sealed = sealed || 'x'", 'size = 1', "person_id = 'partner-x'", "key_id = 'x'"])
    expect(await change(set), set).toEqual([`${at} is not what was received`]);
  for (const set of ["tenant_id = 'x'", "conversation_id = 'x'", "received_id = 'x'", 'number = 7'])
    expect(await change(set), set).toEqual([`${at} is missing`]);
  expect(await found('delete from vault.received_files')).toEqual([`${at} is missing`]);

  await outreach.person.ok('POST', `/api/partners/${outreach.partners[0]?.id}/erase`, {});
  await idle(testApp.owner.sql);
  expect((await outreach.person.call('GET', file(0))).status).toBe(404);
  expect((await verifyFiles(sql)).wrong).toEqual([]);
  expect(
    await testApp.owner.sql`select number from vault.received_files where tenant_id = ${outreach.tenant}`,
  ).toHaveLength(0);
});

test('the usual form without the raw mail is read, too', async () => {
  const outreach = await written();
  const headers = `From: Ada <${outreach.mail.to}>\nSubject: Re: A vest\nMessage-ID: <in2@a.example>\nContent-Type: multipart/mixed; boundary=x\nAuto-Submitted: auto-replied\n`;
  await post({
    headers,
    text: 'Ich bin weg – bis bald',
    html: '<p onclick="x">Ich bin weg – bis bald</p>',
    to: `Sam <${outreach.replyTo}>`,
  });
  const state = await conversation(outreach);
  expect(state).toMatchObject({ received: [{ automatic: true }], last: { text: 'Ich bin weg – bis bald' } });
});

describe('what is not ours is answered 200 and forgotten', () => {
  test('an address that is forged, altered, cut, of another domain, or none of ours', async () => {
    const outreach = await written();
    const { replyTo } = outreach;
    const before = await testApp.events();
    for (const to of [
      `r.${'a'.repeat(61)}@${replyTo.split('@')[1]}`,
      replyTo.replace(/^r\.(.)/, (_, one: string) => `r.${one === 'a' ? 'b' : 'a'}`),
      replyTo.replace(/^r\.(.{20}).*@/, 'r.$1@'),
      replyTo.replace(DOMAIN, 'evil.example'),
      'sam@northwind.example',
    ])
      expect(await post({ email: raw(outreach), envelope: envelope(to) }), to).toEqual({
        status: 200,
        body: { taken: false },
      });
    expect(await testApp.events()).toBe(before);
  });

  test('our own mail', async () => {
    const outreach = await written();
    const before = await testApp.events();
    expect(
      (
        await post({
          envelope: envelope(outreach.replyTo),
          email: raw(outreach).replace(/<.*?>/, '<sam@northwind.example>'),
        })
      ).status,
    ).toBe(200);
    expect(await testApp.events()).toBe(before);
  });

  test('the proof of one workspace opens no other', async () => {
    const one = await written();
    const other = one.tenant.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a'));
    const prover = testApp.api.pseudonyms;
    const send = { tenant: one.tenant, messageId: one.id, attempt: 1 };
    const read = (text: string) => readMailTokens(testApp.api.sql, prover, replyTokensIn(DOMAIN, prover, text));
    expect(await read(one.replyTo)).toEqual([send]);
    const forged = replyAddress(DOMAIN, prover, { ...send, tenant: other });
    expect(forged).not.toBe(one.replyTo);
    expect(await read(forged)).toEqual([]);
  });
});

test('a mail of 20 MB is taken, cut [long]', async () => {
  const outreach = await written();
  const answer = await post({
    email: raw(outreach, 'long words '.repeat(1_900_000)),
    envelope: envelope(outreach.replyTo),
  });
  expect(answer).toEqual({ status: 200, body: { taken: true } });
  expect((await conversation(outreach)).received).toHaveLength(1);
});

describe('the address is proved before the mail is read', () => {
  const part = (name: string, text: string) =>
    `--b0undary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

  /** Posts a body that never ends, and answers the response. */
  const unfinished = (body: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b0undary', 'Transfer-Encoding': 'chunked' };
      const asked = http.request(
        `${testApp.url}/api/webhooks/sendgrid-inbound`,
        { method: 'POST', headers },
        (said) => {
          let text = '';
          said.on('data', (bytes: Buffer) => {
            text += bytes.toString();
          });
          said.on('end', () => resolve(text));
        },
      );
      asked.on('error', reject);
      asked.write(body);
    });

  test('mail to an address that was never given is answered before the rest of it has come', async () => {
    const outreach = await written();
    const forged = outreach.replyTo.replace(/^r\.(.)/, (_, one: string) => `r.${one === 'a' ? 'b' : 'a'}`);
    const body = part('to', forged) + part('envelope', envelope(forged)) + part('email', raw(outreach)).slice(0, -20);
    expect(JSON.parse(await unfinished(body))).toEqual({ taken: false });
  });

  test('a mail of ours that breaks off is not taken, so it is posted again', async () => {
    const outreach = await written();
    const response = await fetch(`${testApp.url}/api/webhooks/sendgrid-inbound`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b0undary' },
      body: part('to', outreach.replyTo) + part('email', raw(outreach)).slice(0, -20),
    });
    expect(response.status).toBe(500);
    expect((await conversation(outreach)).received ?? []).toEqual([]);
  });

  test('a proof that comes after the mail counts, in pieces of any size, and bytes that are no UTF-8 stay [long]', async () => {
    const outreach = await written();
    const latin = `${raw(outreach, '')}`.replace(
      '\r\n\r\n',
      '\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n',
    );
    const whole = Buffer.concat([
      Buffer.from(part('email', latin).slice(0, -2)),
      Buffer.from('Gr\u00fc\u00dfe --b0undar', 'latin1'),
      Buffer.from(`\r\n${part('envelope', envelope(outreach.replyTo))}--b0undary--\r\n`),
    ]);
    const pieces = Array.from({ length: Math.ceil(whole.length / 7) }, (_, at) => whole.subarray(at * 7, at * 7 + 7));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    const response = await fetch(`${testApp.url}/api/webhooks/sendgrid-inbound`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b0undary' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await response.json()).toEqual({ taken: true });
    expect((await conversation(outreach)).last?.text).toBe('Gr\u00fc\u00dfe --b0undar');
  });
});

test('two installations that write to each other answer nothing automatically, so they cannot loop [long]', async () => {
  const outreach = await written();
  const theirs = (number: number, headers: string) =>
    `From: Ada <${outreach.mail.to}>\r\nSubject: Re: A vest\r\nMessage-ID: <loop${number}@a.example>\r\n` +
    `In-Reply-To: ${outreach.mail.headers['Message-ID']}\r\n${headers}\r\nHello, I am a program.`;
  const before = (await testApp.outbox()).length;
  const sentBefore = await clearEvents(testApp, outreach.tenant, 'EmailDispatched');
  // a campaign mail of the other one, its absence note, and a crude program's mail
  const kinds = [
    'List-Unsubscribe: <https://other.example/u>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n',
    'Auto-Submitted: auto-replied\r\n',
    'Precedence: bulk\r\n',
    '',
  ];
  for (const [number, headers] of kinds.entries())
    expect(await post({ email: theirs(number, headers), envelope: envelope(outreach.replyTo) })).toMatchObject({
      status: 200,
    });
  await testApp.sweep();
  await idle(testApp.owner.sql);
  expect((await conversation(outreach)).received).toHaveLength(kinds.length);
  expect((await testApp.outbox()).length).toBe(before);
  expect(await clearEvents(testApp, outreach.tenant, 'EmailDispatched')).toHaveLength(sentBefore.length);
});

test('without INBOUND_DOMAIN replies go where they went before, and posts are told to come again', async () => {
  const other = await startTestApp();
  try {
    const outreach = await readyCampaign(other, { partners: 1, texts: 'edited' });
    await outreach.person.ok('POST', `/api/campaign-sends/${outreach.sends[0]?.id}/send-now`);
    const [mail] = await other.outbox();
    expect(mail?.headers['Reply-To']).toBe('sam@northwind.example');
    expect((await post({ email: 'x' }, other.url)).status).toBe(503);
  } finally {
    await other.stop();
  }
});

test('the answer to a reply names it, goes to who wrote it and to who got it, and quotes it', async () => {
  const outreach = await written();
  const { person, replyTo, mail } = outreach;
  const to = mail.to.replace(/^.*@/, 'assistant@');
  const cc = ['boss', 'lawyer'].map((name) => mail.to.replace(/^.*@/, `${name}@`));
  await person.ok('POST', '/api/suppressions', { email: cc[1], reason: 'user' });
  const sent = raw(outreach, 'How much?')
    .replace(/^.*/, `From: Kim <${to}>`)
    .replace('Subject', `To: ${replyTo}\r\nCc: ${mail.to}, ${cc.join(', ')}, sam@northwind.example\r\nSubject`);
  await post({ email: sent, envelope: envelope(replyTo) });
  const path = `/api/inbox/${conversationOf(outreach.id)}`;
  const { answer } = await person.ok<ThreadView>('GET', path);
  expect(answer).toMatchObject({ to, choices: [to, mail.to], copies: [mail.to, cc[0]] });
  const text = { step: 'a1', subject: 'Re: A vest', body: 'Nothing.' };
  expect(await person.call('POST', `${path}/answer`, { ...text, to: cc[0] })).toMatchObject({ status: 409 });
  await person.ok('POST', `${path}/answer`, { ...text, to, copies: answer.copies });
  const answers = (await testApp.outbox()).filter(({ text: one }) => one.startsWith('Nothing.'));
  expect(answers.map((one) => one.to).toSorted()).toEqual([to, mail.to, cc[0]].toSorted());
  const [left] = answers;
  expect(left?.raw).toMatch(new RegExp(`^To: Kim <${to}>\\r$`, 'm'));
  expect(left?.headers).toMatchObject({ 'In-Reply-To': '<in1@a.example>', References: '<in1@a.example>' });
  expect(left?.headers['Reply-To']).not.toBe(replyTo);
  expect(Object.keys(left?.headers ?? {}).filter((name) => name.startsWith('List-'))).toEqual([]);
  expect(left?.text).toMatch(
    new RegExp(
      `^Nothing\\.\\n\\nBest,\\nSam Vale\\n\\nOn .* Kim <${to}> wrote:\\n> How much\\?\\n>\\n> On .* wrote:\\n>> `,
    ),
  );
  // our first mail below it has no footer
  expect(left?.text).not.toContain('/u/');
  expect(left?.html).toContain('<blockquote class="gmail_quote"');
});
