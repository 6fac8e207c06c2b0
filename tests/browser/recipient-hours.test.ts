/** A campaign in the working hours of its recipients, in the browser: from the switch to the time there beside each coming send. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, PartnerView } from '../../api/views.ts';
import { sendsOf } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

test('emails are planned where recipients are at work, or the list says why not', async () => {
  const { person } = await readyPerson(screens.app, 0);
  await person.ok('PUT', '/api/business-profile', { timezone: 'Europe/Berlin' });
  // of Columbus, Ohio, and of Brisbane, where people sleep while Berlin works
  for (const name of ['bianca-ferrante', 'tessa-garrick'])
    await person.ok('POST', '/api/partners/ingest-url', { profileUrl: `https://linkedin.com/in/${name}` });
  await person.ok('POST', '/api/partners/import', { rows: [importedRow(7)] });
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) {
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    const email = `p${id.slice(0, 12)}@lindqvist.example`;
    await person.ok('POST', `/api/partners/${id}/contact`, { contactInfo: { email } });
  }
  const page = await screens.visit('/campaigns', person);
  await button(page, 'Create Campaign').click();
  await page.getByLabel('Campaign name').fill('Spring vests');
  await page.getByLabel('Message instructions').fill('Offer a free vest for an honest review.');
  await page.getByLabel('Subject', { exact: true }).fill('A vest for your trails');
  await page.getByRole('switch', { name: 'Only in the recipients’ working hours' }).click();
  await lookAt(page, 'recipient-hours-form');
  await button(page, 'Create Draft').click();
  await toast(page, 'Campaign Created');
  const [campaign] = await person.ok<CampaignView[]>('GET', '/api/campaigns');
  if (!campaign) throw new Error('The campaign was not made.');
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: partners.map(({ id }) => id) });
  for (const { id } of await sendsOf(person, campaign))
    await person.ok('PATCH', `/api/campaign-sends/${id}`, { subject: 'A vest', body: 'Hello, look.' });

  await page.goto(`${screens.app.url}/campaigns/${campaign.id}?tab=schedule`);
  await button(page, 'Start').click();
  const asking = page.getByRole('alertdialog');
  await asking
    .getByText('1 in the recipients’ working hours, 1 without a known country, 1 whose hours never overlap yours')
    .waitFor();
  await lookAt(page, 'recipient-hours-start');
  await button(asking, 'Start').click();
  const coming = page.getByRole('region', { name: 'Scheduled emails' });
  await coming.getByText('3 emails planned').waitFor();
  for (const day of await coming.locator('button[aria-expanded=false]').all()) await day.click();
  await coming.getByText(/^In their working hours, \d\d:\d\d [AP]M there$/).waitFor();
  await coming.getByText(/^\d\d:\d\d [AP]M there: their hours do not overlap yours$/).waitFor();
  expect(await coming.getByText(/ there/).count()).toBe(2);
  await lookAt(page, 'recipient-hours-coming');
  await page.context().close();
});
