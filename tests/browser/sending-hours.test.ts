import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView, SendingSettingsView } from '../../api/views.ts';
import { draftCampaign } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const from = (within: Page | Locator) => within.getByLabel('From', { exact: true });
const to = (within: Page | Locator) => within.getByLabel('To', { exact: true });

test('the hours begin as Monday to Friday, are checked, saved, and stay after a reload', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings/schedule', person);
  const card = page.getByRole('region', { name: 'Sending hours' });
  await from(card).waitFor();
  const DEFAULT = { window: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] }, mailboxDailyCap: 40 };
  expect(await person.ok<SendingSettingsView>('GET', '/api/sending-settings')).toMatchObject(DEFAULT);
  await to(card).selectOption('08:00');
  await card.getByLabel('Daily limit across all campaigns').fill('201');
  await button(card, 'Save Sending Hours').click();
  await card.getByText('End time must be after the start time').waitFor();
  await card.getByText('The daily limit across all campaigns must be between 1 and 200').waitFor();
  await lookAt(page, 'hours-problems');
  await from(card).selectOption('10:30');
  await to(card).selectOption('24:00');
  await button(card, 'Mon').click();
  await card.getByLabel('Daily limit across all campaigns').fill('25');
  await card.getByRole('switch', { name: 'Ramp up slowly' }).click();
  await button(card, 'Save Sending Hours').click();
  await seeToast(page, { title: 'Sending Hours Updated' });
  await page.reload();
  await from(card).waitFor();
  expect([await from(card).inputValue(), await to(card).inputValue()]).toEqual(['10:30', '24:00']);
  expect(await person.ok<SendingSettingsView>('GET', '/api/sending-settings')).toEqual({
    window: { from: '10:30', to: '24:00', weekdays: [2, 3, 4, 5] },
    mailboxDailyCap: 25,
    rampUp: true,
    timezone: 'UTC',
    anyHour: false,
  });
  await page.context().close();
});

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
