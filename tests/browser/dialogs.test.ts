import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { readyCampaign } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
let page: Page;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null });
  ({ person } = await readyCampaign(screens.app, { partners: 2, texts: 'generated' }));
  page = await screens.visit('/campaigns', person);
  await button(page, 'Preview & Edit').waitFor();
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const name = (within: Page | Locator = page) => within.getByLabel('Campaign name', { exact: true });
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
async function editCampaign(): Promise<Locator> {
  await button(page, 'More actions for Spring vests').click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  return page.getByRole('dialog', { name: 'Edit Campaign' });
}

describe('a dialog whose code cannot be fetched', () => {
  const LOST = 'The connection to the server failed. Check it, then try again.';

  test("says 'Connection Failed' and closes; the screen and what was typed stay, and the next press tries again", async () => {
    await page.route('**/assets/CreateCampaignForm*', (route) => route.abort('internetdisconnected'));
    await button(page, 'Create Campaign').click();
    await toast(page, 'Connection Failed', LOST, 'destructive');
    await page.unroute('**/assets/CreateCampaignForm*');
    await button(page, 'Create Campaign').click();
    await name().fill('Half typed');
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    for (const chunk of ['PreviewDialog', 'EditCampaignDialog']) {
      await page.route(`**/assets/${chunk}*`, (route) => route.abort('internetdisconnected'));
    }
    await button(page, 'Preview & Edit').click();
    await toast(page, 'Connection Failed', LOST, 'destructive');
    expect(await name().inputValue()).toBe('Half typed');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await editCampaign();
    await toast(page, 'Connection Failed', LOST, 'destructive');
    await page.unrouteAll();
    await button(page, 'Preview & Edit').click();
    const preview = page.getByRole('dialog', { name: 'Preview & Edit' });
    await preview.getByLabel('Subject', { exact: true }).waitFor();
    await button(preview, 'Close').click();
    expect([await name().inputValue(), loads]).toEqual(['Half typed', []]);
  });

  test('after an update of the installation it says so, and does not load the page anew by itself', async () => {
    const own = await screens.visit('/discovery', person);
    await button(own, 'Import CSV').waitFor();
    await own.route('**/assets/ImportDialog*', (route) => route.fulfill({ status: 404 }));
    await own.route(`${screens.app.url}/`, (route) => route.fulfill({ body: '<script src="/assets/new.js">' }));
    const loads: string[] = [];
    own.on('load', () => loads.push(own.url()));
    await own.getByLabel('Search partners').fill('Ada');
    await button(own, 'Import CSV').click();
    await toast(own, 'Connection Failed', 'Partner Pilot was updated. Reload the page to continue', 'destructive');
    expect([await own.getByLabel('Search partners').inputValue(), loads]).toEqual(['Ada', []]);
    await own.context().close();
  });
});

describe('the keys of a dialog', () => {
  test('it opens on the first field of its form, not on Close', async () => {
    const dialog = await editCampaign();
    await name(dialog).waitFor();
    await expect.poll(() => isFocused(name(dialog))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('Escape closes the dialog also while a notice is shown, and the notice stays', async () => {
    const dialog = await editCampaign();
    await page.route('**/api/campaigns/*', (route) => route.fulfill({ status: 500, body: '' }));
    await button(dialog, 'Save Changes').click();
    const notice = await toast(page, 'Error', 'Failed to update campaign. Please try again.', 'destructive');
    await page.unroute('**/api/campaigns/*');
    await name(dialog).focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden', timeout: 1_500 });
    await button(notice, 'Dismiss').click();
    await button(page, 'More actions for Spring vests').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const asking = page.getByRole('alertdialog');
    await page.route('**/api/campaigns/*', (route) => route.fulfill({ status: 500, body: '' }));
    await button(asking, 'Delete Campaign').click();
    await toast(page, 'Error', 'Failed to delete campaign', 'destructive');
    await page.unroute('**/api/campaigns/*');
    await page.keyboard.press('Escape');
    await asking.waitFor({ state: 'hidden', timeout: 1_500 });
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });
});

describe('two presses', () => {
  test('of what sends something are one, even before the browser draws anything between them', async () => {
    const form = page.getByRole('form', { name: 'New campaign' });
    await form.getByLabel('Subject', { exact: true }).fill('Socks');
    await form.getByLabel('Message instructions').fill('Offer socks.');
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/campaigns')) posts += 1;
    });
    await button(form, 'Create Draft').evaluate(async (element: HTMLButtonElement) => {
      element.click();
      // only what was queued by the first press comes before the second one
      for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
      element.click();
    });
    await toast(page, 'Campaign Created');
    await page.getByRole('article', { name: 'Half typed', exact: true }).waitFor();
    expect(posts).toBe(1);
    const all = await person.ok<CampaignView[]>('GET', '/api/campaigns');
    expect(all.filter((campaign) => campaign.name === 'Half typed')).toHaveLength(1);
  });

  test('of a button that opens a dialog open it: the second one, which falls beside it, does not close it', async () => {
    const own = await screens.visit('/discovery', person);
    const box = await button(own, 'Import CSV').boundingBox();
    const press = () => own.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
    const dialog = own.getByRole('dialog', { name: 'Import CSV' });
    await press();
    await dialog.waitFor();
    await press();
    await own.waitForTimeout(500);
    expect(await dialog.count()).toBe(1);
    await press();
    await dialog.waitFor({ state: 'hidden' });
    await own.context().close();
  });

  test('of any other button are two, however fast', async () => {
    const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
    const before = await dark();
    await button(page, 'Toggle theme').first().dblclick();
    expect(await dark()).toBe(before);
  });
});
