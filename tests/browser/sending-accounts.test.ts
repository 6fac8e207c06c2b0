/** Accounts that mails leave from, in the browser: real pop-ups, the sandbox's Google, Microsoft and mail hosts, and its outbox. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { escaped } from '../support/escaped.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { NORTHWIND } from '../support/sandboxGoogle.ts';
import { atMicrosoft, NORA } from '../support/sandboxMicrosoft.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** Presses Connect or Reconnect on a card; answers the pop-up, which asks to sign in. */
async function openPopup(page: Page, card: Locator, title: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await press(card, /^(Connect|Reconnect) (Gmail|Microsoft) Account$/);
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
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings/sending', person);
  const card = region(page, 'Gmail');
  const popup = () => openPopup(page, card, 'Sign in with Google');
  const early = await popup();
  await card.getByRole('button', { name: 'Connecting...' }).waitFor();
  await early.close();
  await answerPopup(await popup(), NORTHWIND.email, 'Allow');
  await toast(page, 'Gmail Connected', `Emails can go out from ${NORTHWIND.email}.`);
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
  await answerPopup(await popup(), NORTHWIND.email, 'Allow');
  await toast(page, 'Gmail Connected');
  await press(card, 'Disconnect');
  await toast(page, 'Gmail Disconnected', 'No more emails go out from it.');
  await page.context().close();
});

test('Microsoft, which cuts its pop-up off from our page: connected, chosen, lost, connected again, disconnected [long]', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings/sending', person);
  const card = region(page, 'Microsoft 365 / Outlook');
  const connect = async () => {
    const popup = await openPopup(page, card, 'Sign in with Microsoft');
    await answerPopup(popup, NORA.email, 'Accept');
  };
  await connect();
  await toast(page, 'Microsoft Connected', `Emails can go out from ${NORA.email}.`);
  await card.getByText(`Connected as ${NORA.email}`).waitFor();
  await press(card, 'Send Test Email');
  await toast(page, 'Test Email Sent');
  expect(await sentTo(NORA.email)).toMatchObject([{ from: NORA.email }]);
  await page.getByRole('radio', { name: 'Microsoft 365 / Outlook' }).click();
  await press(page, 'Save Email Settings');
  await toast(page, 'Email Settings Updated');

  await atMicrosoft(screens.app.sandboxUrl, 'remove', NORA);
  await press(card, 'Send Test Email');
  await toast(page, 'Test Failed', /Microsoft no longer accepts this connection/, 'destructive');
  // the list of accounts, the card and the choice of the provider
  await expect.poll(() => page.getByText('Reconnect Needed', { exact: true }).count()).toBe(3);
  await connect();
  await card.getByText('Connected', { exact: true }).waitFor();
  await press(card, 'Disconnect');
  await card.getByRole('button', { name: 'Connect Microsoft Account' }).waitFor();
  await page.context().close();
});

test('a mailbox becomes a second account, and mails of a campaign leave from both; refused, it asks to be connected again [long]', async () => {
  const FIRST = 'sam@northwind.example';
  const SECOND = 'sam@shop.example';
  const { person, tenant, campaign, sends } = await readyCampaign(screens.app, { partners: 2, texts: 'edited' });
  const page = await screens.visit('/settings/sending', person);
  const accounts = region(page, 'Sending accounts');
  await accounts.getByText(FIRST).waitFor();
  await accounts.getByRole('link', { name: 'Add Account' }).click();
  await accounts.getByText('New account').waitFor();
  const mailbox = region(page, 'Mailbox (SMTP + IMAP)');
  await mailbox.getByLabel('Mail host').selectOption('Microsoft 365, Outlook.com');
  await mailbox.getByText(/Microsoft takes no passwords from apps/).waitFor();
  await mailbox.getByLabel('Mail host').selectOption('Fastmail');
  await mailbox.getByLabel('Email address').fill(SECOND);
  await mailbox.getByLabel('Password').fill('wrong');
  await lookAt(page, 'mailbox-form');
  await press(mailbox, 'Connect Mailbox');
  await seeToast(page, { title: 'Connection Failed', variant: 'destructive' });
  await mailbox.getByText(/refused the user name or the password/).waitFor();
  await mailbox.getByLabel('Password').fill('secret');
  await press(mailbox, 'Connect Mailbox');
  await seeToast(page, { title: 'Mailbox Connected' });
  await page.waitForURL(/account=(?!new)/);
  await expect.poll(() => accounts.getByRole('listitem').count()).toBe(2);

  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await until(
    () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
    (all) => all.every(({ status }) => status === 'sent'),
  );
  const mails = (await screens.app.outbox()).filter(({ to }) =>
    sends.some(({ recipientEmail }) => recipientEmail === to),
  );
  expect(mails.map(({ from }) => from).toSorted()).toEqual([FIRST, SECOND]);
  await page.reload();
  await expect.poll(() => accounts.getByText('1 of 40 today').count()).toBe(2);

  // a reply in the outbox arrives in the mailbox
  const outbox = await page.context().newPage();
  await outbox.goto(`${screens.app.sandboxUrl}/outbox`);
  const answered = mails.find(({ from }) => from === SECOND)?.to ?? '';
  await press(outbox.getByRole('listitem').filter({ hasText: answered }).first(), 'Reply');
  await outbox.waitForURL(/outbox$/);
  await outbox.close();
  await screens.app.readMail(tenant);
  await expect.poll(() => page.getByRole('link', { name: 'Inbox' }).textContent()).toMatch(/1/);

  await screens.app.fault('smtp', 'reject-4xx', 1, { status: 401 });
  await press(mailbox, 'Send Test Email');
  await seeToast(page, { title: 'Test Failed', variant: 'destructive' });
  await mailbox.getByText('Reconnect Needed').waitFor();
  await lookAt(page, 'sending-accounts');
  await page.context().close();
});
