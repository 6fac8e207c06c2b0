import { base32 } from 'oslo/encoding';
import { TOTPController } from 'oslo/otp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityView } from '../../api/views.ts';
import { member } from '../support/member.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

const PASSWORD = 'a horse of another colour';
const OTHER = 'quite another password';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const button = (within: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const statusOf = async (person: Person) => (await person.call('GET', '/api/auth/user')).status;

test('two-factor authentication is set up with a real code, its recovery codes are kept, and one of them turns it off', async () => {
  const { person } = await member(screens.app, { password: PASSWORD });
  const page = await screens.visit('/onboarding', person, { permissions: ['clipboard-read', 'clipboard-write'] });
  // it needs no business profile
  await button(page, /^User menu/).click();
  await page.getByRole('link', { name: 'Account security' }).click();
  await page.waitForURL('**/settings/security');
  await button(page, 'Set up').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await button(dialog, 'Continue').dblclick();
  await dialog.getByRole('img', { name: 'QR code of the key' }).waitFor();
  await lookAt(page, 'security-key');
  const key = (await dialog.locator('p[translate=no] span').allTextContents()).join('').replaceAll(' ', '');
  const code = await new TOTPController().generate(base32.decode(key, { strict: false }));
  await dialog.getByLabel('6-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await button(dialog, 'Turn on').click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const saved = await list.locator('li').allTextContents();
  expect(new Set(saved).size).toBe(10);
  await page.keyboard.press('Escape');
  await dialog.getByText('Save the codes first. They are lost once this is closed.').waitFor();
  await button(dialog, 'Copy').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(saved.join('\n'));
  const downloading = page.waitForEvent('download');
  await button(dialog, 'Download').click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('partner-pilot-recovery-codes.txt');
  await button(page, 'I have saved them').click();
  await card(page, 'Two-factor authentication').getByText('On', { exact: true }).waitFor();

  await button(page, 'Turn off').click();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByLabel('Code').fill(saved[0] ?? '');
  await button(dialog, 'Turn off').click();
  await seeToast(page, { title: 'Two-Factor Authentication Off' });
  await card(page, 'Two-factor authentication').getByText('Off', { exact: true }).waitFor();
  await page.context().close();
});

test('other browsers are signed out: one, all others, and by a new password [long]', async () => {
  const kim = await member(screens.app, { password: PASSWORD });
  const signIn = async (agent: string): Promise<Person> => {
    const response = await fetch(`${screens.app.url}/api/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'User-Agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 ${agent}` },
      body: new URLSearchParams({ email: kim.email, password: PASSWORD }),
    });
    const other = new Person(screens.app.url);
    other.cookie = /session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
    expect(await statusOf(other)).toBe(200);
    return other;
  };
  const others = [await signIn('Firefox/140.0'), await signIn('Chrome/150.0.0.0 Safari/537.36')];
  await kim.person.ok('PUT', '/api/business-profile', { businessName: 'Northwind', industry: 'Fitness' });
  const page = await screens.visit('/settings', kim.person);
  await page.getByRole('main').getByRole('link', { name: 'Security', exact: true }).click();
  const rows = card(page, 'Sessions').getByRole('listitem');
  await button(rows, /^Sign out Chrome on Linux/).click();
  await seeToast(page, { title: 'Signed Out', text: 'Chrome on Linux is signed out.' });
  expect(await Promise.all(others.map(statusOf))).toEqual([200, 401]);
  await button(page, 'Sign out everywhere else').click();
  await seeToast(page, { title: 'Signed Out Everywhere Else', text: '1 session ended.' });
  expect(await Promise.all([...others, kim.person].map(statusOf))).toEqual([401, 401, 200]);

  const another = await signIn('Firefox/141.0');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill(OTHER);
  await button(page, 'Change password').click();
  await seeToast(page, { title: 'Password Changed', text: 'Every other browser is signed out.' });
  expect([await statusOf(another), await statusOf(kim.person)]).toEqual([401, 200]);
  expect(await statusOf(await new Person(screens.app.url).signIn(kim.email, OTHER))).toBe(200);

  // with a problem at every field, and a provider's account
  const view = await kim.person.ok<SecurityView>('GET', '/api/auth/security');
  const more = { emailConfirmed: false, issuers: ['accounts.example'], secondFactor: true, recoveryCodesLeft: 1 };
  await page.route('**/api/auth/security', (route) => route.fulfill({ json: { ...view, ...more } }));
  await page.reload();
  await button(page, 'Change password').click();
  await page.getByText('Enter your current password').waitFor();
  await rows.nth(1).waitFor();
  await lookAt(page, 'security');
  await page.context().close();
});
