import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours, so that an active campaign stays active; Send Now does not wait for them
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const asking = (page: Page) => page.getByRole('alertdialog');
const badge = (page: Page, label: string) => page.getByRole('heading', { level: 1 }).getByText(label, { exact: true });
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Messages' }).locator('li', { hasText: name });
const mailsTo = async (address: string | null | undefined) =>
  (await screens.app.outbox()).filter(({ to }) => to === address);
/** The cards of numbers. */
const figures = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('dl[aria-label=Counts] > div')
      .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent ?? ''))),
  );

/** A draft with one partner of each name; every message has a text. */
async function writtenTo(...names: string[]): Promise<{ person: Person; campaign: CampaignView }> {
  const { person } = await readyPerson(screens.app, 0);
  await person.ok('POST', '/api/partners/import', { rows: names.map((name, index) => importedRow(index, name)) });
  const partners = await person.ok<{ id: string }[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const campaign = await draftCampaign(person, 'Spring vests', { partners: partners as [] });
  for (const { id } of await sendsOf(person, campaign))
    await person.ok('PATCH', `/api/campaign-sends/${id}`, { subject: 'A vest', body: 'Look.' });
  return { person, campaign };
}
const sendTo = async (person: Person, campaign: CampaignView, name: string) => {
  const send = (await sendsOf(person, campaign)).find(({ partner }) => partner.name === name);
  if (!send) throw new Error(`No message to ${name}`);
  return send;
};

test('an answer that is lost after the email has left is made good by the live status; nothing is sent twice', async () => {
  const { person, campaign } = await writtenTo('Pia Pending');
  const { recipientEmail } = await sendTo(person, campaign, 'Pia Pending');
  const page = await screens.visit(`/campaigns/${campaign.id}?tab=messages`, person);
  await page.route('**/send-now', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await button(page, 'Send Now to Pia Pending').click();
  await button(asking(page), 'Send Now').click();
  await rowOf(page, 'Pia Pending').getByText('Sent', { exact: true }).waitFor();
  // the handler may still wait for its answer
  await page.unrouteAll({ behavior: 'wait' });
  expect(await mailsTo(recipientEmail)).toHaveLength(1);
  await until(
    () => figures(page),
    (now) => now.Sent === '1' && now.Pending === '0',
  );
  await page.context().close();
});

test('a failed message is edited and sent again from its row, and the new one replaces it', async () => {
  const { person, campaign } = await writtenTo('Fay Failed', 'Uma Unknown', 'Sue Sent', 'Pia Pending');
  for (const [name, fault] of [['Fay Failed', 'reject-4xx'], ['Uma Unknown', '500'], ['Sue Sent']] as const) {
    if (fault) await screens.app.fault('sendgrid', fault, 1);
    await person.call('POST', `/api/campaign-sends/${(await sendTo(person, campaign, name)).id}/send-now`);
  }
  const { recipientEmail, errorMessage } = await sendTo(person, campaign, 'Fay Failed');
  expect(errorMessage).toMatch(/^SendGrid refused the email/);
  const page = await screens.visit(`/campaigns/${campaign.id}?tab=messages`, person);
  const failed = rowOf(page, 'Fay Failed');
  await failed.getByText(errorMessage ?? '').waitFor();
  await lookAt(page, 'campaign');
  await failed.getByRole('link', { name: 'Edit the message to Fay Failed' }).click();
  const letter = page.getByRole('article');
  await button(letter, 'Edit').click();
  await letter.getByLabel('Subject', { exact: true }).fill('Another subject');
  await button(letter, 'Save Changes').click();
  await toast(page, 'Message Updated');
  await page.goBack();
  await button(failed, 'Send again to Fay Failed').click();
  await button(asking(page), 'Send again').click();
  await toast(page, 'Email Sent');
  await failed.getByText('Sent', { exact: true }).waitFor();
  expect(await failed.count()).toBe(1);
  await failed.getByText('Another subject').waitFor();
  await until(
    () => figures(page),
    (now) => now.Failed === '0',
  );
  expect((await mailsTo(recipientEmail)).map(({ subject }) => subject)).toEqual(['Another subject']);
  await page.context().close();
});

test('Start, a pause that fails and one whose answer is lost, and what another window does', async () => {
  const { person, campaign } = await writtenTo('Ada First', 'Ben Second', 'Cleo Third');
  const page = await screens.visit(`/campaigns/${campaign.id}`, person);
  const status = async () => (await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).status;
  await button(page, 'Start').click();
  await asking(page).getByText('3 emails, at most 10 a day').waitFor();
  await button(asking(page), 'Start').dblclick();
  await badge(page, 'Active').waitFor();
  await page
    .getByText(/^Next email/)
    .locator('time')
    .waitFor();
  await expect.poll(() => rowOf(page, '').getByText('Scheduled').count()).toBe(3);
  await expect.poll(() => button(page, 'Pause').evaluate((one) => one === document.activeElement)).toBe(true);

  await page.route('**/status', (route) => route.abort('connectionrefused'));
  await button(page, 'Pause').click();
  const warning = page.getByRole('alert').filter({ hasText: 'This campaign may still be running.' });
  await warning.waitFor();
  await lookAt(page, 'campaign-pause-failed');
  await page.unroute('**/status');
  expect(await status()).toBe('active');

  await page.route('**/status', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await button(page, 'Pause').click();
  await badge(page, 'Paused').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await status()).toBe('paused');

  await button(page, 'Resume').click();
  await asking(page).getByText('To send').waitFor();
  await setStatus(person, campaign, 'active');
  await asking(page).waitFor({ state: 'hidden' });
  await badge(page, 'Active').waitFor();
  expect(await warning.count()).toBe(0);
  await page.context().close();
});

test("an unknown campaign is 'not found', with a way back", async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/campaigns/no-such-campaign', person);
  await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
  await lookAt(page, 'campaign-not-found');
  await page.goto(`${screens.app.url}/campaigns/%20`);
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await page.getByText('No campaigns yet').waitFor();
  await page.context().close();
});
