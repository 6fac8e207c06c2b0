/** A mailbox in a sandbox. Whatever host its user types, its mails go to the sandbox's mail server, and answers come back from there. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorView, MailboxStatusView, SendingAccountView, SendView } from '../../api/views.ts';
import { withImap } from '../../worker/providers/mailbox/imap.ts';
import { MailboxError } from '../../worker/providers/mailbox/mailboxError.ts';
import { mailboxNetwork } from '../../worker/providers/providerOptions.ts';
import { hurry } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const FORM = {
  ...{ host: 'fastmail', email: 'sam@shop.example', password: 'secret' },
  ...{ smtpHost: 'smtp.fastmail.com', smtpPort: 465, smtpSecurity: 'tls' },
  ...{ imapHost: 'imap.fastmail.com', imapPort: 993, imapSecurity: 'tls' },
};

const SERVER = { host: FORM.imapHost, port: FORM.imapPort, security: 'tls' } as const;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const network = () => mailboxNetwork({ MAIL_PRIVATE_HOSTS: 'off' }, testApp.sandboxUrl);
const connect = (person: Person, more: object = {}) =>
  person.call<{ success: true } & ErrorView>('POST', '/api/mailbox/connect', { ...FORM, ...more });
const ready = (more: object = {}) =>
  readyCampaign(testApp, {
    partners: 1,
    texts: 'edited',
    mailbox: async (person) => {
      expect(await connect(person, more)).toMatchObject({ status: 200 });
      await person.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
    },
  });
const sendNow = ({ person, sends: [send] }: Outreach) =>
  person.call<ErrorView>('POST', `/api/campaign-sends/${send?.id}/send-now`);
const statusOf = async ({ person, campaign }: Outreach) =>
  (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`))[0]?.status;
const mailsOf = async ({ sends: [send] }: Outreach) =>
  (await testApp.outbox()).filter(({ to }) => to === send?.recipientEmail);

/** The queue uses PostgreSQL's clock, which is not moved. The sweep handles what is due by the app's clock. */
const becomes = async <T>(read: () => Promise<T>, suits: (now: T) => boolean) =>
  until(async () => {
    await testApp.sweep();
    await hurry(testApp.owner.sql, 'all');
    return read();
  }, suits);

test('a mailbox is connected, sends once, and says who it is', async () => {
  const outreach = await ready();
  expect((await sendNow(outreach)).status).toBe(200);
  const [mail, ...others] = await mailsOf(outreach);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ provider: 'smtp', from: 'sam@shop.example', fromName: 'Sam Vale' });
  const [sent] = await clearEvents(testApp, outreach.tenant, 'EmailSent');
  expect(mail?.headers['Message-ID']).toBe(`<${(sent as { providerMessageId: string }).providerMessageId}>`);

  // the copy comes after the answer
  const copies = () =>
    withImap({ user: FORM.email, password: FORM.password, imap: SERVER }, network(), async (client) => {
      const lock = await client.getMailboxLock('Sent');
      try {
        const header = { 'message-id': mail?.headers['Message-ID'] ?? '' };
        return await client.search({ header }, { uid: true });
      } finally {
        lock.release();
      }
    });
  await until(copies, (found) => Array.isArray(found) && found.length === 1);
});

test('a mail that is made to be slow is read once, and the next one follows', async () => {
  const outreach = await ready();
  await sendNow(outreach);
  const [mail] = await mailsOf(outreach);
  const reply = (id: string, type: string, text: string) =>
    `From: ${mail?.to}\r\nSubject: Re: A vest\r\nMessage-ID: <${id}@run.example>\r\nIn-Reply-To: ${mail?.headers['Message-ID']}\r\nContent-Type: ${type}\r\n\r\n${text}`;
  await withImap({ user: FORM.email, password: FORM.password, imap: SERVER }, network(), async (client) => {
    await client.append('INBOX', reply('slow', 'text/html', `Hello.${'<b>'.repeat(200_000)}`));
    await client.append('INBOX', reply('next', 'text/plain', 'Hello again.'));
  });
  for (let readings = 0; readings < 2; readings += 1) await testApp.readMail(outreach.tenant);
  const read = await clearEvents(testApp, outreach.tenant, 'MailReceived');
  expect(read).toMatchObject([{ truncated: true, unparsed: false }, { truncated: false }]);
});

test('a mail that the server does not hand over is named, and the next one follows', async () => {
  const user = 'stuck@shop.example';
  const { person, tenant, ...outreach } = await ready({ email: user });
  await sendNow({ person, tenant, ...outreach });
  const [mail] = await mailsOf({ person, tenant, ...outreach });
  const eventsOf = (type: string) => clearEvents(testApp, tenant, type);
  const reply = (id: string) =>
    `From: ${mail?.to}\r\nSubject: Re: A vest\r\nMessage-ID: <${id}@run.example>\r\nIn-Reply-To: ${mail?.headers['Message-ID']}\r\n\r\n${id}`;
  await withImap({ user, password: FORM.password, imap: SERVER }, network(), async (client) => {
    await client.append('INBOX', reply('stuck'));
    await client.append('INBOX', reply('next'));
  });
  await testApp.readMail(tenant);
  expect(await eventsOf('MailReceived')).toHaveLength(1);
  expect(await eventsOf('MailReadingFailed')).toMatchObject([{ trouble: 'imap_mail' }]);
  // an hour passes
  await testApp.owner.sql`
    update queue.mail_cursors set cursor = regexp_replace(cursor, '"since":"[^"]+","tries":\\d+', '"since":"2026-01-01T00:00:00.000Z","tries":6')
    where tenant_id = ${tenant}`;
  await testApp.readMail(tenant);
  expect(await eventsOf('MailPassedOver')).toHaveLength(1);
  const accounts = () => person.ok<SendingAccountView[]>('GET', '/api/sending-accounts');
  const [account] = await accounts();
  expect(account).toMatchObject({ replyPath: 'mailbox', readAt: expect.any(String) });
  // a reading that finds nothing counts
  await testApp.readMail(tenant);
  expect(Date.parse((await accounts())[0]?.readAt ?? '')).toBeGreaterThan(Date.parse(account?.readAt ?? ''));
  expect(account?.replies).toMatch(/^An email that arrived could not be read/);
});

test('what one mail cost a reading is trouble of the mailbox, and known to the next reading', async () => {
  const { tenant } = await ready();
  const eventsOf = (type: string) => clearEvents(testApp, tenant, type);
  await until(
    () => eventsOf('MailReadThrough'),
    (events) => events.length === 1,
  );
  const source = testApp.worker.mailSources?.smtp;
  if (!source) throw new Error('Nothing reads mailboxes.');
  const before: unknown[] = [];
  const read = vi.spyOn(source, 'read').mockImplementation(async (_credentials, cursor) => {
    before.push(cursor);
    return { mails: [], cursor: 'noted', ...(cursor !== 'noted' && { ended: new MailboxError('imap_unreachable') }) };
  });
  onTestFinished(() => read.mockRestore());
  await testApp.readMail(tenant);
  expect(await eventsOf('MailReadingFailed')).toMatchObject([{ trouble: 'imap_unreachable' }]);
  await testApp.readMail(tenant);
  expect(before).toEqual([expect.stringContaining('validity'), 'noted']);
  expect(await eventsOf('MailReadThrough')).toHaveLength(2);
});

test('an account is lost when its mailbox refuses the password for an hour, and says so from the first time', async () => {
  const { tenant, person } = await ready();
  // the reading after the connection
  await until(
    () => clearEvents(testApp, tenant, 'MailReadThrough'),
    (events) => events.length === 1,
  );
  const source = testApp.worker.mailSources?.smtp;
  if (!source) throw new Error('Nothing reads mailboxes.');
  const read = vi.spyOn(source, 'read').mockRejectedValue(new MailboxError('imap_sign_in'));
  onTestFinished(() => read.mockRestore());
  const account = async () => (await person.ok<SendingAccountView[]>('GET', '/api/sending-accounts'))[0];
  for (const minutes of [0, 20, 20]) {
    testApp.later(minutes * 60_000);
    await testApp.readMail(tenant);
    expect(await account()).toMatchObject({
      health: 'connected',
      replies: expect.stringMatching(/IMAP server refused the user name or the password/),
    });
  }
  testApp.later(21 * 60_000);
  await testApp.readMail(tenant);
  expect((await account())?.health).toBe('lost');
});

test('a wrong password connects nothing', async () => {
  const person = await new Person(testApp.url).signUp('robin@northwind.example');
  expect(await connect(person, { password: 'wrong' })).toMatchObject({
    status: 422,
    body: { error: expect.stringMatching(/refused the user name or the password/) },
  });
  expect(await person.ok<MailboxStatusView>('GET', '/api/mailbox/status')).toMatchObject({ connected: false });
});

test.each([
  ['accept-then-reset', {}, 'unknown', 1],
  ['reject-4xx', {}, 'failed', 0],
] as const)('%s leaves the mail %s', async (mode, more, fate, accepted) => {
  const outreach = await ready();
  await testApp.fault('smtp', mode, 1, more);
  await sendNow(outreach);
  await until(
    () => statusOf(outreach),
    (status) => status === fate,
  );
  expect(await mailsOf(outreach)).toHaveLength(accepted);
});

test.each([
  ['a server that wants it later', '500'],
  ['a sender that must wait', '429'],
])('%s keeps the mail, and it is not sent twice', async (_, mode) => {
  const outreach = await ready();
  await testApp.fault('smtp', mode, 1);
  await sendNow(outreach);
  await until(
    () => statusOf(outreach),
    (status) => status !== 'sent' && status !== 'unknown' && status !== 'failed',
  );
  expect(await mailsOf(outreach)).toEqual([]);
  const [deferred] = await clearEvents(testApp, outreach.tenant, 'EmailDeferred');
  expect(deferred).toBeDefined();
});

describe('a mail that its server keeps putting off', () => {
  // with a clock that is put forward, what waits elsewhere would come due and meet the faults
  let others: TestApp;
  beforeAll(async () => {
    others = testApp;
    testApp = await startTestApp();
  });
  afterAll(async () => {
    await testApp.stop();
    testApp = others;
  });

  const putOffs =
    ({ tenant }: Outreach) =>
    () =>
      testApp.owner.sql<{ until: string; putOff: boolean; at: Date }[]>`
        select payload->'d'->>'until' as until, (payload->'d'->>'putOff')::boolean as "putOff", recorded_at as at
        from log.events where tenant_id = ${tenant} and type = 'EmailDeferred' order by position`;
  const sendOf = async ({ person, campaign }: Outreach) =>
    (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`))[0];

  test('waits longer each time, and fails after three days [long]', async () => {
    const outreach = await ready();
    await testApp.fault('smtp', '500', 6);
    await outreach.person.ok('PUT', `/api/campaigns/${outreach.campaign.id}/status`, { status: 'active' });
    const waits: number[] = [];
    for (let times = 1; times <= 5; times += 1) {
      const last = (await becomes(putOffs(outreach), (all) => all.length >= times)).at(-1);
      expect(last).toMatchObject({ putOff: true });
      const minutes = Math.round((Date.parse(last?.until ?? '') - Number(last?.at)) / 60_000);
      waits.push(minutes);
      testApp.later(minutes * 60_000);
    }
    expect(waits).toEqual([5, 15, 60, 120, 240]);
    testApp.later(3 * 86_400_000);
    const failed = await becomes(
      () => sendOf(outreach),
      (send) => send?.status === 'failed',
    );
    expect(failed?.detail).toContain('The mail server of this address kept putting it off');
    expect(await mailsOf(outreach)).toEqual([]);
  });

  test('is tried for a day after Send Now, and goes back to the plan then [long]', async () => {
    const outreach = await ready();
    await testApp.fault('smtp', '500', 2);
    await sendNow(outreach);
    await becomes(putOffs(outreach), (all) => all.length === 1);
    testApp.later(86_400_000);
    const back = await becomes(
      () => sendOf(outreach),
      (send) => send?.detail?.includes('Send Now was taken back after a day') ?? false,
    );
    expect(back).toMatchObject({ status: 'pending', nextSendAt: null });
    expect(await mailsOf(outreach)).toEqual([]);
  });
});

test.each([
  ['goes on by itself', async () => testApp.later(21 * 60_000)],
  ['goes on once it is connected again', async ({ person }: Outreach) => void (await connect(person))],
])('a mailbox whose password is refused once while sending is held and %s', async (_, goOn) => {
  const outreach = await ready();
  await testApp.fault('smtp', 'reject-4xx', 1, { status: 401 });
  await sendNow(outreach);
  const [account] = await until(
    () => outreach.person.ok<SendingAccountView[]>('GET', '/api/sending-accounts'),
    ([one]) => one?.health === 'held',
  );
  expect(account?.hold?.reason).toMatch(/refused the user name or the password/);
  await goOn(outreach);
  await becomes(
    () => statusOf(outreach),
    (status) => status === 'sent',
  );
  expect(await mailsOf(outreach)).toHaveLength(1);
});
