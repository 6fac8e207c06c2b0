import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminUsersView, InvitedUserView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { acceptInvitation, turnSecondFactor } from '../../events/accounts/user.ts';
import { RIGHT_TO_LEFT, UNBROKEN } from '../support/awkwardTexts.ts';
import { cause } from '../support/log.ts';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens, violations } from '../support/screens.ts';

let screens: Screens;
let admin: Person;
beforeAll(async () => {
  screens = await startScreens();
  // the first account of an installation is its admin
  ({ person: admin } = await readyPerson(screens.app, 0));
});
afterAll(() => screens?.stop());

const add = (name: string, more: object = {}) =>
  admin.ok<InvitedUserView>('POST', '/api/admin/users', {
    email: `${name}@ridge.example`,
    isAdmin: false,
    isPaused: false,
    ...more,
  });
/** Does to an account what other parts of the product do. */
const change = (id: string, decide: typeof acceptInvitation) =>
  screens.app.api.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', id) },
    decide: ({ user }) => ({ user: decide(user) }),
  });
const listed = async (email: string) =>
  (await admin.ok<AdminUsersView>('GET', '/api/admin/users')).users.find((user) => user.email === email);

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, email: string) => page.locator('[data-row]').filter({ hasText: email });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The buttons and links of the navigation that something else lies over. */
const covered = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-label=Sidebar] :is(a, button)')]
      .map((button) => ({ button, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.top >= 0 && box.bottom <= window.innerHeight)
      .filter(({ button, box }) => {
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return !button.contains(hit);
      })
      .map(({ button }) => button.getAttribute('aria-label') ?? button.textContent),
  );

test('the table, the dialogs and a notice fit, with long names', async () => {
  const { id } = await add('long', {
    firstName: RIGHT_TO_LEFT,
    lastName: UNBROKEN.slice(0, 60),
    username: 'l'.repeat(30),
  });
  await change(id, acceptInvitation);
  await change(id, (state) => turnSecondFactor(state, true));
  await add('paused', { isPaused: true });
  const waiting = await add('waiting');
  const page = await screens.visit('/admin/users?search=ridge', admin);
  await row(page, 'waiting@').getByText('Invited', { exact: true }).waitFor();
  await lookAt(page, 'admin-users');

  await press(page, 'Edit long@ridge.example');
  await dialogOf(page, 'Edit User').getByRole('switch', { name: 'Two-factor authentication' }).waitFor();
  await lookAt(page, 'admin-edit-user');
  await press(page, 'Cancel');

  const url = `https://pilot.example/api/invitation?token=${'x'.repeat(43)}`;
  const json = { ...waiting, invitation: { mailed: false, url } };
  await page.route('**/api/admin/users/*/invitation', (route) => route.fulfill({ json }));
  await press(page, 'Resend invitation to waiting@ridge.example');
  await dialogOf(page, 'Hand over this invitation').waitFor();
  await lookAt(page, 'admin-hand-over');
  await press(page, 'Done');

  // a paused user sees a notice, which covers no navigation
  await press(page, 'Pause long@ridge.example');
  await press(page, 'Pause User');
  const notice = page.locator('li[data-swipe-direction]');
  await notice.getByText('long@ridge.example is paused and signed out.').waitFor();
  // pointed at, it stays
  await notice.hover();
  await row(page, 'long@').scrollIntoViewIfNeeded();
  expect(await covered(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 700 });
  expect((await notice.boundingBox())?.height).toBeLessThan(90);
  expect(await listed('long@ridge.example')).toMatchObject({ isPaused: true });
  await page.context().close();
});

test('in the audit an address of a user and then the user are erased, each with a receipt [long]', async () => {
  const { person, userId, partners } = await readyPerson(screens.app, 1);
  const { email } = await person.ok<{ email: string }>('GET', '/api/auth/user');
  const address = partners[0]?.contactInfo?.email ?? '';
  const page = await screens.visit('/admin/audit?view=erasures', admin);
  await page.getByRole('combobox', { name: 'User', exact: true }).fill(email);
  await page.getByRole('option').filter({ hasText: email }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');

  await press(page, 'Erase an address');
  const ask = dialogOf(page, 'Erase an address permanently');
  await ask.getByLabel('Address to erase').fill(address);
  await press(page, 'Erase permanently');
  await ask.getByText(`Type ${address} to confirm`, { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await ask.getByLabel('Type the address again').fill(address);
  await press(page, 'Erase permanently');
  const receipt = dialogOf(page, 'Erased permanently');
  await receipt.getByText(/^1 key, /).waitFor();
  await press(page, 'Done');
  await page.getByRole('list', { name: 'Erasures' }).getByRole('article').first().waitFor();

  await press(page, 'Erase this user');
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await press(page, 'Erase permanently');
  await receipt.getByRole('heading', { name: 'A user and all that was theirs', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  const { users } = await admin.ok<AdminUsersView>('GET', '/api/admin/users');
  expect(users.map(({ id }) => id)).not.toContain(userId);
});
