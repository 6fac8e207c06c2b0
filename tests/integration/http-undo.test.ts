import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CampaignView,
  DecisionUndoneView,
  PartnerDecidedView,
  PartnerTimelineView,
  PartnerView,
  SendView,
  WaitingMessagesView,
} from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { idle } from '../support/hurry.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  // planned emails do not leave while a test looks at them
  testApp = await startTestApp({ sendGap: { min: 3600, max: 7200 } });
});
afterAll(() => testApp?.stop());

const decide = (person: Person, id: string, status: 'approved' | 'rejected') =>
  person.ok<PartnerDecidedView>('PATCH', `/api/partners/${id}/status`, { status });
const undo = (person: Person, id: string, decision: number | null) =>
  person.call<DecisionUndoneView & { error: string }>('POST', `/api/partners/${id}/undo-decision`, { decision });
const sendsOf = (person: Person, campaign: CampaignView) =>
  person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const statusesOf = async (person: Person, campaign: CampaignView) =>
  (await sendsOf(person, campaign)).map(({ status }) => status);
const sendsThat = (person: Person, campaign: CampaignView, done: (send: SendView) => boolean) =>
  until(
    () => sendsOf(person, campaign),
    (sends) => sends.every(done),
  );
const setStatus = (person: Person, campaign: CampaignView, status: string) =>
  person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status });
const waitingFor = (person: Person, id: string) =>
  person.ok<WaitingMessagesView>('GET', `/api/partners/${id}/waiting-messages`);

describe('Undo', () => {
  let person: Person;
  let tenant: string;
  let partners: PartnerView[];
  beforeAll(async () => {
    ({ person, tenant, partners } = await readyPerson(testApp, 4));
  });
  /** An approved partner for each test. */
  const next = () => partners.pop() as PartnerView;

  test('takes a decision back to what was before it, once, and the history says so', async () => {
    const { id } = next();
    const decidedAt = async () => (await testApp.api.load(tenant, ref('partner', id))).state.decidedAt;
    const since = await decidedAt();
    const { undo: decision } = await decide(person, id, 'rejected');
    expect(await undo(person, id, decision)).toMatchObject({ status: 200, body: { id, status: 'approved' } });
    expect(await decidedAt(), 'approved since then, as before').toBe(since);
    await idle(testApp.owner.sql);
    const events = await testApp.events();
    expect((await undo(person, id, decision)).status).toBe(200);
    expect(await testApp.events(), 'a second Undo writes nothing').toBe(events);
    const { entries } = await person.ok<PartnerTimelineView>('GET', `/api/partners/${id}/timeline`);
    expect(entries[0]).toMatchObject({ what: 'Rejection undone', actor: 'you' });
  });

  test('is offered only by a call that decided something', async () => {
    const { id } = next();
    expect((await decide(person, id, 'rejected')).undo).not.toBeNull();
    expect((await decide(person, id, 'rejected')).undo).toBeNull();
  });

  test("nobody undoes what is decided on another's partner, or on nobody", async () => {
    const { person: other } = await readyPerson(testApp, 0);
    for (const id of [next().id, 'nobody']) {
      expect((await undo(other, id, 2)).status).toBe(404);
      expect((await other.call('GET', `/api/partners/${id}/waiting-messages`)).status).toBe(404);
    }
  });
});

describe('a partner with messages', () => {
  async function inCampaigns() {
    const { person, partners } = await readyPerson(testApp, 2);
    const [one] = partners as [PartnerView];
    const wrote = await addCampaign(person, [one], { texts: 'edited' });
    const [first] = await sendsOf(person, wrote);
    await person.ok('POST', `/api/campaign-sends/${first?.id}/send-now`, {});
    const draft = await addCampaign(person, [one], { texts: 'edited' });
    const active = await addCampaign(person, partners, { texts: 'edited' });
    await setStatus(person, active, 'active');
    await sendsThat(person, active, ({ nextSendAt }) => nextSendAt !== null);
    const mine = (sends: SendView[]) => sends.find(({ partner }) => partner.id === one.id);
    return { person, id: one.id, email: one.contactInfo?.email, wrote, draft, active, mine };
  }
  const cancelled = async ({ person, draft, active, mine }: Awaited<ReturnType<typeof inCampaigns>>) => {
    await sendsThat(person, draft, ({ status }) => status === 'cancelled');
    await until(
      async () => mine(await sendsOf(person, active)),
      (send) => send?.status === 'cancelled',
    );
  };

  test('the removal says what it cancels, and Undo brings back just that, planned again where the campaign runs', async () => {
    const all = await inCampaigns();
    const { person, id, wrote, draft, active, mine } = all;
    expect(await waitingFor(person, id)).toEqual({
      campaigns: [
        { id: draft.id, name: 'Spring vests', messages: 1 },
        { id: active.id, name: 'Spring vests', messages: 1 },
      ],
    });
    const before = mine(await sendsOf(person, draft));
    const { undo: decision } = await decide(person, id, 'rejected');
    await cancelled(all);
    expect(await waitingFor(person, id)).toEqual({ campaigns: [] });
    const undone = await undo(person, id, decision);
    expect(undone).toMatchObject({ status: 200, body: { status: 'approved', waitingMessages: 2 } });
    expect(mine(await sendsOf(person, draft))).toEqual(before);
    expect(await statusesOf(person, wrote), 'what was sent stays sent').toEqual(['sent']);
    const [again] = (await sendsThat(person, active, ({ nextSendAt }) => nextSendAt !== null)).filter(
      ({ partner }) => partner.id === id,
    );
    expect(again).toMatchObject({ status: 'pending', approved: true, body: expect.stringContaining('Hello') });
    const story = await person.ok<{ steps: { text: string }[] }>('GET', `/api/history/explain/${again?.id}`);
    expect(story.steps.map(({ text }) => text)).toContain('Message restored, because what had cancelled it was undone');
  });

  test.each([
    ['an address', (email: string) => email],
    ['a domain', (email: string) => email.split('@')[1]],
  ])('Undo brings back nothing to %s that came onto the list since, nor in a deleted campaign', async (_, entryOf) => {
    const all = await inCampaigns();
    const { person, id, email, draft, active, mine } = all;
    const { undo: first } = await decide(person, id, 'rejected');
    await cancelled(all);
    await person.ok('DELETE', `/api/campaigns/${draft.id}`);
    expect((await undo(person, id, first)).body).toMatchObject({ status: 'approved', waitingMessages: 1 });
    const { undo: second } = await decide(person, id, 'rejected');
    await until(
      async () => mine(await sendsOf(person, active)),
      (send) => send?.status === 'cancelled',
    );
    await person.ok('POST', '/api/suppressions', { email: entryOf(email ?? '') });
    expect((await undo(person, id, second)).body).toMatchObject({ status: 'approved', waitingMessages: 0 });
    expect(mine(await sendsOf(person, active))?.status).toBe('cancelled');
    expect(await decide(person, id, 'rejected')).toMatchObject({ doNotContact: 'user' });
  });

  test('a campaign that the removal completed goes on after Undo', async () => {
    const { person, partners } = await readyPerson(testApp, 1);
    const id = partners[0]?.id ?? '';
    const campaign = await addCampaign(person, partners, { texts: 'edited' });
    await setStatus(person, campaign, 'active');
    const { undo: decision } = await decide(person, id, 'rejected');
    const statusNow = async () => (await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).status;
    await until(statusNow, (status) => status === 'completed');
    expect((await undo(person, id, decision)).body.waitingMessages).toBe(1);
    expect(await statusNow()).toBe('active');
    await sendsThat(person, campaign, ({ nextSendAt }) => nextSendAt !== null);
  });

  test('who was rejected can be approved again: what was cancelled stays so, and who objected gets nothing', async () => {
    const all = await inCampaigns();
    const { person, id, email, draft } = all;
    await decide(person, id, 'rejected');
    await cancelled(all);
    await person.ok('POST', '/api/suppressions', { email });
    expect(await decide(person, id, 'approved')).toMatchObject({ status: 'approved', doNotContact: 'user' });
    expect(await statusesOf(person, draft)).toEqual(['cancelled']);
    const joined = await person.ok<{ addedCount: number }>('POST', `/api/campaigns/${draft.id}/partners`, {
      partnerIds: [id],
    });
    expect(joined.addedCount).toBe(0);
  });
});
