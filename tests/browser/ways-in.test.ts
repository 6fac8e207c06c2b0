import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkIn, mailsTo } from '../support/mails.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

const [PASSWORD, OTHER] = ['correct horse battery', 'another long password'];

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ setUpCode: 'ABCD-EFGH-JKLM-NPQR' });
});
afterAll(() => screens?.stop());

const someone = () => `${randomBytes(5).toString('hex')}@northwind.example`;
const heading = (name: string, on: Page) => on.getByRole('heading', { level: 1, name });
const press = (name: string, on: Page) => on.getByRole('button', { name, exact: true }).click();

/** The address of the link in the newest mail to a person, as this test app is reached. */
async function newestLink(email: string, count = 1): Promise<string> {
  const { path, token } = linkIn((await mailsTo(screens.app, email, count)).at(-1));
  return `${screens.app.url}${path}?token=${token}`;
}

test('the first account needs the set-up code of the server’s log; it is the admin’s', async () => {
  const page = await screens.visit('/api/signup');
  await page.getByText('This is the first account here').waitFor();
  await page.locator('#email').fill('ada@northwind.example');
  await page.locator('#password').fill(PASSWORD);
  await page.getByLabel('Set-up code').fill('ABCD-EFGH-JKLM-NPQX');
  await press('Create account', page);
  await page.getByText('This is not the set-up code. The server printed it into its log.').waitFor();
  expect(await page.locator('#email').inputValue()).toBe('ada@northwind.example');
  await lookAt(page, 'sign-up-first');
  await page.locator('#password').fill(PASSWORD);
  await page.getByLabel('Set-up code').fill('abcd efgh jklm npqr');
  await press('Create account', page);
  await page.waitForURL('**/onboarding');
  await page.getByRole('link', { name: 'Admin Panel' }).waitFor();
  await page.goto(`${screens.app.url}/api/logout`);
  await page.goto(`${screens.app.url}/api/signup`);
  await heading('Create your account', page).waitFor();
  expect(await page.getByLabel('Set-up code').count()).toBe(0);
  await page.context().close();
});

test('signing up: a double click asks once, the mail’s link leads on in this browser, and in another one asks for the password', async () => {
  const email = someone();
  const page = await screens.visit('/api/signup?next=%2Fcampaigns');
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1;
  });
  await page.getByLabel('First name').fill('<b>Robin</b>');
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).dblclick();
  await heading('Check your email', page).waitFor();
  await page.getByText(email).waitFor();
  expect(posts).toBe(1);

  const link = await newestLink(email);
  const other = await screens.visit('/api/health');
  await other.goto(link);
  await other.locator('#password').fill('something else');
  await press('Confirm my email', other);
  await other.getByText('This is not the password that was chosen').waitFor();
  await lookAt(other, 'confirm-elsewhere');

  await page.goto(link);
  await heading('Confirm your email', page).waitFor();
  await press('Confirm my email', page);
  await page.waitForURL('**/onboarding');
  await page.getByText('<b>Robin</b>').or(page.getByText(email)).first().waitFor();
  await page.goto(link);
  await heading('This link was used before', page).waitFor();
  await lookAt(page, 'link-used');
  await page.context().close();
  await other.context().close();
});

test('a forgotten password: the link sets a new one [long]', async () => {
  const email = someone();
  await new Person(screens.app.url).signUp(email);
  const page = await screens.visit('/api/login');
  await page.getByRole('link', { name: 'Set a new one' }).click();
  await heading('Set a new password', page).waitFor();
  await press('Send the link', page);
  await page.getByText('Enter your email address').waitFor();
  await page.locator('#email').fill(email);
  await press('Send the link', page);
  await heading('Check your email', page).waitFor();
  await page.goto(await newestLink(email));
  await page.locator('#password').fill('short');
  await press('Set password', page);
  await page.getByText('Use at least 10 characters').waitFor();
  await lookAt(page, 'reset');
  await page.locator('#password').fill(OTHER);
  await press('Set password', page);
  await page.waitForURL('**/onboarding');
  await page.context().close();
});
