import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, ErrorView, SendingSettingsView, SendView } from '../../api/views.ts';
import { idle } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const WEEK = 7 * 86_400_000;

/** A house on the early morning of a Monday, UTC. */
async function mondayHouse(): Promise<TestApp> {
  const testApp = await startTestApp({ sendGap: null });
  const monday = Date.parse('2026-01-05T06:00:00Z');
  testApp.later(WEEK - ((testApp.api.now().getTime() - monday) % WEEK));
  return testApp;
}

let testApp: TestApp;
beforeAll(async () => {
  testApp = await mondayHouse();
});
afterAll(() => testApp.stop());

type Planned = { id: string; at: number; day: string };

async function plannedOf(person: Person, campaign: Pick<CampaignView, 'id'>): Promise<Planned[]> {
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  return sends
    .filter(({ detail }) => detail === 'Scheduled')
    .map(({ id, nextSendAt }) => ({ id, at: Date.parse(nextSendAt ?? ''), day: (nextSendAt ?? '').slice(0, 10) }))
    .sort((a, b) => a.at - b.at);
}

const perDay = (mails: readonly Planned[]): number[] => {
  const days = new Map<string, number>();
  for (const { day } of [...mails].sort((a, b) => a.at - b.at)) days.set(day, (days.get(day) ?? 0) + 1);
  return [...days.values()];
};
const activate = (person: Person, { id }: Pick<CampaignView, 'id'>) =>
  person.ok<CampaignView>('PUT', `/api/campaigns/${id}/status`, { status: 'active' });
const settle = (person: Person, campaign: CampaignView, count: number, suits: (mails: Planned[]) => boolean) =>
  until(
    () => plannedOf(person, campaign),
    (mails) => mails.length === count && suits(mails),
  );

/** A person with a running campaign whose mails all have their time. */
async function running(mails: number, dailyLimit = 5) {
  const { person, partners, tenant } = await readyPerson(testApp, mails);
  const campaign = await addCampaign(person, partners, { texts: 'edited', dailyLimit });
  await activate(person, campaign);
  await settle(person, campaign, mails, () => true);
  return { person, partners, tenant, campaign };
}

test('the sending settings begin with the usual hours, are saved, and drawn times follow them; a wrong field is refused', async () => {
  const { person, tenant, campaign } = await running(6);
  const usual = await person.ok<SendingSettingsView>('GET', '/api/sending-settings');
  expect(usual).toEqual({
    window: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] },
    mailboxDailyCap: 40,
    rampUp: false,
    timezone: 'UTC',
    anyHour: false,
  });
  const saved = { window: { from: '20:00', to: '21:30', weekdays: [6, 7] }, mailboxDailyCap: 2, rampUp: false };
  expect(await person.ok('PUT', '/api/sending-settings', saved)).toEqual({
    ...saved,
    timezone: 'UTC',
    anyHour: false,
  });
  const mails = await settle(person, campaign, 6, (all) => all.every(({ at }) => new Date(at).getUTCHours() >= 20));
  expect(perDay(mails)).toEqual([2, 2, 2]);
  for (const { at } of mails) expect([6, 0]).toContain(new Date(at).getUTCDay());
  expect(await clearEvents(testApp, tenant, 'EmailUnscheduled')).toHaveLength(6);
  const drawn = (await clearEvents(testApp, tenant, 'EmailScheduled')).at(-1);
  expect(drawn).toMatchObject({ hours: saved.window, mailboxCap: 2, rampUp: false, zone: 'UTC', dailyLimit: 5 });

  // the same again changes nothing
  await person.ok('PUT', '/api/sending-settings', saved);
  expect(await clearEvents(testApp, tenant, 'SendingRulesSet')).toHaveLength(1);
  const late = { ...saved, window: { ...saved.window, to: '09:00' } };
  expect(await person.call('PUT', '/api/sending-settings', late)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/after the start/), details: [{ field: 'window.to' }] },
  });
});

test('a campaign has hours and a limit of its own: an edit draws its times again, and nobody else’s', async () => {
  const { person, partners, campaign } = await running(8);
  const other = await addCampaign(person, partners.slice(0, 3), { texts: 'edited', dailyLimit: 3 });
  await activate(person, other);
  const before = await settle(person, other, 3, () => true);
  const edited = await person.ok<CampaignView>('PATCH', `/api/campaigns/${campaign.id}`, {
    dailyLimit: 2,
    sendWindow: { from: '13:00', to: '15:00', weekdays: [2, 3] },
  });
  expect(edited.sendWindow).toEqual({ from: '13:00', to: '15:00', weekdays: [2, 3] });
  const mails = await settle(person, campaign, 8, (all) =>
    all.every(({ at }) => [13, 14].includes(new Date(at).getUTCHours())),
  );
  expect(perDay(mails)).toEqual([2, 2, 2, 2]);
  expect(await plannedOf(person, other)).toEqual(before);
  // another name draws nothing again
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { name: 'Else' });
  await idle(testApp.owner.sql);
  expect(await plannedOf(person, campaign)).toEqual(mails);
  const refused = await person.call<ErrorView>('PATCH', `/api/campaigns/${campaign.id}`, {
    sendWindow: { from: '13:00', to: '13:10', weekdays: [2] },
  });
  expect(refused.body.details).toMatchObject([{ field: 'sendWindow.to' }]);
});

test('another time zone draws the times again, within the hours there', async () => {
  const { person, campaign } = await running(4);
  await person.ok('PUT', '/api/business-profile', { timezone: 'Asia/Tokyo' });
  const mails = await settle(person, campaign, 4, (all) => all.every(({ at }) => new Date(at).getUTCHours() < 8));
  expect(mails).toHaveLength(4);
});
