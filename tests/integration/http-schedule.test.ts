import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarView, CampaignView, ScheduleView, SendView } from '../../api/views.ts';
import { readMailboxSchedules, showMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { addCampaign, readyCampaign, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const WEEK = 7 * 86_400_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ sendGap: null });
  // a Monday, an hour before the sending hours
  const monday = Date.parse('2026-01-05T08:00:00Z');
  testApp.later(WEEK - ((testApp.api.now().getTime() - monday) % WEEK));
});
afterAll(() => testApp.stop());

test('the schedule names the sends to come, when and why, and how full their days are', async () => {
  const { person, partners } = await readyPerson(testApp, 5);
  const campaign = await addCampaign(person, partners, { texts: 'edited', dailyLimit: 3 });
  const look = () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
  const schedule = () => person.ok<ScheduleView>('GET', `/api/campaigns/${campaign.id}/schedule`);
  expect(await schedule()).toEqual({ timezone: 'UTC', anyHour: false, total: 0, sends: [], days: [] });
  expect((await look()).nextSendWhy).toBeNull();

  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const { sends, days } = await until(schedule, (view) => view.sends.length === 5);
  expect(sends.map(({ why }) => why.kind)).toEqual(['window', 'gap', 'gap', 'daily_limit', 'gap']);
  expect(sends.map(({ at }) => at)).toEqual([...sends.map(({ at }) => at)].sort());
  expect(new Set(sends.map(({ partnerName }) => partnerName))).toEqual(new Set(partners.map(({ name }) => name)));
  expect(days).toEqual([
    { day: sends[0]?.day, planned: 3, limit: 3, mailboxPlanned: 3, mailboxLimit: 40 },
    { day: sends[4]?.day, planned: 2, limit: 3, mailboxPlanned: 2, mailboxLimit: 40 },
  ]);
  // a page goes on where the one before it ended
  const path = `/api/campaigns/${campaign.id}/schedule?limit=4`;
  const first = await fetch(`${testApp.url}${path}`, { headers: { cookie: person.cookie } });
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('Link') ?? '') ?? [];
  expect(((await first.json()) as ScheduleView).sends).toEqual(sends.slice(0, 4));
  expect(await person.ok('GET', next)).toMatchObject({ total: 5, sends: sends.slice(4), days: days.slice(1) });

  // lists say the same as the rows that decide
  const installation = { store: testApp.api, sandbox: true, publicUrl: testApp.url };
  const [decides, shows] = await Promise.all(
    [readMailboxSchedules, showMailboxSchedules].map(async (read) => {
      const [one] = await read(installation, await person.tenant());
      const leaving = one?.leaving.toSorted((a, b) => (a.day < b.day ? -1 : 1));
      return { active: one?.active, takenToday: one?.takenToday, leaving, occupied: one?.occupied.toSorted() };
    }),
  );
  expect(shows).toEqual(decides);
  expect(shows?.leaving?.map(({ kind, count }) => [kind, count])).toEqual([
    ['planned', 3],
    ['planned', 2],
  ]);

  expect(await look()).toMatchObject({
    nextSendAt: sends[0]?.at,
    nextSendWhy: { kind: 'window', text: 'Emails leave Monday to Friday, 09:00–17:00 (UTC)' },
  });
  const [listed] = await person.ok<CampaignView[]>('GET', '/api/campaigns');
  expect(listed?.nextSendWhy).toEqual((await look()).nextSendWhy);

  // a time that was taken away while the list still has it
  await testApp.owner.sql`
    update read.messages set state = state || '{"scheduledDay": null}' where stream_id = ${`message-${sends[0]?.messageId}`}`;
  expect((await schedule()).sends).toEqual([expect.objectContaining({ at: sends[1]?.at }), ...sends.slice(2)]);

  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'paused' });
  expect((await look()).nextSendWhy).toEqual({ kind: 'paused', text: 'The campaign is paused. Resume it to go on.' });
  const another = await readyPerson(testApp, 0);
  expect((await another.person.call('GET', `/api/campaigns/${campaign.id}/schedule`)).status).toBe(404);
});

test('the calendar has what was sent and what is planned in a week, of all campaigns, by the days of the zone', async () => {
  const { person, partners } = await readyPerson(testApp, 3);
  const calendar = (day?: string) => person.ok<CalendarView>('GET', `/api/calendar${day ? `?day=${day}` : ''}`);
  const monday = testApp.api.now().toISOString().slice(0, 10);
  expect(await calendar()).toMatchObject({ timezone: 'UTC', today: monday, sends: [], complete: true });
  const [first, second] = [
    await addCampaign(person, partners.slice(0, 2), { texts: 'edited', dailyLimit: 1 }),
    await addCampaign(person, partners.slice(2), { texts: 'edited' }),
  ];
  const [now] = await person.ok<SendView[]>('GET', `/api/campaigns/${second.id}/sends`);
  await person.ok('POST', `/api/campaign-sends/${now?.id}/send-now`);
  await person.ok('PUT', `/api/campaigns/${first.id}/status`, { status: 'active' });
  const { sends, days } = await until(
    () => calendar(),
    (view) => view.sends.length === 3,
  );
  expect(days).toHaveLength(7);
  expect(days[0]).toBe(monday);
  expect(sends.map(({ campaignId, status, day }) => ({ campaignId, status, day }))).toEqual([
    { campaignId: second.id, status: 'sent', day: monday },
    { campaignId: first.id, status: 'planned', day: monday },
    { campaignId: first.id, status: 'planned', day: days[1] },
  ]);
  expect(sends[0]).toMatchObject({ messageId: now?.id, partnerName: partners[2]?.name, campaignDeleted: false });
  expect((await calendar('2026-02-04')).sends).toEqual([]);
  expect(await person.call('GET', '/api/calendar?day=soon')).toMatchObject({ status: 400 });

  await person.ok('DELETE', `/api/campaigns/${first.id}`);
  expect(
    (
      await until(
        () => calendar(),
        (view) => view.sends.length === 1,
      )
    ).sends[0]?.campaignId,
  ).toBe(second.id);
  // sent emails stay, as in the figures of the dashboard
  await person.ok('DELETE', `/api/campaigns/${second.id}`);
  expect((await calendar()).sends).toMatchObject([{ messageId: now?.id, status: 'sent', campaignDeleted: true }]);
  const another = await readyPerson(testApp, 0);
  expect((await another.person.ok<CalendarView>('GET', '/api/calendar')).sends).toEqual([]);
});

test('a running campaign says that texts wait for review, or are missing', async () => {
  const { person, campaign, partners } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const look = () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
  await until(look, ({ nextSendAt }) => nextSendAt !== null);
  // another address takes the approval
  await person.ok('POST', `/api/partners/${partners[0]?.id}/contact`, {
    contactInfo: { email: 'new.address@lindqvist.example' },
  });
  const waits = await until(look, ({ nextSendWhy }) => nextSendWhy?.kind === 'review');
  expect(waits.nextSendWhy?.text).toBe('1 text waits for your review');
});
