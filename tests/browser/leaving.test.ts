import { afterAll, beforeAll, expect, test } from 'vitest';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { type Screens, startScreens } from '../support/screens.ts';

const CRASHED = 'This page could not be shown';

let screens: Screens;
let person: Person;
beforeAll(async () => {
  screens = await startScreens();
  ({ person } = await readyPerson(screens.app, 2));
});
afterAll(() => screens?.stop());

test('a partner that was opened from the dashboard is left for another screen, or by Back', async () => {
  const page = await screens.visit('/dashboard', person);
  const match = page.getByRole('region', { name: 'Recent Partner Matches' }).getByRole('link', { name: /Ada/ }).first();
  const campaigns = page.getByRole('navigation').first().getByRole('link', { name: 'Campaigns' });
  for (const leave of [() => campaigns.click(), () => page.goBack()]) {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await match.click();
    await page.getByRole('table', { name: 'Partners' }).waitFor();
    await leave();
    await page.getByRole('heading', { level: 1, name: /Dashboard|Campaigns/ }).waitFor();
    expect(await page.getByText(CRASHED).count()).toBe(0);
  }
  await page.context().close();
});

test('settings that were opened at one of their cards are left for another screen', async () => {
  const page = await screens.visit('/settings#sending-domain', person);
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(await page.getByText(CRASHED).count()).toBe(0);
  await page.context().close();
});

test('at 375 px the cards of the settings stay within the page, and the postal address shows four lines', async () => {
  const page = await screens.visit('/settings', person, { viewport: { width: 375, height: 900 } });
  const box = page.getByLabel('Postal address');
  await box.fill('Northwind\n12 Ridge Road\nBurlington, VT 05401\nUSA');
  expect(await box.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThanOrEqual(0);
  for (const [path, button] of [
    ['/settings/sending', 'Save Email Settings'],
    ['/settings/schedule', 'Save Sending Hours'],
  ] as const) {
    await page.goto(`${screens.app.url}${path}`);
    await page.getByRole('button', { name: button }).waitFor();
    for (const section of await page.getByRole('main').locator('section').all()) {
      const at = await section.boundingBox();
      expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(375 - 12);
    }
  }
  // this house has a gap of the sandbox's
  await page.getByText('Test mode: emails are sent at any hour').waitFor();
  await page.context().close();
});
