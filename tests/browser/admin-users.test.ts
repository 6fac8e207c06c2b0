import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminUsersView, AdminUserView, InvitedUserView, PartnerView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { acceptInvitation, turnSecondFactor } from '../../events/accounts/user.ts';
import { type AdminPage, startAdmin } from '../support/adminPage.ts';
import { failedWith } from '../support/answers.ts';
import { cause } from '../support/log.ts';
import { linkIn, mailsTo } from '../support/mails.ts';
import { readyPerson } from '../support/outreach.ts';
import { lookAt, violations } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

const PASSWORD = 'correct horse battery';

let at: AdminPage;
let page: Page;
let ownEmail: string;
const ids: Record<string, string> = {};
/** Whose data the audit erases. */
let sam: { id: string; email: string; partner: PartnerView };
type Call = { method: string; path: string; body: unknown };
let calls: Call[] = [];

beforeAll(async () => {
  at = await startAdmin(async ({ app: testApp }, admin) => {
    /** Does to an account what other parts of the product do. */
    const change = (id: string, decide: typeof acceptInvitation) =>
      testApp.api.run({
        tenant: 'system',
        cause,
        streams: { user: ref('user', id) },
        decide: ({ user }) => ({ user: decide(user) }),
      });
    const add = async (name: string, more: object = {}, joined = true): Promise<void> => {
      const form = { isAdmin: false, isPaused: false, email: `${name}@ridge.example`, ...more };
      const made = await admin.ok<InvitedUserView>('POST', '/api/admin/users', form);
      ids[name] = made.id;
      if (joined) await change(made.id, acceptInvitation);
    };
    await add('me2', { firstName: 'Zoe' });
    await add('bo', { isPaused: true });
    await add('cy', { firstName: 'cy', isAdmin: true });
    await add('ada', { firstName: 'Ada', lastName: 'Lind', username: 'adal' });
    await change(ids.ada ?? '', (state) => turnSecondFactor(state, true));
    await add('eve', {}, false);
    ownEmail = (await admin.ok<{ email: string }>('GET', '/api/auth/user')).email;
    const { person, userId, partners } = await readyPerson(testApp, 1);
    const { email } = await person.ok<{ email: string }>('GET', '/api/auth/user');
    const [partner] = partners;
    if (!partner) throw new Error('no partner');
    sam = { id: userId, email, partner };
  });
  ({ page } = at);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/admin/users') && request.method() !== 'GET')
      calls.push({ method: request.method(), path: pathname, body: request.postDataJSON() });
  });
  await page.goto(`${at.screens.app.url}/admin?search=ridge`);
});
afterAll(() => at?.stop());
beforeEach(() => {
  calls = [];
  return () => page.unrouteAll();
});

const card = () => at.card('User Management');
const toast: AdminPage['toast'] = (...expected) => at.toast(...expected);
const next: AdminPage['next'] = (...expected) => at.next(...expected);
const userOf = async (name: string) =>
  (await at.admin.ok<AdminUsersView>('GET', '/api/admin/users')).users.find(({ id }) => id === ids[name]);

const behind = (text: string) => seeToast(page, { title: 'Error', text, variant: 'destructive', leave: true });
const rows = () => card().locator('tbody tr');
const row = (email: string) => rows().filter({ hasText: email });
const emails = () => rows().locator('td:first-child > span:first-child').allTextContents();
const sortBy = (title: string) =>
  card().getByRole('columnheader', { name: title, exact: true }).getByRole('button').click();
const press = (name: string | RegExp) => card().getByRole('button', { name }).click();
const path = (name: string) => `/api/admin/users/${ids[name]}`;

describe('User Management', () => {
  test('a table with the columns Email, Name, Username, Admin, Status, Created, Actions', async () => {
    await row('ada@ridge.example').waitFor();
    expect(await card().getByRole('columnheader').allTextContents()).toEqual([
      'Email',
      'Name',
      'Username',
      'Admin',
      'Status',
      'Created',
      'Actions',
    ]);
    await card()
      .getByText(/^\d+ users$/)
      .waitFor();
    // newest first
    expect(await emails()).toEqual(['eve', 'ada', 'cy', 'bo', 'me2'].map((name) => `${name}@ridge.example`));
    const texts = (await row('ada@').locator('td').allTextContents()).map((text) => text.trim());
    expect(texts.toSpliced(5, 1)).toEqual([
      'ada@ridge.example200 credits a monthTwo-factor',
      'Ada Lind',
      '@adal',
      expect.anything(),
      'Active',
      'EditPauseDelete',
    ]);
    await row('bo@').getByText('Paused', { exact: true }).waitFor();
    await row('eve@').getByText('Invited', { exact: true }).waitFor();
    expect(await row('cy@').getByRole('switch', { name: 'Admin: cy@ridge.example' }).isChecked()).toBe(true);
    expect(await row('bo@').getByRole('switch').isChecked()).toBe(false);
    expect(await row('cy@').getByText('Two-factor').count()).toBe(0);
    await lookAt(page, 'admin-users');
  });

  const ask = (title: string) => page.getByRole('alertdialog', { name: title });
  const answer = (title: string, label: string) => ask(title).getByRole('button', { name: label, exact: true });

  /** The admin toggle of a row that a dialog lies over. */
  const behindDialog = (email: string) => page.locator('tbody tr').filter({ hasText: email }).locator('[role=switch]');

  test('Pause and the admin toggle ask first, and say what follows; until then, and after Cancel, all is as it was', async () => {
    const toggle = row('ada@').getByRole('switch');
    await toggle.click();
    await ask('Give Admin Rights?').getByText('ada@ridge.example', { exact: true }).waitFor();
    await ask('Give Admin Rights?')
      .getByText(/manage every user, including you, add admins/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await behindDialog('ada@').getAttribute('aria-checked')).toBe('false');
    await answer('Give Admin Rights?', 'Cancel').click();
    await ask('Give Admin Rights?').waitFor({ state: 'detached' });
    await expect.poll(() => toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    await row('cy@').getByRole('switch').click();
    await ask('Take Admin Rights Away?')
      .getByText(/lose access to the Admin Panel/)
      .waitFor();
    expect(await behindDialog('cy@').getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Escape');
    await row('ada@').getByRole('button', { name: 'Pause ada@ridge.example' }).click();
    await ask('Pause User?')
      .getByText(/signed out everywhere and cannot sign in. Their emails wait/)
      .waitFor();
    await answer('Pause User?', 'Cancel').click();
    await ask('Pause User?').waitFor({ state: 'detached' });
    expect(await userOf('ada')).toMatchObject({ isAdmin: false, isPaused: false });
    expect(calls).toEqual([]);
  });

  /** The buttons in view that something else lies over. In a narrow place the titles of the columns are for screen readers alone. */
  const covered = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main button:not(thead *)')]
        .map((button) => ({ button, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && box.top >= 0 && box.bottom <= window.innerHeight)
        .filter(({ button, box }) => {
          const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return !button.contains(hit);
        })
        .map(({ button }) => button.getAttribute('aria-label') ?? button.textContent),
    );

  test('Pause, Unpause and the admin toggle: PUT of what changes, User Updated, once for a double click; the notice covers no button', async () => {
    await row('ada@').getByRole('button', { name: 'Pause ada@ridge.example' }).click();
    await answer('Pause User?', 'Pause User').dblclick();
    await ask('Pause User?').waitFor({ state: 'detached' });
    const notice = page.locator('li[data-swipe-direction]');
    await notice.getByText('ada@ridge.example is paused and signed out.').waitFor();
    // pointed at, it stays
    await notice.hover();
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 700 });
      await row('me2@').scrollIntoViewIfNeeded();
      expect(await covered(), `at ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 375, height: 700 });
    expect((await notice.boundingBox())?.y).toBeLessThan(12);
    expect((await notice.boundingBox())?.height).toBeLessThan(90);
    await page.setViewportSize({ width: 1280, height: 900 });
    await toast('User Updated', 'ada@ridge.example is paused and signed out.');
    await row('ada@').getByText('Paused', { exact: true }).waitFor();
    await row('ada@').getByRole('button', { name: 'Unpause ada@ridge.example' }).click();
    await toast('User Updated', 'ada@ridge.example can sign in again.');
    await row('ada@').getByText('Active', { exact: true }).waitFor();
    await row('ada@').getByRole('switch').click();
    await answer('Give Admin Rights?', 'Give Admin Rights').click();
    await toast('User Updated', 'ada@ridge.example is an admin now.');
    expect(await row('ada@').getByRole('switch').isChecked()).toBe(true);
    expect(calls.map(({ body }) => body)).toEqual([{ isPaused: true }, { isPaused: false }, { isAdmin: true }]);
    expect(calls[0]).toMatchObject({ method: 'PUT', path: path('ada') });
    expect(await userOf('ada')).toMatchObject({ isAdmin: true, isPaused: false });
  });

  test("a change that failed: 'Error' with the server's message or 'Failed to update user', and the row as it is", async () => {
    await next('PUT', '**/api/admin/users/*', failedWith(422, 'The last admin cannot be paused.'));
    await row('cy@')
      .getByRole('button', { name: /^Pause/ })
      .click();
    await answer('Pause User?', 'Pause User').click();
    await behind('The last admin cannot be paused.');
    await answer('Pause User?', 'Cancel').click();
    await next('PUT', '**/api/admin/users/*', failedWith(500));
    await row('cy@').getByRole('switch').click();
    await answer('Take Admin Rights Away?', 'Take Rights Away').click();
    await behind('Failed to update user');
    await answer('Take Admin Rights Away?', 'Cancel').click();
    await ask('Take Admin Rights Away?').waitFor({ state: 'detached' });
    expect(await row('cy@').getByRole('switch').isChecked()).toBe(true);
  });

  test('nobody can lock themselves out: the own account has no toggle, no Pause and no Delete', async () => {
    // a page beyond the end is the last one
    await at.go(`/admin?page=99&search=${ownEmail}`);
    await row(`${ownEmail} you`).waitFor();
    expect(await row(ownEmail).getByRole('button').allTextContents()).toEqual(['Edit']);
    expect(await row(ownEmail).getByRole('switch').isDisabled()).toBe(true);
    await press(`Edit ${ownEmail}`);
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    for (const name of ['Admin', 'Paused']) expect(await dialog.getByRole('switch', { name }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await at.go('/admin?search=ridge');
  });

  describe('Edit', () => {
    const dialog = () => page.getByRole('dialog', { name: 'Edit User' });
    const field = (label: string) => dialog().getByLabel(label);
    const save = () => dialog().getByRole('button', { name: 'Save Changes' });
    const credits = () => field('Monthly credits');

    test('names, username, monthly credits: what is wrong stands at its field; what changed is sent, with the version', async () => {
      await press('Edit ada@ridge.example');
      expect(await field('First name (optional)').inputValue()).toBe('Ada');
      for (const wrong of ['1.5', '-1', '100001', '']) {
        await credits().fill(wrong);
        await save().click();
        await dialog().getByText('Enter a whole number from 0 to 100,000', { exact: true }).waitFor();
      }
      await expect.poll(() => credits().evaluate((input) => input === document.activeElement)).toBe(true);
      const before = await userOf('ada');
      await credits().fill('500');
      await field('Username (optional)').fill(' ');
      await next('PUT', '**/api/admin/users/*', failedWith(500));
      await save().click();
      await behind('Failed to update user');
      await save().dblclick();
      await toast('User Updated', 'ada@ridge.example was updated.');
      await dialog().waitFor({ state: 'detached' });
      expect(calls.at(-1)?.body).toEqual({ username: null, monthlyCredits: 500, version: before?.version });
      await row('ada@').getByText('500 credits a month').waitFor();
    });

    test('when somebody else was faster: said so, with the newer values, and what was typed kept', async () => {
      await press('Edit ada@ridge.example');
      await credits().fill('700');
      await field('First name (optional)').fill('Adeline');
      await at.admin.ok('PUT', path('ada'), { monthlyCredits: 600, lastName: 'Lindqvist' });
      await save().click();
      await dialog().getByText('Someone else changed this user.').waitFor();
      await dialog().getByText('Monthly credits is now 600; what you typed is kept below.').waitFor();
      await dialog().getByText('Last name is now Lindqvist.').waitFor();
      expect([
        await credits().inputValue(),
        await field('First name (optional)').inputValue(),
        await field('Last name (optional)').inputValue(),
      ]).toEqual(['700', 'Adeline', 'Lindqvist']);
      expect(await violations(page)).toEqual([]);
      await save().click();
      await toast('User Updated');
      expect(await userOf('ada')).toMatchObject({ monthlyCredits: 700, firstName: 'Adeline', lastName: 'Lindqvist' });
    });

    test('the second factor of somebody who lost their phone is turned off; of who has none, it is not offered', async () => {
      const factor = () => dialog().getByRole('switch', { name: 'Two-factor authentication' });
      const before = await userOf('ada');
      await press('Edit ada@ridge.example');
      await dialog().getByText('Turn it off if they lost their phone and recovery codes.').waitFor();
      await lookAt(page, 'admin-edit-user');
      await factor().click();
      await save().click();
      await toast('User Updated', 'ada@ridge.example now signs in without a code.');
      expect(calls.at(-1)?.body).toEqual({ secondFactor: false, version: before?.version });
      expect(await userOf('ada')).toMatchObject({ secondFactor: false });
      await row('ada@').getByText('Two-factor').waitFor({ state: 'detached' });
      await press('Edit ada@ridge.example');
      await credits().waitFor();
      expect(await factor().count()).toBe(0);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    });
  });

  test('Add User: an email is required, the rest is optional, with admin and paused switches; an invitation is mailed', async () => {
    await card().getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    const email = dialog.getByLabel('Email', { exact: true });
    const submit = dialog.getByRole('button', { name: 'Add User' });
    expect(await email.getAttribute('type')).toBe('email');
    for (const optional of ['Username', 'First name', 'Last name'])
      await dialog.getByLabel(`${optional} (optional)`).waitFor();
    await submit.click();
    await dialog.getByText('Email is required', { exact: true }).waitFor();
    await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true);
    await email.fill('nobody');
    await dialog.getByText('Email is required').waitFor({ state: 'detached' });
    await submit.click();
    await dialog.getByText('Please enter a valid email address', { exact: true }).waitFor();
    await lookAt(page, 'admin-add-user');
    await email.fill('ADA@ridge.example');
    await dialog.getByLabel('First name (optional)').fill(' Dee ');
    await next('POST', '**/api/admin/users', failedWith(500));
    await submit.click();
    await behind('Failed to create user');
    await submit.click();
    await dialog.getByText('There is a user with this address already.').waitFor();
    expect(await dialog.getByLabel('First name (optional)').inputValue()).toBe(' Dee ');
    await email.fill('Dee@ridge.example');
    await submit.dblclick();
    await toast('User Created', 'dee@ridge.example is in the list. The invitation is on its way.');
    await dialog.waitFor({ state: 'detached' });
    await row('dee@ridge.example').getByText('Dee', { exact: true }).waitFor();
    await row('dee@ridge.example').getByText('Invited', { exact: true }).waitFor();
    expect(calls.at(-1)?.body).toEqual({
      email: 'dee@ridge.example',
      username: '',
      firstName: 'Dee',
      lastName: '',
      isAdmin: false,
      isPaused: false,
    });
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(3);
    await card().getByRole('button', { name: 'Add User' }).click();
    expect(await email.inputValue()).toBe('');
    await dialog.getByRole('switch', { name: 'Admin' }).focus();
    await page.keyboard.press('Space');
    expect(await dialog.getByRole('switch', { name: 'Admin' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('the mail that an invitation sends leads its user in, who then signs in with the chosen password', async () => {
    const { path: address, token } = linkIn((await mailsTo(at.screens.app, 'dee@ridge.example')).at(-1));
    const theirs = await at.screens.visit(`${address}?token=${token}`);
    await theirs.getByText('dee@ridge.example').waitFor();
    await lookAt(theirs, 'invitation');
    await theirs.locator('#password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Join' }).click();
    await theirs.waitForURL('**/onboarding');
    await theirs.goto(`${at.screens.app.url}/api/logout`);
    await theirs.goto(`${at.screens.app.url}/api/login`);
    await theirs.getByLabel('Email').fill('dee@ridge.example');
    await theirs.getByLabel('Password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await theirs.waitForURL('**/onboarding');
    await theirs.context().close();
    ids.dee = (await at.admin.ok<AdminUsersView>('GET', '/api/admin/users')).users[0]?.id ?? '';
    expect(await userOf('dee')).toMatchObject({ email: 'dee@ridge.example', joined: true, emailConfirmed: true });
  });

  test('the invitation can be sent again; where no mail can be sent, its link is shown to be handed over', async () => {
    await mailsTo(at.screens.app, 'eve@ridge.example', 1);
    await press('Resend invitation to eve@ridge.example');
    await toast('Invitation Sent', 'It is on its way to eve@ridge.example.');
    await mailsTo(at.screens.app, 'eve@ridge.example', 2);
    const url = 'https://pilot.example/api/invitation?token=only-here';
    const invited = { ...(await userOf('eve')), invitation: { mailed: false, url } };
    await next('POST', '**/api/admin/users/*/invitation', (route) => route.fulfill({ json: invited }));
    await press('Resend invitation to eve@ridge.example');
    const dialog = page.getByRole('dialog', { name: 'Hand over this invitation' });
    await dialog.getByText('For eve@ridge.example').waitFor();
    expect(await dialog.getByLabel('Link of the invitation').inputValue()).toBe(url);
    await lookAt(page, 'admin-hand-over');
    await dialog.getByRole('button', { name: 'Copy the link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test("deleting asks 'Are you sure you want to delete this user? This action cannot be undone.'", async () => {
    const ask = page.getByRole('alertdialog', { name: 'Delete User?' });
    const button = row('bo@').getByRole('button', { name: 'Delete bo@ridge.example' });
    await button.click();
    await ask
      .getByText('Are you sure you want to delete this user? This action cannot be undone.', { exact: true })
      .waitFor();
    await ask.getByText('bo@ridge.example').waitFor();
    await ask.getByText(/their partners, campaigns and texts are erased/).waitFor();
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    expect(calls).toEqual([]);
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await next('DELETE', '**/api/admin/users/*', failedWith(500));
    await ask.getByRole('button', { name: 'Delete User' }).click();
    await behind('Failed to delete user');
    await ask.getByRole('button', { name: 'Delete User' }).dblclick();
    await toast('User Deleted', 'bo@ridge.example is gone.');
    await row('bo@').waitFor({ state: 'detached' });
    expect(calls.map(({ method, path: to }) => [method, to])).toEqual(Array(2).fill(['DELETE', path('bo')]));
    expect(await userOf('bo')).toBeUndefined();
  });

  test('search, order and page live in the address: a reload keeps them', async () => {
    const ridge = (...names: string[]) => names.map((name) => `${name}@ridge.example`);
    await sortBy('Email');
    expect(await emails()).toEqual(ridge('ada', 'cy', 'dee', 'eve', 'me2'));
    await sortBy('Email');
    expect((await emails())[0]).toBe('me2@ridge.example');
    const header = card().getByRole('columnheader', { name: 'Email' });
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    // blank names come last
    await sortBy('Name');
    expect(await emails()).toEqual(ridge('ada', 'cy', 'dee', 'me2', 'eve'));
    await sortBy('Status');
    expect((await emails()).at(-1)).toBe('eve@ridge.example');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('LIND ada');
    await row('cy@').waitFor({ state: 'detached' });
    expect(await emails()).toEqual(ridge('ada'));
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('sort'), searchParams.get('search')]).toEqual(['status', 'LIND ada']);
    await page.reload();
    await row('ada@').waitFor();
    expect(await emails()).toEqual(ridge('ada'));
    expect(await page.getByRole('searchbox', { name: 'Search users' }).inputValue()).toBe('LIND ada');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('zzz');
    await card().getByText('No users match your search.').waitFor();
    await card().getByRole('button', { name: 'Clear search' }).click();
    await row('cy@').waitFor();
  });
});

describe('/admin/audit', () => {
  const whose = () => page.getByRole('combobox', { name: 'User', exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const chosen = () => new URL(page.url()).searchParams.get('tenant');
  test('whose history it is, is picked from the users by email or name, with the keyboard or the mouse; an id will do', async () => {
    await at.go('/admin/audit?view=erasures');
    await page.getByText('Choose a user above to erase an address that they hold, or all that is theirs.').waitFor();
    await whose().click();
    await whose().pressSequentially('robin vale sam.');
    await whose().fill(sam.email.toUpperCase());
    const option = page.getByRole('listbox', { name: 'Users' }).getByRole('option');
    await option.filter({ hasText: sam.email }).waitFor();
    expect(await option.count()).toBe(1);
    expect(await whose().getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(chosen()).toBe(sam.id);
    expect(await whose().inputValue()).toBe(sam.email);
    await page.getByRole('button', { name: 'All users' }).click();
    expect(chosen()).toBe(null);
    await whose().click();
    await whose().fill('gone-1');
    await page.getByText('No user matches. Press Enter to take it as an id.').waitFor();
    await page.keyboard.press('Enter');
    expect(chosen()).toBe('gone-1');
    await whose().click();
    await whose().fill(sam.email.slice(0, 9));
    await option.filter({ hasText: sam.email }).click();
    expect(chosen()).toBe(sam.id);
    await whose().click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox', { name: 'Users' }).getByRole('option').count()).toBe(0);
    expect(await whose().inputValue()).toBe(sam.email);
  });

  test('Erase an address: names what is destroyed, has it typed twice, and shows the receipt', async () => {
    const address = sam.partner.contactInfo?.email ?? '';
    await page.getByRole('button', { name: 'Erase an address' }).click();
    const ask = dialog('Erase an address permanently');
    await ask.getByText(`From all data of ${sam.email}.`).waitFor();
    await ask.getByText(/^Every partner with this address is erased/).waitFor();
    const erase = () => ask.getByRole('button', { name: 'Erase permanently' }).click();
    await erase();
    await ask.getByText('Enter the address', { exact: true }).waitFor();
    await ask.getByLabel('Address to erase').fill('nobody');
    await ask.getByLabel('Type the address again').fill('nobody');
    await erase();
    await ask.getByText('Invalid email', { exact: true }).waitFor();
    await ask.getByLabel('Address to erase').fill(address);
    await erase();
    await ask.getByText(`Type ${address} to confirm`, { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await ask.getByLabel('Type the address again').fill(address.toUpperCase());
    await erase();
    const receipt = dialog('Erased permanently');
    await receipt.getByRole('heading', { name: 'An address', exact: true }).waitFor();
    await receipt.getByText('Erased', { exact: true }).waitFor();
    await receipt.getByText(/^1 key, /).waitFor();
    await receipt.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('list', { name: 'Erasures' }).getByRole('article').first().waitFor();
  });

  test('Erase this user: has their email typed, and shows the receipt; oneself is refused in the server’s words', async () => {
    await page.getByRole('button', { name: 'Erase this user' }).click();
    const ask = dialog(`Erase ${sam.email} permanently?`);
    await ask.getByText(/^Their account is erased, with its password and sessions/).waitFor();
    const erase = () => ask.getByRole('button', { name: 'Erase permanently' }).click();
    await erase();
    await ask.getByText(`Type ${sam.email} to confirm`).last().waitFor();
    await ask.getByLabel(`Type ${sam.email} to confirm`).fill(sam.email);
    await erase();
    const receipt = dialog('Erased permanently');
    await receipt.getByRole('heading', { name: 'A user and all that was theirs', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await receipt.getByRole('button', { name: 'Done' }).click();
    const { users } = await at.admin.ok<AdminUsersView>('GET', '/api/admin/users');
    expect(users.find(({ id }) => id === sam.id)).toBeUndefined();
    const me = await at.admin.ok<AdminUserView>('GET', '/api/auth/user');
    await at.go(`/admin/audit?view=erasures&tenant=${me.id}`);
    await page.getByRole('button', { name: 'Erase this user' }).click();
    const own = dialog(`Erase ${me.email} permanently?`);
    await own.getByLabel(`Type ${me.email} to confirm`).fill(me.email ?? '');
    await own.getByRole('button', { name: 'Erase permanently' }).click();
    await own.getByText(/^You cannot erase your own account/).waitFor();
  });
});

test('10,000 users: 50 a page, with search and order over all of them', async () => {
  const users: AdminUserView[] = Array.from({ length: 10_000 }, (_, index) => ({
    id: `user${index}`,
    email: `user${String(index).padStart(5, '0')}@northwind.example`,
    username: null,
    firstName: index % 2 ? 'Odd' : 'Even',
    lastName: null,
    isAdmin: false,
    isPaused: false,
    createdAt: new Date(1_770_000_000_000 + index * 60_000).toISOString(),
    joined: true,
    emailConfirmed: true,
    secondFactor: false,
    monthlyCredits: 200,
    version: 1,
  }));
  await page.route('**/api/admin/users', (route) => route.fulfill({ json: { users } }));
  await page.goto(`${at.screens.app.url}/admin?sort=email&page=2`);
  await row('user00050').waitFor();
  expect(await rows().count()).toBe(50);
  const pages = card().getByRole('navigation', { name: 'Pages of users' });
  await pages.getByText('51–100 of 10,000', { exact: true }).waitFor();
  await pages.getByRole('button', { name: 'Previous' }).click();
  await pages.getByText('1–50 of 10,000', { exact: true }).waitFor();
  expect(await pages.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('user0995');
  await row('user09950').waitFor();
  expect(await rows().count()).toBe(10);
  expect(await pages.count()).toBe(0);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('user09');
  await pages.getByText('1–50 of 1,000', { exact: true }).waitFor();
  await pages.getByRole('button', { name: 'Next' }).click();
  await pages.getByText('51–100 of 1,000', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  // the pick list of the audit finds one of them, too
  await page.getByRole('link', { name: 'Audit' }).click();
  const whose = page.getByRole('combobox', { name: 'User', exact: true });
  await whose.click();
  await page.getByText('9,992 more. Keep typing to narrow.').waitFor();
  await whose.fill('user0777');
  await expect.poll(() => page.getByRole('listbox', { name: 'Users' }).getByRole('option').count()).toBe(8);
});
