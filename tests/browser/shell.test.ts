import { randomBytes } from 'node:crypto';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ref } from '../../db/store.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens, violations } from '../support/screens.ts';

let screens: Screens;
let admin: Person;
let sam: Person;
/** Sam's page, used by one test after the other. */
let page: Page;

beforeAll(async () => {
  screens = await startScreens();
  // the first account of an installation is its admin
  admin = await new Person(screens.app.url).signUp('ada@northwind.example');
  const ready = await readyPerson(screens.app, 1);
  sam = ready.person;
  await addCampaign(sam, ready.partners, { texts: 'none' });
  page = await screens.visit('/dashboard', sam);
  page.setDefaultTimeout(8_000);
  await heading('Dashboard').waitFor();
}, 60_000);
afterAll(() => screens?.stop());

const heading = (name: string, on: Page = page) => on.getByRole('heading', { level: 1, name });
const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name });
const sidebar = (on: Page = page) => on.getByRole('complementary', { name: 'Sidebar' });
const item = (name: string, on: Page = page) => sidebar(on).getByRole('link', { name, exact: true });
const width = async (place: Locator) => (await place.boundingBox())?.width;
const path = (on: Page = page) => new URL(on.url()).pathname;
const isDark = (on: Page = page) => on.evaluate(() => document.documentElement.classList.contains('dark'));

/** A page of its own on which calls can be watched and held before the app starts. */
async function blank(as: Person | null, options?: BrowserContextOptions): Promise<Page> {
  return screens.visit('/api/health', as, options);
}

async function setting(key: string, value: string): Promise<void> {
  await screens.app.api.run({
    tenant: 'system',
    cause: { actor: 'user:test', correlationId: 'test', causationId: null },
    streams: { setting: ref('setting', key) },
    decide: () => ({ setting: [{ type: 'SettingChanged' as const, data: { value } }] }),
  });
}

/** Keeps calls to an address waiting until they are let go. */
async function hold(on: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await on.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe('while it is not known what to show', () => {
  test('while the current user is loading: a spinner', async () => {
    const own = page;
    const release = await hold(own, '**/api/auth/user');
    await own.goto(`${screens.app.url}/dashboard`);
    await own.getByRole('status', { name: 'Loading', exact: true }).waitFor();
    expect(await sidebar(own).count()).toBe(0);
    release();
    await heading('Dashboard', own).waitFor();
    await own.unrouteAll();
  });

  test('a server that does not answer is said, and asked again by hand', async () => {
    const own = page;
    await own.route('**/api/auth/user', (route) => route.abort('connectionrefused'));
    await own.goto(`${screens.app.url}/dashboard`);
    await heading('Partner Pilot does not answer', own).waitFor();
    await own.unroute('**/api/auth/user');
    await button('Try again', own).click();
    await heading('Dashboard', own).waitFor();
    await own.unrouteAll();
  });

  test('once the business profile has loaded and is absent, every screen but /onboarding sends there; a spinner shows while it loads', async () => {
    const newcomer = await new Person(screens.app.url).signUp(`new.${randomBytes(4).toString('hex')}@x.example`);
    const own = await blank(newcomer);
    const release = await hold(own, '**/api/business-profile');
    await own.goto(`${screens.app.url}/approved`);
    await own.getByRole('status', { name: 'Loading your business profile' }).waitFor();
    expect(path(own)).toBe('/approved');
    release();
    await own.waitForURL('**/onboarding');
    for (const address of ['/', '/dashboard', '/discovery', '/campaigns', '/campaigns/none', '/settings']) {
      await own.evaluate((to) => window.history.pushState(null, '', to), address);
      await own.waitForURL('**/onboarding');
    }
    // design: the 404 page and the admin's screen are spared
    await own.goto(`${screens.app.url}/no/such/page`);
    await heading('Page Not Found', own).waitFor();
    expect(path(own)).toBe('/no/such/page');
    await own.context().close();
    const theirs = await screens.visit('/admin', admin);
    await heading('Admin', theirs).waitFor();
    expect(path(theirs)).toBe('/admin');
    await theirs.context().close();
  });
});

describe('the sidebar', () => {
  test("carries the product's own name as a heading, and the items with their routes; / and /dashboard are the same screen", async () => {
    await sidebar().getByRole('heading', { name: 'Partner Pilot' }).waitFor();
    const items = await sidebar()
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(items).toEqual([
      ['Dashboard', '/dashboard'],
      ['Partner Discovery', '/discovery'],
      ['Approved Partners', '/approved'],
      ['Campaigns', '/campaigns'],
      ['Settings', '/settings'],
    ]);
    await page.goto(screens.app.url);
    await heading('Dashboard').waitFor();
    expect(await item('Dashboard').getAttribute('aria-current')).toBe('page');
  });

  test('the active item is highlighted from the current route; the default active item is /dashboard', async () => {
    for (const [name, address] of [
      ['Partner Discovery', '/discovery'],
      ['Approved Partners', '/approved'],
      ['Campaigns', '/campaigns'],
      ['Settings', '/settings'],
    ] as const) {
      await item(name).click();
      await page.waitForURL(`**${address}`);
      expect(await sidebar().locator('[aria-current]').allTextContents()).toEqual([name]);
    }
    await page.goto(`${screens.app.url}/campaigns/none`);
    await item('Campaigns').waitFor();
    expect(await sidebar().locator('[aria-current]').allTextContents()).toEqual(['Campaigns']);
    await page.goto(`${screens.app.url}/no/such/page`);
    await heading('Page Not Found').waitFor();
    expect(await sidebar().locator('[aria-current]').allTextContents()).toEqual(['Dashboard']);
  });

  test("'Admin Panel' at /admin is shown only to admins; others find no page there", async () => {
    expect(await item('Admin Panel').count()).toBe(0);
    await page.goto(`${screens.app.url}/admin`);
    await heading('Page Not Found').waitFor();
    const own = await screens.visit('/admin', admin);
    await heading('Admin', own).waitFor();
    expect(await item('Admin Panel', own).getAttribute('href')).toBe('/admin');
    expect(await item('Admin Panel', own).getAttribute('aria-current')).toBe('page');
    await own.context().close();
  });

  test("'Help & Resources' appears only if a link is set; each opens in a new tab without opener or referrer; a blank link hides its entry", async () => {
    const group = sidebar().getByRole('heading', { name: 'Help & Resources' });
    expect(await group.count()).toBe(0);
    await setting('tutorials_url', 'https://learn.example/start');
    await setting('help_desk_url', 'https://help.example/');
    await page.goto(`${screens.app.url}/dashboard`);
    await group.waitFor();
    for (const [name, address] of [
      ['Tutorials', 'https://learn.example/start'],
      ['Help Desk', 'https://help.example/'],
    ] as const) {
      expect(await item(name).getAttribute('href')).toBe(address);
      expect(await item(name).getAttribute('target')).toBe('_blank');
      expect((await item(name).getAttribute('rel'))?.split(' ').sort()).toEqual(['noopener', 'noreferrer']);
    }
    await setting('tutorials_url', '');
    await page.reload();
    await item('Help Desk').waitFor();
    expect(await item('Tutorials').count()).toBe(0);
    await setting('help_desk_url', '');
    await page.reload();
    await heading('Dashboard').waitFor();
    expect(await group.count()).toBe(0);
  });

  test('is 16rem wide; collapsed 4rem, its icons 3rem; toggled by its button and by the b key with Ctrl or Meta; kept in the cookie sidebar_state for 7 days', async () => {
    expect(await width(sidebar())).toBe(256);
    await button('Toggle Sidebar').click();
    await until(
      () => width(sidebar()),
      (wide) => wide === 64,
    );
    expect(await width(item('Dashboard'))).toBe(48);
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie?.value).toBe('false');
    expect(Math.abs((cookie?.expires ?? 0) - (Date.now() / 1000 + 604_800))).toBeLessThan(60);
    await page.reload();
    await heading('Dashboard').waitFor();
    expect(await width(sidebar())).toBe(64);
    for (const [key, wide] of [
      ['Control+b', 256],
      ['Meta+b', 64],
      ['b', 64],
      ['Control+Shift+b', 64],
    ] as const) {
      await page.keyboard.press(key);
      await until(
        () => width(sidebar()),
        (now) => now === wide,
        2_000,
      );
    }
  });

  test('a tooltip shows after 700 ms, and the next one at once within 300 ms', async () => {
    const own = await blank(sam);
    await own.clock.install();
    await own.goto(`${screens.app.url}/dashboard`);
    await heading('Dashboard', own).waitFor();
    await own.keyboard.press('Control+b');
    await own.clock.pauseAt(Date.now() + 60_000);
    const tip = (name: string) => own.getByRole('tooltip').filter({ hasText: name });
    await item('Campaigns', own).hover();
    await own.clock.runFor(650);
    expect(await tip('Campaigns').count()).toBe(0);
    await own.clock.runFor(100);
    await tip('Campaigns').waitFor({ state: 'attached' });
    const next = await item('Settings', own).boundingBox();
    // as a hand moves, since the first moves leave the way to the open tooltip
    if (next) await own.mouse.move(next.x + 20, next.y + 20, { steps: 12 });
    await own.clock.runFor(50);
    await tip('Settings').waitFor({ state: 'attached' });
    for (const [pause, name, atOnce] of [
      [250, 'Campaigns', 1],
      [350, 'Settings', 0],
    ] as const) {
      await own.mouse.move(700, 500, { steps: 8 });
      await own.clock.runFor(pause);
      await item(name, own).hover();
      await own.clock.runFor(650 * (1 - atOnce));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await tip(name).count(), `${pause} ms after the last`).toBe(atOnce);
    }
    await own.context().close();
  });

  test('its scroll bar hides 600 ms after scrolling', async () => {
    await page.setViewportSize({ width: 1280, height: 320 });
    const part = sidebar().locator('nav').locator('..');
    const colour = () => part.evaluate((element) => getComputedStyle(element).scrollbarColor.split(' ').at(0));
    const still = await colour();
    await part.evaluate((element) => element.scrollTo(0, 60));
    await until(colour, (now) => now !== still, 2_000);
    const shownAt = Date.now();
    await until(colour, (now) => now === still, 2_000);
    expect(Date.now() - shownAt).toBeGreaterThan(350);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('below 768 px it becomes a slide-in sheet of 18rem: it opens by button and key, closes by Escape, its button and a choice, and gives the focus back', async () => {
    await page.setViewportSize({ width: 767, height: 900 });
    expect(await sidebar().isVisible()).toBe(false);
    const sheet = page.getByRole('dialog', { name: 'Navigation' });
    await button('Toggle Sidebar').click();
    await sheet.waitFor();
    expect(await width(sheet)).toBe(288);
    expect(await sheet.getByRole('link').allTextContents()).toEqual([
      'Dashboard',
      'Partner Discovery',
      'Approved Partners',
      'Campaigns',
      'Settings',
    ]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Toggle Sidebar');
    await page.keyboard.press('Control+b');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+b');
    await sheet.getByRole('link', { name: 'Settings' }).click();
    await sheet.waitFor({ state: 'detached' });
    await heading('Settings').waitFor();
    await page.keyboard.press('Control+b');
    await sheet.waitFor();
    await page.setViewportSize({ width: 768, height: 900 });
    await sheet.waitFor({ state: 'detached' });
    expect(await sidebar().isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('theme', () => {
  test('starts with the system’s colour scheme; the toggle flips it, saves it under the key theme and puts the class dark on the root', async () => {
    expect(await isDark()).toBe(false);
    const own = await screens.visit('/dashboard', sam, { colorScheme: 'dark' });
    await heading('Dashboard', own).waitFor();
    expect(await isDark(own)).toBe(true);
    expect(await own.evaluate(() => localStorage.getItem('theme'))).toBeNull();
    await button('Toggle theme', own).first().click();
    expect(await isDark(own)).toBe(false);
    expect(await own.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    await own.reload();
    await heading('Dashboard', own).waitFor();
    expect(await isDark(own)).toBe(false);
    await button('Toggle theme', own).first().click();
    expect(await isDark(own)).toBe(true);
    expect(await own.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    // what is no theme is not believed
    await own.evaluate(() => localStorage.setItem('theme', 'sepia'));
    await own.reload();
    expect(await isDark(own)).toBe(true);
    await own.context().close();
  });
});

describe('user menu', () => {
  test('shows initials, name, email and Log out, which navigates the browser to /api/logout', async () => {
    const own = await screens.visit('/dashboard', await new Person(screens.app.url).signUp('robin@menu.example'));
    const menu = button(/^User menu/, own);
    expect(await menu.textContent()).toContain('RV');
    expect(await menu.textContent()).toContain('Robin Vale');
    expect(await menu.textContent()).toContain('robin@menu.example');
    await menu.click();
    const out = own.getByRole('link', { name: 'Log out' });
    await out.waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await own.keyboard.press('Escape');
    await out.waitFor({ state: 'detached' });
    await own.keyboard.press('Enter');
    for (const item of ['Account security', 'Log out']) {
      await own.keyboard.press('Tab');
      await expect.poll(() => own.evaluate(() => document.activeElement?.textContent)).toBe(item);
    }
    const [request] = await Promise.all([own.waitForRequest('**/api/logout'), own.keyboard.press('Enter')]);
    expect(request.isNavigationRequest()).toBe(true);
    await own.getByRole('link', { name: 'Get Started', exact: true }).waitFor();
    await own.goto(`${screens.app.url}/dashboard`);
    await own.waitForURL('**/api/login?next=%2Fdashboard');
    await own.context().close();
  });

  test('shows the avatar of a user who has a picture, and the initials when it cannot be loaded', async () => {
    const own = page;
    const user = await sam.ok<object>('GET', '/api/auth/user');
    await own.route('**/api/auth/user', (route) =>
      route.fulfill({ json: { ...user, profileImageUrl: 'https://pictures.example/sam.png' } }),
    );
    let picture: Buffer | null = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    await own.route('https://pictures.example/**', (route) =>
      picture ? route.fulfill({ body: picture, contentType: 'image/png' }) : route.abort(),
    );
    await own.goto(`${screens.app.url}/dashboard`);
    const image = button(/^User menu/, own)
      .first()
      .locator('img');
    const opacity = () => image.evaluate((element) => getComputedStyle(element).opacity);
    await until(opacity, (value) => value === '1');
    picture = null;
    await own.reload();
    await image.waitFor({ state: 'attached' });
    expect(await opacity()).toBe('0');
    await own.unrouteAll();
  });
});

describe('toasts', () => {
  const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const save = () => button('Save Profile').click();
  const announced = (text: string, live: string) =>
    page.locator(`[role=status][aria-live=${live}]`).filter({ hasText: text }).waitFor({ state: 'attached' });

  test('are announced by a live region, one at a time, at most 420 px wide, of the variants default and destructive', async () => {
    await page.goto(`${screens.app.url}/settings`);
    await Promise.all([announced('Profile Updated', 'polite'), save()]);
    await toast('Profile Updated').waitFor();
    const box = page.getByRole('region', { name: /F8/ }).locator('ol');
    expect(await box.evaluate((element) => getComputedStyle(element).maxWidth)).toBe('420px');
    const border = () =>
      box.locator('li').evaluate((element) => getComputedStyle(element).getPropertyValue('border-left-color'));
    const calm = await border();
    await page.route('**/api/business-profile', (route) =>
      route.fulfill({ status: 422, json: { error: 'Not on a Sunday.' } }),
    );
    await Promise.all([announced('Not on a Sunday.', 'assertive'), save()]);
    await toast('Not on a Sunday.').waitFor();
    expect(await box.locator('li').count()).toBe(1);
    expect(await border()).not.toBe(calm);
    await page.unroute('**/api/business-profile');
  });

  test('F8 focuses their region; a swipe to the right over 50 px ends one, a shorter one does not', async () => {
    await save();
    await toast('Profile Updated').waitFor();
    await page.keyboard.press('F8');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('OL');
    const box = await toast('Profile Updated').boundingBox();
    if (!box) throw new Error('The toast has no place.');
    const swipe = async (by: number) => {
      await page.mouse.move(box.x + 40, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 40 + by / 2, box.y + 20, { steps: 3 });
      await page.mouse.move(box.x + 40 + by, box.y + 20, { steps: 3 });
      await page.mouse.up();
    };
    await swipe(45);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await toast('Profile Updated').count()).toBe(1);
    await swipe(60);
    await toast('Profile Updated').waitFor({ state: 'detached' });
  });

  test('can be dismissed while a dialog is open, which stays; dialogs give the focus back to what opened them', async () => {
    await page.goto(`${screens.app.url}/discovery`);
    await button('Add from LinkedIn').click();
    const dialog = page.getByRole('dialog', { name: /LinkedIn/ });
    await dialog.getByRole('textbox').fill('half an address');
    await dialog.getByRole('button', { name: /^Add/ }).click();
    const notice = page.locator('ol li').filter({ hasText: 'Invalid LinkedIn URL' });
    await notice.locator('button').click();
    await notice.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('textbox').inputValue()).toBe('half an address');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
    await expect.poll(focused).toBe('Add from LinkedIn');
    await page.goto(`${screens.app.url}/campaigns`);
    for (const choice of ['Delete', 'Edit']) {
      await button('More actions for Spring vests').click();
      await page.getByRole('menuitem', { name: choice, exact: true }).click();
      const asked = page.locator('[role=dialog], [role=alertdialog]');
      await asked.waitFor();
      await page.keyboard.press('Escape');
      await asked.waitFor({ state: 'detached' });
      await expect.poll(focused, { message: choice }).toBe('More actions for Spring vests');
    }
  });

  test('behind a dialog a scrolled page stays where it is, with the sidebar in view', async () => {
    const own = await screens.visit('/discovery', sam, { viewport: { width: 1280, height: 420 } });
    await button('Add from LinkedIn', own).waitFor();
    const places = () =>
      own.evaluate(() => {
        const [sidebar, content] = ['aside', '#content'].map((at) =>
          document.querySelector(at)?.getBoundingClientRect(),
        );
        return [window.scrollY, sidebar?.y, content?.x];
      });
    await own.mouse.move(700, 300);
    await own.mouse.wheel(0, 100);
    await expect.poll(places, { timeout: 8_000 }).toEqual([100, 0, 256]);
    await button('Add from LinkedIn', own).dispatchEvent('click');
    await own.getByRole('dialog', { name: /LinkedIn/ }).waitFor();
    await own.mouse.wheel(0, -50);
    await own.waitForTimeout(200);
    expect(await places()).toEqual([100, 0, 256]);
    await own.context().close();
  });

  test('stay for 5000 ms', async () => {
    const own = await blank(sam);
    await own.clock.install();
    await own.goto(`${screens.app.url}/settings`);
    await button('Save Profile', own).click();
    const shown = own.getByRole('listitem').filter({ hasText: 'Profile Updated' });
    await shown.waitFor();
    await own.mouse.move(400, 300);
    await own.clock.runFor(4_000);
    expect(await shown.count()).toBe(1);
    await own.clock.runFor(1_200);
    await shown.waitFor({ state: 'detached' });
    await own.context().close();
  });
});

describe('data', () => {
  test('is refetched neither in intervals nor on focus, is never stale by itself, and nothing is tried twice', async () => {
    const own = await blank(sam);
    await own.clock.install();
    await own.goto(`${screens.app.url}/dashboard`);
    await own.getByText('Total Partners Found').waitFor();
    await item('Settings', own).click();
    await heading('Settings', own).waitFor();
    await own.waitForLoadState('networkidle').catch(() => undefined);
    const calls: string[] = [];
    own.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await own.clock.runFor(240_000);
    await own.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await item('Dashboard', own).click();
    await own.getByText('Total Partners Found').waitFor();
    expect(calls).toEqual([]);
    await own.route('**/api/business-profile', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await own.route('**/api/campaigns', (route) => route.fulfill({ status: 500, json: {} }));
    await item('Settings', own).click();
    await button('Save Profile', own).click();
    await own.getByText('Failed to update profile').first().waitFor();
    await own.reload();
    await item('Campaigns', own).click();
    await own.getByText('Error loading campaigns').first().waitFor();
    await own.clock.runFor(60_000);
    expect(calls.filter((call) => call === 'PUT /api/business-profile')).toHaveLength(1);
    expect(calls.filter((call) => call === 'GET /api/campaigns')).toHaveLength(1);
    await own.context().close();
  });
});

describe('what breaks', () => {
  test("any other path: a 404 page reading 'Page Not Found', with the way back", async () => {
    await page.goto(`${screens.app.url}/no/such/page`);
    await heading('Page Not Found').waitFor();
    expect(await page.title()).toContain('Page Not Found');
    await button(/^User menu/)
      .first()
      .click();
    await lookAt(page, 'not-found');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await heading('Dashboard').waitFor();
  });

  test('a screen that breaks says so inside the shell; it can be tried again, and another screen is not touched', async () => {
    const own = page;
    await own.route('**/api/partners', (route) => route.fulfill({ json: [null] }));
    await own.goto(`${screens.app.url}/dashboard`);
    await heading('This page could not be shown', own).waitFor();
    expect(await own.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard');
    await item('Settings', own).click();
    await heading('Settings', own).waitFor();
    await item('Dashboard', own).click();
    await heading('This page could not be shown', own).waitFor();
    await own.unrouteAll();
    await button('Try again', own).click();
    await heading('Dashboard', own).waitFor();
    await own.unrouteAll();
  });

  test('a screen whose code cannot be fetched says that the connection failed, and is tried again by hand', async () => {
    const own = page;
    await own.goto(`${screens.app.url}/dashboard`);
    await heading('Dashboard', own).waitFor();
    await own.route('**/assets/SettingsScreen*', (route) => route.abort('internetdisconnected'));
    await item('Settings', own).click();
    await heading('This page could not be loaded', own).waitFor();
    await own.getByText('The connection to the server failed. Check it, then try again.').waitFor();
    await own.unroute('**/assets/SettingsScreen*');
    await button('Try again', own).click();
    await heading('Settings', own).waitFor();
    await own.unrouteAll();
  });

  test('after an update of the installation the page loads anew by itself', async () => {
    const own = page;
    await own.goto(`${screens.app.url}/dashboard`);
    await heading('Dashboard', own).waitFor();
    await own.route('**/assets/CampaignsScreen*', (route) => route.fulfill({ status: 404 }));
    await own.route(`${screens.app.url}/`, (route) => route.fulfill({ body: '<script src="/assets/new.js">' }));
    const loaded = own.waitForEvent('load');
    await item('Campaigns', own).click();
    await loaded;
    expect(path(own)).toBe('/campaigns');
    await own.unrouteAll();
  });
});

describe('a lost connection', () => {
  // what fails is tried again, on the same page
  afterEach(() => page.context().setOffline(false));
  const banner = (on: Page) => on.getByText('Connection lost.');

  test('is said in a banner; what is typed stays; a save says that the connection failed, is not sent later, and is repeated by hand', async () => {
    await page.goto(`${screens.app.url}/settings`);
    const title = page.getByLabel('Job title');
    await title.fill('Chief runner');
    let saves = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves += 1;
    });
    await page.context().setOffline(true);
    await banner(page).waitFor();
    await button('Save Profile').click();
    const toast = page.getByRole('listitem').filter({ hasText: 'The connection to the server failed.' });
    await toast.waitFor();
    expect(await title.inputValue()).toBe('Chief runner');
    await lookAt(page, 'offline');
    await page.context().setOffline(false);
    await banner(page).waitFor({ state: 'detached' });
    expect(saves).toBe(1);
    expect(await title.inputValue()).toBe('Chief runner');
    await button('Save Profile').click();
    await page.getByText('Profile Updated').first().waitFor();
    expect(await sam.ok('GET', '/api/business-profile')).toMatchObject({ jobTitle: 'Chief runner' });
  });

  test('a screen that could not be fetched meanwhile is there when the connection is back', async () => {
    await page.goto(`${screens.app.url}/dashboard`);
    await heading('Dashboard').waitFor();
    await page.route('**/assets/ApprovedScreen*', (route) => route.abort('internetdisconnected'));
    await page.context().setOffline(true);
    await item('Approved Partners').click();
    await heading('This page could not be loaded').waitFor();
    await button('Try again').first().waitFor();
    await page.unroute('**/assets/ApprovedScreen*');
    await page.context().setOffline(false);
    await heading('Approved Partners').waitFor();
    await banner(page).waitFor({ state: 'hidden' });
  });

  test('a server that goes away during a change is said with the title of what failed; the banner looks again by hand, and the screen stays', async () => {
    const own = page;
    await own.goto(`${screens.app.url}/settings`);
    await own.getByLabel('Job title').fill('Runner in chief');
    await own.route('**/api/**', (route) => route.abort('connectionrefused'));
    await button('Save Profile', own).click();
    const toast = own.getByRole('listitem').filter({ hasText: 'The connection to the server failed.' });
    await toast.waitFor();
    expect(await toast.textContent()).toMatch(/^Error/);
    await banner(own).waitFor();
    await button('Try again', own).click();
    await banner(own).waitFor();
    await own.unroute('**/api/**');
    await button('Try again', own).click();
    await banner(own).waitFor({ state: 'detached' });
    expect(await own.getByLabel('Job title').inputValue()).toBe('Runner in chief');
    await own.unrouteAll();
  });

  test('a refetch that fails leaves the screen and what was typed, and says that it may be out of date', async () => {
    const own = page;
    await own.goto(`${screens.app.url}/settings`);
    await own.getByLabel('Job title').fill('Typed, not saved');
    await own.route('**/api/business-profile', (route) => route.fulfill({ status: 503, json: {} }));
    // a change from elsewhere makes the profile stale
    await sam.ok('PUT', '/api/business-profile', { contactPhone: '+1 802 555 0100' });
    await own.getByText('What you see may be out of date.').first().waitFor();
    expect(await own.getByLabel('Job title').inputValue()).toBe('Typed, not saved');
    await own.unrouteAll();
  });
});

test('with the keyboard: the first stop skips to the content, and a new screen has the focus at its beginning', async () => {
  await page.goto(`${screens.app.url}/dashboard`);
  await heading('Dashboard').waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content');
  await item('Settings').focus();
  await page.keyboard.press('Enter');
  await heading('Settings').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});
