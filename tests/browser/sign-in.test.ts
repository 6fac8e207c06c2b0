import { base32 } from 'oslo/encoding';
import { generateHOTP } from 'oslo/otp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecoveryCodesView, SecondFactorKeyView } from '../../api/views.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';
import { freePort } from '../support/launched.ts';
import { type Member, member } from '../support/member.ts';
import { Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

const PASSWORD = 'correct horse battery';
let issuer: TestIssuer;
let screens: Screens;
let kim: Member;

beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  issuer = await startIssuer(`${publicUrl}/api/login/issuer/callback`);
  screens = await startScreens({ issuer, port, publicUrl });
  // another person is first, so this installation is not empty
  await new Person(screens.app.url).signUp('first@northwind.example');
  kim = await member(screens.app, { password: PASSWORD });
  await until(
    () => screens.app.owner.sql`select 1 from auth.issuers where trouble is null`,
    (rows) => rows.length > 0,
  );
});
afterAll(async () => {
  await screens.stop();
  await issuer.stop();
});

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(kim.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('one signs in by password and code, and reads what is wrong at each step', async () => {
  const page = await screens.visit('/api/login?next=/campaigns');
  await page.getByRole('link', { name: `Continue with ${new URL(issuer.url).host}` }).waitFor();
  await lookAt(page, 'sign-in');
  const password = page.getByLabel('Password');
  await password.fill('a typo');
  await page.getByRole('button', { name: 'Show characters' }).click();
  expect(await password.getAttribute('type')).toBe('text');
  // hidden when it is sent: the browser then knows it for a password
  await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()));
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await password.getAttribute('type')).toBe('password');
  await page.reload();
  for (let tries = 0; tries < 5; tries += 1) {
    await signIn(page, 'a wrong password');
    await page.getByRole('alert').waitFor();
  }
  await screens.app.owner.sql`
    update auth.attempts set until = clock_timestamp() + interval '4 minutes' where until > last_at`;
  await signIn(page, PASSWORD);
  await page.getByText('Too many tries. Wait 4 minutes').waitFor();
  await screens.app.owner.sql`delete from auth.attempts`;

  const { secret } = await kim.person.ok<SecondFactorKeyView>('POST', '/api/auth/second-factor', {
    password: PASSWORD,
  });
  const key = base32.decode(secret);
  const code = (off: number) => generateHOTP(key, Math.floor(Date.now() / 30_000) + off, 6);
  const { recoveryCodes } = await kim.person.ok<RecoveryCodesView>('POST', '/api/auth/second-factor/confirm', {
    code: await code(0),
  });
  await signIn(page, PASSWORD);
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is not right.').waitFor();
  await lookAt(page, 'sign-in-code-wrong');
  await page.getByLabel('Code').fill(await code(1));
  await page.keyboard.press('Enter');
  // a person without a business profile is redirected from there
  await page.waitForURL('**/campaigns');

  // without the phone: one of the recovery codes, which works once
  const [recoveryCode = ''] = recoveryCodes;
  for (const good of [true, false]) {
    await page.goto(`${screens.app.url}/api/logout`);
    await page.goto(`${screens.app.url}/api/login?next=/settings`);
    await signIn(page, PASSWORD);
    await page.getByLabel('Code').fill(recoveryCode.toUpperCase());
    await page.keyboard.press('Enter');
    if (good) await page.waitForURL('**/settings');
    else await page.getByText('This code is not right.').waitFor();
  }
  await page.context().close();
});

test('one signs in through the issuer and stays in this window', async () => {
  const page = await screens.visit('/api/login?next=/settings');
  const way = page.getByRole('link', { name: `Continue with ${new URL(issuer.url).host}` });
  issuer.visitor = null;
  await way.click();
  await page.getByText(/You did not let .* tell who you are/).waitFor();
  issuer.visitor = { sub: 'kim-there', email: kim.email, email_verified: true };
  await way.click();
  // linked to the account, and its second factor is still required
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  issuer.visitor = { sub: 'ada', email: 'ada@northwind.example', email_verified: true, given_name: 'Ada' };
  // the issuer remembers its sign-in here
  const another = await screens.visit('/api/login');
  await another.getByRole('link', { name: /^Continue with/ }).click();
  await another.waitForURL((url) => !url.pathname.startsWith('/api/'));
  const user = await another.evaluate(async () => (await (await fetch('/api/auth/user')).json()) as { email: string });
  expect(user.email).toBe('ada@northwind.example');
});
