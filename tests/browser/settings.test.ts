import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { escaped } from '../support/escaped.ts';
import { member } from '../support/member.ts';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { NORTHWIND } from '../support/sandboxGoogle.ts';
import { atMicrosoft, NORA } from '../support/sandboxMicrosoft.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

let screens: Screens;
/** The first account of an installation is its admin. */
let admin: Person;
beforeAll(async () => {
  screens = await startScreens();
  ({ person: admin } = await readyPerson(screens.app, 0));
});
afterAll(() => screens?.stop());

const section = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: title, exact: true });

test('each section has its own address, and Back leads to the one before; on a phone they are a pick list, and fit [long]', async () => {
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
    await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
    await leave();
    await page.getByRole('heading', { level: 1, name: /Dashboard|Campaigns/ }).waitFor();
    expect(await page.getByText('This page could not be shown').count()).toBe(0);
  }
  await page.context().close();
});

const PASSWORD = 'a horse of another colour';

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const button = (within: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

test('a webhook is added, tested, and shows what became of its deliveries', async () => {
  const { person } = await member(screens.app);
  await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind', industry: 'Fitness', timezone: 'UTC' });
  const page = await screens.visit('/settings/webhooks', person);
  await page.getByText(/^No webhooks yet/).waitFor();
  await button(page, 'New webhook').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('https://crm.example/hooks/partner-pilot');
  await dialog.getByText('reply.received').click();
  await dialog.getByText('message.bounced').click();
  await dialog.getByText('Send personal data').click();
  await lookAt(page, 'webhook-form');
  await button(dialog, 'Add webhook').click();
  await dialog.getByLabel('Signing secret').waitFor();
  await button(dialog, 'I have copied it').click();
  await button(page, 'Send a test to https://crm.example/hooks/partner-pilot').click();
  await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').waitFor();
  await lookAt(page, 'webhooks');
});

test('an incoming webhook is made, and its secret is shown once', async () => {
  const { person } = await member(screens.app, { password: PASSWORD });
  const page = await screens.visit('/settings/security', person);
  const webhooks = card(page, 'Incoming webhooks');
  await webhooks.getByText('No incoming webhooks yet.').waitFor();
  await button(webhooks, 'New webhook').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('HubSpot');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await lookAt(page, 'webhook-new');
  await button(dialog, 'Make webhook').click();
  expect(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/);
  await lookAt(page, 'webhook-shown');
  await button(dialog, 'I have copied it').click();
  await webhooks.getByText('HubSpot').waitFor();
  await lookAt(page, 'webhook-list');
  await page.context().close();
});

test('an access token is made, copied once, used, and revoked', async () => {
  const { person } = await member(screens.app, { password: PASSWORD });
  const page = await screens.visit('/settings/security', person, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const tokens = card(page, 'Access tokens');
  await tokens.getByText('No access tokens yet.').waitFor();
  await button(tokens, 'New token').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Zapier for the newsletter');
  await dialog.getByLabel('decide').check();
  await lookAt(page, 'token-new');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await button(dialog, 'Make token').click();
  await dialog.getByLabel('Access token').waitFor();
  await lookAt(page, 'token-shown');
  await button(dialog, 'Copy the token').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^pp_[0-9a-f]{48}$/);
  const Authorization = `Bearer ${await copied()}`;
  const me = () => fetch(`${screens.app.url}/api/auth/user`, { headers: { Authorization } });
  expect((await me()).status).toBe(200);
  await button(dialog, 'I have copied it').click();
  await tokens.getByText('Zapier for the newsletter').waitFor();
  await page.reload();
  await tokens.getByText('Last used').waitFor();
  await lookAt(page, 'token-list');
  await button(tokens, 'Revoke Zapier for the newsletter').click();
  await button(page.getByRole('alertdialog'), 'Revoke token').click();
  await seeToast(page, { title: 'Token revoked' });
  await tokens.getByText('No access tokens yet.').waitFor();
  expect((await me()).status).toBe(401);
  await page.context().close();
});

/** Accounts that mails leave from, in the browser: real pop-ups, the sandbox's Google, Microsoft and mail hosts, and its outbox. */

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** Presses Connect or Reconnect; answers the pop-up, which asks to sign in. */
async function openPopup(page: Page, within: Page | Locator, title: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await press(within, /^(Connect|Reconnect) (Gmail|Microsoft) Account$/);
  const popup = await opened;
  await popup.getByRole('heading', { name: title }).waitFor();
  return popup;
}
/** Answers in the pop-up, which closes. */
async function answerPopup(popup: Page, email: string, answer: string): Promise<void> {
  await popup.getByLabel(new RegExp(escaped(email))).check();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: answer }).click({ noWaitAfter: true });
  await closed;
}
const sentTo = async (email: string) => (await screens.app.outbox()).filter(({ to }) => to === email);

test('Gmail: a pop-up that is closed early connects nothing; connected, lost at Google, connected again, disconnected', async () => {
  const page = await screens.visit('/settings/sending', admin);
  await page.getByRole('link', { name: 'Add account' }).click();
  const popup = (within: Page | Locator) => openPopup(page, within, 'Sign in with Google');
  const add = region(page, 'Email Provider');
  await add.getByRole('radio', { name: 'Gmail' }).check();
  const early = await popup(add);
  await add.getByRole('button', { name: 'Connecting...' }).waitFor();
  await early.close();
  await answerPopup(await popup(add), NORTHWIND.email, 'Allow');
  await toast(page, 'Gmail Connected', `Emails can go out from ${NORTHWIND.email}.`);
  // it is open in the list
  const card = region(page, NORTHWIND.email);
  await card.getByText(`Connected as ${NORTHWIND.email}`).waitFor();
  await press(card, 'Send Test Email');
  await toast(page, 'Test Email Sent', `Check the inbox of ${NORTHWIND.email}.`);
  expect(await sentTo(NORTHWIND.email)).toMatchObject([
    { from: NORTHWIND.email, subject: 'Test email from Partner Pilot' },
  ]);

  const accounts = await page.context().newPage();
  await accounts.goto(`${screens.app.sandboxUrl}/google/accounts`);
  const account = accounts.getByRole('listitem').filter({ hasText: NORTHWIND.email });
  await account.getByRole('button', { name: 'Remove access' }).click();
  // a page that is closed while it is led on may never say that it is closed
  await account.waitFor({ state: 'hidden' });
  await accounts.close();
  await press(card, 'Send Test Email');
  await toast(page, 'Test Failed', 'Google no longer accepts this connection.', 'destructive');
  await card
    .getByText('Your Gmail connection needs to be refreshed. Please reconnect your account.', { exact: true })
    .waitFor();
  await card.getByText('What Google asks of this app').click();
  await card.getByText(/gmail\.send is a sensitive scope/).waitFor();
  await lookAt(page, 'gmail-needs-refresh');
  await answerPopup(await popup(card), NORTHWIND.email, 'Allow');
  await toast(page, 'Gmail Connected');
  await press(card, 'Disconnect');
  await toast(page, 'Gmail Disconnected', 'No more emails go out from it.');
  await page.context().close();
});

test('Microsoft, which cuts its pop-up off from our page: connected, lost, connected again, disconnected [long]', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings/sending', person);
  await page.getByRole('link', { name: 'Add account' }).click();
  const connect = async (within: Page | Locator) => {
    const popup = await openPopup(page, within, 'Sign in with Microsoft');
    await answerPopup(popup, NORA.email, 'Accept');
  };
  const add = region(page, 'Email Provider');
  await add.getByRole('radio', { name: 'Another mailbox' }).check();
  await add.getByLabel('Mail host').selectOption('Microsoft 365, Outlook.com');
  await connect(add);
  const card = region(page, NORA.email);
  await toast(page, 'Microsoft Connected', `Emails can go out from ${NORA.email}.`);
  await card.getByText(`Connected as ${NORA.email}`).waitFor();
  await press(card, 'Send Test Email');
  await toast(page, 'Test Email Sent');
  expect(await sentTo(NORA.email)).toMatchObject([{ from: NORA.email }]);

  await atMicrosoft(screens.app.sandboxUrl, 'remove', NORA);
  await press(card, 'Send Test Email');
  await toast(page, 'Test Failed', /Microsoft no longer accepts this connection/, 'destructive');
  await page.getByText('Sign in again', { exact: true }).waitFor();
  await connect(card);
  await page.getByText('Sign in again', { exact: true }).waitFor({ state: 'hidden' });
  await press(card, 'Disconnect');
  await page.getByText('Connect it again to send from it.').waitFor();
  await page.context().close();
});
