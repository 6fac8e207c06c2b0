import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { draftCampaign } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

test('emails are planned where recipients are at work, or the list says why not [long]', async () => {
  const { person } = await readyPerson(screens.app, 0);
  await person.ok('PUT', '/api/business-profile', { timezone: 'Europe/Berlin' });
  // of Columbus, Ohio, and of Brisbane, where people sleep while Berlin works
  for (const name of ['bianca-ferrante', 'tessa-garrick'])
    await person.ok('POST', '/api/partners/ingest-url', { profileUrl: `https://linkedin.com/in/${name}` });
  await person.import([importedRow(7)]);
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) {
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    const email = `p${id.slice(0, 12)}@lindqvist.example`;
    await person.ok('POST', `/api/partners/${id}/contact`, { contactInfo: { email } });
  }
  const form = { recipientHours: true };
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true, form });
  const page = await screens.visit(`/campaigns/${campaign.id}?tab=schedule`, person);
  await button(page, 'Start').click();
  const asking = page.getByRole('alertdialog');
  for (const text of [
    '1 email in the recipients’ working hours',
    '1 email to recipients without a known country',
    '1 email to recipients whose working hours never overlap yours',
  ])
    await asking.getByText(text).waitFor();
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
