/** A Microsoft account in the browser: the real pop-up, the sandbox's Microsoft, which cuts it off from our page, and its outbox. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { escaped } from '../support/escaped.ts';
import { readyPerson } from '../support/outreach.ts';
import { atMicrosoft, NORA, TRAINEE } from '../support/sandboxMicrosoft.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const card = (page: Page) => page.getByRole('region', { name: 'Microsoft 365 / Outlook', exact: true });
const connectButton = (page: Page) =>
  card(page).getByRole('button', { name: /^(Connect|Reconnect) Microsoft Account$/ });

/** Presses Connect, and answers in the pop-up, which closes. */
async function signIn(page: Page, email: string, answer: 'Accept' | 'Cancel' = 'Accept'): Promise<void> {
  const opened = page.waitForEvent('popup');
  await connectButton(page).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Sign in to your Microsoft account' }).waitFor();
  await popup.getByLabel(new RegExp(escaped(email))).check();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: answer }).click({ noWaitAfter: true });
  await closed;
}

test('connect in the pop-up, send a test email, choose it, lose it, reconnect, disconnect', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings/sending', person);
  await signIn(page, NORA.email, 'Cancel');
  await toast(page, 'Connection Failed', 'Access to the Microsoft account was not allowed.', 'destructive');
  await signIn(page, TRAINEE.email);
  await toast(page, 'Connection Failed', /Your organization must approve this app first/, 'destructive');
  await signIn(page, NORA.email);
  await toast(page, 'Microsoft Connected', `Emails can go out from ${NORA.email}.`);
  await card(page).getByText(`Connected as ${NORA.email}`).waitFor();
  await lookAt(page, 'microsoft-connected');

  const before = (await screens.app.outbox()).length;
  await card(page).getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Email Sent');
  expect((await screens.app.outbox()).slice(before)).toMatchObject([{ from: NORA.email, to: NORA.email }]);
  await page.getByRole('radio', { name: 'Microsoft 365 / Outlook' }).click();
  await page.getByRole('button', { name: 'Save Email Settings' }).click();
  await toast(page, 'Email Settings Updated');

  await atMicrosoft(screens.app.sandboxUrl, 'remove', NORA);
  await card(page).getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Failed', /Microsoft no longer accepts this connection/, 'destructive');
  // the list of accounts, the card and the choice of the provider
  await expect.poll(() => page.getByText('Reconnect Needed', { exact: true }).count()).toBe(3);
  await lookAt(page, 'microsoft-refused');
  await signIn(page, NORA.email);
  await toast(page, 'Microsoft Connected');
  await card(page).getByText('Connected', { exact: true }).waitFor();
  await card(page).getByRole('button', { name: 'Disconnect' }).click();
  await connectButton(page).waitFor();
  await page.context().close();
});
