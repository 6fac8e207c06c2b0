import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, OverviewView, PartnerView, SendView, StatsView } from '../../api/views.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DAY = 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp?.stop());

/** Imports people by name; they are pending until decided. */
async function found(person: Person, names: readonly string[]): Promise<PartnerView[]> {
  await person.import(names.map((name, index) => importedRow(index, name)));
  const all = await person.ok<PartnerView[]>('GET', '/api/partners');
  return names.flatMap((name) => all.filter((partner) => partner.name === name));
}

const approve = (person: Person, partners: readonly PartnerView[]) =>
  Promise.all(partners.map(({ id }) => person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' })));

/** Sends the first messages of a campaign, and marks some of them as replied. */
async function sent(person: Person, campaign: CampaignView, count: number, replied: number): Promise<void> {
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  for (const [index, { id }] of sends.slice(0, count).entries()) {
    await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
    if (index < replied) await person.ok('PATCH', `/api/campaign-sends/${id}/status`, { status: 'replied' });
  }
}

test('the overview tells the days of the user’s zone apart, and how far the partners have come', async () => {
  const { person, partners } = await readyPerson(testApp, 3);
  const zone = 'Pacific/Kiritimati'; // 14 hours ahead of UTC: its day is another one than that of the server
  await person.ok('PUT', '/api/business-profile', { timezone: zone });
  const [first] = partners.slice(0, 2);
  const campaign = await addCampaign(person, partners.slice(0, 2), { texts: 'edited' });
  await sent(person, campaign, 2, 1);
  await found(person, ['Dora Pending']);
  // an emailed partner stays in the funnel, though rejected since
  await person.ok('PATCH', `/api/partners/${first?.id}/status`, { status: 'rejected' });
  const overview = (days: number) => person.ok<OverviewView>('GET', `/api/dashboard/overview?days=${days}`);
  const { series, ...now } = await until(
    () => overview(7),
    ({ funnel }) => funnel.sent === 2,
  );
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now());
  expect(now).toMatchObject({
    timezone: zone,
    funnel: { found: 4, approved: 3, email: 3, sent: 2, replied: 1 },
    trends: { totalPartners: null, totalEmailsSent: null },
    matches: [{ name: 'Dora Pending' }, {}],
    deletedCampaigns: null,
    nextSends: [],
  });
  expect(series).toHaveLength(7);
  expect(series.at(-1)).toEqual({ day: today, found: 4, approved: 2, sent: 2, replied: 1 });

  testApp.later(8 * DAY);
  const later = await overview(30);
  expect(later.series.filter(({ sent: count }) => count > 0)).toEqual([
    { day: today, found: 4, approved: 2, sent: 2, replied: 1 },
  ]);
  const week = await overview(7);
  expect(week.series.every(({ sent: count }) => count === 0)).toBe(true);
  expect(week.trends).toMatchObject({ totalEmailsSent: -100, responseRate: null });
  expect(await person.call('GET', '/api/dashboard/overview?days=8')).toMatchObject({
    status: 400,
    body: { error: 'days must be one of: 7, 30, 90' },
  });
  await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
  expect((await overview(7)).deletedCampaigns).toEqual({
    partnersWrittenTo: 2,
    partnersReplied: 1,
    responseRate: 50,
  });
});

test('the trends are this 30 days against the 30 before, up, down and level', async () => {
  const { person } = await readyPerson(testApp, 0);
  const old = await found(person, ['Uma One', 'Vito Two', 'Wren Three', 'Xena Four']);
  await approve(person, old.slice(0, 2));
  await sent(person, await addCampaign(person, old.slice(0, 2), { texts: 'edited' }), 2, 2);
  const { person: quiet, partners } = await readyPerson(testApp, 1);
  await sent(quiet, await addCampaign(quiet, partners, { texts: 'edited' }), 1, 1);
  testApp.later(31 * DAY);
  const recent = await found(person, ['Yara Five', 'Zeno Six', 'Abel Seven', 'Bea Eight', 'Cleo Nine']);
  await approve(person, [...recent.slice(0, 1), ...old.slice(2, 4)]);
  const now = [...recent.slice(0, 1), ...old.slice(2, 3)];
  await sent(person, await addCampaign(person, now, { texts: 'edited' }), 2, 1);
  const stats = await until(
    () => person.ok<StatsView>('GET', '/api/dashboard/stats'),
    ({ totalEmailsSent }) => totalEmailsSent === 4,
  );
  expect(stats).toMatchObject({
    totalPartners: 9,
    approvedPartners: 5,
    partnersReplied: 3,
    partnersWrittenTo: 4,
    responseRate: 75,
    trends: { totalPartners: 25, approvedPartners: 50, totalEmailsSent: 0, responseRate: -50 },
  });
  // someone who sent nothing lately has no lower rate for it
  const { trends } = await quiet.ok<StatsView>('GET', '/api/dashboard/stats');
  expect(trends).toMatchObject({ totalEmailsSent: -100, responseRate: null });
});
