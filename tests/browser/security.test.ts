import { base32 } from 'oslo/encoding';
import { TOTPController } from 'oslo/otp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SecurityView } from '../../api/views.ts';
import { failedWith, nextAnswer } from '../support/answers.ts';
import { type Member, member } from '../support/member.ts';
import { Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

const PASSWORD = 'a horse of another colour';
const OTHER = 'quite another password';

let screens: Screens;
let owner: Person;
let kim: Member;
let page: Page;
beforeAll(async () => {
  screens = await startScreens();
  // the first account signs up without a mail: its address is not confirmed
  owner = await new Person(screens.app.url).signUp('robin@northwind.example');
  kim = await member(screens.app, { password: PASSWORD });
  page = await screens.visit('/404', kim.person, { permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(async () => {
  await page?.context().close();
  await screens?.stop();
});

const open = async (on: Page = page): Promise<void> => {
  await on.goto(`${screens.app.url}/settings/security`);
  await on.getByRole('heading', { name: 'Account security', level: 1 }).waitFor();
};
const card = (title: string, on: Page = page) => on.getByRole('region', { name: title, exact: true });
const button = (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const focused = (field: ReturnType<Page['locator']>) =>
  expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
const statusOf = async (person: Person) => (await person.call('GET', '/api/auth/user')).status;
const security = () => kim.person.ok<SecurityView>('GET', '/api/auth/security');

test("linked from the user menu as 'Account security' and from Settings; it needs no business profile", async () => {
  await page.goto(`${screens.app.url}/onboarding`);
  await button(/^User menu/).click();
  await page.getByRole('link', { name: 'Account security' }).click();
  await page.waitForURL('**/settings/security');
  await page.getByRole('heading', { name: 'Account security', level: 1 }).waitFor();
  expect(await page.title()).toContain('Account security');
  expect(await page.getByRole('link', { name: 'Account security' }).count(), 'the menu closes').toBe(0);
  for (const title of ['Email', 'Password', 'Two-factor authentication', 'Sessions', 'Sign-in providers'])
    await card(title).waitFor();
  // Settings is not to be had before there is a business profile
  await page.getByRole('link', { name: 'Back to the setup' }).click();
  await page.waitForURL('**/onboarding');
  await kim.person.ok('PUT', '/api/business-profile', { businessName: 'Northwind', industry: 'Fitness' });
  await page.goto(`${screens.app.url}/settings`);
  await page.getByRole('main').getByRole('link', { name: 'Account security' }).click();
  await page.waitForURL('**/settings/security');
  await page.getByRole('link', { name: 'Back to Settings' }).click();
  await page.waitForURL('**/settings');
});

test("an address that is not confirmed: 'Confirm your email' mails a link and says so; once it is used, Confirmed", async () => {
  const own = await screens.visit('/settings/security', owner);
  await card('Email', own).getByText('robin@northwind.example').waitFor();
  await card('Email', own).getByText('Not confirmed', { exact: true }).waitFor();
  await button('Confirm your email', own).click();
  await card('Email', own)
    .getByText(/^We sent a link to/)
    .waitFor();
  const mail = await until(
    async () => (await screens.app.outbox()).find(({ to }) => to.includes('robin@northwind.example')),
    (found) => found !== undefined,
  );
  const link = /https?:\/\/\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const other = await own.context().newPage();
  await other.goto(link.replace(/^https?:\/\/[^/]+/, screens.app.url));
  await other.locator('form button').first().click();
  await until(
    () => owner.ok<SecurityView>('GET', '/api/auth/security'),
    ({ emailConfirmed }) => emailConfirmed,
  );
  await own.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await card('Email', own).getByText('Confirmed', { exact: true }).waitFor();
  await own.context().close();
});

describe('Password', () => {
  const current = () => card('Password').getByLabel('Current password');
  const fresh = () => card('Password').getByLabel('New password');
  const save = () => button('Change password').click();

  test('what is wrong is said at its field, which has the focus; what was typed stays', async () => {
    await open();
    await save();
    await card('Password').getByText('Enter your current password', { exact: true }).waitFor();
    await card('Password').getByText('Use at least 10 characters', { exact: true }).waitFor();
    await focused(current());
    await current().fill('not my password');
    await fresh().fill(OTHER);
    await save();
    await card('Password').getByText('This is not your password', { exact: true }).waitFor();
    await focused(current());
    expect([await current().inputValue(), await fresh().inputValue()]).toEqual(['not my password', OTHER]);
    expect(await current().getAttribute('autocomplete')).toBe('current-password');
    expect(await fresh().getAttribute('autocomplete')).toBe('new-password');
    await lookAt(page, 'security');
  });

  test('without a connection nothing is lost; with it the password is changed, and every other browser is signed out', async () => {
    const other = await new Person(screens.app.url).signIn(kim.email, PASSWORD);
    await current().fill(PASSWORD);
    await nextAnswer(page, 'POST', '**/api/auth/password', (route) => route.abort());
    await save();
    await seeToast(page, { title: 'Error', text: 'The connection to the server failed.', variant: 'destructive' });
    expect(await fresh().inputValue()).toBe(OTHER);
    await save();
    await seeToast(page, { title: 'Password Changed', text: 'Every other browser is signed out.' });
    expect([await current().inputValue(), await fresh().inputValue()]).toEqual(['', '']);
    expect([await statusOf(other), await statusOf(kim.person)]).toEqual([401, 200]);
    await page.unrouteAll();
  });
});

describe('Two-factor authentication', () => {
  const factor = () => card('Two-factor authentication');
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const setUp = () => dialog('Set up two-factor authentication');
  const codesIn = async (shown: ReturnType<typeof dialog>) =>
    (await shown.getByRole('list', { name: 'Recovery codes' }).locator('li').allTextContents()).map((text) =>
      text.trim(),
    );
  let saved: string[];

  test('Set up asks for the password first', async () => {
    await open();
    await factor().getByText('Off', { exact: true }).waitFor();
    await button('Set up').click();
    await button('Continue', setUp()).click();
    await setUp().getByText('Enter your password', { exact: true }).waitFor();
    await setUp().getByLabel('Password').fill(PASSWORD);
    await button('Continue', setUp()).click();
    await setUp().getByText('This is not your password', { exact: true }).waitFor();
    await focused(setUp().getByLabel('Password'));
    await setUp().getByLabel('Password').fill(OTHER);
    await button('Continue', setUp()).dblclick();
  });

  test('then shows the key as a QR code and as text in groups of four, and takes a first code', async () => {
    await setUp().getByRole('img', { name: 'QR code of the key' }).waitFor();
    const groups = await setUp().locator('p[translate=no] span').allTextContents();
    expect(groups.join('')).toMatch(/^([A-Z2-7]{4} )*[A-Z2-7]{1,4} $/);
    const field = setUp().getByLabel('6-digit code');
    expect([await field.getAttribute('autocomplete'), await field.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ]);
    await focused(field);
    await lookAt(page, 'security-key');
    await button('Turn on', setUp()).click();
    await setUp().getByText('Enter the code', { exact: true }).waitFor();
    await field.fill('12345');
    await button('Turn on', setUp()).click();
    await setUp()
      .getByText(/^This code is not right/)
      .waitFor();
    await focused(field);
    expect(await field.inputValue()).toBe('12345');
    const code = await new TOTPController().generate(
      base32.decode(groups.join('').replaceAll(' ', ''), { strict: false }),
    );
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await button('Turn on', setUp()).click();
    await setUp().getByText('they are not shown again.').waitFor();
    expect((await security()).secondFactor).toBe(true);
  });

  test('then shows ten recovery codes once, to copy or download, and closes when they are saved', async () => {
    saved = await codesIn(setUp());
    expect(new Set(saved).size).toBe(10);
    await page.keyboard.press('Escape');
    await setUp().getByText('Save the codes first. They are lost once this is closed.').waitFor();
    await lookAt(page, 'security-codes');
    await button('Copy', setUp()).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(saved.join('\n'));
    const downloading = page.waitForEvent('download');
    await button('Download', setUp()).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('partner-pilot-recovery-codes.txt');
    const parts: Buffer[] = [];
    for await (const part of await file.createReadStream()) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString().split('\n')).toEqual(expect.arrayContaining(saved));
    await button('I have saved them').click();
    await factor().getByText('On', { exact: true }).waitFor();
    await factor().getByText('10 recovery codes').waitFor();
    await focused(button('New recovery codes'));
  });

  test('New recovery codes end the old ones; Turn off takes the password and a code', async () => {
    await button('New recovery codes').click();
    const fresh = dialog('New recovery codes');
    await fresh.getByLabel('Password').fill(OTHER);
    await button('Make new codes', fresh).click();
    await fresh.getByRole('list', { name: 'Recovery codes' }).waitFor();
    const [first = ''] = await codesIn(fresh);
    expect(saved).not.toContain(first);
    await button('I have saved them').click();
    await button('Turn off').click();
    const off = dialog('Turn off two-factor authentication?');
    await off.getByLabel('Password').fill(OTHER);
    await off.getByLabel('Code').fill(saved[0] ?? '');
    await button('Turn off', off).click();
    await off.getByText(/^This code is not right/).waitFor();
    await focused(off.getByLabel('Code'));
    await off.getByLabel('Code').fill(first);
    await button('Turn off', off).click();
    await seeToast(page, { title: 'Two-Factor Authentication Off' });
    await factor().getByText('Off', { exact: true }).waitFor();
    expect((await security()).secondFactor).toBe(false);
  });
});

test('Sessions: each browser with how it was opened; Sign out ends one, Sign out everywhere else the others', async () => {
  const others: Person[] = [];
  for (const agent of ['Firefox/140.0', 'Chrome/150.0.0.0 Safari/537.36', 'Firefox/141.0']) {
    const response = await fetch(`${screens.app.url}/api/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'User-Agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 ${agent}` },
      body: new URLSearchParams({ email: kim.email, password: OTHER }),
    });
    const other = new Person(screens.app.url);
    other.cookie = /session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
    expect(await statusOf(other)).toBe(200);
    others.push(other);
  }
  await open();
  const rows = card('Sessions').getByRole('listitem');
  await rows.nth(3).waitFor();
  expect(await rows.count()).toBe(4);
  expect(await rows.first().innerText()).toContain('This browser');
  expect(await button(/^Sign out/, rows.first()).count()).toBe(0);
  const chrome = rows.filter({ hasText: 'Chrome on Linux' });
  await chrome.getByText(/Last seen just now\s*Signed in with the password on /).waitFor();
  await button(/^Sign out Chrome on Linux/, chrome).click();
  await chrome.waitFor({ state: 'detached' });
  await focused(card('Sessions').getByRole('list', { name: 'Sessions' }));
  await seeToast(page, { title: 'Signed Out', text: 'Chrome on Linux is signed out.' });
  expect(await Promise.all(others.map(statusOf))).toEqual([200, 401, 200]);
  await button('Sign out everywhere else').click();
  await seeToast(page, { title: 'Signed Out Everywhere Else', text: '2 sessions ended.' });
  await button('Sign out everywhere else').waitFor({ state: 'detached' });
  expect(await Promise.all([...others, kim.person].map(statusOf))).toEqual([401, 401, 401, 200]);
});

test('an account of a provider: it is listed, has no password and may set one; few recovery codes are warned of', async () => {
  const view = await security();
  await page.route('**/api/auth/security', (route) =>
    route.fulfill({
      json: { ...view, issuers: ['accounts.example'], hasPassword: false, secondFactor: true, recoveryCodesLeft: 1 },
    }),
  );
  await open();
  await card('Sign-in providers').getByText('accounts.example').waitFor();
  await card('Two-factor authentication')
    .getByText(/^Only 1 recovery code left/)
    .waitFor();
  expect(await card('Password').getByLabel('Current password').count()).toBe(0);
  await card('Password').getByLabel('New password').fill('yet another password');
  await nextAnswer(page, 'POST', '**/api/auth/password', failedWith(403, 'This needs a fresh sign-in.'));
  await button('Set password').click();
  await card('Password').getByText('This needs a fresh sign-in.').waitFor();
  await lookAt(page, 'security-provider');
  await page.unrouteAll();
});

test('what could not be loaded says so and offers Try again', async () => {
  await nextAnswer(page, 'GET', '**/api/auth/security', failedWith(500));
  await nextAnswer(page, 'GET', '**/api/auth/sessions', failedWith(500));
  await open();
  const alerts = page.getByRole('main').getByRole('alert');
  await alerts
    .filter({ hasText: 'Error loading your account security.' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await card('Email').getByText('Confirmed', { exact: true }).waitFor();
  await alerts.filter({ hasText: 'Error loading your sessions.' }).getByRole('button', { name: 'Try again' }).click();
  await card('Sessions').getByText('This browser').waitFor();
  expect(await alerts.count()).toBe(0);
});
