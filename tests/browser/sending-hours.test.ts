import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, SendingSettingsView } from '../../api/views.ts';
import { readyPerson } from '../support/outreach.ts';
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
  await card.getByText('The daily limit of the mailbox must be between 1 and 200').waitFor();
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

test('a campaign is made with hours of its own, and goes back to those of Settings', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/campaigns', person);
  await button(page, 'Create Campaign').click();
  const form = page.getByRole('form', { name: 'New campaign' });
  await form.getByLabel('Campaign name').fill('Sunday brunch');
  await form.getByLabel('Subject', { exact: true }).fill('A vest');
  await form.getByLabel('Message instructions').fill('Offer a vest.');
  await form.getByRole('radio', { name: 'Own hours', exact: true }).click();
  await to(form).selectOption('08:00');
  await button(form, 'Create Draft').click();
  await form.getByText('End time must be after the start time').waitFor();
  await lookAt(page, 'hours-new-campaign');
  await to(form).selectOption('11:00');
  await button(form, 'Create Draft').click();
  await seeToast(page, { title: 'Campaign Created' });
  const window = async () => (await person.ok<CampaignView[]>('GET', '/api/campaigns'))[0]?.sendWindow;
  expect(await window()).toEqual({ from: '09:00', to: '11:00', weekdays: [1, 2, 3, 4, 5] });

  await button(page, 'More actions for Sunday brunch').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await to(dialog).waitFor();
  expect(await to(dialog).inputValue()).toBe('11:00');
  await lookAt(page, 'hours-edit-campaign');
  await dialog.getByRole('radio', { name: 'Use your sending hours', exact: true }).click();
  await button(dialog, 'Save Changes').click();
  await seeToast(page, { title: 'Campaign Updated' });
  expect(await window()).toBeNull();
  await page.context().close();
});
