/** Webhooks, from the event to a program that takes them over HTTP and checks their signatures. */
import { randomBytes } from 'node:crypto';
import type { lookup } from 'node:dns';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveriesView, ErrorView, WebhookSecretView, WebhooksView } from '../../api/views.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { ref } from '../../db/store.ts';
import { changeAccount } from '../../events/accounts/user.ts';
import { liftSuppression } from '../../events/privacy/suppression.ts';
import { toldSchema } from '../../events/public/told.ts';
import { pauseForRate } from '../../events/sending/mailboxHold.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { SECRET_OVERLAP_HOURS, type ToldName, WEBHOOK_EVENT_NAMES } from '../../events/shared/webhookEvents.ts';
import { openPostOut } from '../../worker/providers/web/postOut.ts';
import { addDeliveries } from '../../worker/webhooks/deliveries.ts';
import { testCause } from '../support/asSent.ts';
import { hurry, idle } from '../support/hurry.ts';
import { member } from '../support/member.ts';
import { readyCampaign } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';
import { addWebhook, hurryWebhooks, type Receiver, unsubscribe, webhookReceiver } from '../support/webhookReceiver.ts';

let testApp: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  [testApp, receiver] = await Promise.all([startTestApp(), webhookReceiver()]);
});
afterAll(() => Promise.all([testApp.stop(), receiver.stop()]));
beforeEach(() => {
  testApp.worker.postOut = receiver.postOut;
  Object.assign(receiver.state, { secrets: [], status: () => 204 });
  receiver.taken.length = 0;
  receiver.refused.length = 0;
  receiver.unsigned.length = 0;
});

/** Has everything delivered that can be, over all retries. */
async function done(): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await idle(testApp.owner.sql);
    if (!(await hurryWebhooks(testApp.owner.sql))) return;
  }
  await idle(testApp.owner.sql);
}

const aKey = () => randomBytes(8).toString('hex');
const listed = async (person: Person) => (await person.ok<WebhooksView>('GET', '/api/webhooks')).webhooks;
const deliveries = (person: Person, id: string, more = '') =>
  person.ok<DeliveriesView>('GET', `/api/webhooks/${id}/deliveries${more}`);
const errorOf = async (person: Person, method: string, path: string, body?: unknown) => {
  const { status, body: said } = await person.call<ErrorView>(method, path, body);
  return [status, said.error];
};
const secretsOf = async (tenant: string) =>
  (await testApp.owner.sql`select from vault.secrets where tenant_id = ${tenant} and kind = 'webhook'`).length;

describe('the public catalog', () => {
  test('tells of the whole way, with ids alone or with what a person asked for, and nothing of an erased person', async () => {
    const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    const { person, tenant, campaign, sends, partners } = outreach;
    const [send, partner] = [sends[0], partners[0]];
    const plain = await addWebhook(person, WEBHOOK_EVENT_NAMES);
    const personal = await addWebhook(person, WEBHOOK_EVENT_NAMES, true);
    const one = { name: 'Mara Oduya', profileUrl: 'https://www.linkedin.com/in/mara-oduya-77' };
    await person.import([one]);
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await idle(testApp.owner.sql);
    await hurry(testApp.owner.sql);
    await idle(testApp.owner.sql);
    const mail = await parseMail(
      Buffer.from(
        `From: Ada <${send?.recipientEmail}>\r\nSubject: Re: A vest\r\nMessage-ID: <m1@a.example>\r\n\r\nYes, gladly.`,
      ),
    );
    const receivedAt = testApp.api.now().toISOString();
    await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
      { id: 'm1', threadId: null, receivedAt, mail },
    ]);
    await unsubscribe(testApp, tenant, [aKey()]);
    await testApp.api.decide({ tenant, cause: testCause }, ref('mailbox', tenant), (state) =>
      pauseForRate(state, { rate: 'bounce_rate', sent: 40, count: 4 }, receivedAt),
    );
    await done();
    const all = receiver.taken;
    for (const { id: _, ...body } of all) {
      const read = toldSchema(body.type as ToldName).safeParse(body);
      expect(read.error, JSON.stringify(body)).toBeUndefined();
    }
    const twice = ['partner.found', 'message.sent', 'reply.received', 'reply.labeled', 'unsubscribed', 'account.held'];
    for (const type of twice) expect(all.filter((body) => body.type === type).length, type).toBe(2);
    const ids = { message: send?.id, campaign: campaign.id, partner: partner?.id };
    const sent = all.filter(({ type }) => type === 'message.sent').map(({ data }) => data);
    expect(sent).toContainEqual({ stream: `message-${send?.id}`, sequence: expect.any(Number), ...ids });
    expect(sent).toContainEqual(
      expect.objectContaining({ ...ids, name: partner?.name, email: send?.recipientEmail, subject: send?.subject }),
    );
    expect(all.find(({ type, data }) => type === 'reply.received' && 'text' in data)?.data.text).toBe('Yes, gladly.');
    const withoutPersonal = JSON.stringify(all.filter(({ data }) => !('name' in data) && !('email' in data)));
    for (const secret of [partner?.name, send?.recipientEmail, 'gladly', 'Oduya'])
      expect(withoutPersonal).not.toContain(secret);

    // what was stored names nobody: the body is made when it leaves
    receiver.state.status = () => 500;
    await person.ok('PATCH', `/api/partners/${partner?.id}/notes`, { addTag: 'spring' });
    const { deliveries: kept } = await deliveries(person, personal.id);
    const reply = kept.find(({ event }) => event === 'reply.received');
    await person.ok('POST', `/api/partners/${partner?.id}/erase`);
    await idle(testApp.owner.sql);
    receiver.taken.length = 0;
    receiver.state.status = () => 204;
    await person.ok('POST', `/api/webhooks/${personal.id}/deliveries/${reply?.id}/redeliver`);
    await done();
    const again = receiver.taken.find(({ id }) => id === reply?.id);
    expect(again?.data).toMatchObject({ name: null, email: null, subject: null, text: null });
    expect((await deliveries(person, plain.id)).deliveries.length).toBeGreaterThan(5);
  });
});

describe('a receiver that fails a third of the time', () => {
  test('gets every event at least once, each try with the same id, and can order the events of a stream', async () => {
    const { person, tenant } = await member(testApp);
    const { id, secret } = await addWebhook(person, ['unsubscribed']);
    receiver.state.secrets = [secret];
    receiver.state.status = (asked) => (asked % 3 === 0 ? 503 : 200);
    const streams = Array.from({ length: 200 }, () => aKey());
    await unsubscribe(testApp, tenant, streams);
    await done();
    const got = new Set(receiver.taken.map(({ data }) => data.suppression));
    expect(streams.filter((stream) => !got.has(stream))).toEqual([]);
    expect(receiver.refused.length).toBeGreaterThan(50);
    expect(receiver.unsigned).toEqual([]);
    const taken = new Set(receiver.taken.map((one) => one.id));
    expect(taken.size).toBe(200);
    expect(receiver.refused.filter((one) => !taken.has(one))).toEqual([]);
    expect(receiver.taken.every(({ data }) => data.sequence === 1)).toBe(true);
    const first = await deliveries(person, id);
    expect(first.deliveries).toHaveLength(50);
    const second = await deliveries(person, id, `?before=${first.next}`);
    expect(new Set([...first.deliveries, ...second.deliveries].map((one) => one.id)).size).toBe(100);
    expect(first.deliveries.every(({ status, nextAt }) => status === 'delivered' && nextAt === null)).toBe(true);
    // ids only
    const jobs = await testApp.owner.sql`
      select from graphile_worker._private_jobs where payload::text ~ 'crm\\.example'`;
    expect(jobs).toHaveLength(0);
  });

  test('takes the events of one stream in order while nothing fails, and can sort them if something does', async () => {
    const { person, tenant } = await member(testApp);
    await addWebhook(person, ['unsubscribed']);
    const stream = aKey();
    const again = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await unsubscribe(testApp, tenant, [stream]);
        await testApp.api.decide({ tenant, cause: testCause }, ref('suppression', stream), (state) =>
          liftSuppression(state, true),
        );
      }
      await done();
      return receiver.taken.map(({ data }) => data.sequence);
    };
    expect(await again(10)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    receiver.taken.length = 0;
    receiver.state.status = (asked) => (asked % 2 === 0 ? 503 : 200);
    const late = await again(3);
    expect(late).not.toEqual([21, 23, 25]);
    expect(late.toSorted()).toEqual([21, 23, 25]);
  });

  test('hears nothing twice if the relay asks again, and once more if a person asks', async () => {
    const { person, tenant } = await member(testApp);
    const { id } = await addWebhook(person, ['unsubscribed']);
    await unsubscribe(testApp, tenant, [aKey()]);
    await done();
    // the relay asks again
    const [event] = await testApp.owner.sql<{ stream: string; version: number }[]>`
      select stream_id as stream, version from log.events where tenant_id = ${tenant} and type = 'AddressSuppressed'`;
    const told = { tenant, streamId: event?.stream ?? '', version: event?.version ?? 0, type: 'unsubscribed' as const };
    await testApp.worker.store.sql.begin((tx) => addDeliveries(tx, [told]));
    await done();
    expect(receiver.taken).toHaveLength(1);
    await person.ok('POST', `/api/webhooks/${id}/deliveries/${receiver.taken[0]?.id}/redeliver`);
    await done();
    expect(new Set(receiver.taken.map((one) => one.id)).size).toBe(1);
    expect(receiver.taken).toHaveLength(2);
    expect(await errorOf(person, 'POST', `/api/webhooks/${id}/deliveries/msg_none/redeliver`)).toEqual([
      404,
      'This delivery is no longer kept.',
    ]);
  });
});

describe('a secret', () => {
  test('is shown once, and signs beside its successor for a day', async () => {
    const { person, tenant } = await member(testApp);
    const { id, secret } = await addWebhook(person, ['unsubscribed']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const next = await person.ok<WebhookSecretView>('POST', `/api/webhooks/${id}/secret`);
    const [view] = await listed(person);
    expect(JSON.stringify(view)).not.toContain('whsec_');
    expect(view?.earlierSecretUntil).not.toBeNull();
    receiver.state.secrets = [secret, next.secret];
    await person.ok('POST', `/api/webhooks/${id}/test`);
    await done();
    expect(receiver.taken.map(({ type, data }) => [type, data.webhook])).toEqual([['webhook.test', id]]);
    const log = await testApp.owner.sql`
      select from log.events where tenant_id = ${tenant} and payload::text like any (array['%whsec_%', '%crm.example%'])`;
    expect(log).toHaveLength(0);

    testApp.later((SECRET_OVERLAP_HOURS + 1) * 3_600_000);
    expect((await listed(person))[0]?.earlierSecretUntil).toBeNull();
    receiver.taken.length = 0;
    receiver.state.secrets = [next.secret];
    await person.ok('POST', `/api/webhooks/${id}/test`);
    await done();
    expect(receiver.taken).toHaveLength(1);
    receiver.state.secrets = [secret];
    await person.ok('POST', `/api/webhooks/${id}/test`);
    await idle(testApp.owner.sql);
    expect(receiver.unsigned).toHaveLength(1);
    receiver.state.secrets = [];
    await testApp.owner
      .sql`update graphile_worker._private_jobs set run_at = now() where payload->>'tenant' = ${tenant}`;
    await testApp.owner.sql`select pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text)`;
    await idle(testApp.owner.sql);
    expect(await secretsOf(tenant)).toBe(1);
    await person.ok('DELETE', `/api/webhooks/${id}`);
    expect(await secretsOf(tenant)).toBe(0);
    expect(await listed(person)).toEqual([]);
  });
});

describe('a webhook is switched off', () => {
  const waits = async (person: Person, tenant: string) => {
    receiver.taken.length = 0;
    await unsubscribe(testApp, tenant, [aKey()]);
    await done();
    return (await listed(person))[0]?.off?.why;
  };

  test('after three days without a success, with a notice, and not if anything arrived', async () => {
    const { person, tenant } = await member(testApp);
    const { id } = await addWebhook(person, ['unsubscribed']);
    await person.ok('PUT', '/api/notifications', {
      kinds: { reply: [], complaint: [], account: [], texts: [], webhook: ['email'] },
      ...{ digest: 'at_once', quiet: null, showTexts: false },
    });
    // one of two events never arrives
    await unsubscribe(testApp, tenant, [aKey()]);
    await done();
    const lost = new Set<string>();
    receiver.state.status = (_, delivery) => {
      if (lost.size === 0) lost.add(delivery);
      return lost.has(delivery) ? 500 : 200;
    };
    await unsubscribe(testApp, tenant, [aKey(), aKey()]);
    await done();
    const [last] = (await deliveries(person, id)).deliveries.filter((one) => lost.has(one.id));
    expect(last).toMatchObject({ status: 'failed', tries: 10, httpStatus: 500, nextAt: null });
    expect((await listed(person))[0]?.off).toBeNull();

    receiver.state.status = () => 500;
    expect(await waits(person, tenant)).toBe('failing');
    const { email } = await person.ok<{ email: string }>('GET', '/api/auth/user');
    await hurry(testApp.owner.sql);
    await idle(testApp.owner.sql);
    expect((await testApp.outbox()).filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
      'A webhook was switched off',
    ]);
    expect(await errorOf(person, 'POST', `/api/webhooks/${id}/test`)).toEqual([422, 'Switch this webhook on first.']);

    receiver.state.status = () => 200;
    await person.ok('PUT', `/api/webhooks/${id}/on`, { on: true });
    expect(await waits(person, tenant)).toBeUndefined();
    expect(receiver.taken).toHaveLength(1);
  });

  test('at once by 410, and by a person', async () => {
    const { person, tenant } = await member(testApp);
    const { id } = await addWebhook(person, ['unsubscribed']);
    receiver.state.status = () => 410;
    expect(await waits(person, tenant)).toBe('gone');
    receiver.state.status = () => 200;
    await person.ok('PUT', `/api/webhooks/${id}/on`, { on: true });
    await person.ok('PUT', `/api/webhooks/${id}/on`, { on: false });
    expect(await waits(person, tenant)).toBe('person');
    expect(receiver.taken).toHaveLength(0);
  });

  test('while its account is paused nothing leaves', async () => {
    const { person, id: userId, tenant } = await member(testApp);
    await addWebhook(person, ['unsubscribed']);
    const scope = { tenant: 'system', cause: testCause };
    await testApp.api.decide(scope, ref('user', userId), (state) => changeAccount(state, 'paused'));
    await unsubscribe(testApp, tenant, [aKey()]);
    await done();
    expect(receiver.taken).toHaveLength(0);
    const rows = await testApp.owner.sql`select status from queue.webhook_deliveries where tenant_id = ${tenant}`;
    expect([...rows]).toEqual([{ status: 'skipped' }]);
  });
});

describe('an address that is not public', () => {
  test.each([
    'http://crm.example/hooks',
    'https://localhost/hooks',
    'https://127.0.0.1/hooks',
    'https://2130706433/hooks',
    'https://0x7f.1/hooks',
    'https://[::1]/hooks',
    'https://[::ffff:10.0.0.1]/hooks',
    'https://db.internal/hooks',
    'https://printer.local./hooks',
    'https://intranet/hooks',
    'https://user:key@crm.example/hooks',
    'https://crm.example:8443/hooks',
    'ftp://crm.example/hooks',
    'no url',
  ])('%s is refused when it is added', async (url) => {
    const { person } = await member(testApp);
    const form = { url, events: ['unsubscribed'], personal: false };
    expect(await errorOf(person, 'POST', '/api/webhooks', form)).toEqual([
      400,
      expect.stringMatching(/^Enter an https URL with the name of a public server/),
    ]);
  });

  test('is refused when a public name leads there at delivery, and a redirect is not followed', async () => {
    const { person } = await member(testApp);
    const { id } = await addWebhook(person, ['unsubscribed']);
    const rebound = ((_host: string, _options: object, callback: (e: null, found: object[]) => void) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup;
    testApp.worker.postOut = openPostOut({ lookup: rebound });
    await person.ok('POST', `/api/webhooks/${id}/test`);
    await idle(testApp.owner.sql);
    const [refused] = (await deliveries(person, id)).deliveries;
    expect(refused).toMatchObject({ status: 'waiting', tries: 1, httpStatus: null, trouble: 'private' });

    testApp.worker.postOut = receiver.postOut;
    receiver.state.status = () => 302;
    await person.ok('POST', `/api/webhooks/${id}/test`);
    await idle(testApp.owner.sql);
    expect((await deliveries(person, id)).deliveries[0]).toMatchObject({ status: 'waiting', httpStatus: 302 });
  });
});

test('another workspace sees and changes no webhook of this one', async () => {
  const [{ person }, other] = [await member(testApp), await member(testApp)];
  const { id } = await addWebhook(person, ['unsubscribed']);
  await person.ok('POST', `/api/webhooks/${id}/test`);
  await done();
  expect((await deliveries(person, id)).deliveries).toHaveLength(1);
  expect(await errorOf(other.person, 'GET', `/api/webhooks/${id}/deliveries`)).toEqual([
    404,
    refusalText({ code: 'no_webhook' }),
  ]);
  expect(await errorOf(other.person, 'POST', `/api/webhooks/${id}/secret`)).toEqual([404, 'This webhook was removed.']);
  expect(await secretsOf(other.tenant)).toBe(0);
});
