import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens, violations } from '../support/screens.ts';

const PASSWORD = 'correct horse battery';

let screens: Screens;
let admin: Person;
beforeAll(async () => {
  screens = await startScreens();
  admin = await new Person(screens.app.url).signUp('ada@northwind.example');
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
  test('sign-in is required for all other screens: each redirects to /api/login, loads none of the app, and is come back to', async () => {
    const { email } = await ready();
    const page = await screens.visit('/api/health');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    for (const address of [
      '/dashboard',
      '/discovery?status=pending&minMatchScore=80',
      '/onboarding',
      '/approved',
      '/campaigns',
      '/campaigns/abc',
      '/settings',
      '/admin',
      '/no/such/page',
    ]) {
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
  test('sign-in: what is wrong is said beside the field, what was typed is kept, the first wrong field has the focus; it looks like the product', async () => {
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
    await page.context().close();
  });

  test('sign-in keeps the chosen theme', async () => {
    const page = await screens.visit('/');
    await button('Toggle theme', page).click();
    await page.goto(`${screens.app.url}/api/login`);
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
    await page.context().close();
  });
});

describe('a session that has ended', () => {
  const ended = (page: Page) => page.getByRole('alertdialog', { name: 'Your session has ended' });
  const saved = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Profile Updated' });

  test('asks over the screen to sign in again, keeps what was typed, says what was not done, and the screen goes on', async () => {
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

  test('is noticed by the live stream, over an open dialog whose text stays; signing in in another tab ends it, and the stream goes on', async () => {
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
    const total = page.locator('dl').filter({ hasText: 'Total' }).locator('dd').first();
    expect(await total.textContent()).toBe('1');
    await person.ok('POST', '/api/partners/import', {
      rows: [{ name: 'Late Comer', profileUrl: 'https://www.linkedin.com/in/late-comer', email: 'late@x.example' }],
    });
    await total.filter({ hasText: '2' }).waitFor();
    expect(await typed.inputValue()).toBe('https://www.linkedin.com/in/half-typed');
    await page.context().close();
  });

  test('says why: ended from another browser, or the account is paused, where signing in again would not help', async () => {
    const { person, email } = await ready();
    const elsewhere = await new Person(screens.app.url).signIn(email);
    const page = await screens.visit('/dashboard', person);
    await heading('Dashboard', page).waitFor();
    await elsewhere.ok('POST', '/api/auth/sessions/revoke-others');
    // the live stream may have ended and the dialog be there already, over the link
    await page.getByRole('link', { name: 'Partner Discovery', exact: true }).dispatchEvent('click');
    await ended(page).getByText('This session was ended from another browser. Sign in again.').waitFor();
    await ended(page).getByRole('link', { name: 'Sign in again' }).waitFor();
    await page.context().close();

    const theirs = await screens.visit('/dashboard', elsewhere);
    await heading('Dashboard', theirs).waitFor();
    const { id } = await elsewhere.ok<{ id: string }>('GET', '/api/auth/user');
    await admin.ok('PUT', `/api/admin/users/${id}`, { isPaused: true });
    await theirs.getByRole('link', { name: 'Partner Discovery', exact: true }).dispatchEvent('click');
    await ended(theirs).getByText('This account is paused. Ask your administrator.').waitFor();
    const leave = ended(theirs).getByRole('link');
    expect(await leave.allTextContents()).toEqual(['Leave this page']);
    expect(await ended(theirs).getByRole('button').count()).toBe(0);
    await expect.poll(() => leave.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await violations(theirs)).toEqual([]);
    // once they may come in again, the page that was left open says so
    await admin.ok('PUT', `/api/admin/users/${id}`, { isPaused: false });
    await theirs.evaluate(() => window.dispatchEvent(new Event('focus')));
    await ended(theirs).getByText('Your account was paused and may be used again. Sign in.').waitFor();
    await ended(theirs).getByRole('link', { name: 'Sign in again' }).waitFor();
    await theirs.context().close();
  });

  test('where pop-ups are blocked a tab opens; a screen that was being loaded goes on by itself', async () => {
    const { person, email } = await ready();
    const page = await screens.visit('/dashboard', person);
    await heading('Dashboard', page).waitFor();
    await endSession(person);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await ended(page).waitFor();
    await page.evaluate(() => {
      window.open = () => null;
    });
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      ended(page).getByRole('link', { name: 'Sign in again' }).click(),
    ]);
    const closed = tab.waitForEvent('close');
    await signIn(tab, email);
    await closed;
    await ended(page).waitFor({ state: 'detached' });
    await button('Save Email Settings', page).waitFor();
    await page.context().close();
  });

  test('a window that cannot close itself says that one is signed in, and leads on', async () => {
    const { person } = await ready();
    const page = await screens.visit('/dashboard', person);
    await page.evaluate(() => window.history.pushState(null, '', '/x'));
    await page.goto(`${screens.app.url}/signed-in`);
    await heading('You are signed in', page).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await heading('Dashboard', page).waitFor();
    await page.context().close();
  });

  test('when another person signs in instead, the page is theirs and loads anew', async () => {
    const [one, other] = [await ready(), await ready()];
    const page = await screens.visit('/settings', one.person);
    await page.getByLabel('Job title').fill('Mine');
    const tab = await page.context().newPage();
    await tab.goto(`${screens.app.url}/api/logout`);
    await tab.goto(`${screens.app.url}/api/login`);
    const reloaded = page.waitForEvent('load');
    await signIn(tab, other.email);
    await reloaded;
    await page.getByText(other.email).first().waitFor();
    expect(await page.getByLabel('Job title').inputValue()).toBe('');
    await page.context().close();
  });

  test("'Leave this page' goes to the landing page", async () => {
    const { person } = await ready();
    const page = await screens.visit('/dashboard', person);
    await heading('Dashboard', page).waitFor();
    await endSession(person);
    await page.getByRole('link', { name: 'Partner Discovery', exact: true }).click();
    await ended(page).getByRole('link', { name: 'Leave this page' }).click();
    await page.getByRole('link', { name: 'Get Started', exact: true }).waitFor();
    await page.context().close();
  });
});

test('a tab that takes over the live stream from one that closes fetches anew what it shows', async () => {
  const { person } = await ready();
  const first = await screens.visit('/dashboard', person);
  await first.getByText('Total Partners Found').waitFor();
  const second = await first.context().newPage();
  await second.goto(`${screens.app.url}/dashboard`);
  await second.getByText('Total Partners Found').waitFor();
  // a page that has just loaded has just fetched
  await second.waitForTimeout(1_200);
  const fetched = second.waitForRequest('**/api/dashboard/stats');
  await first.close();
  await fetched;
  await second.context().close();
});
