/** Emails of different campaigns to one person keep their distance, in the plan and when they leave. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AvailablePartnerView, CampaignView, PartnerView, ScheduleView, SendView } from '../../api/views.ts';
import { localDay } from '../../events/shared/zoned.ts';
import { checksOf, draftCampaign, startPreview } from '../support/campaigns.ts';
import { hurry } from '../support/hurry.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DAY = 86_400_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ sendGap: null });
  // a Monday, an hour before the sending hours
  const monday = Date.parse('2026-01-05T08:00:00Z');
  testApp.later(7 * DAY - ((testApp.api.now().getTime() - monday) % (7 * DAY)));
});
afterAll(() => testApp.stop());

const start = (person: Person, { id }: CampaignView) =>
  person.ok('PUT', `/api/campaigns/${id}/status`, { status: 'active' });
const sendOf = async (person: Person, { id }: CampaignView) =>
  (await person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`))[0];
const planned = async (person: Person, campaign: CampaignView): Promise<string> =>
  (
    await until(
      () => sendOf(person, campaign),
      (send) => send?.detail === 'Scheduled',
    )
  )?.nextSendAt ?? '';
const daysApart = (one: string, other: string) =>
  (Date.parse(localDay(Date.parse(other), 'UTC')) - Date.parse(localDay(Date.parse(one), 'UTC'))) / DAY;

async function twoCampaigns(minDaysBetweenCampaigns: number, second: 'same partner' | 'same address' = 'same partner') {
  const { person, partners } = await readyPerson(testApp, 2);
  const [ada, ben] = partners as [PartnerView, PartnerView];
  await person.ok('PUT', '/api/business-profile', { minDaysBetweenCampaigns });
  if (second === 'same address')
    await person.ok('POST', `/api/partners/${ben.id}/contact`, { contactInfo: { email: ada.contactInfo?.email } });
  return {
    ...{ person, ada, ben },
    first: await addCampaign(person, [ada], { texts: 'edited' }),
    second: await addCampaign(person, [second === 'same partner' ? ada : ben], { texts: 'edited' }),
  };
}

test.each(['same partner', 'same address'] as const)(
  'the plan keeps them apart, and says so before: %s',
  async (who) => {
    const { person, ada, ben, first, second } = await twoCampaigns(2, who);
    await start(person, first);
    const at = await planned(person, first);
    const { name } = who === 'same partner' ? ada : ben;
    const said = await startPreview(person, second);
    const { first: leaves, plan } = said;
    expect(checksOf(said, 'planned')).toEqual([{ severity: 'warns', count: 1, names: [name], days: 2 }]);
    expect(daysApart(at, leaves?.from ?? '')).toBe(2);
    expect(daysApart(at, plan.sends[0]?.at ?? '')).toBe(2);
    const empty = await draftCampaign(person, 'Empty');
    const free = await person.ok<AvailablePartnerView[]>('GET', `/api/campaigns/${empty.id}/available-partners`);
    expect(free.find(({ id }) => id === ada.id)?.planned).toBe(true);
    await start(person, second);
    expect(daysApart(at, await planned(person, second))).toBe(2);
    const why = {
      kind: 'other_campaign',
      text: 'Another campaign writes to this partner: emails of different campaigns are 2 days apart',
    };
    const { sends } = await person.ok<ScheduleView>('GET', `/api/campaigns/${second.id}/schedule`);
    expect(sends.map((send) => send.why)).toEqual([why]);
    expect((await person.ok<CampaignView>('GET', `/api/campaigns/${second.id}`)).nextSendWhy).toEqual(why);
  },
);

test('with no distance set, both may leave on one day', async () => {
  const { person, first, second } = await twoCampaigns(0);
  await Promise.all([start(person, first), start(person, second)]);
  expect(daysApart(await planned(person, first), await planned(person, second))).toBe(0);
});

test('one that was planned waits after a Send Now of another campaign, which warns', async () => {
  const { person, first, second } = await twoCampaigns(2, 'same address');
  await start(person, second);
  const at = await planned(person, second);
  const send = await sendOf(person, first);
  expect(send?.otherCampaignAt).toBe(at);
  await person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
  await until(
    () => sendOf(person, first),
    (now) => now?.status === 'sent',
  );
  testApp.later(Date.parse(at) - testApp.api.now().getTime() + 1000);
  const moved = await until(
    async () => {
      await testApp.sweep();
      await hurry(testApp.owner.sql, 'send');
      return sendOf(person, second);
    },
    (now) => now?.detail === 'Scheduled' && now.nextSendAt !== at,
  );
  expect(daysApart(at, moved?.nextSendAt ?? '')).toBe(2);
});

test('a greater distance moves what is planned already', async () => {
  const { person, first, second } = await twoCampaigns(0);
  await Promise.all([start(person, first), start(person, second)]);
  await Promise.all([planned(person, first), planned(person, second)]);
  await person.ok('PUT', '/api/business-profile', { minDaysBetweenCampaigns: 3 });
  await until(
    async () => Math.abs(daysApart(await planned(person, first), await planned(person, second))),
    (days) => days === 3,
  );
});
