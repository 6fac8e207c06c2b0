import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AvailablePartnerView, CampaignView, PartnerView } from '../../api/views.ts';
import { campaignRow, draftCampaign, fromCampaignMenu, sendsOf, setStatus } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast, tokenColor } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours, so that an active campaign stays active
  screens = await startScreens({ sendGap: null });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const background = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor);

test('no campaign yet, and the form with its errors, look well', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/campaigns', person);
  await page.getByText('No campaigns yet').waitFor();
  await lookAt(page, 'campaigns-none');
  await button(page, 'Create your first campaign').click();
  await button(page, 'Create Draft').click();
  await page.getByText('Campaign name is required').waitFor();
  await lookAt(page, 'campaigns-form-errors');
  await page.context().close();
});

test('campaigns in every state look well, each with its badge and its next step', async () => {
  const { person, partners } = await readyPerson(screens.app, 3);
  const [first, second, third] = partners as [PartnerView, PartnerView, PartnerView];
  await draftCampaign(person, 'Empty draft');
  const joined = await draftCampaign(person, 'Joined', { partners: [first], written: true });
  const paused = await draftCampaign(person, 'Halted', { partners: [second], written: true });
  const completed = await draftCampaign(person, 'Done', { partners: [third], written: true });
  for (const campaign of [joined, paused, completed]) await setStatus(person, campaign, 'active');
  await setStatus(person, paused, 'paused');
  await person.ok('POST', `/api/campaigns/${joined.id}/partners`, { partnerIds: [second.id] });
  const [send] = await sendsOf(person, completed);
  await person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
  const page = await screens.visit('/campaigns', person);
  await campaignRow(page, 'Done').getByText('Completed', { exact: true }).waitFor();
  await campaignRow(page, 'Joined').locator('time').waitFor();
  await lookAt(page, 'campaigns');
  // filled, grey, or an outline around nothing
  const badge = (name: string, label: string) => background(campaignRow(page, name).getByText(label, { exact: true }));
  const looks = [await badge('Joined', 'Active'), await badge('Halted', 'Paused'), await badge('Done', 'Completed')];
  expect(new Set(looks).size).toBe(3);
  expect([looks[0], looks[2]]).toEqual([await tokenColor(page, 'good-soft'), 'rgba(0, 0, 0, 0)']);
  await button(campaignRow(page, 'Halted'), 'Resume').waitFor();
  await page.context().close();
});

test('texts are counted while they are written; written again, edited ones are kept unless included', async () => {
  const { person, partners } = await readyPerson(screens.app, 3);
  const campaign = await draftCampaign(person, 'Spring vests', { partners });
  const page = await screens.visit('/campaigns', person);
  await screens.app.fault('openai', 'slow', 3, { seconds: 1 });
  await button(page, 'Generate Messages').click();
  await page.getByText(/Writing messages: \d of 3/).waitFor();
  await toast(page, 'Messages Generated', '3 messages written.');
  await page.getByText('3 messages to review').waitFor();
  const bodies = async () => (await sendsOf(person, campaign)).map(({ body }) => body);
  const [first] = await sendsOf(person, campaign);
  await person.ok('PATCH', `/api/campaign-sends/${first?.id}`, { subject: 'By hand', body: 'Written by hand.' });
  await fromCampaignMenu(page, 'Spring vests', 'Regenerate Messages');
  await toast(page, 'Messages Regenerated', '2 messages written. 1 edited text kept.');
  expect(await bodies()).toContain('Written by hand.');
  await fromCampaignMenu(page, 'Spring vests', 'Regenerate, edited texts too');
  await button(page.getByRole('alertdialog', { name: 'Rewrite edited texts too?' }), 'Rewrite all').click();
  await until(bodies, (now) => !now.includes('Written by hand.'));
  await page.context().close();
});

test('of over 100 campaigns, and over 100 partners to add, only those near the window are in the page', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const campaign = await draftCampaign(person, 'Campaign 1');
  await person.ok('POST', '/api/partners/import', { rows: [importedRow(1)] });
  const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
  const page = await screens.visit('/settings', person);
  const many = Array.from(
    { length: 130 },
    (_, index): CampaignView => ({
      ...campaign,
      id: index === 0 ? campaign.id : `c${index}`,
      name: `Campaign ${index + 1}`,
      createdAt: new Date(Date.parse(campaign.createdAt) - index * 60_000).toISOString(),
    }),
  );
  await page.route('**/api/campaigns', (route) => route.fulfill({ json: many }));
  const people = Array.from(
    { length: 130 },
    (_, index): AvailablePartnerView => ({
      ...(partner as PartnerView),
      id: `p${index}`,
      name: `Person ${index + 1}`,
      contactedAt: null,
      repliedAt: null,
      otherCampaigns: [],
    }),
  );
  await page.route('**/available-partners', (route) => route.fulfill({ json: people }));
  await page.goto(`${screens.app.url}/campaigns`);
  await campaignRow(page, 'Campaign 1').waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  await page.keyboard.press('End');
  await campaignRow(page, 'Campaign 130').waitFor();
  expect(await campaignRow(page, 'Campaign 1').count()).toBe(0);
  await page.keyboard.press('Home');
  await button(campaignRow(page, 'Campaign 1'), 'Add Partners').click();
  const dialog = page.getByRole('dialog', { name: 'Add Partners' });
  await dialog.getByText('Person 1', { exact: true }).waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBeLessThan(60);
  await dialog.getByLabel('Select all 130').check();
  await button(dialog, 'Add 130 Partners').waitFor();
  await dialog.getByLabel('Search available partners').fill('person 130');
  await dialog.getByText('Person 130', { exact: true }).waitFor();
  await page.context().close();
});
