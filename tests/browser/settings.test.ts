import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusinessProfileView, EmailSettingsView } from '../../api/views.ts';
import { readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const section = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: title, exact: true });
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Someone with a profile and nothing else chosen. */
async function newcomer(): Promise<Person> {
  const someone = await new Person(screens.app.url).signUp(`new.${Date.now()}.${Math.random()}@northwind.example`);
  await someone.ok('POST', '/api/business-profile', { businessName: 'Northwind Trail Gear', industry: 'Fitness' });
  return someone;
}

test('the sending domain says which DNS records to add, and the address of the event webhook goes to the clipboard', async () => {
  const { person, tenant } = await readyPerson(screens.app, 0);
  await person.ok('POST', '/api/sender-domain/check');
  const page = await screens.visit('/settings/sending', person, { permissions: ['clipboard-read', 'clipboard-write'] });
  await card(page, 'Sending domain').getByLabel('TXT record for _dmarc.northwind.example').waitFor();
  const checked = page.waitForResponse('**/api/sender-domain/check');
  await card(page, 'Sending domain').getByRole('button', { name: 'Check Again' }).click();
  expect((await checked).status()).toBe(200);
  await card(page, 'Sending domain').getByText('checked just now').waitFor();
  await lookAt(page, 'settings-domain');
  await page.getByRole('button', { name: 'Copy the webhook address' }).click();
  await seeToast(page, { title: 'Address Copied' });
  const url = `http://localhost/api/webhooks/sendgrid/${tenant}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.context().close();
});

test('a copied signature is pasted with its formatting, shown as it leaves, and saved', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings', person, { permissions: ['clipboard-read', 'clipboard-write'] });
  const field = page.getByLabel('HTML signature');
  await field.click();
  await page.evaluate(() => {
    const html =
      '<table><tr><td><img src="https://a.example/logo.png" alt="Northwind"></td><td><strong style="color:red">Sam Vale</strong></td></tr></table>' +
      '<a href="https://northwind.example/a-very-long-address-that-no-phone-shows-in-one-line">Book a call</a>';
    return navigator.clipboard.write([new ClipboardItem({ 'text/html': new Blob([html], { type: 'text/html' }) })]);
  });
  await page.keyboard.press('ControlOrMeta+V');
  const frame = page.frameLocator('iframe[title="Your signature with formatting"]');
  await frame.locator('b', { hasText: 'Sam Vale' }).waitFor();
  expect(await frame.locator('img').count()).toBe(0);
  await page.getByText('Book a call (https://northwind.example/').waitFor();
  await lookAt(page, 'settings-signature');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await seeToast(page, { title: 'Profile Updated' });
  await expect.poll(() => field.inputValue()).toMatch(/^<div>Northwind<\/div><div><b>Sam Vale<\/b><\/div><a href=/);
  await page.context().close();
});

test('each section has its own address, and Back leads to the one before; on a phone they are a pick list, and fit', async () => {
  const { person } = await readyPerson(screens.app, 2);
  const page = await screens.visit('/settings#sending-hours', person);
  await page.waitForURL('**/settings/schedule#sending-hours');
  await page.getByRole('button', { name: 'Save Sending Hours' }).waitFor();
  // this house has a gap of the sandbox's
  await page.getByText('Test mode: emails are sent at any hour').waitFor();
  await section(page, 'Do not contact').click();
  await page.getByLabel('Add an address').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Save Sending Hours' }).waitFor();

  await page.setViewportSize({ width: 375, height: 700 });
  const pick = page.getByRole('combobox', { name: 'Settings sections' });
  for (const [title, shown] of [
    ['Security', page.getByRole('heading', { name: 'Sessions' })],
    ['Sending accounts', page.getByRole('button', { name: 'Save Email Settings' })],
    ['Profile & signature', page.getByLabel('Postal address')],
  ] as const) {
    await pick.selectOption(title);
    await shown.waitFor();
    for (const part of await page.getByRole('main').locator('section').all()) {
      const at = await part.boundingBox();
      expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(375 - 12);
    }
  }
  const box = page.getByLabel('Postal address');
  await box.fill('Northwind\n12 Ridge Road\nBurlington, VT 05401\nUSA');
  expect(await box.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThanOrEqual(0);

  // another screen, or Back, leaves an opened address without an error
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${screens.app.url}/settings#sending-domain`);
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const match = page.getByRole('region', { name: 'Recent Partner Matches' }).getByRole('link', { name: /Ada/ }).first();
  const campaigns = page.getByRole('navigation').first().getByRole('link', { name: 'Campaigns' });
  for (const leave of [() => campaigns.click(), () => page.goBack()]) {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await match.click();
    await page.getByRole('table', { name: 'Partners' }).waitFor();
    await leave();
    await page.getByRole('heading', { level: 1, name: /Dashboard|Campaigns/ }).waitFor();
    expect(await page.getByText('This page could not be shown').count()).toBe(0);
  }
  await page.context().close();
});

test('filled in with the keyboard alone, the settings are kept and show in another tab; the key never comes back [long]', async () => {
  const someone = await newcomer();
  const page = await screens.visit('/settings', someone);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('Full name').waitFor();
  await page.getByLabel('Phone (optional)').fill('0'.repeat(41));
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByText('Phone must be at most 40 characters').waitFor();
  await page.getByLabel('Phone (optional)').fill('');
  await page.getByLabel('Full name').focus();
  // the account's name is visible
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Kim Vale');
  await page.keyboard.press('Tab');
  await page.keyboard.type('kim@northwind.example');
  await page.keyboard.press('Enter');
  await seeToast(page, { title: 'Profile Updated' });
  await expect.poll(() => other.getByLabel('Full name').inputValue()).toBe('Kim Vale');
  for (const tab of [page, other]) await section(tab, 'Sending accounts').press('Enter');
  await page.getByRole('radio', { name: 'Gmail' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await seeToast(page, { title: 'Validation Error', variant: 'destructive' });
  await lookAt(page, 'settings-sending-problems');
  const provider = page.getByRole('region', { name: 'Email Provider' });
  await provider.getByLabel('From email').focus();
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
  await other.getByText('API Key Set', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('API Key Set', { exact: true }).waitFor();
  expect(await provider.getByLabel('From email').inputValue()).toBe('kim@northwind.example');
  expect(await page.content()).not.toContain('SG.typed');
  await page.context().close();
});
