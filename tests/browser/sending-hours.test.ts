import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, SendingSettingsView } from '../../api/views.ts';
import { draftCampaign } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
let page: Page;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
  ({ person } = await readyPerson(screens.app, 0));
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const settings = () => person.ok<SendingSettingsView>('GET', '/api/sending-settings');
const card = () => page.getByRole('region', { name: 'Sending hours' });
const days = async (within: Locator) =>
  within.locator('fieldset button[aria-pressed=true]').evaluateAll((all) => all.map((one) => one.textContent));
const focused = (found: Locator) => found.evaluate((element) => element === document.activeElement);
const isFocused = (found: Locator) =>
  until(
    () => focused(found),
    (yes) => yes,
  );

describe("Settings' card 'Sending hours'", () => {
  test('shows Monday to Friday, 09:00 to 17:00, 40 emails a day and no ramp-up, until something else is chosen', async () => {
    page = await screens.visit('/settings', person);
    await card().getByLabel('From', { exact: true }).waitFor();
    expect(await card().getByLabel('From', { exact: true }).inputValue()).toBe('09:00');
    expect(await card().getByLabel('To', { exact: true }).inputValue()).toBe('17:00');
    expect(await days(card())).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
    expect(await card().getByLabel('Emails a day, over all campaigns').inputValue()).toBe('40');
    expect(await card().getByRole('switch', { name: 'Ramp up slowly' }).getAttribute('aria-checked')).toBe('false');
  });

  test('explains the ramp-up in one sentence, and names the time zone with the way to where it is changed', async () => {
    await card()
      .getByText(/^For a new mailbox: it sends 5 emails on its first day and 5 more on each further sending day/)
      .waitFor();
    await card().getByText('Times are in UTC.').waitFor();
    const link = card().getByRole('link', { name: 'Change time zone' });
    expect(await link.getAttribute('href')).toBe('#profile');
    await link.click();
    await page.locator('#profile').getByLabel('Time zone').waitFor();
    await lookAt(page, 'hours-settings');
  });

  test('an end before the start, or less than an hour after it, is said at the field, and the focus goes there', async () => {
    const to = card().getByLabel('To', { exact: true });
    await to.selectOption('08:00');
    await button(card(), 'Save Sending Hours').click();
    await card().getByText('End time must be after the start time').waitFor();
    expect(await to.getAttribute('aria-invalid')).toBe('true');
    await isFocused(to);
    await to.selectOption('09:30');
    await button(card(), 'Save Sending Hours').click();
    await card().getByText('The sending hours must be at least one hour long').waitFor();
  });

  test('no weekday and a number beyond 1 to 200 are said at their fields, too', async () => {
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await button(card(), day).click();
    await card().getByLabel('To', { exact: true }).selectOption('17:00');
    await card().getByLabel('Emails a day, over all campaigns').fill('201');
    await button(card(), 'Save Sending Hours').click();
    await card().getByText('Choose at least one weekday').waitFor();
    await card().getByText('The daily limit of the mailbox must be between 1 and 200').waitFor();
    await isFocused(button(card(), 'Mon'));
    await lookAt(page, 'hours-problems');
    await card().getByLabel('Emails a day, over all campaigns').fill('');
    await card().getByText('The daily limit of the mailbox must be between 1 and 200').waitFor();
    expect(await settings()).toMatchObject({ mailboxDailyCap: 40, window: { weekdays: [1, 2, 3, 4, 5] } });
  });

  test('what the server refuses is said, and what was chosen stays', async () => {
    await button(card(), 'Sat').click();
    await button(card(), 'Tue').click();
    await card().getByLabel('From', { exact: true }).selectOption('10:30');
    await card().getByLabel('To', { exact: true }).selectOption('24:00');
    await card().getByLabel('Emails a day, over all campaigns').fill('25');
    await card().getByRole('switch', { name: 'Ramp up slowly' }).click();
    await page.route('**/api/sending-settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await button(card(), 'Save Sending Hours').click();
    await seeToast(page, { title: 'Error', text: 'Failed to update sending hours', variant: 'destructive' });
    await page.unroute('**/api/sending-settings');
    expect(await days(card())).toEqual(['Tue', 'Sat']);
  });

  test('saved once on a double click, shown again after a reload, and followed when it is changed elsewhere', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') calls.push(request.url());
    });
    await button(card(), 'Save Sending Hours').dblclick();
    await seeToast(page, { title: 'Sending Hours Updated', text: 'Planned emails are rescheduled to fit.' });
    expect(calls).toHaveLength(1);
    expect(await settings()).toEqual({
      window: { from: '10:30', to: '24:00', weekdays: [2, 6] },
      mailboxDailyCap: 25,
      rampUp: true,
      timezone: 'UTC',
      anyHour: false,
    });
    await page.reload();
    await card().getByLabel('From', { exact: true }).waitFor();
    expect(await card().getByLabel('To', { exact: true }).inputValue()).toBe('24:00');
    expect(await days(card())).toEqual(['Tue', 'Sat']);
    await person.ok('PUT', '/api/sending-settings', {
      window: { from: '08:15', to: '12:00', weekdays: [1, 2] },
      mailboxDailyCap: 30,
      rampUp: false,
    });
    await until(
      () => card().getByLabel('From', { exact: true }).inputValue(),
      (from) => from === '08:15',
    );
    expect(await days(card())).toEqual(['Mon', 'Tue']);
    expect(await card().getByLabel('Emails a day, over all campaigns').inputValue()).toBe('30');
  });

  test('settings that cannot be loaded are asked for again by hand', async () => {
    await page.route('**/api/sending-settings', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await card().getByText('Error loading the sending hours. Please try again.').waitFor();
    await page.unroute('**/api/sending-settings');
    await button(card(), 'Try again').click();
    await card().getByLabel('From', { exact: true }).waitFor();
    await page.context().close();
  });
});

describe('the hours of a campaign', () => {
  const form = () => page.getByRole('form', { name: 'New campaign' });
  const radio = (within: Page | Locator, name: string) => within.getByRole('radio', { name, exact: true });

  test("a new campaign uses your sending hours, which it names, unless 'Own hours' is chosen", async () => {
    page = await screens.visit('/campaigns', person);
    await button(page, 'Create Campaign').click();
    await form().getByText('Monday, Tuesday, 08:15–12:00, as set in Settings.').waitFor();
    expect(await radio(form(), 'Use your sending hours').isChecked()).toBe(true);
    expect(await form().getByLabel('From', { exact: true }).count()).toBe(0);
    await radio(form(), 'Own hours').click();
    expect(await form().getByLabel('From', { exact: true }).inputValue()).toBe('08:15');
    await lookAt(page, 'hours-new-campaign');
  });

  test('its own hours are checked at the field, and saved with it', async () => {
    await form().getByLabel('Campaign name').fill('Sunday brunch');
    await form().getByLabel('Subject', { exact: true }).fill('A vest');
    await form().getByLabel('Message instructions').fill('Offer a vest.');
    await form().getByLabel('To', { exact: true }).selectOption('07:00');
    await button(form(), 'Create Draft').click();
    await form().getByText('End time must be after the start time').waitFor();
    await isFocused(form().getByLabel('To', { exact: true }));
    await form().getByLabel('To', { exact: true }).selectOption('11:00');
    await button(form(), 'Sun').click();
    await button(form(), 'Create Draft').click();
    await seeToast(page, { title: 'Campaign Created' });
    const [created] = await person.ok<CampaignView[]>('GET', '/api/campaigns');
    expect(created?.sendWindow).toEqual({ from: '08:15', to: '11:00', weekdays: [1, 2, 7] });
  });

  test('the edit dialog shows them, and gives them back to those of Settings', async () => {
    await button(page, 'More actions for Sunday brunch').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('To', { exact: true }).waitFor();
    expect(await dialog.getByLabel('To', { exact: true }).inputValue()).toBe('11:00');
    expect(await days(dialog)).toEqual(['Mon', 'Tue', 'Sun']);
    await lookAt(page, 'hours-edit-campaign');
    await radio(dialog, 'Use your sending hours').click();
    await button(dialog, 'Save Changes').click();
    await seeToast(page, { title: 'Campaign Updated' });
    const [edited] = await person.ok<CampaignView[]>('GET', '/api/campaigns');
    expect(edited?.sendWindow).toBeNull();
  });

  test('editing something else leaves its own hours as they are', async () => {
    const own = { from: '13:00', to: '18:00', weekdays: [3] };
    const campaign = await draftCampaign(person, 'Wednesdays', { form: { sendWindow: own } });
    await button(page, 'More actions for Wednesdays').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Campaign name').fill('Every Wednesday');
    await button(page.getByRole('dialog'), 'Save Changes').click();
    await seeToast(page, { title: 'Campaign Updated' });
    const now = await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
    expect(now).toMatchObject({ name: 'Every Wednesday', sendWindow: own });
    await page.context().close();
  });
});
