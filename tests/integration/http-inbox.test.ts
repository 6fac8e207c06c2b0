/** The inbox through the API: lists, threads, labels, and the separation of workspaces. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  AnswerDraftView,
  CampaignDaysView,
  CampaignView,
  ConversationView,
  EventDaysView,
  InboxView,
  LabeledView,
  NumberView,
  OverviewView,
  SendView,
  StatsView,
  SuppressionListView,
  SuppressionView,
  ThreadView,
} from '../../api/views.ts';
import { readMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { ref } from '../../db/store.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { recordVerification } from '../../events/partners/contact.ts';
import { DEFAULT_HOURS } from '../../events/sending/sendWindow.ts';
import { testCause } from '../support/asSent.ts';
import { cloneConversation } from '../support/clonedConversations.ts';
import { idle } from '../support/hurry.ts';
import { inTurn } from '../support/inTurn.ts';
import { clearEvents } from '../support/leaks.ts';
import { messageIdFor } from '../support/messageIds.ts';
import { addCampaign, type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

type Written = Outreach & { ids: string[]; addresses: string[] };

const ready = (partners: number) => readyCampaign(testApp, { partners, texts: 'edited' });

/** People who got a first mail. */
const written = async (partners = 1): Promise<Written> => writtenTo(await ready(partners));
/** One of them, on an account with other ones. */
const oneWritten = async (): Promise<Written> => writtenTo(await next());
// the answers count, too, in the ten of a day
const next = inTurn(ready, 5);

async function writtenTo(outreach: Outreach): Promise<Written> {
  const { person, sends } = outreach;
  for (const { id } of sends) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  return {
    ...outreach,
    ids: sends.map(({ id }) => id),
    addresses: sends.map(({ recipientEmail }) => recipientEmail ?? ''),
  };
}

let clock = 0;
/** A mail from one of them, as a mailbox has it. */
async function receives(
  { tenant, addresses }: Written,
  text: string,
  more: { which?: number; from?: string; headers?: string[]; receivedAt?: string } = {},
) {
  clock += 1;
  const { which = 0, headers = [], receivedAt = new Date(Date.now() + clock * 1000).toISOString() } = more;
  const lines = [
    `From: ${more.from ?? `Ada <${addresses[which]}>`}`,
    ...(headers.some((line) => line.startsWith('Subject:')) ? [] : ['Subject: Re: A vest']),
    `Message-ID: <${clock}@a.example>`,
    ...headers,
  ];
  const mail = await parseMail(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`));
  await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
    { id: `m${clock}`, threadId: null, receivedAt, mail },
  ]);
}
const inbox = ({ person }: Outreach, query = '') => person.ok<InboxView>('GET', `/api/inbox${query}`);
const AWAY = ['Auto-Submitted: auto-replied'];

test('the list has each conversation once, the newest first, with counts; a change answers the conversation', async () => {
  const outreach = await written(3);
  for (const which of [0, 1, 2]) await receives(outreach, `Hello from ${which}`, { which });
  await receives(outreach, 'And again', { which: 0 });
  const { conversations, counts } = await inbox(outreach);
  expect(conversations.map(({ last, received }) => [last?.text, received])).toEqual([
    ['And again', 2],
    ['Hello from 2', 1],
    ['Hello from 1', 1],
  ]);
  expect(conversations[0]).toMatchObject({
    id: conversationOf(outreach.ids[0] ?? ''),
    campaign: { id: outreach.campaign.id, name: 'Spring vests' },
    partner: { platform: 'linkedin' },
    unread: true,
    done: false,
  });
  expect(counts).toMatchObject({ unread: 3, open: 3, done: 0 });
  expect(await outreach.person.ok('GET', '/api/inbox/unread')).toEqual({ unread: 3, unanswered: 3 });
  const path = `/api/inbox/${conversations[0]?.id}`;
  for (const [change, after] of [
    ['read', { unread: false }],
    ['unread', { unread: true }],
    ['done', { done: true, unread: false }],
    ['reopen', { done: false }],
  ] as const)
    expect(await outreach.person.ok<ConversationView>('POST', `${path}/${change}`), change).toMatchObject(after);
});

test('what a program wrote is not unread, whether a reply was read before it or not, until the user marks it so', async () => {
  const outreach = await written(2);
  const { person, ids } = outreach;
  const unread = async () => {
    const { counts } = await inbox(outreach);
    const listed = (await inbox(outreach, '?show=all&unread=true')).conversations.length;
    expect(await person.ok('GET', '/api/inbox/unread')).toMatchObject({ unread: counts.unread });
    expect(listed).toBe(counts.unread);
    return counts.unread;
  };
  await receives(outreach, 'I am away', { which: 0, headers: AWAY });
  expect(await unread()).toBe(0);
  await receives(outreach, 'Tell me more', { which: 1 });
  expect(await unread()).toBe(1);
  await person.ok('POST', `/api/inbox/${conversationOf(ids[1] ?? '')}/read`);
  await receives(outreach, 'I am away', { which: 1, headers: AWAY });
  expect(await unread()).toBe(0);
  expect((await inbox(outreach, '?show=all')).conversations.map(({ unread: one }) => one)).toEqual([false, false]);
  await person.ok('POST', `/api/inbox/${conversationOf(ids[0] ?? '')}/unread`);
  expect(await unread()).toBe(1);
});

test('filters by label, unread, done and words', async () => {
  const outreach = await written(3);
  await receives(outreach, 'I like Norway', { which: 0 });
  await receives(outreach, 'I am away', { which: 1, headers: AWAY });
  await receives(outreach, 'Please unsubscribe me', { which: 2 });
  const { person, ids } = outreach;
  const idOf = (which: number) => conversationOf(ids[which] ?? '');
  const found = async (query: string) => (await inbox(outreach, query)).conversations.map(({ id }) => id);
  await person.ok('POST', `/api/inbox/${idOf(1)}/read`);
  await person.ok('POST', `/api/inbox/${idOf(2)}/done`);
  expect(await found('?label=automatic')).toEqual([idOf(1)]);
  expect(await found('?unread=true')).toEqual([idOf(0)]);
  expect(await found('?show=done')).toEqual([idOf(2)]);
  expect(await found('?show=all')).toHaveLength(3);
  expect(await found('?search=norway+spring')).toEqual([idOf(0)]);
  expect(await found('?search=nothing')).toEqual([]);
  const campaign = idOf(0).split('.')[0];
  expect(await found(`?show=all&campaign=${campaign}`)).toHaveLength(3);
  expect(await found(`?show=all&campaign=${campaign}&variant=B`)).toEqual([]);
  expect(await found('?show=all&campaign=other')).toEqual([]);
  expect((await inbox(outreach, '?campaign=other')).counts).toMatchObject({ unanswered: 0, open: 0, done: 0 });
  expect((await inbox(outreach)).counts).toMatchObject({ unread: 1, open: 2, done: 1, labels: { automatic: 1 } });
  for (const query of ['?label=fine', '?unread=yes', '?show=some', '?variant=C'])
    expect((await person.call('GET', `/api/inbox${query}`)).status).toBe(400);
});

test('a search looks through every mail of both sides, whole, and through names, addresses and subjects', async () => {
  const outreach = await written(2);
  const { ids, addresses } = outreach;
  await receives(outreach, `${'Long story. '.repeat(400)}The PELIKAN is mine 🎉\n\n> Zitat`, { which: 0 });
  await receives(outreach, 'Fine', { which: 0 });
  await receives(outreach, 'Fine', { which: 1 });
  const found = async (search: string) =>
    (await inbox(outreach, `?search=${encodeURIComponent(search)}`)).conversations.map(({ id }) => id);
  const [first, second] = ids.map(conversationOf);
  expect(await found('pelikan')).toEqual([first]);
  expect(await found('🎉 ada')).toEqual([first]);
  // a word of an older mail, one of the newest, and one that our own mail had
  expect(await found('Zitat fine vest')).toEqual([first]);
  expect(await found(addresses[1] ?? '')).toEqual([second]);
  expect(await found('100%')).toEqual([]);
});

test('pages of 300 conversations have each once, also when a reply comes between two of them [long]', async () => {
  const outreach = await written(2);
  await receives(outreach, 'I like Norway', { which: 0 });
  await receives(outreach, 'The other', { which: 1 });
  await cloneConversation(
    testApp.owner.sql,
    { tenant: outreach.tenant, id: conversationOf(outreach.ids[0] ?? '') },
    298,
  );
  const first = await inbox(outreach, '?limit=100');
  expect(first.counts).toMatchObject({ unread: 300, open: 300, done: 0 });
  const oldest = conversationOf(outreach.ids[0] ?? '');
  await receives(outreach, 'Once more', { which: 0 });
  const seen = first.conversations.map(({ id }) => id);
  for (let { next } = first; next; ) {
    const page = await inbox(outreach, `?limit=100&after=${encodeURIComponent(next)}`);
    seen.push(...page.conversations.map(({ id }) => id));
    next = page.next;
  }
  expect(new Set(seen).size).toBe(seen.length);
  // it moved before the first page, which is fetched again
  expect(seen.filter((id) => id !== oldest)).toHaveLength(299);
  expect((await inbox(outreach, '?limit=1')).conversations[0]?.id).toBe(oldest);
  expect((await inbox(outreach, '?search=NORWAY+lindqvist&limit=100')).conversations).toHaveLength(100);
  // of one person among the oldest, and words that have no trigram
  expect((await inbox(outreach, '?search=norway+250')).conversations).toHaveLength(1);
  expect((await inbox(outreach, '?search=no&limit=100')).conversations).toHaveLength(100);
  expect((await outreach.person.call('GET', '/api/inbox?after=x')).status).toBe(400);
  expect((await outreach.person.call('GET', '/api/inbox?limit=501')).status).toBe(400);
}, 60_000);

test('a thread has both sides in the order of time with the signature of the day, and the partner with the evidence', async () => {
  const outreach = await written();
  const html = ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'];
  await receives(outreach, '<p onclick="x()">Grüße</p><script>alert(1)</script>', { headers: html });
  const { person, ids, partners } = outreach;
  const thread = await person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(ids[0] ?? '')}`);
  expect(thread.mails).toMatchObject([
    {
      kind: 'sent',
      id: ids[0],
      subject: 'A vest',
      body: `Hello, this is m${ids[0]}.`,
      status: 'replied',
      answer: null,
    },
    { kind: 'received', text: 'Grüße', html: '<p>Grüße</p>', automatic: false, files: [] },
  ]);
  expect(thread.partner).toMatchObject({ id: partners[0]?.id, evidence: expect.any(Array), parts: expect.any(Array) });

  // the signature stays as sent, whatever the profile says later
  await person.ok('PUT', '/api/business-profile', { userFullName: 'Another Name' });
  const { mails } = await person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(ids[0] ?? '')}`);
  const [mail] = (await testApp.outbox()).filter(({ to }) => to === outreach.addresses[0]);
  const [sent] = mails.flatMap((one) => (one.kind === 'sent' ? [one] : []));
  expect(sent?.signature).toContain('Best,\nSam Vale');
  const [kept = ''] = (sent?.signature ?? '').split('(each email');
  expect(mail?.text).toContain(`${sent?.body}\n\n${kept}`);
});

describe('labels', () => {
  const rate = async ({ person, campaign }: Outreach) => ({
    campaign: (await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).responseCount,
    all: (await person.ok<StatsView>('GET', '/api/dashboard/stats')).responseRate,
  });

  test('feed the response rate: a note that the AI takes for an absence is no reply, unless the user says that it is one', async () => {
    const outreach = await written();
    await receives(outreach, 'I am away and back on 16 March.');
    const { person, campaign, ids } = outreach;
    const status = async () => (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`))[0]?.status;
    const { question } = await until(
      async () => (await inbox(outreach)).conversations[0] ?? { label: null, question: null },
      ({ label }) => label === 'automatic',
    );
    expect(question).toMatchObject({ sign: 'automatic' });
    expect([await rate(outreach), await status()]).toEqual([{ campaign: 0, all: 0 }, 'sent']);
    const path = `/api/inbox/${conversationOf(ids[0] ?? '')}`;
    await person.ok('POST', `${path}/question`, {
      ...{ answer: 'yes', sign: question?.sign, receivedId: question?.receivedId },
    });
    expect([await rate(outreach), await status()]).toEqual([{ campaign: 0, all: 0 }, 'sent']);
    expect(await person.ok('POST', `${path}/label`, { label: 'interested' })).toMatchObject({
      label: 'interested',
      labeledBy: 'user',
    });
    expect([await rate(outreach), await status()]).toEqual([{ campaign: 1, all: 100 }, 'replied']);
  });

  test('an unsubscribe request by the word of the user puts the address on the list, and counts', async () => {
    const outreach = await oneWritten();
    await receives(outreach, 'Leave me be');
    const { person, campaign, ids, tenant, addresses } = outreach;
    await person.ok('POST', `/api/inbox/${conversationOf(ids[0] ?? '')}/label`, { label: 'unsubscribe' });
    const hmac = testApp.api.pseudonyms.address(tenant, addresses[0] ?? '');
    expect((await testApp.api.load(tenant, ref('suppression', hmac))).state).toMatchObject({ reason: 'unsubscribed' });
    expect(await person.ok('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({
      ...{ responseCount: 1, unsubscribedCount: 1 },
    });
    expect((await person.call('POST', `/api/inbox/${conversationOf(ids[0] ?? '')}/label`, { label: 'x' })).status).toBe(
      400,
    );
  });
});

test('another workspace finds, reads and changes nothing of it; nothing is shown of a deleted partner', async () => {
  const outreach = await written();
  await receives(outreach, 'A secret');
  const other = await written();
  expect((await inbox(other)).conversations).toEqual([]);
  const path = `/api/inbox/${conversationOf(outreach.ids[0] ?? '')}`;
  for (const [method, call, body] of [
    ['GET', path],
    ['POST', `${path}/read`],
    ['POST', `${path}/done`],
    ['POST', `${path}/label`, { label: 'no' }],
  ] as const)
    expect(await other.person.call(method, call, body), call).toMatchObject({
      status: 404,
      body: { error: 'Conversation not found' },
    });
  // their mailbox has a mail that names a message of the first: it is not theirs
  const mail = await parseMail(
    Buffer.from(
      `From: x@y.example\r\nIn-Reply-To: ${messageIdFor(testApp.api.pseudonyms, outreach.tenant, `${outreach.ids[0]}.1`)}\r\n\r\nHello`,
    ),
  );
  const found = { id: 'x', threadId: null, receivedAt: new Date().toISOString(), mail };
  await receiveMails(testApp.api, { tenant: other.tenant, actor: 'test', source: 'imap' }, [found]);
  expect((await inbox(other)).conversations).toEqual([]);
  expect((await inbox(outreach)).conversations).toMatchObject([{ received: 1 }]);

  await outreach.person.ok('DELETE', `/api/partners/${outreach.partners[0]?.id}`);
  expect((await inbox(outreach)).conversations).toEqual([]);
  expect((await outreach.person.call('GET', path)).status).toBe(404);
});

test('a bounce in any form stops what is planned; only a proved one of a dead address suppresses, and one without proof asks', async () => {
  const outreach = await written(4);
  const { person, campaign, ids, addresses } = outreach;
  const notice = { from: 'MAILER-DAEMON@mx.example', headers: ['Subject: failure notice', 'Return-Path: <>'] };
  const copy = (which: number) =>
    `\n\n--- Below this line is a copy.\n\nMessage-ID: ${messageIdFor(testApp.api.pseudonyms, outreach.tenant, `${ids[which]}.1`)}\n\nHi`;
  await receives(outreach, `<${addresses[0]}>:\n550 5.1.1 no such user${copy(0)}`, notice);
  await receives(outreach, `<${addresses[1]}>:\n552 5.2.2 mailbox full${copy(1)}`, notice);
  await receives(outreach, `<${addresses[2]}>:\n550 5.1.1 no such user`, notice);
  const mail = (await testApp.outbox()).find(({ to }) => to === addresses[3]);
  const link = /<(.*)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1];
  await receives(outreach, `Yes!\n\n> Hello\n> ${link}`, { from: 'Jo <jo@agency.example>' });
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  expect(sends.map(({ delivery }) => delivery?.report ?? null)).toEqual(['bounced', 'blocked', null, null]);
  expect(sends.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'replied']);
  const { items } = await person.ok<SuppressionListView>('GET', '/api/suppressions');
  expect(items.map(({ email, reason }) => [email, reason])).toEqual([[addresses[0], 'bounced']]);
  const { conversations } = await inbox(outreach);
  expect(conversations.map(({ question }) => question && [question.sign, question.unproved])).toEqual([
    null,
    ['bounce', true],
    null,
    null,
  ]);
});

describe('the AI', () => {
  const label = async (outreach: Written) => (await inbox(outreach)).conversations[0];

  test('says what a reply says, later when it fails; its cost is recorded, and nothing of the mail', async () => {
    const outreach = await written();
    await testApp.fault('openai', 'reject-4xx', 1, { status: 403 });
    await receives(outreach, 'Sounds great, send me one!');
    const waiting = await until(
      () => testApp.owner.sql<{ id: string }[]>`
        select j.id::text from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'classify-reply'
        where j.run_at > now() + interval '4 minutes' and j.payload->>'tenant' = ${outreach.tenant}`,
      (rows) => rows.length === 1,
    );
    expect((await label(outreach))?.label).toBeNull();
    const ids = waiting.map(({ id }) => id);
    await testApp.owner.sql`select graphile_worker.reschedule_jobs(${ids}::text[]::bigint[], run_at => now())`;
    const found = await until(
      () => label(outreach),
      (view) => view?.label !== null,
    );
    expect(found).toMatchObject({ label: 'interested', labeledBy: 'ai' });
    const call = (await clearEvents(testApp, outreach.tenant, 'AiCallMade')).at(-1);
    expect(call).toMatchObject({ operation: 'replyClassification', outcome: 'ok', costUsd: expect.any(Number) });
    expect(JSON.stringify(call)).not.toContain('great');
  });

  test('drafts an answer, which is shown and not sent', async () => {
    const outreach = await oneWritten();
    await receives(outreach, 'Do you ship to Norway?\n\n> A vest for your trails');
    const { person, ids } = outreach;
    const path = `/api/inbox/${conversationOf(ids[0] ?? '')}`;
    const { body } = await person.ok<{ body: string }>('POST', `${path}/draft`);
    expect(body).toContain('Do you ship to Norway?');
    expect((await person.ok<ThreadView>('GET', path)).draft).toMatchObject({ status: 'done', body, reason: null });
    expect((await testApp.outbox()).filter(({ to }) => to === outreach.addresses[0])).toHaveLength(1);
    await person.ok('PUT', '/api/business-profile', {
      answers: [{ about: 'shipping', text: 'Shipping to Norway costs €9.' }],
    });
    const steered = await person.ok<AnswerDraftView>('POST', `${path}/draft`, { wish: 'Call me on Tuesday at 4.' });
    expect(steered.body).toContain('Shipping to Norway costs €9.\n\nCall me on Tuesday at 4.');
    expect(steered.flaws).toEqual([]);
    expect((await person.call('POST', `${path}/draft`, { wish: 'x'.repeat(301) })).status).toBe(400);
    await testApp.fault('openai', 'reject-4xx', 1, { status: 403 });
    expect((await person.call('POST', `${path}/draft`)).status).toBeGreaterThanOrEqual(500);
    expect((await person.ok<ThreadView>('GET', path)).draft).toMatchObject({ status: 'failed' });
  });
});

describe('a weak sign', () => {
  const FORGED = 'Unsubscribe';
  const nextHere = inTurn(ready, 4);
  const writtenHere = async (): Promise<Written> => writtenTo(await nextHere());
  const pathOf = ({ ids }: Written, act: string) => `/api/inbox/${conversationOf(ids[0] ?? '')}/${act}`;
  const suppressed = async ({ person }: Written) =>
    (await person.ok<SuppressionListView>('GET', '/api/suppressions')).total;
  const answers = async (outreach: Written, answer: 'yes' | 'no') => {
    const { sign, receivedId } = (await asked(outreach)) ?? {};
    return outreach.person.call<LabeledView>('POST', pathOf(outreach, 'question'), { answer, sign, receivedId });
  };
  const asked = async (outreach: Written) => (await inbox(outreach)).conversations[0]?.question ?? null;
  /** A campaign that was set up after the reply: the reply stops nothing of it. */
  async function nextCampaign({ person, partners }: Written) {
    const { id } = await addCampaign(person, partners, { texts: 'edited' });
    const [send] = await person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`);
    if (!send) throw new Error('no message');
    return send;
  }
  const detail = async ({ person }: Written, { id, campaignId }: SendView) =>
    (await person.ok<SendView[]>('GET', `/api/campaigns/${campaignId}/sends`)).find((one) => one.id === id)?.detail;

  test('such as a wish that anyone could have sent suppresses no one: it holds all emails, takes no share of a day, and asks', async () => {
    const outreach = await writtenHere();
    const { person, tenant } = outreach;
    await receives(outreach, FORGED);
    expect(await suppressed(outreach)).toBe(0);
    expect(await asked(outreach)).toMatchObject({ sign: 'unsubscribe', unproved: true });
    const thread = await person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(outreach.ids[0] ?? '')}`);
    expect(thread.answer.problem?.text).toBe('Answer the question above first.');
    const send = await nextCampaign(outreach);
    const refused = await person.call('POST', `/api/campaign-sends/${send.id}/send-now`);
    expect([refused.status, (refused.body as { error: string }).error]).toEqual([
      422,
      'Not sent: held until you say in the inbox whether they asked you to stop.',
    ]);
    const preview = await person.ok('GET', `/api/campaigns/${send.campaignId}/start-preview`);
    expect(preview).toMatchObject({
      messages: 0,
      checks: expect.arrayContaining([
        expect.objectContaining({
          ...{ code: 'not_emailed', count: 1 },
          detail: 'held until you say in the inbox whether they asked you to stop',
        }),
      ]),
    });
    expect(await detail(outreach, send)).toBe('Held until you say in the inbox whether they asked you to stop');
    const statusPath = `/api/campaigns/${send.campaignId}/status`;
    await person.ok('PUT', statusPath, { status: 'active' });
    const { nextSendWhy } = await person.ok<CampaignView>('GET', `/api/campaigns/${send.campaignId}`);
    expect(nextSendWhy).toEqual({ kind: 'question', text: '1 email waits for your answer in the inbox' });
    const [schedule] = await readMailboxSchedules(
      { store: testApp.api, sandbox: true, publicUrl: testApp.url },
      tenant,
    );
    expect(schedule?.active.find(({ id }) => id === send.campaignId)).toMatchObject({ waiting: 0, held: 1 });
    await person.ok('PUT', statusPath, { status: 'paused' });
    const question = (await asked(outreach)) ?? { sign: '', receivedId: '' };
    expect((await answers(outreach, 'no')).body).toMatchObject({ question: null, undone: ['hold'] });
    const { sign, receivedId } = question;
    const again = await person.call('POST', pathOf(outreach, 'question'), { answer: 'no', sign, receivedId });
    expect(again.status).toBe(409);
    await person.ok('POST', `/api/campaign-sends/${send.id}/send-now`);
  });

  test('that is true puts the person on the list; denied after all it brings back what it had cancelled, and nothing from before it', async () => {
    const outreach = await writtenHere();
    const { person, addresses } = outreach;
    await receives(outreach, FORGED);
    const becomes = (send: SendView, status: string) =>
      until(
        async () =>
          (await person.ok<SendView[]>('GET', `/api/campaigns/${send.campaignId}/sends`)).find(
            ({ id }) => id === send.id,
          )?.status,
        (found) => found === status,
      );
    const former = await nextCampaign(outreach);
    const entry = { email: addresses[0], reason: 'unsubscribed' };
    const { id } = await person.ok<SuppressionView>('POST', '/api/suppressions', entry);
    await becomes(former, 'cancelled');
    await person.ok('DELETE', `/api/suppressions/${id}`, { confirm: true });
    const send = await nextCampaign(outreach);
    expect((await answers(outreach, 'yes')).status).toBe(200);
    await becomes(send, 'cancelled');
    expect(await suppressed(outreach)).toBe(1);
    const corrected = await person.ok<LabeledView>('POST', pathOf(outreach, 'label'), { label: 'interested' });
    expect(corrected).toMatchObject({ label: 'interested', undone: expect.arrayContaining(['suppression']) });
    expect(await suppressed(outreach)).toBe(0);
    await becomes(send, 'pending');
    await idle(testApp.owner.sql);
    await becomes(former, 'cancelled');
  });

  test('holds the person at whatever address they have, and its end frees every one', async () => {
    const outreach = await writtenHere();
    const { person, tenant, partners, ids, addresses } = outreach;
    const emails = [addresses[0] ?? '', 'second@moved.example', 'third@moved.example'];
    const moves = (email = '') =>
      person.ok('POST', `/api/partners/${partners[0]?.id}/contact`, { contactInfo: { email } });
    const conversation = ref('conversation', conversationOf(ids[0] ?? ''));
    // the AI checks the addresses, too
    const read = (mails: number) =>
      until(
        async () => (await testApp.api.load(tenant, conversation)).state.received,
        (received) => received.filter(({ label }) => label !== null).length === mails,
      );
    const holds = () =>
      Promise.all(
        emails.map(async (email) => {
          const address = ref('suppression', testApp.api.pseudonyms.address(tenant, email));
          return Object.values((await testApp.api.load(tenant, address)).state.held);
        }),
      );
    await receives(outreach, FORGED);
    await read(1);
    await moves(emails[1]);
    const send = await nextCampaign(outreach);
    const refused = await person.call('POST', `/api/campaign-sends/${send.id}/send-now`);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: 'Not sent: held until you say in the inbox whether they asked you to stop.' },
    });
    expect(await detail(outreach, send)).toBe('Held until you say in the inbox whether they asked you to stop');
    const preview = await person.ok('GET', `/api/campaigns/${send.campaignId}/start-preview`);
    expect(preview).toMatchObject({ messages: 0 });
    // past the call that refuses it: the dispatch decides, too
    const message = ref('message', send.id);
    const scope = { tenant, cause: testCause };
    await testApp.api.decide(scope, message, (now) => requestSendNow(now, now.approvedHash));
    const types = await until(
      async () => (await testApp.api.history(tenant, message)).map(({ type }) => type),
      (found) => found.includes('SendReleased') || found.includes('EmailDispatched'),
    );
    expect(types).not.toContain('EmailDispatched');
    await receives(outreach, FORGED);
    await read(2);
    await moves(emails[2]);
    expect(await holds()).toEqual([['unsubscribe'], ['unsubscribe'], []]);
    expect((await answers(outreach, 'no')).status).toBe(200);
    expect(await holds()).toEqual([[], [], []]);
  });

  test('such as a notice of a mail server in words holds what waits in every campaign, and cancels none of it [long]', async () => {
    const outreach = await writtenHere();
    const { person, tenant } = outreach;
    const send = await nextCampaign(outreach);
    await person.ok('PUT', `/api/campaigns/${send.campaignId}/status`, { status: 'active' });
    const names = `In-Reply-To: ${messageIdFor(testApp.api.pseudonyms, tenant, `${outreach.ids[0]}.1`)}`;
    await receives(outreach, 'Your message could not be delivered.', {
      from: 'MAILER-DAEMON@mx.example',
      headers: [names],
    });
    await until(
      () => detail(outreach, send),
      (words) => words === 'Held until you say in the inbox whether your email came back',
    );
    await until(
      async () => (await testApp.api.load(tenant, ref('message', send.id))).state.status,
      (status) => status === 'approved',
    );
    await idle(testApp.owner.sql);
    const history = await testApp.api.history(tenant, ref('message', send.id));
    expect(history.map(({ type }) => type)).not.toContain('EmailDispatched');
    expect(history.map(({ type }) => type)).not.toContain('MessageCancelled');
  });
});

describe('the form of an answer', () => {
  const formOf = async ({ person, ids }: Written) => {
    const { answer } = await person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(ids[0] ?? '')}`);
    return answer;
  };

  test('says what keeps mail from leaving, what to do and where, before anyone writes; nothing leaves to an address that receives no email', async () => {
    const outreach = await written();
    await receives(outreach, 'Hello');
    expect(await formOf(outreach)).toMatchObject({ step: 'a1', to: outreach.addresses[0], problem: null });
    const { person, tenant, partners, ids, addresses } = outreach;
    await testApp.api.decide({ tenant, cause: testCause }, ref('partner', partners[0]?.id ?? ''), (partner) =>
      recordVerification(partner, addresses[0] ?? '', { status: 'undeliverable', reason: 'no_mailbox', by: 'hunter' }),
    );
    const { step, subject, problem } = await formOf(outreach);
    expect(problem?.text).toBe('This address receives no email. Enter another one to answer.');
    const path = `/api/inbox/${conversationOf(ids[0] ?? '')}/answer`;
    const sent = await person.call('POST', path, { step, subject, body: 'Gladly.' });
    expect(sent).toMatchObject({ status: 422, body: { error: expect.stringContaining('receives no email') } });
    expect((await testApp.outbox()).filter(({ to }) => to === addresses[0])).toHaveLength(1);

    await person.ok('PUT', '/api/business-profile', { postalAddress: '' });
    await person.ok('PATCH', `/api/partners/${partners[0]?.id}/status`, { status: 'rejected' });
    expect((await formOf(outreach)).problem).toMatchObject({
      text: expect.stringMatching(/Approve them/),
      where: null,
    });
  });

  test('counts toward its mailbox, not toward how fast its campaign goes out; says that the day is full, and until when [long]', async () => {
    const outreach = await written();
    await receives(outreach, 'Hello');
    const { person, campaign } = outreach;
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { dailyLimit: 1 });
    const { step, subject, problem } = await formOf(outreach);
    expect(problem).toBeNull();
    const path = `/api/inbox/${conversationOf(outreach.ids[0] ?? '')}/answer`;
    await person.ok('POST', path, { step, subject, body: 'Gladly.' });
    const toFirst = () => testApp.outbox().then((mails) => mails.filter(({ to }) => to === outreach.addresses[0]));
    await until(toFirst, (mails) => mails.length === 2);
    await person.ok('PUT', '/api/sending-settings', { window: DEFAULT_HOURS, mailboxDailyCap: 1, rampUp: false });
    expect((await formOf(outreach)).problem).toEqual({
      text: 'The daily limit of 1 for your mailbox is used up. Wait until tomorrow.',
      until: expect.stringMatching(/T00:00:00.000Z$/),
      where: null,
    });
  });

  test('is said of the conversation, in its place in the list, until the person writes again', async () => {
    const outreach = await oneWritten();
    const { person, ids } = outreach;
    const id = conversationOf(ids[0] ?? '');
    const answeredAt = async () => (await inbox(outreach)).conversations.find((one) => one.id === id)?.answeredAt;
    const unanswered = async () => {
      const { conversations, counts } = await inbox(outreach, '?unanswered=true');
      const listed = conversations.length;
      expect(counts.unanswered).toBe(listed);
      expect(await person.ok('GET', '/api/inbox/unread')).toMatchObject({ unanswered: listed });
      return listed;
    };
    await receives(outreach, 'Hello', { receivedAt: new Date().toISOString() });
    const waiting = await unanswered();
    expect(waiting).toBeGreaterThan(0);
    expect(await answeredAt()).toBeNull();
    // read is not answered
    await person.ok('POST', `/api/inbox/${id}/read`);
    expect(await unanswered()).toBe(waiting);
    const { step, subject } = await formOf(outreach);
    const path = `/api/inbox/${id}`;
    const sent = await person.ok<SendView>('POST', `${path}/answer`, { step, subject, body: 'Gladly.' });
    expect(sent.sentAt).toEqual(expect.any(String));
    expect(await answeredAt()).toBe(sent.sentAt);
    expect((await person.ok<ThreadView>('GET', path)).answeredAt).toBe(sent.sentAt);
    await receives(outreach, 'I am away', { headers: AWAY });
    expect([await answeredAt(), await unanswered()]).toEqual([sent.sentAt, waiting - 1]);
    await receives(outreach, 'One more thing');
    expect([await answeredAt(), await unanswered()]).toEqual([null, waiting]);
    await person.ok('POST', `${path}/label`, { label: 'no' });
    expect(await unanswered()).toBe(waiting - 1);
  });

  test('goes on under any subject that the person wrote [long]', async () => {
    const outreach = await oneWritten();
    const { person, ids, addresses } = outreach;
    clock += 1;
    const subject = `{{firstName}} ${'a very long subject '.repeat(30)}`;
    const mail = await parseMail(Buffer.from(`From: ${addresses[0]}\r\nSubject: ${subject}\r\n\r\nHello`));
    const found = { id: `m${clock}`, threadId: null, receivedAt: new Date().toISOString(), mail };
    await receiveMails(testApp.api, { tenant: outreach.tenant, actor: 'test', source: 'imap' }, [found]);
    const form = await formOf(outreach);
    expect(form.subject).toMatch(/^Re: \{\{firstName\}\} a very/);
    const path = `/api/inbox/${conversationOf(ids[0] ?? '')}/answer`;
    const body = 'Gladly.';
    expect((await person.call('POST', path, { step: 'a1', subject: form.subject, body })).status).toBe(201);
  });

  test('is no outreach: no count, chart or list has it; unconfirmed it needs a decision, and is sent again in its place and thread [long]', async () => {
    const outreach = await written();
    const { person, tenant, campaign, ids, addresses } = outreach;
    await receives(outreach, 'Hello');
    const numbers = async () => {
      const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
      return {
        view: await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
        stats: await person.ok<StatsView>('GET', '/api/dashboard/stats'),
        days: await person.ok<CampaignDaysView>('GET', `/api/campaigns/${campaign.id}/days`),
        history: (await person.ok<EventDaysView>('GET', '/api/history/days')).bins.reduce(
          (sum, { sent }) => sum + sent,
          0,
        ),
        listed: sends.map(({ id }) => id),
      };
    };
    const before = await numbers();
    expect(before.view).toMatchObject({ sentCount: 1, responseCount: 1, messageCount: 1 });
    const path = `/api/inbox/${conversationOf(ids[0] ?? '')}/answer`;
    const form = { subject: 'Re: A vest', body: 'Here you are.', to: addresses[0] };
    expect((await person.call('POST', path, { ...form, step: 'a1' })).status).toBe(201);
    await receives(outreach, 'Thanks');
    expect(await numbers()).toEqual(before);
    await testApp.fault('sendgrid', 'accept-then-500', 1);
    expect((await person.call('POST', path, { ...form, step: 'a2' })).status).toBe(409);
    const { view, listed } = await numbers();
    expect(view).toEqual({ ...before.view, unknownCount: 1 });
    expect(listed).toEqual([...before.listed, `${conversationOf(ids[0] ?? '')}.a2`]);
    for (const [name, count] of Object.entries({ sentCount: 1, messageCount: 1, unknownCount: 1 })) {
      const of = `/api/history/number/${name}?campaign=${campaign.id}`;
      const number = await person.ok<NumberView>('GET', of);
      expect([name, number.count, number.events.length]).toEqual([name, count, count]);
    }
    expect((await person.call('POST', path, { ...form, step: 'a3', replaces: 'a9' })).status).toBe(409);
    expect((await person.call('POST', path, { ...form, step: 'a3', replaces: 'a2' })).status).toBe(201);
    const id = conversationOf(ids[0] ?? '');
    const state = async (step: string) => (await testApp.api.load(tenant, ref('message', `${id}.${step}`))).state;
    expect(await state('a2')).toMatchObject({ status: 'abandoned' });
    expect(await state('a3')).toMatchObject({ status: 'sent', resendOf: `${id}.a2` });
    const newest = (await testApp.outbox()).findLast(({ to }) => to === addresses[0]);
    expect(newest?.headers['In-Reply-To']).toBe(`<${clock}@a.example>`);
  });

  test('a reply to our answer counts for the campaign, also after an automatic mail [long]', async () => {
    const outreach = await written();
    const { person, campaign, ids, addresses } = outreach;
    await receives(outreach, 'I am away', { headers: [...AWAY, 'Subject: Automatic reply'] });
    const thread = `/api/inbox/${conversationOf(ids[0] ?? '')}`;
    const path = `${thread}/answer`;
    expect((await person.ok<ThreadView>('GET', thread)).answer.subject).toBe('Re: A vest');
    const form = { step: 'a1', subject: 'Re: A vest', body: 'Until then.', to: addresses[0] };
    expect((await person.call('POST', path, form)).status).toBe(201);
    const rate = async () => (await person.ok<StatsView>('GET', '/api/dashboard/stats')).responseRate;
    expect(await rate()).toBe(0);
    await receives(outreach, 'I am back. Tell me more.');
    await until(rate, (now) => now === 100);
    expect(await person.ok('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({
      ...{ partnersWrittenTo: 1, partnersReplied: 1, sentCount: 1 },
    });
    const { funnel } = await person.ok<OverviewView>('GET', '/api/dashboard/overview');
    expect(funnel).toMatchObject({ sent: 1, replied: 1 });
    const number = await person.ok<NumberView>('GET', '/api/history/number/partnersReplied');
    expect([number.count, number.events.length]).toEqual([1, 1]);
  });

  test('a reply to our answer that the user labels automatic counts for nothing, also after a follow-up [long]', async () => {
    const outreach = await written();
    const { person, campaign, ids } = outreach;
    await receives(outreach, 'I am away', { headers: AWAY });
    const followUps = [{ afterDays: 3, writer: 'user', text: 'Shall I close this?' }];
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { followUps });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    const sends = () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    const ready = await until(sends, (all) => all.some(({ step, approved }) => step === 2 && approved));
    await person.ok('POST', `/api/campaign-sends/${ready.find(({ step }) => step === 2)?.id}/send-now`);
    const path = `/api/inbox/${conversationOf(ids[0] ?? '')}`;
    const { step, subject } = await formOf(outreach);
    await person.ok('POST', `${path}/answer`, { step, subject, body: 'Until then.' });
    await receives(outreach, 'I am on the trails until 16 March.');
    const replied = async () => (await sends()).filter(({ status }) => status === 'replied').map(({ id }) => id);
    expect(await until(replied, (all) => all.length > 0)).toEqual(ids);
    await person.ok('POST', `${path}/label`, { label: 'automatic' });
    expect(await replied()).toEqual([]);
    expect(await person.ok('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({ responseCount: 0, sentCount: 2 });
    expect(await person.ok('GET', '/api/dashboard/stats')).toMatchObject({ responseRate: 0 });
  });

  test('that is put off is no next email of its campaign [long]', async () => {
    const outreach = await written();
    const { person, campaign, tenant } = outreach;
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await receives(outreach, 'Hello');
    await testApp.fault('sendgrid', '429', 1);
    const { step, subject } = await formOf(outreach);
    const path = `/api/inbox/${conversationOf(outreach.ids[0] ?? '')}/answer`;
    await person.call('POST', path, { step, subject, body: 'Gladly.' });
    const [deferred] = await testApp.owner.sql`
      select state->>'scheduledAt' as at from read.messages where tenant_id = ${tenant} and status = 'deferred' and step = ${step}`;
    expect(deferred?.at).toEqual(expect.any(String));
    expect(await person.ok('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({ nextSendAt: null });
    expect(await person.ok('GET', '/api/dashboard/overview')).toMatchObject({ nextSends: [] });
  });

  test('that failed counts as failed until it is sent again; an email of the campaign that failed still does [long]', async () => {
    const outreach = await written(2);
    const { person, campaign, ids, addresses } = outreach;
    await testApp.fault('sendgrid', 'reject-4xx', 1, { status: 413 });
    await person.call('POST', `/api/campaign-sends/${ids[1]}/resend`, {});
    await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
      (sends) => sends.some(({ status }) => status === 'failed'),
    );
    await receives(outreach, 'Hello');
    const path = `/api/inbox/${conversationOf(ids[0] ?? '')}/answer`;
    const form = { subject: 'Re: A vest', body: 'Here you are.', to: addresses[0] };
    const failed = async () => {
      const counts = await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
      const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
      expect(counts.failedCount).toBe(sends.filter(({ status }) => status === 'failed').length);
      return counts.failedCount;
    };
    const before = await failed();
    await testApp.fault('sendgrid', 'reject-4xx', 1, { status: 413 });
    expect((await person.call('POST', path, { ...form, step: 'a1' })).status).toBe(422);
    expect(await failed()).toBe(before + 1);
    expect((await person.call('POST', path, { ...form, step: 'a2' })).status).toBe(201);
    expect(await failed()).toBe(before);
    const { mails } = await person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(ids[0] ?? '')}`);
    expect(mails.flatMap((mail) => (mail.kind === 'sent' && mail.answer ? [mail.status] : []))).toEqual([
      'failed',
      'sent',
    ]);
  });
});

describe('what a reply wants, as the AI reads it', () => {
  /** The thread once the reply is read. */
  async function read(outreach: Written, text: string): Promise<ThreadView & { path: string }> {
    await receives(outreach, text);
    const path = `/api/inbox/${conversationOf(outreach.ids[0] ?? '')}`;
    const thread = await until(
      () => outreach.person.ok<ThreadView>('GET', path),
      ({ label }) => label !== null,
    );
    return { ...thread, path };
  }

  test('has its evidence, and a named person joins the campaign after a yes', async () => {
    const outreach = await oneWritten();
    const { person, campaign } = outreach;
    const thread = await read(outreach, 'Sounds good! I am the wrong person. Ask Elin Berg: elin@nord.example.');
    expect(thread.mails.at(-1)).toMatchObject({
      wants: [
        { label: 'referral', quote: 'I am the wrong person.' },
        { label: 'interested', quote: 'Sounds good!' },
      ],
    });
    expect(thread.offers).toMatchObject([{ label: 'referral', name: 'Elin Berg', email: 'elin@nord.example' }]);
    const offer = { receivedId: thread.offers[0]?.receivedId, label: 'referral', answer: 'yes' };
    expect((await person.call('POST', `${thread.path}/offer`, { ...offer, email: 'no address' })).status).toBe(400);
    await person.ok('POST', `${thread.path}/offer`, offer);
    expect((await person.ok<ThreadView>('GET', thread.path)).offers).toEqual([]);
    const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    expect(sends.find(({ recipientEmail }) => recipientEmail === 'elin@nord.example')).toMatchObject({
      ...{ status: 'pending', approved: false, body: null },
      partner: { name: 'Elin Berg' },
    });
    expect((await person.call('POST', `${thread.path}/offer`, offer)).status).toBe(422);
  });

  test('a new address becomes that of the partner after a yes', async () => {
    const outreach = await oneWritten();
    const { person } = outreach;
    const thread = await read(outreach, 'Great, but this is my new address: ada@fresh.example.');
    expect(thread.offers).toMatchObject([{ label: 'new_address', email: 'ada@fresh.example' }]);
    const { receivedId } = thread.offers[0] ?? {};
    await person.ok('POST', `${thread.path}/offer`, { receivedId, label: 'new_address', answer: 'yes' });
    const after = await person.ok<ThreadView>('GET', thread.path);
    expect([after.offers, after.partner.contactInfo?.email, after.answer.to]).toEqual([
      [],
      ...['ada@fresh.example', 'ada@fresh.example'],
    ]);
  });

  test('a legal request holds all but the answer, has its day, and ends all mail when it is done', async () => {
    const outreach = await oneWritten();
    const { person, tenant, addresses } = outreach;
    const asked = await read(outreach, 'Under the GDPR, please erase what you have about me.');
    const address = ref('suppression', testApp.api.pseudonyms.address(tenant, addresses[0] ?? ''));
    const state = async () => (await testApp.api.load(tenant, address)).state;
    expect(Object.values((await state()).held)).toEqual(['legal_request']);
    const { sign, receivedId } = asked.question ?? {};
    await person.ok('POST', `${asked.path}/question`, { answer: 'yes', sign, receivedId });
    const open = await person.ok<ThreadView>('GET', asked.path);
    expect(open).toMatchObject({
      ...{ label: 'legal_request', question: null, answer: { problem: null } },
      legalRequest: { right: 'erasure', done: false, answerBy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    expect(await state()).toMatchObject({ suppressed: false });
    expect((await person.call('POST', `${asked.path}/done`)).status).toBe(409);
    const { step, subject } = open.answer;
    await person.ok('POST', `${asked.path}/answer`, { step, subject, body: 'We erase it today.' });
    await person.ok('POST', `${asked.path}/legal-request/done`);
    expect(await state()).toMatchObject({ held: {}, suppressed: true, reason: 'unsubscribed' });
    // a correction takes that back
    const { undone } = await person.ok<{ undone: string[] }>('POST', `${asked.path}/label`, { label: 'interested' });
    expect([undone, (await state()).suppressed]).toEqual([['suppression'], false]);
  });
});

test('a question without an answer for three days is unread again, and its person is still held [long]', async () => {
  const outreach = await written();
  await receives(outreach, 'Unsubscribe');
  const { person, ids } = outreach;
  const id = conversationOf(ids[0] ?? '');
  const read = async () => (await inbox(outreach)).conversations[0];
  await until(read, (conversation) => conversation?.label === 'unsubscribe');
  await person.ok('POST', `/api/inbox/${id}/read`);
  expect(await read()).toMatchObject({ unread: false });
  // it still waits for the user
  expect((await inbox(outreach, '?unanswered=true')).conversations).toHaveLength(1);
  testApp.later(3 * 86_400_000);
  await testApp.sweep();
  expect(await until(read, (conversation) => conversation?.unread === true)).toMatchObject({
    question: { sign: 'unsubscribe' },
  });
});
