import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EmailSettingsView, SendView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { signedHeaders } from '../../worker/sandbox/sendgrid/events.ts';
import { idle } from '../support/hurry.ts';
import { inTurn } from '../support/inTurn.ts';
import { addCampaign, type Outreach, readyCampaign } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let keyless: TestApp;
beforeAll(async () => {
  [testApp, keyless] = await Promise.all([
    startTestApp({ timeoutMs: 1_000 }),
    startTestApp({ working: false, webhookKey: null }),
  ]);
});
afterAll(() => Promise.all([testApp.stop(), keyless.stop()]));

const PATH = '/api/webhooks/sendgrid';
const nowSeconds = () => Math.floor(testApp.api.now().getTime() / 1000);
const post = (body: string, headers: Record<string, string>, path = PATH) =>
  fetch(`${testApp.url}${path}`, { method: 'POST', body, headers });
/** Events as SendGrid posts them: of the one account that all share, unless another key and address are given. */
const tell = (events: object[], at = nowSeconds(), key = testApp.signingKey, path = PATH) => {
  const body = JSON.stringify(events);
  return post(body, signedHeaders(key, body, String(at)), path);
};
/** A SendGrid account's signing key: the private half as `tell` takes it, the public one as SendGrid shows it. */
const accountKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    shown: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    pem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  };
};

const ready = async (partners = 1) => {
  const outreach = await readyCampaign(testApp, { partners, texts: 'edited' });
  // checks of the partners' addresses are recorded, too, and events are counted here
  await idle(testApp.owner.sql);
  return outreach;
};
const next = inTurn(ready);

/** A message that has left, and what SendGrid knows of it; `alone`: its account has no other. */
async function sentOne({ alone = false } = {}) {
  const outreach: Outreach = await (alone ? ready() : next());
  const { person, tenant, campaign, sends } = outreach;
  const id = sends[0]?.id ?? '';
  await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const mail = (await testApp.outbox()).find(({ customArgs }) => customArgs.send_id === `${id}.1`);
  if (!mail) throw new Error('no mail');
  const look = async () => {
    const all = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    return all.find((send) => send.id === id) as SendView;
  };
  return {
    ...outreach,
    id,
    mail,
    look,
    event: (event: string, more: object = {}) => ({
      event,
      email: mail.to,
      timestamp: nowSeconds(),
      sg_message_id: `${mail.id}.recv`,
      ...mail.customArgs,
      ...more,
    }),
    suppression: async () =>
      (await testApp.api.load(tenant, ref('suppression', testApp.api.pseudonyms.address(tenant, mail.to)))).state,
    streamOf: () => testApp.api.history(tenant, ref('message', id)),
  };
}

describe('what SendGrid tells of a mail on its way', () => {
  test('a delay, then the delivery, with the words of the server and the time', async () => {
    const { event, look } = await sentOne();
    const at = nowSeconds() - 60;
    await tell([event('deferred', { response: '421 4.7.0 later', attempt: '1', timestamp: at })]);
    expect((await look()).delivery).toMatchObject({ report: 'deferred', cameBack: false });
    await tell([
      event('delivered', { response: '250 OK', timestamp: at + 30 }),
      event('deferred', { response: '421 4.7.0 later', attempt: '2', timestamp: at + 10 }),
    ]);
    expect(await look()).toMatchObject({
      status: 'sent',
      errorMessage: null,
      delivery: {
        report: 'delivered',
        text: 'Delivered to the server of the recipient: 250 OK',
        cameBack: false,
        at: new Date((at + 30) * 1000).toISOString(),
      },
    });
  });

  test('a bounce of a copy says nothing of the person', async () => {
    const { id, tenant, event, suppression, look } = await sentOne();
    const personal = { to: 'x@y.example', name: null, copies: ['boss@a.example'] };
    await testApp.api.decide(
      { tenant, cause: { actor: 'test', correlationId: id, causationId: null } },
      ref('message', id),
      (): MessageEvent[] => [{ type: 'AnswerAddressed', data: {}, personal }],
    );
    const { delivery } = await look();
    await tell([event('bounce', { email: 'Boss@a.example', reason: '550 5.1.1 no such user' })]);
    expect((await suppression()).suppressed).toBe(false);
    expect((await look()).delivery).toEqual(delivery);
    await tell([event('bounce', { reason: '550 5.1.1 no such user' })]);
    expect((await suppression()).suppressed).toBe(true);
  });

  test('a drop for want of credits suppresses nobody and holds the mailbox until new ones come', async () => {
    const { event, person, suppression, look } = await sentOne({ alone: true });
    const dropped = event('dropped', { reason: 'Recipient List over Package Quota' });
    for (const _ of [1, 2]) expect((await tell([dropped])).status).toBe(200);
    expect((await suppression()).suppressed).toBe(false);
    expect((await look()).delivery).toMatchObject({ report: 'dropped' });
    const { hold } = await person.ok<EmailSettingsView>('GET', '/api/email-settings');
    expect(hold).toMatchObject({ kind: 'credits_exhausted', reason: 'The sending credits of SendGrid are used up' });
    expect(hold?.until).toMatch(/T00:05:00\.000Z$/);
    // an upgraded plan has credits at once
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid' });
    expect((await person.ok<EmailSettingsView>('GET', '/api/email-settings')).hold).toBeNull();
  });

  test('a drop that is told late holds nothing any more [long]', async () => {
    const { event, person } = await sentOne();
    await tell([event('dropped', { reason: 'Maximum credits exceeded', timestamp: nowSeconds() - 2 * 86_400 })]);
    expect((await person.ok<EmailSettingsView>('GET', '/api/email-settings')).hold).toBeNull();
  });
});

describe('events are taken only as SendGrid signed them', () => {
  test('another key, altered bytes, no signature, a signature of another time: 401, and nothing happens', async () => {
    const { event } = await sentOne();
    const body = JSON.stringify([event('bounce')]);
    const at = nowSeconds();
    const right = signedHeaders(testApp.signingKey, body, String(at));
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const theirs = stranger.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const before = await testApp.events();
    const name = 'X-Twilio-Email-Event-Webhook';
    for (const [given, headers] of [
      [body, signedHeaders(theirs, body, String(nowSeconds()))],
      [body.replace('bounce', 'spamreport'), right],
      [`${body} `, right],
      [body, { 'Content-Type': 'application/json' }],
      [body, { ...right, [`${name}-Signature`]: '' }],
      [body, { ...right, [`${name}-Signature`]: 'AAAA' }],
      [body, { ...right, [`${name}-Timestamp`]: String(at - 1) }],
      [body, { ...right, [`${name}-Timestamp`]: 'now' }],
    ] as [string, Record<string, string>][]) {
      expect((await post(given, headers)).status).toBe(401);
    }
    expect(await testApp.events()).toBe(before);
  });

  test('a replay of an old call is refused; what SendGrid repeats within its day is taken', async () => {
    const { event } = await sentOne();
    const before = await testApp.events();
    expect((await tell([event('bounce')], nowSeconds() - 26 * 3600)).status).toBe(401);
    expect((await tell([event('bounce')], nowSeconds() + 3600)).status).toBe(401);
    expect(await testApp.events()).toBe(before);
    expect((await tell([event('bounce')], nowSeconds() - 23 * 3600)).status).toBe(200);
    expect(await testApp.events()).toBeGreaterThan(before);
  });

  test('without a key the call answers 503 and names the setting', async () => {
    const answer = await fetch(`${keyless.url}${PATH}`, { method: 'POST', body: '[]' });
    expect(answer.status).toBe(503);
    expect(((await answer.json()) as { error: string }).error).toBe(
      'SENDGRID_WEBHOOK_PUBLIC_KEY is not set. Ask your administrator to add it.',
    );
  });

  test('a signed body that is no list is a 400; what is not about a mail of ours is passed over', async () => {
    const { tenant, id } = await sentOne();
    for (const body of ['{}', 'no json', '']) {
      const answer = await post(body, signedHeaders(testApp.signingKey, body, String(nowSeconds())));
      expect(answer.status, body).toBe(400);
    }
    const before = await testApp.events();
    const strange = [
      {},
      7,
      null,
      { event: 'bounce', email: 'a@b.example' },
      { event: 'bounce', send_id: `${id}.1` },
      { event: 'bounce', send_id: `${id}.1`, tenant_id: 'another' },
      { event: 'bounce', send_id: 'c1.nobody.1.1', tenant_id: tenant },
      { event: 'bounce', send_id: '../x.1', tenant_id: tenant },
      { event: 'bounce', send_id: 5, tenant_id: {} },
    ];
    expect((await tell(strange as object[])).status).toBe(200);
    expect(await testApp.events()).toBe(before);
  });
});

describe('what SendGrid tells', () => {
  test('a bounce: the mail stays sent, with the reason; the address gets nothing more, and what waits is cancelled', async () => {
    const sentTo = await sentOne();
    const { event, look, suppression, person, partners } = sentTo;
    const next = await addCampaign(person, partners, { texts: 'edited' });
    expect((await tell([event('bounce', { type: 'bounce', reason: '550 no such user' })])).status).toBe(200);
    expect(await look()).toMatchObject({ status: 'sent', detail: 'Sent, but it came back: 550 no such user' });
    expect(await suppression()).toMatchObject({ reason: 'bounced', source: 'provider', email: sentTo.mail.to });
    await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${next.id}/sends`),
      ([waiting]) => waiting?.detail === 'Cancelled: an email to this address came back',
    );
    const told = (await sentTo.streamOf()).find(({ type }) => type === 'DeliveryReported');
    expect(told).toMatchObject({ actor: 'webhook:sendgrid', personal: { reason: '550 no such user' } });
  });

  // unit/domain-delivery.test.ts has the others
  test.each([
    ['unsubscribe', {}, 'unsubscribed', 'Sent; this person unsubscribed'],
    [
      'dropped',
      { reason: 'Bounced Address' },
      'bounced',
      'Sent to SendGrid, which did not pass it on: Bounced Address',
    ],
    ['bounce', { type: 'blocked', reason: '421 later' }, null, 'Sent, but it was turned away: 421 later'],
  ] as const)('%s %j: suppressed as %s, and "%s"', async (name, more, reason, detail) => {
    const { event, look, suppression } = await sentOne();
    expect((await tell([event(name, more)])).status).toBe(200);
    expect(await look()).toMatchObject({ status: 'sent', detail });
    expect((await suppression()).reason).toBe(reason);
  });

  test('repeated and out of order it changes nothing more: the gravest word stays', async () => {
    const { event, look, suppression } = await sentOne();
    await tell([event('spamreport'), event('bounce', { type: 'bounce' })]);
    const after = await testApp.events();
    for (let again = 0; again < 3; again += 1)
      await tell([event('delivered'), event('bounce', { type: 'bounce' }), event('spamreport'), event('processed')]);
    expect(await testApp.events()).toBe(after);
    expect(await look()).toMatchObject({ detail: 'Sent, but reported as spam' });
    expect((await suppression()).reason).toBe('complained');
  });

  test('news from before the user took the address off the list does not bring it back', async () => {
    const { event, person, suppression, mail, tenant } = await sentOne();
    const bounce = event('bounce', { type: 'bounce' });
    await tell([bounce]);
    await person.ok('DELETE', `/api/suppressions/${testApp.api.pseudonyms.address(tenant, mail.to)}`, {});
    await tell([bounce]);
    expect((await suppression()).suppressed).toBe(false);
    await tell([{ ...bounce, timestamp: nowSeconds() + 5 }]);
    expect((await suppression()).suppressed).toBe(true);
  });

  test('any event settles a mail of unknown fate: it left', async () => {
    const { person, tenant, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    const id = sends[0]?.id ?? '';
    await testApp.fault('sendgrid', 'accept-then-500', 1);
    expect((await person.call('POST', `/api/campaign-sends/${id}/send-now`)).status).toBe(409);
    const look = async () => (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`))[0];
    expect((await look())?.status).toBe('unknown');
    const mail = (await testApp.outbox()).find(({ customArgs }) => customArgs.send_id === `${id}.1`);
    expect((await tell([{ event: 'processed', sg_message_id: 'abc.filter1', ...mail?.customArgs }])).status).toBe(200);
    expect(await look()).toMatchObject({ status: 'sent', detail: 'Sent' });
    const { state } = await testApp.api.load(tenant, ref('message', id));
    expect(state.providerMessageId).toBe('abc');
  });

  test('an event that cannot be read is skipped and counted, and the others are recorded', async () => {
    const bad = [
      // a time beyond every calendar, one before all mails, and one in words
      ...[{ timestamp: 1e18 }, { timestamp: -1 }, { timestamp: 'soon' }],
      // a name that is none, and ids that no query may hold
      ...[{ event: 7 }, { tenant_id: 'a\0b' }, { tenant_id: { a: 1 } }, { send_id: `${'x'.repeat(100_000)}.1` }],
    ];
    const [before, after] = [await sentOne(), await sentOne()];
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const events = bad.map((more) => after.event('spamreport', more));
    const answer = await tell([before.event('bounce'), ...events, after.event('bounce')]);
    const log = said.mock.calls.flat().join('\n');
    said.mockRestore();
    expect([answer.status, await answer.json()]).toEqual([200, { received: 9, skipped: 7 }]);
    expect((await before.suppression()).reason).toBe('bounced');
    expect((await after.suppression()).reason).toBe('bounced');
    expect(log).toMatch(/SendGrid webhook: 7 of 9 events skipped/);
    expect(log).not.toContain(after.mail.to);
  });

  test.each([
    ['spamreport', 'complained'],
    ['bounce', null],
  ])('%s: the address that the partner was given since is on the list as %s', async (name, reason) => {
    const { event, suppression, person, partners, mail, tenant } = await sentOne();
    const email = `new.${mail.to}`;
    const partner = partners.find(({ contactInfo }) => contactInfo?.email === mail.to);
    await person.ok('POST', `/api/partners/${partner?.id}/contact`, { contactInfo: { email } });
    expect((await tell([event(name)])).status).toBe(200);
    expect((await suppression()).suppressed).toBe(true);
    const present = ref('suppression', testApp.api.pseudonyms.address(tenant, email));
    expect((await testApp.api.load(tenant, present)).state).toMatchObject({ suppressed: reason !== null, reason });
  });

  test('what of an event cannot be stored is left out, and the event counts [long]', async () => {
    const { event, suppression, look } = await sentOne();
    const strange = { reason: '550 \0gone\ud800', sg_message_id: 'a\0b.recv', type: '\0' };
    expect((await tell([event('bounce', strange)])).status).toBe(200);
    expect((await suppression()).reason).toBe('bounced');
    expect((await look()).detail).toBe('Sent, but it came back: 550 \ufffdgone\ufffd');
  });

  test('of a person who was erased it keeps neither address nor words', async () => {
    const { event, suppression, tenant, partners, streamOf } = await sentOne();
    await testApp.owner
      .sql`delete from vault.person_keys where tenant_id = ${tenant} and person_id = ${`partner-${partners[0]?.id}`}`;
    expect((await tell([event('bounce', { type: 'bounce', reason: '550 for ada' })])).status).toBe(200);
    expect(await suppression()).toMatchObject({ suppressed: true, reason: 'bounced', email: null });
    expect((await streamOf()).at(-1)).toMatchObject({ type: 'DeliveryReported', data: { report: 'bounced' } });
    expect((await streamOf()).at(-1)?.personal ?? null).toBeNull();
  });
});

describe('a user’s own SendGrid account', () => {
  const saveKey = (person: Person, webhookPublicKey: string) =>
    person.call<EmailSettingsView>('PUT', '/api/email-settings', { emailProvider: 'sendgrid', webhookPublicKey });

  /** Someone whose account signs with a key of its own, after a mail has left it. */
  async function withOwnKey() {
    const own = await sentOne({ alone: true });
    const key = accountKey();
    expect((await saveKey(own.person, key.shown)).status).toBe(200);
    const path = `${PATH}/${own.tenant}`;
    return { ...own, key, path, tellOwn: (events: object[], at = nowSeconds()) => tell(events, at, key.secret, path) };
  }

  test('the settings say where it posts, and whether its key is stored, which is stored once and shown to nobody', async () => {
    const { person, tenant } = await ready();
    const settings = () => person.ok<EmailSettingsView>('GET', '/api/email-settings');
    expect(await settings()).toMatchObject({
      hasWebhookKey: false,
      webhookUrl: `http://localhost/api/webhooks/sendgrid/${tenant}`,
    });
    const key = accountKey();
    const saved = await saveKey(person, key.pem);
    expect(saved).toMatchObject({ status: 200, body: { hasWebhookKey: true } });
    expect(JSON.stringify(saved.body)).not.toContain(key.shown);
    const before = await testApp.api.history(tenant, ref('mailbox', tenant));
    expect(before.at(-1)).toMatchObject({ type: 'EventWebhookKeySet', data: { publicKey: key.shown } });
    await saveKey(person, key.shown);
    await saveKey(person, ' ');
    await saveKey(person, key.pem.replaceAll('\n', ''));
    expect(await testApp.api.history(tenant, ref('mailbox', tenant))).toHaveLength(before.length);
    expect((await settings()).hasWebhookKey).toBe(true);
  });

  test('what is no public P-256 key is a 400 at the field, and nothing is stored', async () => {
    const { person, tenant } = await ready();
    const key = accountKey();
    const before = await testApp.events();
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
    const wrong = {
      words: 'abc',
      cut: key.shown.slice(0, -4),
      'the private half': key.secret,
      'another curve': other.export({ format: 'der', type: 'spki' }).toString('base64'),
    };
    const field = 'webhookPublicKey';
    for (const [name, text] of Object.entries(wrong))
      expect(await saveKey(person, text), name).toMatchObject({ status: 400, body: { details: [{ field }] } });
    // the right shape, but no point of the curve
    const offCurve = `${key.shown.slice(0, 36)}${'A'.repeat(86)}==`;
    const answer = await person.call('PUT', '/api/email-settings', {
      emailProvider: 'sendgrid',
      sendgridApiKey: 'SG.another',
      webhookPublicKey: offCurve,
    });
    expect(answer).toMatchObject({ status: 400, body: { details: { field } } });
    expect(await testApp.events()).toBe(before);
    const [row] = await testApp.owner.sql<{ count: number }[]>`
      select count(*)::int as count from vault.secrets where tenant_id = ${tenant}`;
    expect(row?.count).toBe(1);
  });

  test('its bounce suppresses the address; the address of the shared account goes on beside it', async () => {
    const { event, look, suppression, tellOwn } = await withOwnKey();
    expect((await tellOwn([event('bounce', { type: 'bounce', reason: '550 gone' })])).status).toBe(200);
    expect(await look()).toMatchObject({ detail: 'Sent, but it came back: 550 gone' });
    expect(await suppression()).toMatchObject({ reason: 'bounced', source: 'provider' });
    expect((await tell([event('spamreport')])).status).toBe(200);
    expect((await suppression()).reason).toBe('complained');
  });

  test('the key of another user, the installation’s, a replaced one, none stored, nobody’s address, an old call: 401', async () => {
    const [one, two, none] = await Promise.all([withOwnKey(), withOwnKey(), sentOne({ alone: true })]);
    const bounce = [one.event('bounce', { type: 'bounce' })];
    const replacing = accountKey();
    const before = await testApp.events();
    const now = nowSeconds();
    for (const [name, answer] of Object.entries({
      'another user’s': tell(bounce, now, two.key.secret, one.path),
      'the installation’s': tell(bounce, now, testApp.signingKey, one.path),
      'at the shared address': tell(bounce, now, one.key.secret),
      'no key is stored': tell([none.event('bounce')], now, one.key.secret, `${PATH}/${none.tenant}`),
      'nobody’s address': tell(bounce, now, one.key.secret, `${PATH}/nobody`),
      'a replay': one.tellOwn(bounce, now - 26 * 3600),
      'ahead of time': one.tellOwn(bounce, now + 3600),
      unsigned: post(JSON.stringify(bounce), {}, one.path),
    }))
      expect((await answer).status, name).toBe(401);
    expect(await testApp.events()).toBe(before);
    await saveKey(one.person, replacing.shown);
    expect((await one.tellOwn(bounce)).status).toBe(401);
    expect((await tell(bounce, now, replacing.secret, one.path)).status).toBe(200);
    expect((await one.suppression()).reason).toBe('bounced');
  });

  test('it cannot speak of another tenant’s mails', async () => {
    const [one, two] = await Promise.all([withOwnKey(), sentOne()]);
    const before = await testApp.events();
    const theirs = two.event('bounce', { type: 'bounce' });
    expect((await one.tellOwn([theirs, { ...theirs, tenant_id: one.tenant }])).status).toBe(200);
    expect(await testApp.events()).toBe(before);
    expect((await two.suppression()).suppressed).toBe(false);
    expect((await one.tellOwn([theirs, one.event('bounce', { type: 'bounce' })])).status).toBe(200);
    expect((await one.suppression()).suppressed).toBe(true);
    expect((await two.suppression()).suppressed).toBe(false);
  });
});

describe('the sandbox’s SendGrid', () => {
  const act = (id: string, init: RequestInit) =>
    fetch(`${testApp.sandboxUrl}/outbox/${id}/events`, { method: 'POST', redirect: 'manual', ...init });
  const json = (body: unknown) => ({
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

  test('bounces a mail on request, and tells it with its signature', async () => {
    const { mail, look, suppression } = await sentOne();
    expect((await act(mail.id, json({ event: 'bounce' }))).status).toBe(200);
    expect(await look()).toMatchObject({ detail: 'Sent, but it came back: 550 5.1.1 The mailbox does not exist' });
    expect((await suppression()).reason).toBe('bounced');
  });

  test('complains by the button of the outbox page [long]', async () => {
    const { mail, look } = await sentOne();
    const page = await (await fetch(`${testApp.sandboxUrl}/outbox`, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain(`action="/outbox/${mail.id}/events"`);
    expect(page).toContain('List-Unsubscribe-Post');
    const answer = await act(mail.id, { body: new URLSearchParams({ event: 'spamreport' }) });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/outbox']);
    expect(await look()).toMatchObject({ detail: 'Sent, but reported as spam' });
  });
});
