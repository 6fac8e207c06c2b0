import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens, violations } from '../support/screens.ts';

const PASSWORD = 'correct horse battery';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const button = (name: string, on: Page | Locator) => on.getByRole('button', { name, exact: true });
const heading = (name: string, on: Page) => on.getByRole('heading', { level: 1, name });

/** Someone with a profile, whose address is known. */
async function ready(): Promise<{ person: Person; email: string }> {
  const { person } = await readyPerson(screens.app, 1);
  const { email } = await person.ok<{ email: string }>('GET', '/api/auth/user');
  return { person, email };
}

async function signIn(on: Page, email: string): Promise<void> {
  await on.getByLabel(/^E-?mail/).fill(email);
  await on.getByLabel('Password').fill(PASSWORD);
  await button('Sign in', on).click();
}

/** The session ends on the server; the browser does not know. */
const endSession = (person: Person) =>
  fetch(`${screens.app.url}/api/logout`, { headers: { Cookie: person.cookie }, redirect: 'manual' });

describe('signed out', () => {
  test('every screen but the landing page asks to sign in, loads none of the app, and is come back to', async () => {
    const { email } = await ready();
    const page = await screens.visit('/api/health');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    for (const address of ['/discovery?status=pending&minMatchScore=80', '/campaigns/abc', '/admin', '/no/such/page']) {
      await page.goto(screens.app.url + address);
      await page.waitForURL(`**/api/login?next=${encodeURIComponent(address)}`);
      await heading('Sign in', page).waitFor();
    }
    expect(scripts.filter((script) => script.includes('SignedIn'))).toEqual([]);
    await page.goto(`${screens.app.url}/discovery?search=trail#top`);
    await page.waitForURL('**/api/login?**');
    await signIn(page, email);
    await heading('Partner Discovery', page).waitFor();
    expect(page.url()).toBe(`${screens.app.url}/discovery?search=trail#top`);
    await page.context().close();
  });
});

describe('the sign-in and sign-up pages', () => {
  test('say what is wrong beside the field in focus, keep what was typed and the theme, and fit', async () => {
    const page = await screens.visit('/api/login');
    await button('Sign in', page).click();
    await page.getByText('Enter your password').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
    expect(await page.locator('#email').getAttribute('aria-invalid')).toBe('true');
    await signIn(page, 'nobody@x.example');
    await page.getByRole('alert').waitFor();
    expect(await page.locator('#email').inputValue()).toBe('nobody@x.example');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    const font = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(font).toContain('Inter');
    await page.getByText('people and emails are samples').waitFor();
    await lookAt(page, 'sign-in');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await heading('Create your account', page).waitFor();
    await page.locator('#email').fill('half@');
    await page.locator('#password').fill('short');
    await button('Create account', page).click();
    await page.getByText('Use at least 10 characters').waitFor();
    expect(await page.locator('#email').inputValue()).toBe('half@');
    await lookAt(page, 'sign-up');
    await page.goto(screens.app.url);
    await button('Toggle theme', page).click();
    await page.goto(`${screens.app.url}/api/login`);
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
    await page.context().close();
  });
});

describe('a session that has ended', () => {
  const ended = (page: Page) => page.getByRole('alertdialog', { name: 'Your session has ended' });
  const saved = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Profile Updated' });

  test('asks over the screen to sign in again, keeps what was typed, and the screen goes on', async () => {
    const { person, email } = await ready();
    const page = await screens.visit('/settings', person);
    const title = page.getByLabel('Job title');
    await title.fill('Chief runner');
    let saves = 0;
    await page.route('**/api/business-profile', async (route) => {
      if (route.request().method() === 'PUT') saves += 1;
      // ended any earlier, the session might be missed by another call first
      if (saves === 1) await endSession(person);
      await route.continue();
    });
    await button('Save Profile', page).click();
    await ended(page).waitFor();
    await ended(page).getByText('Sign in again to continue. What you typed is kept.').waitFor();
    await ended(page).getByText('Your last action was not done.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in again');
    expect(page.url()).toBe(`${screens.app.url}/settings`);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await ended(page).count()).toBe(1);
    await button('I have signed in', ended(page)).click();
    await ended(page).getByText('You are not signed in yet.').waitFor();
    await lookAt(page, 'session-ended');

    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      ended(page).getByRole('link', { name: 'Sign in again' }).click(),
    ]);
    const closed = popup.waitForEvent('close');
    await signIn(popup, email);
    await closed;
    await ended(page).waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: 'Your session had ended, so this was not done.' }).waitFor();
    expect(await title.inputValue()).toBe('Chief runner');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Save Profile');
    expect(saves).toBe(1);
    await button('Save Profile', page).click();
    await saved(page).waitFor();
    await person.signIn(email);
    expect(await person.ok('GET', '/api/business-profile')).toMatchObject({ jobTitle: 'Chief runner' });
    await page.context().close();
  });

  test('is noticed by the live stream, over a dialog; signing in in another tab ends it, and the stream goes on', async () => {
    const { person, email } = await ready();
    const page = await screens.visit('/discovery', person);
    await button('Add from LinkedIn', page).click();
    const typed = page.locator('[role=dialog] input');
    await typed.fill('https://www.linkedin.com/in/half-typed');
    await endSession(person);
    // whatever moves in the account makes the server look at the session
    await person.signIn(email);
    await person.ok('PUT', '/api/business-profile', { jobTitle: 'Mover' });
    await ended(page).waitFor();
    expect(await typed.inputValue()).toBe('https://www.linkedin.com/in/half-typed');
    const tab = await page.context().newPage();
    await tab.goto(`${screens.app.url}/api/login`);
    await signIn(tab, email);
    await heading('Dashboard', tab).waitFor();
    await ended(page).waitFor({ state: 'detached' });
    expect(await typed.inputValue()).toBe('https://www.linkedin.com/in/half-typed');
    await tab.close();
    await page.bringToFront();
    const total = page
      .getByLabel('Summary')
      .locator('button')
      .filter({ hasText: /^Total/ });
    expect(await total.textContent()).toMatch(/\D1$/);
    await person.ok('POST', '/api/partners/import', {
      rows: [{ name: 'Late Comer', profileUrl: 'https://www.linkedin.com/in/late-comer', email: 'late@x.example' }],
    });
    await total.filter({ hasText: '2' }).waitFor();
    expect(await typed.inputValue()).toBe('https://www.linkedin.com/in/half-typed');
    await page.context().close();
  });
});

test('a window that cannot close itself says that one is signed in', async () => {
  const { person } = await ready();
  const page = await screens.visit('/dashboard', person);
  await page.goto(`${screens.app.url}/signed-in`);
  await heading('You are signed in', page).waitFor();
  expect(await violations(page)).toEqual([]);
});

test('a tab that takes over the live stream from one that closes fetches again what it shows', async () => {
  const { person } = await ready();
  const first = await screens.visit('/dashboard', person);
  await first.getByText('Total Partners Found').waitFor();
  const second = await first.context().newPage();
  await second.clock.install();
  await second.goto(`${screens.app.url}/dashboard`);
  await second.getByText('Total Partners Found').waitFor();
  // a page that has just loaded has just fetched
  await second.clock.fastForward(1_200);
  const fetched = second.waitForRequest('**/api/dashboard/stats');
  await first.close();
  await fetched;
  await second.context().close();
});
