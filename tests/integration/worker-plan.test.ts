import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SendView, StartPreviewView } from '../../api/views.ts';
import { planLock } from '../../db/log/locks.ts';
import { readMessages } from '../../db/read/messages.ts';
import { ref, type Store } from '../../db/store.ts';
import { changeCampaignStatus } from '../../events/campaigns/campaign.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { editMessage } from '../../events/messages/messageText.ts';
import { draftResend, resendStep } from '../../events/messages/resend.ts';
import { scorePartner } from '../../events/partners/partner.ts';
import { MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';
import { DEFAULT_HOURS } from '../../events/sending/sendWindow.ts';
import { localDay } from '../../events/shared/zoned.ts';
import { planCampaign } from '../../worker/tasks/planCampaign.ts';
import { asFailed, asSent, testCause } from '../support/asSent.ts';
import { addCampaign, readyCampaign, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ sendGap: null });
});
afterAll(() => testApp.stop());

const CAP = 12;

test('mails of several campaigns of one mailbox keep their distance and its daily limit, also when all are planned at the same moment', async () => {
  // before the hours of a Monday, so that the day alone would hold them all
  const monday = Date.parse('2026-01-05T06:00:00Z');
  const week = 7 * 86_400_000;
  testApp.later(week - ((testApp.api.now().getTime() - monday) % week));
  const { person, partners } = await readyPerson(testApp, 15);
  await person.ok('PUT', '/api/sending-settings', { window: DEFAULT_HOURS, mailboxDailyCap: CAP, rampUp: false });
  const campaigns = await Promise.all(
    [0, 5, 10].map((from) => addCampaign(person, partners.slice(from, from + 5), { texts: 'edited' })),
  );
  await Promise.all(campaigns.map(({ id }) => person.ok('PUT', `/api/campaigns/${id}/status`, { status: 'active' })));
  const sends = await until(
    async () =>
      (await Promise.all(campaigns.map(({ id }) => person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`)))).flat(),
    (all) => all.every(({ detail }) => detail === 'Scheduled'),
  );
  const times = sends.map(({ nextSendAt }) => Date.parse(nextSendAt ?? '')).sort((a, b) => a - b);
  expect(times).toHaveLength(15);
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(MIN_GAP_MINUTES * 60_000);
  }
  const days = times.map((time) => localDay(time, 'UTC'));
  expect(days.filter((day) => day === days[0])).toHaveLength(CAP);
});

let idleHouse: TestApp;
beforeAll(async () => {
  idleHouse = await startTestApp({ sendGap: null, working: false });
});
afterAll(() => idleHouse.stop());

const idle = { lastTry: true, giveUp: true, addJob: undefined as never, signal: undefined };

/** An active campaign without a plan. */
async function unplanned(mails = 2) {
  const { person, partners, tenant } = await readyPerson(idleHouse, mails);
  const { id } = await addCampaign(person, partners, { texts: 'edited' });
  await idleHouse.api.run({
    tenant,
    cause: testCause,
    streams: { campaign: ref('campaign', id) },
    decide: (now) => ({ campaign: changeCampaignStatus(now.campaign, 'active', { messages: mails, missingTexts: 0 }) }),
  });
  return {
    person,
    partners,
    tenant,
    id,
    job: { tenant, id, correlationId: 'c', causationId: 'campaign@1' },
  };
}

test('the best matches are written to first, as the start preview says', async () => {
  const { person, partners, tenant, id, job } = await unplanned(6);
  for (const [index, partner] of partners.entries())
    await idleHouse.api.run({
      tenant,
      cause: testCause,
      streams: { partner: ref('partner', partner.id) },
      decide: (now) => ({
        partner: scorePartner(now.partner, {
          score: [40, 95, 60, 80, 99, 71][index] ?? 0,
          by: 'rules',
          parts: [],
          supports: [],
        }),
      }),
    });
  const { plan } = await person.ok<StartPreviewView>('GET', `/api/campaigns/${id}/start-preview`);
  await planCampaign.handler(idleHouse.worker, job, idle);
  const messages = await readMessages(idleHouse.worker.store, tenant, { campaignId: id });
  const inTime = messages.toSorted((a, b) => (a.state.scheduledAt ?? '').localeCompare(b.state.scheduledAt ?? ''));
  expect(inTime.map(({ partner }) => partner?.score)).toEqual([99, 95, 80, 71, 60, 40]);
  expect(plan.sends.map(({ messageId }) => messageId)).toEqual(inTime.map((message) => message.id));
});

test.each([
  [
    'the limit of the mailbox',
    '/api/sending-settings',
    { window: DEFAULT_HOURS, mailboxDailyCap: 7, rampUp: false },
    { mailboxCap: 7, zone: 'UTC' },
  ],
  ['the time zone', '/api/business-profile', { timezone: 'Asia/Tokyo' }, { mailboxCap: 40, zone: 'Asia/Tokyo' }],
] as const)('%s that changes while a plan is drawn counts in it', async (_what, path, change, drawnFrom) => {
  const { person, tenant, id, job } = await unplanned();
  const { store } = idleHouse.worker;
  let changed = false;
  const late: Store = {
    ...store,
    async run(command) {
      if (!changed) {
        changed = true;
        await person.ok('PUT', path, change);
      }
      return store.run(command);
    },
  };
  await planCampaign.handler({ ...idleHouse.worker, store: late }, job, idle);
  const messages = await readMessages(store, tenant, { campaignId: id });
  expect(messages.map(({ state }) => state.drawnFrom)).toMatchObject([drawnFrom, drawnFrom]);
});

test('a campaign that starts while another one is planned has the rest of that plan drawn again', async () => {
  const { person, partners, tenant, id, job } = await unplanned(12);
  const { id: other } = await addCampaign(person, partners.slice(0, 2), { texts: 'edited' });
  const { store } = idleHouse.worker;
  let started = false;
  const late: Store = {
    ...store,
    async run(command) {
      const outcome = await store.run(command);
      if (!started) {
        started = true;
        await person.ok('PUT', `/api/campaigns/${other}/status`, { status: 'active' });
      }
      return outcome;
    },
  };
  await planCampaign.handler({ ...idleHouse.worker, store: late }, job, idle);
  const messages = await readMessages(store, tenant, { campaignId: id });
  const histories = await Promise.all(messages.map((row) => store.history(tenant, ref('message', row.id))));
  const seeds = histories.map((events) => {
    const drawn = events.find(({ type }) => type === 'EmailScheduled');
    return (drawn?.data as { seed: number } | undefined)?.seed;
  });
  expect(seeds).not.toContain(undefined);
  expect(new Set(seeds.slice(0, 10)).size).toBe(1);
  expect(new Set(seeds).size).toBe(2);
});

test('a message that changes while the plan is drawn does not fail the plan [long]', async () => {
  const { person, tenant, id, job } = await unplanned();
  const [edited] = await person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`);
  const message = ref('message', edited?.id ?? '');
  const edit = {
    tenant,
    cause: testCause,
    streams: { message },
    decide: (now: { message: MessageState }) => ({
      message: editMessage(now.message, { subject: 'A vest', body: 'Hello again.' }, 'f'.repeat(64)),
    }),
  };
  let planning: Promise<void> = Promise.resolve();
  // the plan reads the message before this edit is committed, and wants to write after it
  await idleHouse.api.sql.begin(async (tx) => {
    await idleHouse.api.runIn(tx, edit);
    planning = planCampaign.handler(idleHouse.worker, job, idle);
    planning.catch(() => undefined);
    await until(
      () =>
        idleHouse.owner
          .sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      (waiting) => waiting.length > 0,
    );
  });
  await planning;
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`);
  expect(sends.map(({ detail }) => detail)).toEqual(['Scheduled', 'Scheduled']);
});

describe('of two partners with one address', () => {
  const CANCELLED = 'Cancelled: another partner of this campaign has the same address, and got the email';

  /** Two messages to one address, first the one that the plan takes, with the screen's text for both. */
  async function sharing() {
    const { person, partners, tenant, id, job } = await unplanned(3);
    for (const [index, partner] of partners.slice(0, 2).entries()) {
      const email = ['dup@lindqvist.example', 'Dup@Lindqvist.example'][index];
      await person.ok('POST', `/api/partners/${partner.id}/contact`, { contactInfo: { email } });
    }
    const sends = () => person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`);
    // a new address asks for a new approval
    for (const { id: message, approved } of await sends())
      if (!approved)
        await person.ok('PATCH', `/api/campaign-sends/${message}`, { subject: 'A vest', body: `Hi ${message}` });
    const both = async () =>
      (await sends()).filter(({ recipientEmail }) => recipientEmail?.toLowerCase() === 'dup@lindqvist.example');
    const plan = () => planCampaign.handler(idleHouse.worker, job, idle);
    await plan();
    const first = (await both()).find(({ detail }) => detail === 'Scheduled');
    const other = (await both()).find(({ id: message }) => message !== first?.id);
    if (!first || !other) throw new Error('none of them has a time');
    const detail = async () => (await both()).find(({ id: message }) => message === other.id)?.detail;
    return { person, tenant, first, other, detail, plan };
  }

  test('one gets a time, and the other waits for what becomes of it', async () => {
    const { tenant, first, other, detail, plan } = await sharing();
    expect(other).toMatchObject({
      ...{ status: 'pending', nextSendAt: null },
      detail: `Approved; ${first.partner.name} has the same address and gets the email`,
    });
    await plan();
    expect(await detail()).toBe(other.detail);
    await idleHouse.api.run({
      tenant,
      cause: testCause,
      streams: { message: ref('message', first.id) },
      decide: (now) => ({
        message: cancelMessage(now.message, { code: 'suppressed_unsubscribed' }),
      }),
    });
    expect(await detail()).toBe('Approved');
    await plan();
    expect(await detail()).toBe('Scheduled');
  });

  test('the other is cancelled once the email was sent', async () => {
    const { tenant, first, detail, plan } = await sharing();
    await asSent(idleHouse, tenant, first.id, 'dup@lindqvist.example');
    await plan();
    expect(await detail()).toBe(CANCELLED);
  });

  test('the other is cancelled, too, once the one that was sent has another address', async () => {
    const { person, tenant, first, detail, plan } = await sharing();
    await asSent(idleHouse, tenant, first.id, 'dup@lindqvist.example');
    const contactInfo = { email: 'ada@lindqvist.example' };
    await person.ok('POST', `/api/partners/${first.partner.id}/contact`, { contactInfo });
    await plan();
    expect(await detail()).toBe(CANCELLED);
  });

  test('the other waits for one that failed and is sent again', async () => {
    const { tenant, first, other, detail, plan } = await sharing();
    await asFailed(idleHouse, tenant, first.id, 'dup@lindqvist.example');
    const { state } = await idleHouse.api.load(tenant, ref('message', first.id));
    const { campaignId, partnerId, text, approvedHash } = state;
    const ids = { campaignId, partnerId, step: resendStep(1), resendOf: null };
    const again = `${campaignId}.${partnerId}.${ids.step}`;
    if (!text) throw new Error('no text');
    await idleHouse.api.run({
      ...{ tenant, cause: testCause, streams: { message: ref('message', again) } },
      decide: (now) => ({ message: draftResend(now.message, ids, text, approvedHash ?? '') }),
    });
    await plan();
    expect(await detail()).toBe(other.detail);
    await asSent(idleHouse, tenant, again, 'dup@lindqvist.example');
    await plan();
    expect(await detail()).toBe(CANCELLED);
  });
});

test('a plan does not wait for the plan of another tenant', async () => {
  const [one, other] = await Promise.all([readyPerson(testApp, 2), readyPerson(testApp, 2)]);
  const campaign = await addCampaign(other.person, other.partners, { texts: 'edited' });
  await testApp.owner.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(planLock(one.tenant))}::bigint)`;
    await other.person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await until(
      () => other.person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
      (sends) => sends.every(({ detail }) => detail === 'Scheduled'),
    );
  });
});

test('the plan of a deleted campaign cancels what waits', async () => {
  // the job of the deletion cancels it, too
  const still = await startTestApp({ working: false });
  onTestFinished(() => still.stop());
  const { person, tenant, campaign, sends } = await readyCampaign(still, { partners: 1, texts: 'edited' });
  await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
  const job = { tenant, id: campaign.id, correlationId: 'test', causationId: 'test' };
  const run = { lastTry: true, giveUp: false, signal: undefined, addJob: (() => undefined) as never };
  await planCampaign.handler(still.worker, job, run);
  const { state } = await still.api.load(tenant, ref('message', sends[0]?.id ?? ''));
  expect(state).toMatchObject({ status: 'cancelled', reason: { code: 'campaign_deleted' } });
});
