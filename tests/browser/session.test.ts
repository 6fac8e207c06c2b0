import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
const endSession = (cookie: string) =>
  fetch(`${screens.app.url}/api/logout`, { headers: { Cookie: cookie }, redirect: 'manual' });

test('signed out, every screen but the landing page asks to sign in, loads none of the app, and is come back to', async () => {
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

  // the error shows beside the focused field, and the typed text stays
  await page.goto(`${screens.app.url}/discovery?search=trail#top`);
  await page.waitForURL('**/api/login?**');
  await button('Sign in', page).click();
  await page.getByText('Enter your password').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
  expect(await page.locator('#email').getAttribute('aria-invalid')).toBe('true');
  await signIn(page, 'nobody@x.example');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('#email').inputValue()).toBe('nobody@x.example');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Inter');
  await page.getByText('people and emails are samples').waitFor();
  await signIn(page, email);
  await heading('Partner Discovery', page).waitFor();
  expect(page.url()).toBe(`${screens.app.url}/discovery?search=trail#top`);
  await page.context().close();
});

test('a session that has ended is asked for over the screen, by a call or the live stream; what was typed stays, and the screen goes on [long]', async () => {
  const { person, email } = await ready();
  const ended = (page: Page) => page.getByRole('alertdialog', { name: 'Your session has ended' });
  const page = await screens.visit('/settings', person);
  const title = page.getByLabel('Job title');
  await title.fill('Chief runner');
  let saves = 0;
  await page.route('**/api/business-profile', async (route) => {
    if (route.request().method() === 'PUT') saves += 1;
    // ended earlier, another call might find it first
    if (saves === 1) await endSession(person.cookie);
    await route.continue();
  });
  await button('Save Profile', page).click();
  await ended(page).getByText('Your last action was not done.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in again');
  expect(page.url()).toBe(`${screens.app.url}/settings`);
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
  await page.getByRole('listitem').filter({ hasText: 'Profile Updated' }).waitFor();
  await person.signIn(email);
  expect(await person.ok('GET', '/api/business-profile')).toMatchObject({ jobTitle: 'Chief runner' });

  const mine = (await page.context().cookies()).find(({ name }) => name === 'session');
  await endSession(`session=${mine?.value}`);
  await page.getByLabel('Phone (optional)').fill('555');
  // any change of the account makes the server check the session
  await person.ok('PUT', '/api/business-profile', { jobTitle: 'Mover' });
  await ended(page).waitFor();
  const tab = await page.context().newPage();
  await tab.goto(`${screens.app.url}/api/login`);
  await signIn(tab, email);
  await heading('Dashboard', tab).waitFor();
  await ended(page).waitFor({ state: 'detached' });
  // a window that cannot close itself says that one is signed in
  await tab.goto(`${screens.app.url}/signed-in`);
  await heading('You are signed in', tab).waitFor();
  expect(await violations(tab)).toEqual([]);
  await tab.close();
  await page.bringToFront();
  await expect.poll(() => title.inputValue()).toBe('Mover');
  await person.ok('PUT', '/api/business-profile', { jobTitle: 'Later' });
  await expect.poll(() => title.inputValue()).toBe('Later');
  expect(await page.getByLabel('Phone (optional)').inputValue()).toBe('555');
  await page.context().close();
});

test('a tab that takes over the live stream from one that closes fetches again what it shows [long]', async () => {
  const { person } = await ready();
  const first = await screens.visit('/dashboard', person);
  await first.getByText('Last updated: just now').waitFor();
  const second = await first.context().newPage();
  await second.clock.install();
  await second.goto(`${screens.app.url}/dashboard`);
  // a pending call is not repeated
  await second.getByText('Last updated: just now').waitFor();
  // a page that has just loaded has just fetched
  await second.clock.fastForward(1_200);
  const fetched = second.waitForRequest('**/api/dashboard/stats');
  await first.close();
  await fetched;
  await second.context().close();
});
