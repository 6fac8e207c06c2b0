import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, EmailSettingsView, ScheduleView, SendView } from '../../api/views.ts';
import { campaignRow, draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

const TIME = String.raw`\d\d:\d\d [AP]M`;

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours, so that an active campaign waits for them
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
}, 60_000);
afterAll(() => screens?.stop());

type Planned = { person: Person; campaign: CampaignView; sends: SendView[]; page: Page };

/** A person with this many approved texts, before their campaign. */
async function planned(count: number): Promise<Planned> {
  const { person, partners } = await readyPerson(screens.app, count);
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  const sends = await sendsOf(person, campaign);
  return { person, campaign, sends, page: await screens.visit(`/campaigns/${campaign.id}?tab=schedule`, person) };
}
const held = (page: Page) => page.getByRole('status').filter({ hasText: 'No emails leave' });
const inUtc = (iso: string) =>
  new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(new Date(iso));

test('the emails of a started campaign appear as they were planned, and the next one in its row', async () => {
  const { person, campaign, page } = await planned(12);
  const coming = page.getByRole('region', { name: 'Scheduled emails' });
  await coming.getByText('No emails are planned. Start the campaign to schedule them.').waitFor();
  await setStatus(person, campaign, 'active');
  const schedule = await until(
    () => person.ok<ScheduleView>('GET', `/api/campaigns/${campaign.id}/schedule`),
    (now) => now.sends.length === 12,
  );
  await coming.getByText('12 emails planned. Times are in UTC.').waitFor();
  const days = coming.getByRole('list', { name: 'Days' }).locator('> li');
  expect(await days.count()).toBe(Math.min(7, schedule.days.length));
  for (const [index, day] of schedule.days.slice(0, 2).entries()) {
    const ofDay = schedule.sends.filter((send) => send.day === day.day);
    const text = (await days.nth(index).getByRole('button').first().textContent()) ?? '';
    for (const told of [`${day.planned} of ${day.limit}`, ofDay[0]?.why.text, inUtc(ofDay[0]?.at ?? '')])
      expect(text).toContain(told);
  }
  await lookAt(page, 'schedule');

  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  const next = campaignRow(page, 'Spring vests')
    .getByRole('cell')
    .filter({ has: page.locator('time') });
  const { nextSendAt, nextSendWhy } = await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
  expect(await next.locator('time').getAttribute('datetime')).toBe(nextSendAt);
  expect(await next.locator('time').textContent()).toMatch(new RegExp(`^(Today|\\w{3}, \\w{3} \\d+), ${TIME}$`));
  await next.getByText(nextSendWhy?.text ?? 'a reason', { exact: true }).waitFor();
});

test('a refused key holds the emails, which the campaign and Settings say until it is saved again [long]', async () => {
  const { person, campaign, sends, page } = await planned(2);
  await setStatus(person, campaign, 'active');
  await screens.app.fault('sendgrid', 'reject-4xx', 1, { status: 401 });
  await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  await held(page).getByText('No emails leave until the email settings are saved again').waitFor();
  await held(page)
    .getByText(/^SendGrid refused the API key\. Check the API key in Settings and save it again\./)
    .waitFor();
  expect(await page.getByText(/^Next email/).count()).toBe(0);
  await lookAt(page, 'schedule-held');

  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await campaignRow(page, 'Spring vests')
    .getByText(/^On hold: /)
    .waitFor();
  await held(page).getByRole('link', { name: 'Open Settings' }).click();
  await page.waitForURL('**/settings#email-provider');
  const provider = page.getByRole('region', { name: 'Email Provider' });
  await provider.filter({ has: held(page) }).waitFor();
  const inView = () => provider.evaluate((card) => card.getBoundingClientRect().top < window.innerHeight / 2);
  await expect.poll(inView).toBe(true);
  await provider.getByLabel('SendGrid API key').fill('SG.third');
  await provider.getByRole('button', { name: 'Save Email Settings', exact: true }).click();
  await seeToast(page, { title: 'Email Settings Updated' });
  await held(page).waitFor({ state: 'hidden' });
  expect((await person.ok<EmailSettingsView>('GET', '/api/email-settings')).hold).toBeNull();
});
