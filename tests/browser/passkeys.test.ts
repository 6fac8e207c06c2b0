/** Passkeys in a real browser, with Chromium's virtual authenticator; and the screens of the security log and the demanded second factor. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PasskeyView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { turnSecondFactor } from '../../events/accounts/user.ts';
import { cause } from '../support/log.ts';
import { type Member, member, signInAgain } from '../support/member.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

const PASSWORD = 'correct horse battery';
let screens: Screens;
let admin: Member;
let kim: Member;

beforeAll(async () => {
  screens = await startScreens();
  // another person is first, so this installation is not empty
  await new Person(screens.app.url).signUp('first@northwind.example');
  admin = await member(screens.app, { isAdmin: true, password: PASSWORD });
  kim = await member(screens.app, { password: PASSWORD });
  // the admin is not in the way of the rule
  await screens.app.api.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', admin.id) },
    decide: ({ user }) => ({ user: turnSecondFactor(user, true) }),
  });
});
afterAll(() => screens.stop());

// a passkey belongs to a name; a number is none
const here = (path: string) => screens.app.url.replace('127.0.0.1', 'localhost') + path;

test('a demanded second factor is set up with a passkey, which then signs in alone and after the password', async () => {
  await admin.person.ok('PUT', '/api/admin/settings/second_factor_required', { value: 'everyone' });
  const page = await screens.visit('/api/login');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  const byPassword = async () => {
    await page.goto(here('/api/login'));
    await page.getByLabel('Email').fill(kim.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await byPassword();
  await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
  await page.getByText('You have no passkey yet').waitFor();
  await lookAt(page, 'second-factor-first');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).waitFor();
  expect(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
  await lookAt(page, 'recovery-codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Remove passkey Chrome on Linux' }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(here('/onboarding'));

  await page.goto(here('/api/logout'));
  await page.goto(here('/api/login?next=/settings/security'));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(here('/settings/security'));
  await page.getByText(/last used/).waitFor();
  await page.getByText('Signed in with a passkey', { exact: false }).first().waitFor();
  await lookAt(page, 'security-passkeys');

  await page.goto(here('/api/logout'));
  await byPassword();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/api/'));

  // without verification of its user a passkey is one factor only
  await page.goto(here('/api/logout'));
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto(here('/api/login'));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No passkey was used').waitFor();
});

test('the last second factor goes only with all of it, and a removed passkey signs nobody in', async () => {
  await signInAgain(screens.app, kim.person, kim);
  const { passkeys } = await kim.person.ok<{ passkeys: PasskeyView[] }>('GET', '/api/auth/passkeys');
  expect(passkeys).toMatchObject([{ name: 'Chrome on Linux' }]);
  const remove = () => kim.person.call('DELETE', `/api/auth/passkeys/${passkeys[0]?.id}`, { password: PASSWORD });
  expect(await remove()).toMatchObject({ status: 422, body: { details: { code: 'last_factor' } } });
  expect((await kim.person.ok<{ passkeys: PasskeyView[] }>('GET', '/api/auth/passkeys')).passkeys).toHaveLength(1);
});

test('admins filter the security log, and choose who needs a second factor [long]', async () => {
  await admin.person.ok('PUT', '/api/admin/settings/second_factor_required', { value: 'nobody' });
  const page = await screens.visit('/admin/users', admin.person);
  await page.getByRole('radio', { name: 'Nobody' }).waitFor();
  await lookAt(page, 'admin-second-factor-rule');
  await page.getByRole('link', { name: 'Security log' }).first().click();
  const log = page.getByRole('list', { name: 'Security log' });
  await log.getByText('Second factor changed').first().waitFor();
  await lookAt(page, 'security-log');
  await page.getByLabel('Kind').selectOption({ label: 'Signed out' });
  await log.getByText('Signed out').first().waitFor();
  await log.getByText('Second factor changed').first().waitFor({ state: 'detached' });
});
