import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, EmailSettingsView, SendView } from '../../api/views.ts';
import { campaignRow, draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

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

test('a scheduled email is stopped in two clicks, and Undo brings back its time', async () => {
  const { person, campaign, page } = await planned(1);
  await setStatus(person, campaign, 'active');
  const only = async () => (await sendsOf(person, campaign))[0];
  const { nextSendAt } = (await until(only, (send) => Boolean(send?.nextSendAt))) ?? {};
  await page.getByRole('link', { name: 'Messages 1' }).click();
  await page.getByRole('button', { name: /^More for / }).click();
  await page.getByRole('menuitem', { name: 'Cancel email' }).click();
  const notice = await toast(page, 'Cancelled', '1 email cancelled.');
  expect(await only()).toMatchObject({ status: 'cancelled', nextSendAt: null });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await seeToast(page, { title: 'Restored' });
  expect(await only()).toMatchObject({ status: 'pending', nextSendAt });
  await lookAt(page, 'steered');
});
