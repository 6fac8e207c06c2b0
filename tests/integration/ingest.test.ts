import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  ActResultView,
  ErrorView,
  IngestResultsView,
  NewIncomingWebhookView,
  PartnerView,
  SendView,
  SuppressionListView,
  TimelineView,
} from '../../api/views.ts';
import type { ActName } from '../../events/shared/incomingActs.ts';
import { ACT_NAMES } from '../../events/shared/incomingActs.ts';
import { program } from '../support/accessToken.ts';
import { member } from '../support/member.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
const MY_PASSWORD = { password: 'correct horse battery' };
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

/** A CRM that posts to a webhook of a person. */
class Crm {
  readonly made: NewIncomingWebhookView;
  readonly #visitor: Person;
  constructor(made: NewIncomingWebhookView) {
    this.made = made;
    this.#visitor = new Person(testApp.url);
  }

  post<T = IngestResultsView>(
    act: object,
    { id = `msg_${randomBytes(6).toString('hex')}`, at = new Date(), secret = this.made.secret } = {},
  ) {
    const body = JSON.stringify(act);
    return this.#visitor.call<T>('POST', new URL(this.made.url).pathname, body, {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    });
  }

  async result(act: object): Promise<ActResultView> {
    const { status, body } = await this.post(act);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.results[0] as ActResultView;
  }
}

async function crmOf(person: Person, acts: readonly ActName[] = ACT_NAMES): Promise<Crm> {
  const form = { name: 'HubSpot', acts, ...MY_PASSWORD };
  return new Crm(await person.ok<NewIncomingWebhookView>('POST', '/api/auth/incoming-webhooks', form));
}

const sendsOf = (person: Person, campaign: string) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign}/sends`);

describe('a contact that a CRM deletes', () => {
  test('never gets the email that was to be sent, and the others do', async () => {
    const { person, campaign, sends } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
    const [gone, stays] = sends as [SendView, SendView];
    const crm = await crmOf(person);
    expect(await crm.result({ type: 'contact.deleted', data: { email: gone.recipientEmail?.toUpperCase() } })).toEqual({
      ...{ outcome: 'done', partnerIds: [gone.partner.id], code: null, error: null },
    });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    const after = await until(
      () => sendsOf(person, campaign.id),
      (list) => list.some(({ status }) => status === 'sent') && list.some(({ status }) => status === 'cancelled'),
    );
    expect(after.map(({ id, status }) => [id, status]).toSorted()).toEqual(
      [
        [gone.id, 'cancelled'],
        [stays.id, 'sent'],
      ].toSorted(),
    );
    const to = (await testApp.outbox()).map((mail) => mail.to);
    expect(to).toContain(stays.recipientEmail);
    expect(to).not.toContain(gone.recipientEmail);
    const list = await person.ok<SuppressionListView>('GET', `/api/suppressions?email=${gone.recipientEmail}`);
    expect(list.items).toMatchObject([{ reason: 'user', source: 'program' }]);
    // the history names the system
    const { events } = await person.ok<TimelineView>('GET', '/api/history?type=PartnerDeleted');
    expect(JSON.stringify(events[0])).toContain('through the webhook HubSpot');
  });

  test('and one who unsubscribed there never gets the email that waits for its day', async () => {
    const { person, campaign } = await readyCampaign(testApp, { partners: 2, texts: 'edited', dailyLimit: 1 });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    const sends = await until(
      () => sendsOf(person, campaign.id),
      (list) => list.some(({ status }) => status === 'sent'),
    );
    const waiting = sends.find(({ status }) => status === 'pending') as SendView;
    const crm = await crmOf(person, ['contact.unsubscribed']);
    await crm.result({ type: 'contact.unsubscribed', data: { partnerId: waiting.partner.id } });
    const list = await person.ok<SuppressionListView>('GET', `/api/suppressions?email=${waiting.recipientEmail}`);
    expect(list.items).toMatchObject([{ reason: 'unsubscribed', source: 'program', objection: true }]);
    const after = await until(
      () => sendsOf(person, campaign.id),
      (all) => all.every(({ status }) => status !== 'pending'),
    );
    expect(after.find(({ id }) => id === waiting.id)?.status).toBe('cancelled');
    expect((await testApp.outbox()).map(({ to }) => to)).not.toContain(waiting.recipientEmail);
  });

  test('with erase, is erased, and an address that is not known is not written down', async () => {
    const { person, partners } = await readyPerson(testApp, 1);
    const crm = await crmOf(person);
    const { contactInfo, id } = partners[0] as PartnerView;
    const email = contactInfo?.email;
    const erased = { type: 'contact.deleted', data: { email, erase: true } };
    expect(await crm.result(erased)).toMatchObject({ outcome: 'done', partnerIds: [id] });
    await until(
      () => person.ok<{ id: string }[]>('GET', '/api/erasures'),
      (list) => list.length === 1,
    );
    const unknown = { type: 'contact.deleted', data: { email: 'nobody@elsewhere.example', erase: true } };
    expect(await crm.result(unknown)).toMatchObject({ outcome: 'done', partnerIds: [] });
    expect(await crm.result(unknown)).toMatchObject({ outcome: 'unchanged' });
    const { items } = await person.ok<SuppressionListView>('GET', '/api/suppressions');
    expect(items.map((item) => item.email)).toEqual([null, null]);
  });

  test('whose address several partners have gets no email, and none of them is deleted', async () => {
    const { person, partners } = await readyPerson(testApp, 2);
    const [first, second] = partners as [PartnerView, PartnerView];
    const shared = { contactInfo: { email: 'press@agency.example' } };
    for (const { id } of partners) await person.ok('POST', `/api/partners/${id}/contact`, shared);
    const crm = await crmOf(person);
    const act = { type: 'contact.deleted', data: { email: 'press@agency.example' } };
    expect(await crm.result(act)).toMatchObject({ outcome: 'refused', code: 'several_partners' });
    expect(await person.ok<PartnerView[]>('GET', '/api/partners')).toHaveLength(2);
    expect(await person.ok('GET', '/api/suppressions?email=press@agency.example')).toMatchObject({ total: 1 });
    expect(await crm.result({ ...act, data: { partnerId: second.id } })).toMatchObject({ outcome: 'done' });
    expect((await person.ok<PartnerView[]>('GET', '/api/partners')).map(({ id }) => id)).toEqual([first.id]);
  });
});

describe('a post to a webhook', () => {
  test('that is repeated does nothing, and gets the first answer', async () => {
    const { person } = await readyPerson(testApp, 0);
    const crm = await crmOf(person);
    const act = { type: 'contact.unsubscribed', data: { email: 'once@a.example' } };
    const first = await crm.post(act, { id: 'msg_1' });
    expect(first.body.results[0]?.outcome).toBe('done');
    const { items } = await person.ok<SuppressionListView>('GET', '/api/suppressions');
    await person.ok('DELETE', `/api/suppressions/${items[0]?.id}`, { confirm: true });
    const again = await crm.post(act, { id: 'msg_1', at: new Date(Date.now() + 1000) });
    expect([again.status, again.body, again.headers.get('Idempotent-Replayed')]).toEqual([200, first.body, 'true']);
    expect(await person.ok('GET', '/api/suppressions')).toMatchObject({ total: 0 });
    // another body under the same id
    const other = { type: 'contact.unsubscribed', data: { email: 'other@a.example' } };
    expect((await crm.post(other, { id: 'msg_1' })).status).toBe(422);
  });

  test('with another secret, an old timestamp or no webhook is 401, and the security log has it', async () => {
    const { person: admin } = await member(testApp, { isAdmin: true });
    const { person } = await readyPerson(testApp, 0);
    const crm = await crmOf(person);
    const act = { type: 'contact.unsubscribed', data: { email: 'forged@a.example' } };
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    expect((await crm.post(act, { secret })).status).toBe(401);
    expect((await crm.post(act, { at: new Date(Date.now() - 301_000) })).status).toBe(401);
    expect((await crm.post(act, { at: new Date(Date.now() + 301_000) })).status).toBe(401);
    const unknown = new Crm({ ...crm.made, url: crm.made.url.replace(/[^/]+$/, 'unknown') });
    expect((await unknown.post(act)).status).toBe(401);
    expect(await person.ok('GET', '/api/suppressions')).toMatchObject({ total: 0 });
    const { rows } = await admin.ok<{ rows: { kind: string; about: string }[] }>(
      'GET',
      '/api/admin/security-log?kind=bad_signature',
    );
    expect(rows[0]).toMatchObject({ about: 'POST /api/ingest/:webhook' });
    await crm.result(act);
    const refused = await admin.ok('GET', '/api/admin/security-log?kind=refused');
    expect(JSON.stringify(refused)).not.toContain('/api/ingest');
  });

  test('may do what the webhook was made for, and nothing for a paused user', async () => {
    const { person: admin } = await member(testApp, { isAdmin: true });
    const { person, userId, partners } = await readyPerson(testApp, 1);
    const crm = await crmOf(person, ['partner.reject']);
    const data = { partnerId: partners[0]?.id };
    expect(await crm.result({ type: 'contact.deleted', data })).toMatchObject({ code: 'act_not_allowed' });
    expect((await crm.post<ErrorView>({ type: 'partner.reject', data: {} })).status).toBe(400);
    expect((await crm.post<ErrorView>({ type: 'partner.fly', data })).status).toBe(400);
    await admin.ok('PUT', `/api/admin/users/${userId}`, { isPaused: true });
    expect((await crm.post({ type: 'partner.reject', data })).status).toBe(401);
    await admin.ok('PUT', `/api/admin/users/${userId}`, { isPaused: false });
    // a pause loses no deletion: the system posts it again
    expect(await crm.result({ type: 'partner.reject', data })).toMatchObject({ outcome: 'done' });
  });

  test('ends with the webhook, and its secret is gone', async () => {
    const { person } = await readyPerson(testApp, 0);
    const crm = await crmOf(person);
    const { webhooks } = await person.ok<{ webhooks: object[] }>('GET', '/api/auth/incoming-webhooks');
    expect(webhooks).toMatchObject([{ id: crm.made.id, name: 'HubSpot', acts: ACT_NAMES, lastUsedAt: null }]);
    expect(JSON.stringify(webhooks)).not.toContain(crm.made.secret);
    await person.ok('DELETE', `/api/auth/incoming-webhooks/${crm.made.id}`);
    expect((await crm.post({ type: 'contact.unsubscribed', data: { email: 'a@b.example' } })).status).toBe(401);
    expect((await person.call('DELETE', `/api/auth/incoming-webhooks/${crm.made.id}`)).status).toBe(404);
    const left = await testApp.owner.sql`
      select from vault.secrets where kind = 'incoming-webhook' and tenant_id = ${await person.tenant()}`;
    expect(left).toHaveLength(0);
  });
});

describe('acts of a program with a token', () => {
  const maren = { name: 'Maren Oduya', platform: 'instagram', username: 'marenruns', email: 'maren@oduya.example' };

  test('add, approve and reject by an external id; each act has its own result', async () => {
    const { person } = await readyPerson(testApp, 0);
    const zapier = await program(person, ['propose', 'decide'], MY_PASSWORD);
    const act = (acts: object[]) => zapier.ok<IngestResultsView>('POST', '/api/ingest', { acts });
    const { results } = await act([
      { type: 'partner.add', data: { externalId: 'crm:1', ...maren } },
      { type: 'partner.add', data: { externalId: 'crm:2', name: 'No Profile' } },
      { type: 'partner.approve', data: { externalId: 'crm:1' } },
      { type: 'partner.approve', data: { externalId: 'crm:3' } },
      { type: 'partner.add', data: { externalId: 'crm:1', ...maren, username: 'renamed' } },
      { nonsense: true },
    ]);
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['done', null],
      ['refused', 'act_unfit'],
      ['done', null],
      ['refused', 'no_partner'],
      ['unchanged', null],
      ['refused', 'act_unfit'],
    ]);
    const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
    expect(partner).toMatchObject({ name: maren.name, status: 'approved', contactInfo: { email: maren.email } });
    // an id that comes later names the same person
    expect((await act([{ type: 'partner.add', data: { externalId: 'crm:9', ...maren } }])).results).toMatchObject([
      { outcome: 'done', partnerIds: [partner?.id] },
    ]);
    expect(
      (await act([{ type: 'partner.reject', data: { externalId: 'crm:9', reason: 'other' } }])).results,
    ).toMatchObject([{ outcome: 'done', partnerIds: [partner?.id] }]);
    // who was deleted here comes back by a person's hand alone
    await person.ok('DELETE', `/api/partners/${partner?.id}`);
    expect((await act([{ type: 'partner.add', data: { externalId: 'crm:1', ...maren } }])).results).toMatchObject([
      { outcome: 'refused', code: 'partner_gone' },
    ]);
  });

  test('the same person at once, from two posts, is one partner', async () => {
    const { person } = await readyPerson(testApp, 0);
    const crm = await crmOf(person);
    const add = () => crm.result({ type: 'partner.add', data: { externalId: 'crm:7', ...maren } });
    const results = await Promise.all(Array.from({ length: 6 }, add));
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['done', ...Array(5).fill('unchanged')]);
    expect(await person.ok<PartnerView[]>('GET', '/api/partners')).toHaveLength(1);
  });

  test('a token without the scope adds, and decides nothing', async () => {
    const { person, partners } = await readyPerson(testApp, 1);
    const zapier = await program(person, ['propose'], MY_PASSWORD);
    const acts = [
      { type: 'partner.add', data: maren },
      { type: 'partner.reject', data: { partnerId: partners[0]?.id } },
    ];
    const { results } = await zapier.ok<IngestResultsView>('POST', '/api/ingest', { acts });
    expect(results.map(({ code }) => code)).toEqual([null, 'token_scope']);
    expect((await (await program(person, ['decide'], MY_PASSWORD)).call('POST', '/api/ingest', { acts })).status).toBe(
      403,
    );
  });
});
