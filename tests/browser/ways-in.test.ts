import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendInvitation } from '../../api/invitations.ts';
import { ref } from '../../db/store.ts';
import { invite } from '../../events/user.ts';
import { doors } from '../support/doors.ts';
import { linkIn, mailsTo } from '../support/mails.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

const [PASSWORD, OTHER] = ['correct horse battery', 'another long password'];

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
  await new Person(screens.house.url).signUp('ada@northwind.example');
});
afterAll(() => screens?.stop());

const someone = () => `${randomBytes(5).toString('hex')}@northwind.example`;
const heading = (name: string, on: Page) => on.getByRole('heading', { level: 1, name });
const press = (name: string, on: Page) => on.getByRole('button', { name, exact: true }).click();

/** The address of the link in the newest mail to somebody, as this house is reached. */
async function newestLink(email: string, count = 1): Promise<string> {
  const { path, token } = linkIn((await mailsTo(screens.house, email, count)).at(-1));
  return `${screens.house.url}${path}?token=${token}`;
}

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
  await lookAt(page, 'check-email');

  const link = await newestLink(email);
  const other = await screens.visit('/api/health');
  await other.goto(link);
  await other.locator('#password').fill('something else');
  await press('Confirm my email', other);
  await other.getByText('This is not the password that was chosen').waitFor();
  await lookAt(other, 'confirm-elsewhere');

  await page.goto(link);
  await heading('Confirm your email', page).waitFor();
  await lookAt(page, 'confirm');
  await press('Confirm my email', page);
  await page.waitForURL('**/onboarding');
  await page.getByText('<b>Robin</b>').or(page.getByText(email)).first().waitFor();
  await page.goto(link);
  await heading('This link was used before', page).waitFor();
  await lookAt(page, 'link-used');
  await page.context().close();
  await other.context().close();
});

test('a forgotten password: the link sets a new one', async () => {
  const email = someone();
  await new Person(screens.house.url).signUp(email);
  const page = await screens.visit('/api/login');
  await page.getByRole('link', { name: 'Set a new one' }).click();
  await heading('Set a new password', page).waitFor();
  await press('Send the link', page);
  await page.getByText('Enter a valid email address').waitFor();
  await lookAt(page, 'forgot');
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

test('an invitation: its user chooses a password and is in', async () => {
  const [userId, email] = [randomBytes(10).toString('hex'), someone()];
  const { api, url } = screens.house;
  const cause = { actor: 'user:admin', correlationId: 'test', causationId: null };
  await api.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', userId) },
    decide: ({ user }) => {
      const names = { username: null, firstName: null, lastName: null };
      const emailHmac = api.pseudonyms.address('system', email);
      return { user: invite(user, { ...names, email, emailHmac, isAdmin: false, isPaused: false }) };
    },
  });
  const deps = doors.get(url);
  if (!deps) throw new Error('No such house.');
  await sendInvitation(deps, userId, cause);
  const page = await screens.visit('/api/health');
  await page.goto(await newestLink(email));
  await page.getByText(email).waitFor();
  await lookAt(page, 'invitation');
  await page.locator('#password').fill(PASSWORD);
  await press('Join', page);
  await page.waitForURL('**/onboarding');
  await page.goto(`${url}/api/invitation?token=half`);
  await heading('This link does not work', page).waitFor();
  await lookAt(page, 'link-unknown');
  await page.context().close();
});
