import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AvailablePartnerView, CampaignView, PartnerView } from '../../api/views.ts';
import { campaignRow, draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { choose } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast, tokenColor } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours, so that an active campaign stays active
  screens = await startScreens({ sendGap: null });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

test('no campaign yet, and the form with all of its parts and their errors, look well', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/campaigns', person);
  await button(page, 'Create your first campaign').click();
  await button(page, 'Add follow-up').click();
  await page.getByRole('group', { name: 'Follow-up 1' }).getByLabel('Text', { exact: true }).selectOption('user');
  await page.getByLabel('Test a second version').click();
  await page.getByText('Offer, tone and language').click();
  await page.getByRole('radio', { name: 'Own hours', exact: true }).click();
  await page.getByLabel('To', { exact: true }).selectOption('08:00');
  await button(page, 'Create Draft').click();
  await page.getByText('Campaign name is required').waitFor();
  await page.getByText('End time must be after the start time').waitFor();
  await lookAt(page, 'campaigns-form-errors');
  await page.context().close();
});

test('a selection begins a new campaign, or joins one that is there', async () => {
  const { person, partners } = await readyPerson(screens.app, 5);
  const { email: _none, ...nobody } = importedRow(1, 'Noor Nomail');
  await person.import([nobody]);
  const [noor] = await person.ok<PartnerView[]>('GET', '/api/partners?status=pending');
  await person.ok('PATCH', `/api/partners/${noor?.id}/status`, { status: 'approved' });
  const page = await screens.visit('/approved', person);
  await page.getByRole('checkbox', { name: 'Select All Visible' }).click();
  await button(page, 'Add to Campaign (6)').click();
  const dialog = page.getByRole('dialog', { name: 'Add to Campaign' });
  await button(dialog, 'New Campaign').click();
  await page.getByText('With the 6 partners that you selected.').waitFor();
  await page.reload();
  await page.getByText('With the 6 partners that you selected.').waitFor();
  await page.getByLabel('Campaign name').fill('First caps');
  await page.getByLabel('Subject', { exact: true }).fill('A cap');
  await page.getByLabel('Message instructions').fill('Offer a cap.');
  await button(page, 'Create Draft').click();
  await toast(page, 'Campaign Created', '5 partners added to First caps. 1 left out: no email.');
  await page.getByRole('heading', { name: 'First caps' }).waitFor();
  await page.getByRole('link', { name: /^Approved Partners/ }).click();
  // they joined it
  await button(page, 'Add to Campaign (0)').waitFor();
  await page.getByRole('checkbox', { name: 'Select All Visible' }).click();

  await setStatus(
    person,
    await draftCampaign(person, 'Winter caps', { partners: [partners[1] as PartnerView], written: true }),
    'active',
  );
  const earlier = await draftCampaign(person, 'Last year', { partners: [partners[2] as PartnerView], written: true });
  const [sent] = await sendsOf(person, earlier);
  await person.ok('POST', `/api/campaign-sends/${sent?.id}/send-now`, {});
  const spring = await draftCampaign(person, 'Spring vests', { partners: [partners[3] as PartnerView] });

  await button(page, 'Add to Campaign (6)').click();
  await choose(page, 'Campaign', 'Spring vests (draft)');
  await dialog.getByText('4 partners will be added. 2 left out: 1 already in this campaign, 1 no email.').waitFor();
  await dialog.getByText(/^1 partner was contacted before: /).waitFor();
  await dialog.getByText(/^1 partner is in another running campaign already \(Winter caps\)/).waitFor();
  await lookAt(page, 'approved-add');
  await button(dialog, 'Add to Campaign').click();
  const text = '4 partners added to Spring vests. 2 left out: 1 already in this campaign, 1 no email.';
  await toast(page, 'Partners Added', text);
  await button(page, 'Add to Campaign (0)').waitFor();
  expect(await sendsOf(person, spring)).toHaveLength(5);
});

test('of over 100 campaigns, and over 100 partners to add, only those near the window are in the page [long]', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const campaign = await draftCampaign(person, 'Campaign 1');
  await person.import([importedRow(1)]);
  const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
  const page = await screens.visit('/settings', person);
  const many = Array.from(
    { length: 130 },
    (_, index): CampaignView => ({
      ...campaign,
      id: index === 0 ? campaign.id : `c${index}`,
      name: `Campaign ${index + 1}`,
      status: (['draft', 'active', 'paused', 'completed'] as const)[index] ?? 'draft',
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
      planned: false,
      repliedAt: null,
      otherCampaigns: [],
    }),
  );
  await page.route('**/available-partners?*', (route) => {
    const search = new URL(route.request().url()).searchParams.get('search') ?? '';
    return route.fulfill({ json: people.filter(({ name }) => name?.toLowerCase().includes(search)) });
  });
  await page.goto(`${screens.app.url}/campaigns`);
  await campaignRow(page, 'Campaign 1').waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  // a badge is filled, grey, or an outline around nothing
  const badge = (row: number, label: string) =>
    campaignRow(page, `Campaign ${row}`)
      .getByText(label, { exact: true })
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  const looks = [await badge(2, 'Active'), await badge(3, 'Paused'), await badge(4, 'Completed')];
  expect(new Set(looks).size).toBe(3);
  expect([looks[0], looks[2]]).toEqual([await tokenColor(page, 'good-soft'), 'rgba(0, 0, 0, 0)']);
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
