/** Gmail in the browser, with the whole product behind it: the real pop-up, the sandbox's Google, its outbox. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { escaped } from '../support/escaped.ts';
import { Person } from '../support/person.ts';
import { connectGmail, consent, NO_MAILBOX, NORTHWIND, ROBIN, removeAccess } from '../support/sandboxGoogle.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
let admin: Person;
beforeAll(async () => {
  screens = await startScreens();
  admin = await new Person(screens.app.url).signUp('admin@shop.example');
  await admin.ok('POST', '/api/business-profile', { businessName: 'Northwind Trail Gear', industry: 'Fitness' });
});
afterAll(() => screens?.stop());

let people = 0;
let person: Person;
let page: Page;
beforeEach(async () => {
  person = await new Person(screens.app.url).signUp(`robin${++people}@shop.example`);
  await person.ok('POST', '/api/business-profile', { businessName: 'Northwind Trail Gear', industry: 'Fitness' });
  page = await screens.visit('/settings', person);
});
afterEach(() => page.context().close());

const gmail = () => page.locator('#gmail');
const connectButton = () => gmail().getByRole('button', { name: 'Connect Gmail Account' });
const provider = () => page.locator('#email-provider');
const connected = (address: string) => gmail().getByText(`Connected as ${address}`).waitFor();

/** Opens the pop-up and answers what is in it once it shows Google's consent page. */
async function openPopup(button = connectButton()): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await button.click();
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
  const popup = await openPopup();
  await popup.getByText('This replaces Google.').waitFor();
  await choose(popup, ROBIN.email);
  await toast(page, 'Gmail Connected', `Emails can go out from ${ROBIN.email}.`);
  await connected(ROBIN.email);
  await gmail().getByText('Connected', { exact: true }).waitFor();
  await provider().getByText('Connected', { exact: true }).waitFor();
  await lookAt(page, 'gmail-connected');

  const before = (await screens.app.outbox()).length;
  await gmail().getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Email Sent', `Check the inbox of ${ROBIN.email}.`);
  expect((await screens.app.outbox()).slice(before)).toMatchObject([
    { from: ROBIN.email, to: ROBIN.email, subject: 'Test email from Partner Pilot' },
  ]);

  await gmail().getByRole('button', { name: 'Disconnect' }).click();
  await toast(page, 'Gmail Disconnected', 'No more emails go out from it.');
  await connectButton().waitFor();
  expect(await provider().getByText('Connected', { exact: true }).count()).toBe(0);
});

test('an admin reads what Google asks of the app; other users are spared it', async () => {
  await connectButton().waitFor();
  const title = 'What Google asks of this app';
  expect(await gmail().getByText(title).count()).toBe(0);
  const settings = await screens.visit('/settings', admin);
  const asks = settings.locator('#gmail details');
  expect(await asks.getByText(/sensitive scope/).isVisible()).toBe(false);
  await asks.getByText(title).click();
  await asks.getByText(/gmail\.send is a sensitive scope/).waitFor();
  expect(await asks.getByText(/security assessment/).count()).toBe(0);
  await lookAt(settings, 'gmail-what-google-asks');
  await settings.context().close();
});

describe('the pop-up', () => {
  test('denied: nothing is connected, and it says so', async () => {
    await choose(await openPopup(), ROBIN.email, 'Deny');
    await toast(page, 'Connection Failed', 'Access to the Gmail account was not allowed.', 'destructive');
    await gmail().getByText('Not Connected', { exact: true }).waitFor();
  });

  test('a box that was left empty: it says which permission is missing', async () => {
    const popup = await openPopup();
    await popup.getByLabel('Send email on your behalf').uncheck();
    await choose(popup, ROBIN.email);
    await toast(page, 'Connection Failed', /tick every box/, 'destructive');
    await gmail().getByText('Not Connected', { exact: true }).waitFor();
  });

  test('closed early: the connecting state ends, and it can be tried again', async () => {
    const popup = await openPopup();
    await gmail().getByRole('button', { name: 'Connecting...' }).waitFor();
    await popup.close();
    await connectButton().waitFor();
    await choose(await openPopup(), NORTHWIND.email);
    await connected(NORTHWIND.email);
  });

  test('blocked by the browser: it says what to do', async () => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    await connectButton().click();
    await toast(page, 'Connection Failed', /Allow pop-ups/, 'destructive');
    await connectButton().waitFor();
  });

  test('answered twice: the second window changes nothing', async () => {
    const popup = await openPopup();
    const authUrl = popup.url();
    const back = await consent(authUrl);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/gmail/callback')) calls.push(request.url());
    });
    // the window itself goes on: a navigation of the test's would part it from its opener
    await popup.evaluate((url) => window.location.assign(url), back.toString()).catch(() => undefined);
    await toast(page, 'Gmail Connected');
    // the same answer once more, as from a window that was restored
    await page.evaluate(
      (code) => window.postMessage({ type: 'GMAIL_AUTH_SUCCESS', code }, window.origin),
      back.searchParams.get('code'),
    );
    await connected(ROBIN.email);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['a wrong state', { code: '4/0made-up', state: 'not-ours' }],
    ['an answer without a state', { code: '4/0made-up' }],
  ])('%s: refused, and nothing is connected', async (_, given) => {
    await connectButton().waitFor();
    await page.evaluate(
      (answer) => window.postMessage({ type: 'GMAIL_AUTH_SUCCESS', ...answer }, window.origin),
      given,
    );
    await toast(page, 'Connection Failed', /Connect again/, 'destructive');
    await gmail().getByText('Not Connected', { exact: true }).waitFor();
  });

  test('a code that was used before: refused, and the connection stays', async () => {
    const { authUrl } = await person.ok<{ authUrl: string }>('GET', '/api/gmail/auth-url');
    const { code, state } = Object.fromEntries((await consent(authUrl)).searchParams);
    await person.ok('POST', '/api/gmail/callback', { code, state });
    await connected(ROBIN.email);
    await page.evaluate((answer) => window.postMessage({ type: 'GMAIL_AUTH_SUCCESS', ...answer }, window.origin), {
      code,
      state,
    });
    await toast(page, 'Connection Failed', /was used before/, 'destructive');
    await connected(ROBIN.email);
  });
});

test('a revoked access: the test fails with the reason, the card and the campaigns say it, and reconnecting mends it', async () => {
  await connectGmail(person);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
  await connected(ROBIN.email);
  await removeAccess(screens.app.sandboxUrl);
  await gmail().getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Failed', 'Google no longer accepts this connection.', 'destructive');
  await gmail()
    .getByText('Your Gmail connection needs to be refreshed. Please reconnect your account.', { exact: true })
    .waitFor();
  // the card and the choice of the provider
  expect(await page.getByText('Reconnect Needed', { exact: true }).count()).toBe(2);
  expect(await page.getByText('Connected', { exact: true }).count()).toBe(0);
  await gmail()
    .getByText(/still in testing/)
    .waitFor();
  await lookAt(page, 'gmail-needs-refresh');
  await choose(await openPopup(gmail().getByRole('button', { name: 'Reconnect Gmail Account' })), ROBIN.email);
  await toast(page, 'Gmail Connected');
  await expect.poll(() => gmail().getByRole('button', { name: 'Reconnect Gmail Account' }).count()).toBe(0);
  await gmail().getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Email Sent');
});

test('an account without Gmail: the test email finds it out, and the card says what is needed', async () => {
  await connectGmail(person, { account: NO_MAILBOX });
  await connected(NO_MAILBOX.email);
  await gmail().getByRole('button', { name: 'Send Test Email' }).click();
  await toast(page, 'Test Failed', 'This Google account has no Gmail mailbox.', 'destructive');
  await gmail().getByRole('alert').getByText('Connect another account.').waitFor();
  await choose(await openPopup(gmail().getByRole('button', { name: 'Reconnect Gmail Account' })), NORTHWIND.email);
  await connected(NORTHWIND.email);
});

test("the sandbox's page of Google accounts looks right, and takes access back", async () => {
  await connectGmail(person, { account: NORTHWIND });
  const accounts = await page.context().newPage();
  await accounts.goto(`${screens.app.sandboxUrl}/google/accounts`);
  const row = accounts.getByRole('listitem').filter({ hasText: NORTHWIND.email });
  await row.getByRole('button', { name: 'Remove access' }).click();
  await expect.poll(() => accounts.getByText(NORTHWIND.email).count()).toBe(0);
  await accounts.close();
});
