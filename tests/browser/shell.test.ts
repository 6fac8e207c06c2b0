import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens, violations } from '../support/screens.ts';

let screens: Screens;
let sam: Person;
beforeAll(async () => {
  screens = await startScreens();
  // the first account of an installation is its admin
  await new Person(screens.app.url).signUp('ada@northwind.example');
  ({ person: sam } = await readyPerson(screens.app, 0));
}, 60_000);
afterAll(() => screens?.stop());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const item = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true });
const width = async (place: Locator) => (await place.boundingBox())?.width;
const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

test('the dashboard asks once for what it shows, and again when that has changed', async () => {
  const { person } = await readyPerson(screens.app, 0);
  // makes no calls
  const page = await screens.visit('/robots.txt', person);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  await page.goto(`${screens.app.url}/dashboard`);
  await page.getByText('Last updated: just now').waitFor();
  await page.getByText('No partners found').waitFor();
  await expect.poll(() => calls).toContain('/api/events/stream');
  // after the stream everything is fetched once more, if this took longer than a second
  const first = calls.slice(0, calls.indexOf('/api/events/stream'));
  expect(first.toSorted()).toEqual([...new Set(first)].toSorted());
  // index.html asks for these, and the code takes their answers
  expect(first.slice(0, 8).toSorted()).toEqual([
    '/api/auth/user',
    '/api/business-profile',
    '/api/campaign-sends/undecided',
    '/api/campaigns',
    '/api/dashboard/overview?days=30',
    '/api/dashboard/stats',
    '/api/inbox/unread',
    '/api/sending-accounts',
  ]);
  const asked = calls.length;
  await person.import([importedRow(0, 'Dora New')]);
  await page.getByText('Dora New').waitFor();
  await expect.poll(() => calls.slice(asked)).toContain('/api/dashboard/overview?days=30');
  await page.context().close();
});

test('the sidebar is 16rem wide, collapsed 4rem over a reload and for 7 days; below 768 px it is a sheet of 18rem [long]', async () => {
  const page = await screens.visit('/', sam);
  await heading(page, 'Dashboard').waitFor();
  expect(await width(sidebar(page))).toBe(256);

  // its scroll bar shows only while it is scrolled
  await page.setViewportSize({ width: 1280, height: 320 });
  const part = sidebar(page).locator('nav').locator('..');
  const colour = () => part.evaluate((element) => getComputedStyle(element).scrollbarColor.split(' ').at(0));
  const still = await colour();
  const moved = await part.evaluate(
    (element) =>
      new Promise<string | undefined>((seen) => {
        const look = () => seen(getComputedStyle(element).scrollbarColor.split(' ').at(0));
        element.addEventListener('scroll', () => requestAnimationFrame(() => requestAnimationFrame(look)));
        element.scrollTo(0, 60);
      }),
  );
  expect(moved).not.toBe(still);
  await expect.poll(colour).toBe(still);

  await button(page, 'Toggle sidebar').click();
  await expect.poll(() => width(sidebar(page))).toBe(64);
  expect(await width(item(page, 'Dashboard'))).toBe(48);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
  expect(Math.abs((cookie?.expires ?? 0) - (Date.now() / 1000 + 604_800))).toBeLessThan(60);
  await page.reload();
  await heading(page, 'Dashboard').waitFor();
  expect(await width(sidebar(page))).toBe(64);

  await page.setViewportSize({ width: 767, height: 900 });
  await sidebar(page).waitFor({ state: 'hidden' });
  const sheet = page.getByRole('dialog', { name: 'Navigation' });
  const closed = () => sheet.waitFor({ state: 'detached' });
  await button(page, 'Toggle sidebar').click();
  await sheet.waitFor();
  expect(await width(sheet)).toBe(288);
  const items = ['Dashboard', 'Partner Discovery', 'Approved Partners', 'Campaigns', 'Inbox', 'Settings'];
  expect(await sheet.getByRole('link').allTextContents()).toEqual(items);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await closed();
  await expect.poll(() => focused(page)).toBe('Toggle sidebar');
  await page.keyboard.press('Control+b');
  await button(sheet, 'Close').click();
  await closed();
  await page.keyboard.press('Control+b');
  await sheet.getByRole('link', { name: 'Settings' }).click();
  await closed();
  await heading(page, 'Settings').waitFor();
  await page.keyboard.press('Control+b');
  await sheet.waitFor();
  await page.setViewportSize({ width: 768, height: 900 });
  await closed();
  expect(await sidebar(page).isVisible()).toBe(true);
  await page.context().close();
});

test('on a phone the main screens are tabs at its foot, the others are under More', async () => {
  const page = await screens.visit('/', sam, { viewport: { width: 320, height: 640 } });
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await heading(page, 'Dashboard').waitFor();
  expect(await tabs.getByRole('link').allTextContents()).toEqual(['Dashboard', 'Discovery', 'Campaigns', 'Inbox']);
  expect(await violations(page)).toEqual([]);
  await tabs.getByRole('link', { name: 'Discovery' }).click();
  await heading(page, 'Partner Discovery').waitFor();
  expect(await tabs.locator('[aria-current]').allTextContents()).toEqual(['Discovery']);
  await tabs.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Settings' }).click();
  await heading(page, 'Settings').waitFor();
  expect(await tabs.locator('[aria-current]').allTextContents()).toEqual(['More']);
  // the end of the screen can be scrolled out from behind them
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const end = await page.locator('main').evaluate((main) => main.getBoundingClientRect().bottom);
  expect(end).toBeLessThanOrEqual((await tabs.boundingBox())?.y ?? 0);
  // held sideways there is no height to spare
  await page.setViewportSize({ width: 600, height: 320 });
  await button(page, 'Toggle sidebar').waitFor();
  expect(await tabs.count()).toBe(0);
  await page.context().close();
});

test('in the colours of the system, what is chosen and where one is can be told [long]', async () => {
  const page = await screens.visit('/', sam);
  await page.emulateMedia({ forcedColors: 'active' });
  const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground(button(page, '30 days'))).not.toBe(await ground(button(page, '7 days')));
  expect(await ground(item(page, 'Dashboard'))).not.toBe(await ground(item(page, 'Inbox')));
  await page.context().close();
});

test('the theme is the system’s until one is chosen; Log out navigates the browser, and every screen then asks to sign in', async () => {
  const robin = await new Person(screens.app.url).signUp('robin@menu.example');
  const page = await screens.visit('/no/such/page', robin, { colorScheme: 'dark' });
  const toggle = button(page, 'Toggle theme').first();
  await toggle.waitFor();
  expect(await isDark(page)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  await toggle.click();
  await page.reload();
  await toggle.waitFor();
  expect(await isDark(page)).toBe(false);
  // an unknown theme is ignored
  await page.evaluate(() => localStorage.setItem('theme', 'sepia'));
  await page.reload();
  expect(await isDark(page)).toBe(true);
  await toggle.click();

  await button(page, /^User menu/).click();
  await lookAt(page, 'not-found');
  await page.getByRole('link', { name: 'Log out' }).focus();
  const [request] = await Promise.all([page.waitForRequest('**/api/logout'), page.keyboard.press('Enter')]);
  expect(request.isNavigationRequest()).toBe(true);
  await page.getByRole('link', { name: 'Get Started', exact: true }).waitFor();
  await page.goto(`${screens.app.url}/dashboard`);
  await page.waitForURL('**/api/login?next=%2Fdashboard');
  await page.context().close();
});

test('the second press of a double click, which falls beside the dialog that it opened, does not close it [long]', async () => {
  const page = await screens.visit('/api/health', sam);
  await page.clock.install();
  await page.goto(`${screens.app.url}/discovery`);
  const box = await page.getByRole('button', { name: 'Import CSV', exact: true }).boundingBox();
  // the machine's own time does not count
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
  await page.context().close();
});

test('a screen has the focus at its beginning; one that could not be fetched is tried by hand, and after an update of the installation', async () => {
  const page = await screens.visit('/dashboard', sam);
  await heading(page, 'Dashboard').waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content');

  await page.route('**/assets/SettingsScreen*', (route) => route.abort('internetdisconnected'));
  await item(page, 'Settings').focus();
  await page.keyboard.press('Enter');
  await heading(page, 'This page could not be loaded').waitFor();
  await page.getByText('The connection to the server failed. Check it, then try again.').waitFor();
  await page.unroute('**/assets/SettingsScreen*');
  await button(page, 'Try again').click();
  await heading(page, 'Settings').waitFor();
  await item(page, 'Dashboard').press('Enter');
  await heading(page, 'Dashboard').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');

  await page.route('**/assets/CampaignsScreen*', (route) => route.fulfill({ status: 404 }));
  await page.route(`${screens.app.url}/`, (route) => route.fulfill({ body: '<script src="/assets/new.js">' }));
  const loaded = page.waitForEvent('load');
  await item(page, 'Campaigns').click();
  await loaded;
  expect(new URL(page.url()).pathname).toBe('/campaigns');
  await page.context().close();
});
