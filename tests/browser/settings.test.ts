import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusinessProfileView, EmailSettingsView } from '../../api/views.ts';
import { failedWith } from '../support/answers.ts';
import { readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Someone with a profile and nothing else chosen. */
async function newcomer(): Promise<Person> {
  const someone = await new Person(screens.app.url).signUp(`new.${Date.now()}.${Math.random()}@northwind.example`);
  await someone.ok('POST', '/api/business-profile', { businessName: 'Northwind Trail Gear', industry: 'Fitness' });
  return someone;
}

test('the settings look right while they are filled in wrongly, and when they could not be loaded', async () => {
  const page = await screens.visit('/settings', await newcomer());
  await card(page, 'Gmail').getByText('Not Connected').waitFor();
  await page.getByLabel('Phone (optional)').fill('0'.repeat(41));
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByText('Full name is required').waitFor();
  await page.getByRole('radio', { name: 'SendGrid' }).click();
  await page.getByRole('button', { name: 'Save Email Settings' }).click();
  await seeToast(page, { title: 'Validation Error', variant: 'destructive' });
  await lookAt(page, 'settings-problems');

  const api = /\/api\/(business-profile|email-settings|sending-settings|(gmail|mailbox)\/status|suppressions)/;
  await page.route(api, failedWith(500));
  await page.reload();
  await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(6);
  await lookAt(page, 'settings-failed');

  await page.unrouteAll();
  await page.goto(`${screens.app.url}/gmail/callback?code=c4`);
  await page.getByRole('heading', { name: 'Gmail is not connected yet' }).waitFor();
  await lookAt(page, 'gmail-callback-alone');
  await page.getByRole('link', { name: 'Go to Settings' }).click();
  await page.waitForURL('**/settings');
  await page.context().close();
});

test('the sending domain says which DNS records to add', async () => {
  const { person } = await readyPerson(screens.app, 0);
  await person.ok('POST', '/api/sender-domain/check');
  const page = await screens.visit('/settings', person);
  await card(page, 'Sending domain').getByLabel('TXT record for _dmarc.northwind.example').waitFor();
  const checked = page.waitForResponse('**/api/sender-domain/check');
  await card(page, 'Sending domain').getByRole('button', { name: 'Check Again' }).click();
  expect((await checked).status()).toBe(200);
  await card(page, 'Sending domain').getByText('checked just now').waitFor();
  await lookAt(page, 'settings-domain');
  await page.context().close();
});

test('on a phone the sections of Settings are one press away', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings', person, { viewport: { width: 375, height: 700 } });
  const sections = page.getByRole('navigation', { name: 'Settings sections' });
  await card(page, 'Gmail').getByText('Not Connected').waitFor();
  await card(page, 'Do not contact').getByLabel('Add an address').waitFor();
  for (const [link, title] of [
    ['Email Provider', 'Email Provider'],
    ['Gmail', 'Gmail'],
    ['Profile & Signature', 'Business Profile & Email Signature'],
  ] as const) {
    await sections.getByRole('link', { name: link, exact: true }).evaluate((element: HTMLElement) => element.click());
    const inView = async () => {
      const y = (await card(page, title).boundingBox())?.y ?? -1;
      return y >= 0 && y < 500;
    };
    await expect.poll(inView).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await sections.isVisible()).toBe(false);
  await page.context().close();
});

test('filled in with the keyboard alone, the settings are kept and show in another tab; the key never comes back', async () => {
  const someone = await newcomer();
  const page = await screens.visit('/settings', someone);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('Full name').waitFor();
  await page.getByLabel('Full name').focus();
  await page.keyboard.type('Kim Vale');
  await page.keyboard.press('Tab');
  await page.keyboard.type('kim@northwind.example');
  await page.keyboard.press('Enter');
  await seeToast(page, { title: 'Profile Updated' });
  await page.getByRole('radio', { name: 'Gmail' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Kim@Northwind.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('SG.typed');
  await page.keyboard.press('Enter');
  await seeToast(page, { title: 'Email Settings Updated' });
  expect(await someone.ok<BusinessProfileView>('GET', '/api/business-profile')).toMatchObject({
    userFullName: 'Kim Vale',
    contactEmail: 'kim@northwind.example',
  });
  expect(await someone.ok<EmailSettingsView>('GET', '/api/email-settings')).toMatchObject({
    emailProvider: 'sendgrid',
    fromEmail: 'kim@northwind.example',
    hasSendGridKey: true,
  });
  await expect.poll(() => other.getByLabel('Full name').inputValue()).toBe('Kim Vale');
  await other.getByText('API Key Set', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('API Key Set', { exact: true }).waitFor();
  expect(await page.getByLabel('From email').inputValue()).toBe('kim@northwind.example');
  expect(await page.content()).not.toContain('SG.typed');
  await page.context().close();
});

test('the address of the event webhook goes to the clipboard', async () => {
  const { person, tenant } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings', person, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy the webhook address' }).click();
  await seeToast(page, { title: 'Address Copied' });
  const url = `http://localhost/api/webhooks/sendgrid/${tenant}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.context().close();
});
