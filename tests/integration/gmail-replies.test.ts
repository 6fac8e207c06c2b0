/** Replies to a Gmail account, with the real Google client against the sandbox's Google. */
import { makeWorkerUtils } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SendView, SentMailView, ThreadView } from '../../api/views.ts';
import { addressLock } from '../../db/log/locks.ts';
import { ref } from '../../db/store.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { readableAccounts } from '../../events/sending/mailbox.ts';
import { readableMailboxes, readMailJob } from '../../worker/tasks/readMailboxes.ts';
import { credentialsOf } from '../../worker/tasks/send/credentials.ts';
import { dispatch } from '../../worker/tasks/send/dispatch.ts';
import { testCause } from '../support/asSent.ts';
import { hurry, idle } from '../support/hurry.ts';
import { inTurn } from '../support/inTurn.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { connectGmail, NORTHWIND, ROBIN, removeAccess } from '../support/sandboxGoogle.ts';
import { type OutboxMail, startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ gmailAccess: 'drafts', timeoutMs: 2_000 });
});
afterAll(() => testApp.stop());

const useGmail = async (person: Person): Promise<void> => {
  expect((await connectGmail(person)).status).toBe(200);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
};
const sendsOf = async ({ person, campaign, partners }: Pick<Outreach, 'person' | 'campaign' | 'partners'>) =>
  (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`)).filter((send) =>
    partners.some(({ id }) => id === send.partner.id),
  );
const conversation = async ({ tenant }: Outreach, id = '') =>
  (await testApp.api.load(tenant, ref('conversation', conversationOf(id)))).state;
const message = async ({ tenant }: Outreach, id = '') => (await testApp.api.load(tenant, ref('message', id))).state;
const listed = async ({ tenant }: Outreach, address: string) =>
  (await testApp.api.load(tenant, ref('suppression', testApp.api.pseudonyms.address(tenant, address)))).state;

/** The account's mails since then, newest last. */
async function mailsSince(tenant: string, since: Date) {
  const { state } = await testApp.api.load(tenant, ref('mailbox', tenant));
  const [account] = readableAccounts(state);
  const credentials = account && (await credentialsOf(testApp.worker.store, tenant, account));
  const source = testApp.worker.mailSources?.gmail;
  if (!credentials || !source) throw new Error(`Gmail is not connected for ${tenant}.`);
  return (await source.read(credentials, null, since)).mails;
}

type Written = Outreach & { id: string; address: string; mail: OutboxMail };

/** `written` reads the account from its start on. */
const ready = async (partners = 1) => {
  const outreach = await readyCampaign(testApp, { partners, texts: 'edited', mailbox: useGmail });
  await testApp.readMail(outreach.tenant);
  // checks of the partners' addresses are recorded, too, and events are counted here
  await idle(testApp.owner.sql);
  return outreach;
};
// the answers count, too, in the ten of a day
const next = inTurn(ready, 5);

/** A person with a first mail over Gmail, which is read from here on; `alone`: their account has no other. */
async function written({ alone = false } = {}): Promise<Written> {
  const outreach = await (alone ? ready() : next());
  const [send] = outreach.sends;
  await outreach.person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
  const address = send?.recipientEmail ?? '';
  const mail = (await testApp.outbox()).find(({ to }) => to === address);
  if (!mail) throw new Error('No mail was sent.');
  return { ...outreach, id: send?.id ?? '', address, mail };
}

describe('a reply', () => {
  test('is found by its thread, kept once under the key of the person, and marks the message', async () => {
    const outreach = await written();
    expect(await testApp.answerMail(outreach.mail.id, { text: 'Sounds great, send me one!' })).toBe(200);
    await testApp.readMail(outreach.tenant);
    expect((await sendsOf(outreach))[0]?.status).toBe('replied');
    const found = await conversation(outreach, outreach.id);
    expect(found).toMatchObject({
      unread: true,
      received: [{ messageId: outreach.id, automatic: false }],
      last: { from: outreach.address, text: expect.stringMatching(/^Sounds great, send me one!/) },
    });
    await until(
      async () => (await conversation(outreach, outreach.id)).label,
      (label) => label !== null,
    );
    await idle(testApp.owner.sql);
    const before = await testApp.events();
    await testApp.readMail(outreach.tenant);
    // a database that was restored, or a cursor that was lost, reads it again
    await testApp.owner
      .sql`update queue.mail_cursors set cursor = '{"history":"1000"}' where tenant_id = ${outreach.tenant}`;
    await testApp.readMail(outreach.tenant);
    expect(await testApp.events()).toBe(before);
    const [row] = await testApp.owner.sql<{ n: number }[]>`
      select count(*)::int as n from log.events where payload::text like ${`%${outreach.address}%`}`;
    expect(row?.n).toBe(0);
  });

  test('is found by a first reading that comes after it', async () => {
    const outreach = await written();
    await testApp.answerMail(outreach.mail.id, { text: 'Yes, please.' });
    // as where each reading before had trouble
    await testApp.owner.sql`delete from queue.mail_cursors where tenant_id = ${outreach.tenant}`;
    await testApp.readMail(outreach.tenant);
    expect((await sendsOf(outreach))[0]?.status).toBe('replied');
  });

  test('waits for the lock of the address; the mail that waits behind it does not leave', async () => {
    const outreach = await written({ alone: true });
    const { person, tenant, id, address } = outreach;
    await testApp.fault('gmail', '429', 1, { retryAfter: 600, path: '/drafts' });
    await person.call('POST', `/api/campaign-sends/${id}/resend`);
    const again = (await sendsOf(outreach)).find((send) => send.id !== id)?.id ?? '';
    await until(
      async () => (await message(outreach, again)).status,
      (status) => status === 'deferred',
    );
    await testApp.answerMail(outreach.mail.id, { text: 'Please wait' });
    const now = '2998-01-01T00:00:00.000Z';
    const { states } = await testApp.api.run({
      tenant,
      cause: testCause,
      streams: { it: ref('message', again) },
      decide: ({ it }) => ({ it: claimSend(it, { worker: 'w', now, leaseUntil: '2999' }) }),
    });
    expect(states.it.status).toBe('claimed');
    const lock = addressLock(tenant, testApp.api.pseudonyms.address(tenant, address));
    const waiting = (count: number) =>
      until(
        async () => {
          const [row] = await testApp.owner.sql<{ n: number }[]>`
            select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
          return row?.n;
        },
        (n) => n === count,
      );
    const job = { tenant, id: again, correlationId: 'test', causationId: 'test' };
    const { reply, mail } = await testApp.owner.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${String(lock)}::bigint)`;
      const reply = testApp.readMail(outreach.tenant);
      await waiting(1);
      const mail = dispatch(testApp.worker, job, states.it, 'w');
      await waiting(2);
      return { reply, mail };
    });
    await reply;
    expect(await mail).toBeNull();
    expect(await message(outreach, again)).toMatchObject({ status: 'cancelled', reason: { code: 'replied' } });
  });

  test('that comes while its message is not confirmed yet is the proof that it left', async () => {
    const outreach = await next();
    const { person, sends } = outreach;
    const [send] = sends;
    await testApp.fault('gmail', 'accept-then-500', 1, { path: '/drafts/send' });
    await person.call('POST', `/api/campaign-sends/${send?.id}/send-now`);
    expect((await message(outreach, send?.id)).status).toBe('unknown');
    const mail = (await testApp.outbox()).find(({ to }) => to === send?.recipientEmail);
    await testApp.answerMail(mail?.id ?? '', { text: 'Yes!' });
    await testApp.readMail(outreach.tenant);
    expect(await message(outreach, send?.id)).toMatchObject({ status: 'sent', replied: true });
    expect((await testApp.outbox()).filter(({ to }) => to === send?.recipientEmail)).toHaveLength(1);
  });

  test('of a stranger nothing is kept, and of the account itself neither', async () => {
    const outreach = await written();
    const before = await testApp.events();
    await testApp.answerMail(outreach.mail.id, { fresh: true, from: 'nobody@stranger.example', text: 'An offer' });
    await testApp.answerMail(outreach.mail.id, { from: ROBIN.email, text: 'A note to myself' });
    await testApp.readMail(outreach.tenant);
    expect(await testApp.events()).toBe(before);
  });
});

describe('an answer', () => {
  const path = (id: string) => `/api/inbox/${conversationOf(id)}`;

  /** A person who has replied, and the form on the screen. */
  async function replied(how: { alone?: boolean } = {}) {
    const outreach = await written(how);
    await testApp.answerMail(outreach.mail.id, { text: 'Do you ship to Norway?' });
    await testApp.readMail(outreach.tenant);
    const thread = await outreach.person.ok<ThreadView>('GET', path(outreach.id));
    const { subject, step, to } = thread.answer;
    return { ...outreach, form: { subject, step, to, body: 'Yes, we do.' }, received: thread.mails.at(-1) };
  }

  test('goes on in the same thread, from the same account, with the headers of a thread', async () => {
    const outreach = await replied();
    const { person, id, form, address, mail } = outreach;
    expect(form).toMatchObject({ subject: 'Re: A vest', step: 'a1', to: address });
    const sent = await person.call<SentMailView>('POST', `${path(id)}/answer`, form);
    expect(sent, JSON.stringify(sent.body)).toMatchObject({
      status: 201,
      body: { kind: 'sent', answer: 'a1', status: 'sent', body: 'Yes, we do.' },
    });
    const [, answer] = (await testApp.outbox()).filter(({ to }) => to === address);
    const inReplyTo = answer?.headers['In-Reply-To'] ?? '';
    expect(inReplyTo).toMatch(/^<[0-9a-f]{24}@lindqvist\.example>$/);
    expect(answer?.headers.References).toBe(`${mail.headers['Message-ID']} ${inReplyTo}`);
    const threadOf = (one: OutboxMail | undefined) => (one?.gmail as { threadId?: string } | undefined)?.threadId;
    expect(threadOf(answer)).toBe(threadOf(mail));
    // it ends as a person's mail does
    expect(Object.keys(answer?.headers ?? {}).filter((name) => name.startsWith('List-'))).toEqual([]);
    expect(answer?.text).toContain('Yes, we do.\n\nBest,\n');
    expect(answer?.text).not.toMatch(/unsubscribe|\/u\/|Ridge Road/);
    const { mails, answer: next } = await person.ok<ThreadView>('GET', path(id));
    expect(mails.map(({ kind }) => kind)).toEqual(['sent', 'received', 'sent']);
    expect(next.step).toBe('a2');
    // they answer the answer
    await testApp.answerMail(answer?.id ?? '', { text: 'Great!' });
    await testApp.readMail(outreach.tenant);
    expect((await conversation(outreach, id)).received).toMatchObject([
      { messageId: id },
      { messageId: `${conversationOf(id)}.a1` },
    ]);
  });

  test('leaves once, however often the call is repeated; another text is a conflict', async () => {
    const outreach = await replied();
    const { person, id, form, address } = outreach;
    const calls = await Promise.all([1, 2, 3].map(() => person.call('POST', `${path(id)}/answer`, form)));
    expect(calls.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await person.call('POST', `${path(id)}/answer`, form)).status).toBe(201);
    expect((await testApp.outbox()).filter(({ to }) => to === address)).toHaveLength(2);
    expect(await person.call('POST', `${path(id)}/answer`, { ...form, body: 'No.' })).toMatchObject({ status: 409 });
    expect((await person.call('POST', `${path(id)}/answer`, { ...form, step: '1' })).status).toBe(400);
  });

  test('is no sent mail because the mail that it goes on from is one: an unconfirmed one leaves once [long]', async () => {
    const outreach = await replied({ alone: true });
    const { person, id, form, address } = outreach;
    await testApp.fault('gmail', '500', 1, { path: '/drafts/send' });
    await person.call('POST', `${path(id)}/answer`, form);
    await testApp.fault('gmail', 'accept-then-reset', 1, { method: 'DELETE' });
    testApp.later(20 * 60_000);
    onTestFinished(() => testApp.later(-20 * 60_000));
    const answer = `${conversationOf(id)}.a1`;
    const settled = await until(
      async () => {
        await testApp.sweep();
        await hurry(testApp.owner.sql);
        return message(outreach, answer);
      },
      ({ status }) => status === 'sent',
    );
    expect(settled.providerMessageId).not.toBe((await message(outreach, id)).providerMessageId);
    expect((await testApp.outbox()).filter(({ to }) => to === address)).toHaveLength(2);
  });

  test('obeys the list of addresses that get nothing, and the address that was shown', async () => {
    const outreach = await replied();
    const { person, id, form, address } = outreach;
    expect(await person.call('POST', `${path(id)}/answer`, { ...form, to: 'old@x.example' })).toMatchObject({
      status: 409,
    });
    await person.ok('POST', '/api/suppressions', { email: address });
    expect((await person.ok<ThreadView>('GET', path(id))).answer).toMatchObject({
      problem: {
        text: 'Nothing is sent to this address: this address is on your "Do not contact" list.',
        where: 'do-not-contact',
      },
    });
    expect(await person.call('POST', `${path(id)}/answer`, form)).toMatchObject({ status: 422 });
    expect((await testApp.outbox()).filter(({ to }) => to === address)).toHaveLength(1);
  });

  test('no plan picks it up, and it keeps no campaign from its end', async () => {
    const outreach = await replied({ alone: true });
    const { person, id, form, campaign } = outreach;
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await person.ok('POST', `${path(id)}/answer`, form);
    await until(
      () => person.ok<{ status: string }>('GET', `/api/campaigns/${campaign.id}`),
      ({ status }) => status === 'completed',
    );
  });
});

describe('what a program writes', () => {
  test('a bounce is told of the message, and nothing more goes to the address', async () => {
    const outreach = await written();
    await testApp.answerMail(outreach.mail.id, { kind: 'bounce' });
    await testApp.readMail(outreach.tenant);
    expect(await message(outreach, outreach.id)).toMatchObject({
      status: 'sent',
      replied: false,
      delivery: { report: 'bounced', reason: '550 5.1.1 The mailbox does not exist' },
    });
    expect(await listed(outreach, outreach.address)).toMatchObject({ suppressed: true, reason: 'bounced' });
    expect((await conversation(outreach, outreach.id)).label).toMatchObject({ label: 'bounce', by: 'rules' });
  });

  test.each([
    ['its headers name it by our link to unsubscribe', [], true],
    ['only recipient, subject and date of its headers name it', ['List-Unsubscribe'], true],
    ['it has the headers of another mail', ['List-Unsubscribe', 'Subject'], false],
    ['it names the address alone', ['*'], false],
  ] as const)('a report as spam counts when it is about a mail that was sent: %s', async (_, without, counts) => {
    const outreach = await written();
    await testApp.answerMail(outreach.mail.id, { kind: 'complaint', without });
    await testApp.readMail(outreach.tenant);
    expect(await listed(outreach, outreach.address)).toMatchObject(
      counts ? { suppressed: true, reason: 'complained' } : { suppressed: false },
    );
    // a report is no reply
    expect(await message(outreach, outreach.id)).toMatchObject({
      ...{ status: 'sent', replied: false },
      delivery: counts ? { report: 'complained', reason: null } : null,
    });
    expect(await conversation(outreach, outreach.id)).toMatchObject({
      label: { label: counts ? 'spam' : 'unconfirmed_report', by: 'rules' },
      received: [{ automatic: true }],
    });
  });
});

describe('Gmail as it is', () => {
  test('history that it has forgotten is made good from the mails of the last days', async () => {
    const outreach = await written();
    await testApp.answerMail(outreach.mail.id, { text: 'Before it forgot' });
    await testApp.fault('gmail', 'reject-4xx', 1, { status: 404, path: '/history' });
    await testApp.readMail(outreach.tenant);
    expect((await conversation(outreach, outreach.id)).received).toHaveLength(1);
    // and goes on from there
    await testApp.answerMail(outreach.mail.id, { text: 'After it' });
    await testApp.readMail(outreach.tenant);
    expect((await conversation(outreach, outreach.id)).received).toHaveLength(2);
  });

  test('what it has forgotten begins at the day of the last reading [long]', async () => {
    const { tenant, mail } = await written();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await testApp.answerMail(mail.id, { fresh: true, text: 'This one is ten days old', at: daysAgo(10).toISOString() });
    const textsSince = async (days: number) =>
      (await mailsSince(tenant, daysAgo(days))).map(({ raw }) => raw.toString());
    expect((await textsSince(20)).join()).toContain('ten days old');
    expect((await textsSince(5)).join()).not.toContain('ten days old');
  });

  test('a reply among the spam counts in its thread, and nothing else there does', async () => {
    const outreach = await written();
    await testApp.answerMail(outreach.mail.id, { spam: true, fresh: true, text: 'You have won' });
    await testApp.readMail(outreach.tenant);
    expect((await sendsOf(outreach))[0]?.status).toBe('sent');
    await testApp.answerMail(outreach.mail.id, { spam: true, text: 'Yes, please' });
    await testApp.readMail(outreach.tenant);
    expect((await conversation(outreach, outreach.id)).received).toHaveLength(1);
    expect((await sendsOf(outreach))[0]?.status).toBe('replied');
  });

  test('trouble ends a reading, and the next one has all [long]', async () => {
    const outreach = await written();
    await testApp.answerMail(outreach.mail.id, { text: 'Hello' });
    for (const [mode, more] of [
      ['500', {}],
      ['429', { retryAfter: 5 }],
      ['accept-then-reset', {}],
    ] as const) {
      await testApp.fault('gmail', mode, 1, { ...more, method: 'GET' });
      await testApp.readMail(outreach.tenant);
      await testApp.fault('gmail', 'none', 1);
    }
    await testApp.readMail(outreach.tenant);
    expect((await conversation(outreach, outreach.id)).received).toHaveLength(1);
  });

  test.each([
    // five readings ask for the whole of it, the sixth for its headers, too
    ['by its headers', 6, (address: string) => address],
    ['by its thread alone', 1_000, () => ''],
  ])('a reply that Gmail never hands over is kept %s, once, and the next one follows', async (_how, fails, from) => {
    const outreach = await written();
    const before = new Date(Date.now() - 1_000);
    await testApp.answerMail(outreach.mail.id, { text: 'Lost' });
    const poison = (await mailsSince(outreach.tenant, before)).at(-1);
    await testApp.answerMail(outreach.mail.id, { text: 'Hello again' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    await testApp.fault('gmail', '500', fails, { path: `/messages/${poison?.id}`, method: 'GET' });
    onTestFinished(() => testApp.fault('gmail', 'none', 1));
    for (let readings = 0; readings < Math.min(fails, 61); readings += 1) await testApp.readMail(outreach.tenant);
    const { mails } = await outreach.person.ok<ThreadView>('GET', `/api/inbox/${conversationOf(outreach.id)}`);
    expect(mails).toHaveLength(3);
    // the time of a mail without headers is unknown
    expect(mails).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ from: from(outreach.address), unparsed: true, text: '' }),
        expect.objectContaining({ unparsed: false, text: expect.stringMatching(/^Hello again/) }),
      ]),
    );
    expect((await sendsOf(outreach))[0]?.status).toBe('replied');
    const lines = logged.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(poison?.id ?? '?'));
    expect(lines).toHaveLength(fails > 60 ? 1 : 0);
  });

  test('a reading waits as long as Gmail asks, however often it is wanted [long]', async () => {
    const { tenant } = await written();
    const mailbox = (await readableMailboxes(testApp.worker)).find((one) => one.tenant === tenant);
    if (!mailbox) throw new Error('no mailbox');
    const { job, spec } = readMailJob(mailbox);
    const queue = await makeWorkerUtils({ connectionString: testApp.databaseUrl });
    onTestFinished(() => queue.release());
    await testApp.fault('gmail', '429', 1, { retryAfter: 120, method: 'GET' });
    const began = Date.now();
    await queue.addJob('read-mail', job, spec);
    const waiting = () =>
      testApp.owner.sql<{ runAt: Date }[]>`
        select run_at as "runAt" from graphile_worker._private_jobs where key = ${spec.jobKey ?? ''}`;
    const [put] = await until(waiting, ([one]) => Number(one?.runAt) > began + 100_000);
    await queue.addJob('read-mail', job, spec);
    expect(await waiting()).toEqual([put]);
  });

  test('access that was taken back is known at the next reading', async () => {
    const outreach = await readyCampaign(testApp, {
      partners: 1,
      texts: 'none',
      mailbox: async (person) => {
        expect((await connectGmail(person, { account: NORTHWIND })).status).toBe(200);
        await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
      },
    });
    await testApp.readMail(outreach.tenant);
    await removeAccess(testApp.sandboxUrl, NORTHWIND);
    await testApp.readMail(outreach.tenant);
    expect(await outreach.person.ok('GET', '/api/gmail/status')).toMatchObject({ needsReauth: true });
  });
});

test('an erased person leaves no word of what they wrote, and what comes from them later is not kept', async () => {
  const outreach = await written();
  const { person, id, partners, mail } = outreach;
  await testApp.answerMail(mail.id, { text: 'A secret wish' });
  await testApp.readMail(outreach.tenant);
  await person.ok('POST', `/api/partners/${partners[0]?.id}/erase`, {});
  await until(
    async () => (await conversation(outreach, id)).erased,
    (erased) => erased,
  );
  expect((await conversation(outreach, id)).last).toBeNull();
  await testApp.answerMail(mail.id, { text: 'Another one' });
  await testApp.readMail(outreach.tenant);
  expect((await conversation(outreach, id)).received).toHaveLength(1);
  const [row] = await testApp.owner.sql<{ n: number }[]>`
    select count(*)::int as n from read.conversations where state::text like '%secret wish%'`;
  expect(row?.n).toBe(0);
});
