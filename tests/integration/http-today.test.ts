/** The queue of the day through the API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  ErrorView,
  InboxView,
  NeedPageView,
  PartnerDetailView,
  SendView,
  TodayCountView,
} from '../../api/views.ts';
import { compareLists } from '../../db/lists/compare.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { ref } from '../../db/store.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { recordDelivery } from '../../events/messages/delivery.ts';
import type { Steer } from '../../events/messages/steerNames.ts';
import { testCause } from '../support/asSent.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

/** Four people: one answered, the mail to one came back, and two have a text to read. */
async function aDay() {
  const outreach = await readyCampaign(testApp, { partners: 4, texts: 'generated' });
  const { person, tenant, sends } = outreach;
  const [answered, bounced] = sends as [SendView, SendView];
  for (const { id } of [answered, bounced]) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const mail = await parseMail(
    Buffer.from(
      `From: Ada <${answered.recipientEmail}>\r\nSubject: Re: A vest\r\nMessage-ID: <1@a.example>\r\n\r\nHow much?`,
    ),
  );
  await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
    { id: 'm1', threadId: null, receivedAt: new Date().toISOString(), mail },
  ]);
  await testApp.api.decide({ tenant, cause: testCause }, ref('message', bounced.id), (state) =>
    recordDelivery(state, state.attempt, 'bounced', '550 no such user', new Date().toISOString()),
  );
  const group = async (name: string, query = '') =>
    (await person.ok<NeedPageView>('GET', `/api/today/${name}${query}`)).needs.map(({ id }) => id);
  const count = () => person.ok<TodayCountView>('GET', '/api/today/count');
  const decide = (ids: string[], decision: object) => person.ok('POST', '/api/today', { ids, decision });
  return { ...outreach, group, count, decide, bounced: bounced.id, conversation: conversationOf(answered.id) };
}

test('has what waits over all campaigns, until it is done or put off, and takes a word back', async () => {
  const { person, campaign, sends, group, count, decide, bounced, conversation } = await aDay();
  expect(await count()).toEqual({ total: 4, started: true, groups: { answer: 1, read: 2, fix: 1, look: 0, later: 0 } });
  expect([await group('answer'), await group('fix')]).toEqual([[conversation], [bounced]]);
  const { needs } = await person.ok<NeedPageView>('GET', '/api/today/read');
  expect(needs).toMatchObject([{ reason: 'text', more: 1, campaign: { id: campaign.id, name: 'Spring vests' } }]);
  const texts = await group('read', `?campaign=${campaign.id}`);
  expect(texts.toSorted()).toEqual(
    sends
      .slice(2)
      .map(({ id }) => id)
      .toSorted(),
  );

  await decide([bounced], { kind: 'done' });
  await decide([conversation], { kind: 'done' });
  expect((await count()).total).toBe(2);
  expect((await person.ok<InboxView>('GET', '/api/inbox?show=done')).conversations).toHaveLength(1);
  await decide([bounced, conversation], { kind: 'reopen' });
  expect((await count()).total).toBe(4);

  await decide(texts.slice(0, 1), { kind: 'snooze', until: new Date(Date.now() + 3_600_000).toISOString() });
  await decide([conversation], { kind: 'snooze', until: null });
  expect((await count()).groups).toEqual({ answer: 0, read: 1, fix: 1, look: 0, later: 2 });
  expect(await group('later')).toEqual([texts[0], conversation]);
  const steer = (act: Steer) => person.ok('POST', '/api/campaign-sends/steer', { ids: texts.slice(1), act });
  await steer('hold');
  const { needs: later } = await person.ok<NeedPageView>('GET', '/api/today/later');
  expect(later.find(({ reason }) => reason === 'held')).toMatchObject({
    ...{ id: texts[1], at: expect.any(String), until: { moment: null } },
  });
  expect((await count()).groups).toEqual({ answer: 0, read: 0, fix: 1, look: 0, later: 3 });
  await steer('release');
  expect((await count()).groups).toEqual({ answer: 0, read: 1, fix: 1, look: 0, later: 2 });
  expect(await compareLists(testApp.owner.sql, { repair: false })).toEqual([]);
});

test('nothing of an erased person waits, and a stranger decides nothing', async () => {
  const { person, partners, bounced, count } = await aDay();
  const [, id] = bounced.split('.');
  expect(partners.map((one) => one.id)).toContain(id);
  await person.ok('POST', `/api/partners/${id}/erase`);
  expect((await count()).groups.fix).toBe(0);
  expect((await count()).total).toBe(3);
  for (const stranger of ['c9.p9', 'c9.p9.1', 'm9']) {
    const refused = await person.call('POST', '/api/today', { ids: [stranger], decision: { kind: 'done' } });
    expect(refused.status, stranger).toBe(404);
  }
});

test('an email that came back goes once to another address, which becomes that of the person', async () => {
  const { person, partners, sends, bounced, group, decide, count } = await aDay();
  const [campaignId, partnerId] = bounced.split('.');
  const old = sends.find(({ id }) => id === bounced)?.recipientEmail ?? '';
  const repair = (newAddress: string) =>
    person.call<SendView & ErrorView>('POST', `/api/campaign-sends/${bounced}/resend`, { newAddress });
  const shown = async () =>
    (await person.ok<SendView[]>('GET', `/api/campaigns/${campaignId}/sends?message=${bounced}`))[0]?.needsAddress;
  expect(await shown()).toBe(true);
  expect((await repair('not an address')).status).toBe(400);
  expect((await repair(old)).body.error).toBe('This email was already sent to that address. Enter another one.');
  await person.ok('POST', '/api/suppressions', { email: 'stop@lindqvist.example' });
  expect((await repair('stop@lindqvist.example')).body.error).toMatch(/^Nothing is sent to this address/);
  expect(await group('fix')).toEqual([bounced]);

  const next = `next.${partnerId}@lindqvist.example`.toLowerCase();
  const answers = await Promise.all([repair(next), repair(next)]);
  expect(answers.map(({ status }) => status).toSorted()[0]).toBe(201);
  const left = answers.find(({ status }) => status === 201)?.body;
  expect(left).toMatchObject({ recipientEmail: next, sentAgain: true, status: 'sent' });
  expect((await testApp.outbox()).filter(({ to }) => to === next)).toHaveLength(1);
  expect((await repair(next)).status).toBe(409);
  const detail = await person.ok<PartnerDetailView>('GET', `/api/partners/${partnerId}`);
  expect(detail).toMatchObject({ contactInfo: { email: next }, contactSource: 'manual' });
  expect(partners.map(({ id }) => id)).toContain(partnerId);
  expect([await shown(), await group('fix')]).toEqual([false, []]);
  expect((await count()).groups.fix).toBe(0);

  // a text, a question and an unconfirmed email are decided where they are
  const [text = ''] = await group('read');
  const refused = await person.call<ErrorView>('POST', '/api/today', { ids: [text], decision: { kind: 'done' } });
  expect([refused.status, refused.body.error]).toEqual([422, 'This needs its own decision. Open it to decide.']);
  await decide([text], { kind: 'snooze', until: null });
});
