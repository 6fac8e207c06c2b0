import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromCampaignMenu } from '../support/campaigns.ts';
import { readyCampaign } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null });
  ({ person } = await readyCampaign(screens.app, { partners: 2, texts: 'generated' }));
});
afterAll(() => screens?.stop());

test('a dialog whose code could not be fetched opens at the next press, on the same page', async () => {
  const page = await screens.visit('/campaigns', person);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Create Campaign');
  const typed = page.getByLabel('Campaign name', { exact: true });
  await typed.fill('Half typed');
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.route('**/assets/AddPartnersDialog*', (route) => route.abort('internetdisconnected'));
  await fromCampaignMenu(page, 'Spring vests', 'Add Partners');
  const text = 'The connection to the server failed. Check it, then try again.';
  await toast(page, 'Connection Failed', text, 'destructive');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.unrouteAll();
  await fromCampaignMenu(page, 'Spring vests', 'Add Partners');
  await page.getByRole('dialog').waitFor();
  expect([await typed.inputValue(), loads]).toEqual(['Half typed', []]);
});

test('the second press of a double click, which falls beside the dialog that it opened, does not close it', async () => {
  const page = await screens.visit('/api/health', person);
  await page.clock.install();
  await page.goto(`${screens.app.url}/discovery`);
  const box = await page.getByRole('button', { name: 'Import CSV', exact: true }).boundingBox();
  // how long the machine takes in between is no part of it
  await page.clock.pauseAt(Date.now() + 60_000);
  const press = () => page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  await press();
  const opened = async () => {
    await page.clock.runFor(20);
    return dialog.count();
  };
  await expect.poll(opened).toBe(1);
  await press();
  expect(await dialog.count()).toBe(1);
  await page.clock.runFor(600);
  await press();
  await page.clock.resume();
  await dialog.waitFor({ state: 'hidden' });
});
