/** Gmail in the browser, with the whole product behind it: the real pop-up, the sandbox's Google, its outbox. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { escaped } from '../support/escaped.ts';
import { Person } from '../support/person.ts';
import { connectGmail, NORTHWIND, ROBIN } from '../support/sandboxGoogle.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

let people = 0;
/** Someone new before the settings; the first one is the admin. */
async function newcomer(): Promise<{ person: Person; page: Page }> {
  const person = await new Person(screens.app.url).signUp(`robin${++people}@shop.example`);
  await person.ok('POST', '/api/business-profile', { businessName: 'Northwind Trail Gear', industry: 'Fitness' });
  return { person, page: await screens.visit('/settings/sending', person) };
}

const gmail = (page: Page) => page.getByRole('region', { name: 'Gmail', exact: true });
const connectButton = (page: Page) => gmail(page).getByRole('button', { name: /^(Connect|Reconnect) Gmail Account$/ });
const connected = (page: Page, address: string) => gmail(page).getByText(`Connected as ${address}`).waitFor();

/** Opens the pop-up, which shows Google's consent page. */
async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await connectButton(page).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Sign in with Google' }).waitFor();
  return popup;
}
async function choose(popup: Page, email: string, answer: 'Allow' | 'Deny' = 'Allow'): Promise<void> {
  await popup.getByLabel(new RegExp(escaped(email))).check();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: answer }).click({ noWaitAfter: true });
  await closed;
}

test('connect in the pop-up, see the badge, send a test email, disconnect', async () => {
  const { page } = await newcomer();
  const provider = page.getByRole('region', { name: 'Email Provider', exact: true });
  const popup = await openPopup(page);
  await popup.getByText('This replaces Google.').waitFor();
  await choose(popup, ROBIN.email);
  await toast(page, 'Gmail Connected', `Emails can go out from ${ROBIN.email}.`);
  await connected(page, ROBIN.email);
  await provider.getByText('Connected', { exact: true }).waitFor();
  await gmail(page).getByText('What Google asks of this app').click();
  await gmail(page)
    .getByText(/gmail\.send is a sensitive scope/)
    .waitFor();
  await lookAt(page, 'gmail-connected');

  const before = (await screens.app.outbox()).length;
  await gmail(page).getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Email Sent', `Check the inbox of ${ROBIN.email}.`);
  expect((await screens.app.outbox()).slice(before)).toMatchObject([
    { from: ROBIN.email, to: ROBIN.email, subject: 'Test email from Partner Pilot' },
  ]);

  await gmail(page).getByRole('button', { name: 'Disconnect' }).click();
  await toast(page, 'Gmail Disconnected', 'No more emails go out from it.');
  await connectButton(page).waitFor();
  expect(await provider.getByText('Connected', { exact: true }).count()).toBe(0);
  await page.context().close();
});

test('the pop-up closed early, denied, or without a permission connects nothing; then it can be tried again', async () => {
  const { page } = await newcomer();
  const popup = await openPopup(page);
  await gmail(page).getByRole('button', { name: 'Connecting...' }).waitFor();
  await popup.close();
  await connectButton(page).waitFor();
  await choose(await openPopup(page), ROBIN.email, 'Deny');
  await toast(page, 'Connection Failed', 'Access to the Gmail account was not allowed.', 'destructive');
  const lacking = await openPopup(page);
  await lacking.getByLabel('Send email on your behalf').uncheck();
  await choose(lacking, ROBIN.email);
  await toast(page, 'Connection Failed', /tick every box/, 'destructive');
  await gmail(page).getByText('Not Connected', { exact: true }).waitFor();
  await choose(await openPopup(page), NORTHWIND.email);
  await connected(page, NORTHWIND.email);
  await page.context().close();
});

test('access removed at Google: the test email says so, the card and the provider show it, reconnecting heals it', async () => {
  const { person, page } = await newcomer();
  await connectGmail(person, { account: NORTHWIND });
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
  await connected(page, NORTHWIND.email);
  const accounts = await page.context().newPage();
  await accounts.goto(`${screens.app.sandboxUrl}/google/accounts`);
  const account = accounts.getByRole('listitem').filter({ hasText: NORTHWIND.email });
  await account.first().waitFor();
  while ((await account.count()) > 0) {
    const left = await account.count();
    await account.first().getByRole('button', { name: 'Remove access' }).click();
    await expect.poll(() => account.count()).toBe(left - 1);
  }
  await accounts.close();

  await gmail(page).getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Failed', 'Google no longer accepts this connection.', 'destructive');
  await gmail(page)
    .getByText('Your Gmail connection needs to be refreshed. Please reconnect your account.', { exact: true })
    .waitFor();
  // the list of accounts, the card and the choice of the provider
  await expect.poll(() => page.getByText('Reconnect Needed', { exact: true }).count()).toBe(3);
  await lookAt(page, 'gmail-needs-refresh');
  await choose(await openPopup(page), NORTHWIND.email);
  await toast(page, 'Gmail Connected');
  await connectButton(page).waitFor({ state: 'detached' });
  await gmail(page).getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Email Sent');
  await page.context().close();
});
