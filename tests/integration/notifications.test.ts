/** Notifications, from the event to where they arrive: the real mailer of the sandbox, and a receiver in place of chats and push services. */
import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NotificationsView, SendView, UserView } from '../../api/views.ts';
import { askForErasure } from '../../db/erase/erase.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { ref } from '../../db/store.ts';
import { changeAccount } from '../../events/accounts/user.ts';
import { pauseForRate, resumeMailbox } from '../../events/sending/mailboxHold.ts';
import { noteNotice } from '../../worker/tasks/noteNotice.ts';
import { testCause } from '../support/asSent.ts';
import { hurry, idle } from '../support/hurry.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
// noon
const NOON = Date.parse('2026-12-02T12:00:00Z');
beforeAll(async () => {
  const started = Date.now();
  testApp = await startTestApp({ clock: () => NOON + Date.now() - started });
  // the address of the first account is not confirmed
  await readyPerson(testApp, 0);
});
afterAll(() => testApp.stop());

const SLACK = 'https://hooks.slack.com/services/T0/B0/secret-of-slack';
const RULES = {
  ...{
    kinds: { reply: ['email'], complaint: [], account: ['email'], texts: [], webhook: [] },
    digest: 'at_once',
    quiet: null,
  },
  showTexts: false,
};

type Hooked = { host: string; headers: Record<string, string>; body: string };
const hooked = async (host: string): Promise<Hooked[]> =>
  ((await (await fetch(`${testApp.sandboxUrl}/hooked`)).json()) as { taken: Hooked[] }).taken.filter(
    (one) => one.host === host,
  );
const done = async () => {
  await idle(testApp.owner.sql);
  await hurry(testApp.owner.sql);
  await idle(testApp.owner.sql);
};
const emailsTo = async (person: Person) => {
  const { email } = await person.ok<UserView>('GET', '/api/auth/user');
  return (await testApp.outbox()).filter(({ to, subject }) => to === email && !/Confirm/.test(subject));
};
/** Has the account of a person held, for the first time or again. */
async function hold(tenant: string) {
  const scope = { tenant, cause: testCause };
  await testApp.api.decide(scope, ref('mailbox', tenant), (state) => (state.pause ? resumeMailbox(state) : []));
  await testApp.api.decide(scope, ref('mailbox', tenant), (state, now) =>
    pauseForRate(state, { rate: 'bounce_rate', sent: 40, count: 4 }, now),
  );
}
const secrets = async (tenant: string) =>
  (await testApp.owner.sql`select from vault.secrets where tenant_id = ${tenant} and kind = 'notice'`).length;
const connectSlack = (person: Person) =>
  person.ok<NotificationsView>('POST', '/api/notifications/webhook', { channel: 'slack', url: SLACK });

describe('a reply', () => {
  test('is told once to each channel, without a name or a text until the person asks for them', async () => {
    const { person, userId, tenant, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    const [send] = sends as [SendView];
    await person.ok('POST', `/api/campaign-sends/${send.id}/send-now`);
    await connectSlack(person);
    const kinds = { reply: ['email', 'slack'], complaint: [], account: [], texts: [], webhook: [] };
    await person.ok('PUT', '/api/notifications', { ...RULES, kinds });
    const reply = async (id: string, text: string) => {
      const mail = await parseMail(
        Buffer.from(
          `From: Ada <${send.recipientEmail}>\r\nSubject: Re: A vest\r\nMessage-ID: <${id}@a.example>\r\n\r\n${text}`,
        ),
      );
      await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
        { id, threadId: null, receivedAt: testApp.api.now().toISOString(), mail },
      ]);
      await done();
    };
    await reply('m1', 'How much would you pay?');
    const [first, ...others] = await emailsTo(person);
    expect([first?.subject, others]).toEqual(['Reply from a partner in Spring vests', []]);
    expect(first?.text).toMatch(/\/inbox\/[\w.-]+/);
    const [told] = await hooked('hooks.slack.com');
    expect(JSON.parse(told?.body ?? '')).toMatchObject({
      text: expect.stringMatching(/^Reply from a partner in Spring vests\n<http.*\|Open in Partner Pilot>$/),
    });

    // the relay may ask again for the same event
    const [event] = await testApp.owner.sql<{ stream_id: string; version: number }[]>`
      select stream_id, version from log.events where tenant_id = ${tenant} and type = 'MailReceived'`;
    const also = { kind: 'reply', event: `${event?.stream_id}@${event?.version}` };
    const addJob = (() => Promise.resolve()) as never;
    await noteNotice.handler(
      testApp.worker,
      { tenant, id: '', correlationId: 'test', causationId: null, also },
      { lastTry: true, giveUp: true, addJob, signal: undefined },
    );
    const waiting = await testApp.owner.sql`
      select from queue.notices where tenant_id = ${tenant} and user_id = ${userId} and sent_at is null`;
    expect(waiting).toHaveLength(0);

    await person.ok('PUT', '/api/notifications', { ...RULES, kinds, showTexts: true });
    await reply('m2', 'I would do it for <b>50</b>.');
    const [second] = (await emailsTo(person)).filter(({ subject }) => subject !== first?.subject);
    expect(second?.subject).toMatch(/^Reply from .+ in Spring vests: “I would do it for <b>50<\/b>\.”$/);
    expect(second?.html).not.toContain('<b>50');
    expect((await hooked('hooks.slack.com'))[0]?.body).toContain('&lt;b&gt;50');
    // ids only
    const jobs = await testApp.owner.sql<{ payload: object }[]>`
      select payload from graphile_worker._private_jobs where payload::text ~ 'slack\\.com|I would'`;
    expect(jobs).toHaveLength(0);
  });
});

describe('an account on hold', () => {
  test('waits for the end of the quiet hours, and a digest is one email', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    await person.ok('PUT', '/api/notifications', { ...RULES, quiet: { from: '11:00', to: '15:00' }, digest: 'hourly' });
    await hold(tenant);
    await hold(tenant);
    await done();
    expect(await emailsTo(person)).toEqual([]);
    testApp.later(3 * 3_600_000 + 60_000);
    await done();
    expect((await emailsTo(person)).map(({ subject }) => subject)).toEqual(['A sending account is on hold']);
  });

  test('is not told to a person whose account is closed', async () => {
    const { person, userId, tenant } = await readyPerson(testApp, 0);
    const { email } = await person.ok<UserView>('GET', '/api/auth/user');
    await connectSlack(person);
    expect(await secrets(tenant)).toBe(1);
    await testApp.api.decide({ tenant: 'system', cause: testCause }, ref('user', userId), (state) =>
      changeAccount(state, 'deleted'),
    );
    await done();
    expect(await secrets(tenant)).toBe(0);
    expect((await testApp.api.load(tenant, ref('notifications', userId))).state.connected).toEqual({});
    await hold(tenant);
    await done();
    expect((await testApp.outbox()).filter(({ to, subject }) => to === email && /hold/.test(subject))).toEqual([]);
    await askForErasure(testApp.api, tenant, testCause, { kind: 'tenant' } as never);
    await done();
    expect(await testApp.owner.sql`select from queue.notices where tenant_id = ${tenant}`).toHaveLength(0);
  });
});

describe('a webhook', () => {
  test('is a secret, answers a test, and is switched off after a day of failures', async () => {
    const { person, userId, tenant } = await readyPerson(testApp, 0);
    const view = await connectSlack(person);
    expect(view.webhooks).toEqual(['slack']);
    expect(JSON.stringify(view)).not.toContain('secret-of-slack');
    await person.ok('POST', '/api/notifications/test', { channel: 'slack' });
    expect((await hooked('hooks.slack.com'))[0]?.body).toContain('Test notification');
    await testApp.fault('hooks', 'reject-4xx', 1, { status: 404 });
    expect(await person.call('POST', '/api/notifications/test', { channel: 'slack' })).toMatchObject({
      status: 422,
      body: { error: 'The address of Slack no longer exists. Connect it again.' },
    });
    expect(await person.call('POST', '/api/notifications/test', { channel: 'discord' })).toMatchObject({ status: 422 });

    await testApp.fault('hooks', '500', 1000);
    await hold(tenant);
    await done();
    expect((await person.ok<NotificationsView>('GET', '/api/notifications')).webhooks).toEqual(['slack']);
    testApp.later(25 * 3_600_000);
    await done();
    await testApp.fault('hooks', 'none', 1);
    const off = await person.ok<NotificationsView>('GET', '/api/notifications');
    expect([off.webhooks, off.switchedOff]).toEqual([[], [{ channel: 'slack', at: expect.any(String) }]]);
    expect(await secrets(tenant)).toBe(0);
    const log = await testApp.owner.sql`
      select from log.events where tenant_id = ${tenant} and payload::text like '%secret-of-slack%'`;
    expect(log).toHaveLength(0);
    expect((await testApp.api.load(tenant, ref('notifications', userId))).state.switchedOff.slack).toBeDefined();
  });
});

describe('a browser', () => {
  test('gets an encrypted push that this installation signed, and is removed once it is gone', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const endpoint = `https://push.example/${randomBytes(4).toString('hex')}`;
    const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
    const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
    const { browsers, pushKey } = await person.ok<NotificationsView>('POST', '/api/notifications/browser', {
      endpoint,
      keys,
    });
    const [channel = ''] = browsers;
    await person.ok('POST', '/api/notifications/test', { channel });
    const [push] = await hooked('push.example');
    expect(push?.headers.authorization).toContain(`k=${pushKey}`);
    expect(push?.headers['content-encoding']).toBe('aes128gcm');
    expect(push?.body).not.toContain('Test notification');
    // the same browser again is no second one
    await person.ok('POST', '/api/notifications/browser', { endpoint, keys });
    expect(await secrets(tenant)).toBe(1);
    await testApp.fault('hooks', 'reject-4xx', 1, { status: 404 });
    await hold(tenant);
    await done();
    expect((await person.ok<NotificationsView>('GET', '/api/notifications')).browsers).toEqual([]);
    expect(await secrets(tenant)).toBe(0);
  });
});
