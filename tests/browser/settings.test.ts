import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BusinessProfileView, EmailSettingsView } from '../../api/views.ts';
import { failedWith, hold, holdRules, nextAnswer } from '../support/answers.ts';
import { readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
beforeAll(async () => {
  screens = await startScreens();
  ({ person } = await readyPerson(screens.app, 0));
});
afterAll(() => screens?.stop());

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const gmailCard = (page: Page) => card(page, 'Gmail');

const toast = (page: Page, title: string, text?: string | RegExp, variant: 'default' | 'destructive' = 'default') =>
  seeToast(page, { title, variant, ...(text && { text }) });

/** Someone with a profile and nothing else chosen. */
async function newcomer(): Promise<Person> {
  const someone = await new Person(screens.app.url).signUp(`new.${Date.now()}.${Math.random()}@northwind.example`);
  await someone.ok('POST', '/api/business-profile', { businessName: 'Northwind Trail Gear', industry: 'Fitness' });
  return someone;
}

describe('Business Profile & Email Signature', () => {
  let page: Page;
  const form = () => card(page, 'Business Profile & Email Signature');
  const field = (label: string) => form().getByLabel(label);
  const save = () => form().getByRole('button', { name: 'Save Profile' });
  beforeAll(async () => {
    page = await screens.visit('/settings', person);
    await save().waitFor();
  });
  afterAll(() => page?.context().close());

  test("title 'Settings', and business name, full name, contact email, optional phone, optional job title", async () => {
    await page.getByRole('heading', { name: 'Settings', level: 1, exact: true }).waitFor();
    expect(await field('Business name').inputValue()).toBe('Northwind Trail Gear');
    expect(await field('Full name').inputValue()).toBe('Sam Vale');
    expect(await field('Contact email').inputValue()).toBe('sam@northwind.example');
    expect(await field('Phone (optional)').inputValue()).toBe('');
    expect(await field('Job title (optional)').inputValue()).toBe('');
    expect(await field('Time zone').inputValue()).toBe('UTC');
    expect(await field('Postal address').inputValue()).toBe('12 Ridge Road, Burlington, VT 05401');
  });

  test('the settings page looks right', () => lookAt(page, 'settings'));

  test("'Business name is required', 'Full name is required', 'Please enter a valid email address', beside their fields, the first one in focus", async () => {
    const sent: Request[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request));
    await field('Business name').fill('  ');
    await field('Full name').fill('');
    await field('Contact email').fill('sam at northwind');
    await field('Phone (optional)').fill('0'.repeat(41));
    await save().click();
    for (const [label, problem] of [
      ['Business name', 'Business name is required'],
      ['Full name', 'Full name is required'],
      ['Contact email', 'Please enter a valid email address'],
      ['Phone (optional)', 'Phone must be at most 40 characters'],
    ] as const) {
      const about = await field(label).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${about}"]`).textContent()).toBe(problem);
      expect(await field(label).getAttribute('aria-invalid')).toBe('true');
    }
    await expect.poll(() => field('Business name').evaluate((input) => input === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
    await lookAt(page, 'settings-profile-problems');
    await field('Business name').fill('Northwind Trail Gear');
    await field('Full name').fill('Sam Vale');
    await field('Contact email').fill('sam@northwind.example');
    await field('Phone (optional)').fill('');
    await page.getByText('Business name is required').waitFor({ state: 'detached' });
  });

  test("Save Profile: once for a double click, then 'Profile Updated'", async () => {
    const sent: unknown[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()));
    await field('Full name').fill('  Sam Vale-Ortiz ');
    await field('Phone (optional)').fill('+1 802 555 0143');
    await field('Job title (optional)').fill('Founder');
    await save().dblclick();
    await toast(page, 'Profile Updated');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      businessName: 'Northwind Trail Gear',
      userFullName: 'Sam Vale-Ortiz',
      contactEmail: 'sam@northwind.example',
      contactPhone: '+1 802 555 0143',
      jobTitle: 'Founder',
    });
    expect(await field('Full name').inputValue()).toBe('Sam Vale-Ortiz');
    expect(await person.ok<BusinessProfileView>('GET', '/api/business-profile')).toMatchObject({
      userFullName: 'Sam Vale-Ortiz',
      jobTitle: 'Founder',
    });
  });

  test("a save that failed: 'Error' with the server's message, or 'Failed to update profile'; what was typed stays", async () => {
    await nextAnswer(page, 'PUT', '**/api/business-profile', failedWith(500, 'The log is full.'));
    await field('Job title (optional)').fill('Owner');
    await save().click();
    await toast(page, 'Error', 'The log is full.', 'destructive');
    await nextAnswer(page, 'PUT', '**/api/business-profile', failedWith(500));
    await save().click();
    await toast(page, 'Error', 'Failed to update profile', 'destructive');
    expect(await field('Job title (optional)').inputValue()).toBe('Owner');
    await nextAnswer(page, 'PUT', '**/api/business-profile', (route) => route.abort('connectionreset'));
    await save().click();
    await toast(page, 'Error', /connection to the server failed/i, 'destructive');
    expect(await field('Job title (optional)').inputValue()).toBe('Owner');
    await save().click();
    await toast(page, 'Profile Updated');
  });

  test('what is typed while the profile is being saved stays, unsaved; the rest stands as it was saved', async () => {
    const call = hold();
    await nextAnswer(page, 'PUT', '**/api/business-profile', async (route) => {
      await call.held;
      await route.continue();
    });
    await field('Full name').fill('  Sam Vale-Ortiz  ');
    await field('Job title (optional)').fill('Founder');
    await save().click();
    await form().locator('button[aria-busy]').waitFor();
    await field('Job title (optional)').fill('Owner and more');
    await field('Postal address').fill('13 Ridge Road');
    // typed back to what was stored before: what is being saved is another word
    await field('Phone (optional)').fill('+1 802 555 0199');
    await field('Phone (optional)').fill('+1 802 555 0143');
    call.release();
    await toast(page, 'Profile Updated');
    await form().locator('button[aria-busy]').waitFor({ state: 'detached' });
    expect(await field('Full name').inputValue()).toBe('Sam Vale-Ortiz');
    expect(await field('Job title (optional)').inputValue()).toBe('Owner and more');
    expect(await field('Postal address').inputValue()).toBe('13 Ridge Road');
    // it counts as typed: what another tab saves does not take its place
    await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind Elsewhere', jobTitle: 'Chief' });
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=businessName]')?.value === 'Northwind Elsewhere',
    );
    expect(await field('Job title (optional)').inputValue()).toBe('Owner and more');
    await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind Trail Gear' });
    await field('Job title (optional)').fill('Founder');
    await field('Postal address').fill('12 Ridge Road, Burlington, VT 05401');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=businessName]')?.value === 'Northwind Trail Gear',
    );
    await save().click();
    await toast(page, 'Profile Updated');
  });

  test('a word typed back to the former one while another is being saved stays, too', async () => {
    const call = hold();
    await nextAnswer(page, 'PUT', '**/api/business-profile', async (route) => {
      await call.held;
      await route.continue();
    });
    await field('Job title (optional)').fill('Owner');
    await save().click();
    await form().locator('button[aria-busy]').waitFor();
    await field('Job title (optional)').fill('Founder');
    call.release();
    await toast(page, 'Profile Updated');
    await form().locator('button[aria-busy]').waitFor({ state: 'detached' });
    expect(await field('Job title (optional)').inputValue()).toBe('Founder');
    await save().click();
    await toast(page, 'Profile Updated');
  });

  test('a profile changed in another tab shows, except in the field that is being typed into', async () => {
    await field('Business name').fill('Northwind Typed Here');
    await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind Elsewhere', jobTitle: 'Chief' });
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=jobTitle]')?.value === 'Chief');
    expect(await field('Business name').inputValue()).toBe('Northwind Typed Here');
    await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind Trail Gear', jobTitle: 'Founder' });
    await field('Business name').fill('Northwind Trail Gear');
  });

  test("Signature Preview: 'Best,', the name, job title, business name, contact email and phone, as they are typed", async () => {
    const preview = card(page, 'Signature Preview').locator('p');
    await field('Full name').fill('Sam Vale');
    await field('Job title (optional)').fill('Founder');
    expect(await preview.textContent()).toBe(
      'Best,\nSam Vale\nFounder\nNorthwind Trail Gear\nsam@northwind.example\n+1 802 555 0143\n\n12 Ridge Road, Burlington, VT 05401',
    );
    await field('Job title (optional)').fill('');
    await field('Phone (optional)').fill('');
    await field('Postal address').fill('');
    expect(await preview.textContent()).toBe('Best,\nSam Vale\nNorthwind Trail Gear\nsam@northwind.example');
    await field('Full name').fill('');
    expect(await preview.textContent()).toBe('Best,\nYour Name\nNorthwind Trail Gear\nsam@northwind.example');
    await field('Contact email').fill('');
    await preview.waitFor({ state: 'detached' });
    await field('Full name').fill('S');
    await preview.waitFor();
  });
});

test('what could not be loaded says so, is fetched again, and shows no form that could overwrite it', async () => {
  const page = await screens.visit('/404', person);
  let broken = true;
  await page.route(/\/api\/(business-profile|email-settings|sending-settings|gmail\/status)$/, (route) =>
    broken ? failedWith(500)(route) : route.continue(),
  );
  await page.goto(`${screens.app.url}/settings`);
  const problems = [
    'Error loading your business profile. Please try again.',
    'Failed to check status',
    'Error loading the email settings. Please try again.',
    'Error loading the sending hours. Please try again.',
  ];
  for (const problem of problems) await page.getByRole('alert').filter({ hasText: problem }).waitFor();
  const broke = page.locator('#profile, #gmail, #email-provider, #sending-hours');
  expect(await broke.locator('input, textarea, select').count()).toBe(0);
  await lookAt(page, 'settings-failed');
  broken = false;
  for (const problem of problems.toReversed())
    await page.getByRole('alert').filter({ hasText: problem }).getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Business name').waitFor();
  await page.getByText('API Key Set').waitFor();
  await gmailCard(page).getByText('Not Connected').waitFor();
  await page.context().close();
});

test('on a phone the sections of Settings are one press away', async () => {
  const page = await screens.visit('/settings', person, { viewport: { width: 375, height: 700 } });
  const sections = page.getByRole('navigation', { name: 'Settings sections' });
  await gmailCard(page).getByText('Not Connected').waitFor();
  for (const [link, title] of [
    ['Email Provider', 'Email Provider'],
    ['Gmail', 'Gmail'],
    ['Profile & Signature', 'Business Profile & Email Signature'],
  ] as const) {
    await sections.getByRole('link', { name: link, exact: true }).evaluate((element: HTMLElement) => element.click());
    await page.waitForTimeout(100);
    const y = (await card(page, title).boundingBox())?.y ?? -1;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(500);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await sections.isVisible()).toBe(false);
  await page.context().close();
});

describe('the Gmail card', () => {
  let google: Server;
  let googleUrl: string;
  let consent: (callback: string) => string;
  let page: Page;
  let status: Record<string, unknown>;
  let calls: { method: string; path: string; body: unknown }[];
  let answers: Record<string, (route: Route) => Promise<void> | void>;

  beforeAll(async () => {
    // Google's sign-in page on an origin of its own: it sends the window back to us at once
    google = createServer((request, response) => {
      const callback = new URL(request.url ?? '', 'http://google').searchParams.get('redirect_uri') ?? '';
      if (!callback)
        return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in with Google</h1>');
      response.writeHead(302, { Location: consent(callback) }).end();
    });
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
    googleUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
    page = await screens.visit('/404', person);
    await page.route('**/api/gmail/*', async (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (pathname !== '/api/gmail/status')
        calls.push({ method: request.method(), path: pathname, body: request.postDataJSON() });
      const answer = answers[pathname];
      if (answer) await answer(route);
      else await route.fulfill({ json: status });
    });
  });
  afterAll(async () => {
    await page?.context().close();
    await new Promise((resolve) => google.close(resolve));
  });

  beforeEach(() => {
    status = { connected: false, gmailEmail: null, needsReauth: false };
    calls = [];
    answers = {};
  });

  const open = () => page.goto(`${screens.app.url}/settings`);
  const connectButton = () => gmailCard(page).getByRole('button', { name: 'Connect Gmail Account' });
  const signIn = (more = '') =>
    `${googleUrl}/o/oauth2/auth?redirect_uri=${encodeURIComponent(`${screens.app.url}/gmail/callback`)}${more}`;
  const connectsWith = (answer: object) => {
    answers['/api/gmail/auth-url'] = (route) => route.fulfill({ json: { authUrl: signIn() } });
    answers['/api/gmail/callback'] = (route) => route.fulfill({ json: answer });
  };

  test('says before any click that Gmail is not available in this installation, in the words of the server', async () => {
    const unavailable = 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set. Ask your administrator to add them.';
    status = { ...status, unavailable };
    await open();
    await gmailCard(page).getByText('Not Connected', { exact: true }).waitFor();
    await gmailCard(page).getByText(unavailable, { exact: true }).waitFor();
    expect(await connectButton().isDisabled()).toBe(true);
  });

  test('checking: it says so until the status is there', async () => {
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    answers['/api/gmail/status'] = async (route) => {
      await held;
      await route.fulfill({ json: status });
    };
    await open();
    await gmailCard(page).getByText('Checking the connection…', { exact: true }).waitFor();
    expect(await gmailCard(page).getByText('Not Connected').count()).toBe(0);
    letThrough();
    await gmailCard(page).getByText('Not Connected', { exact: true }).waitFor();
    expect(await gmailCard(page).getByText('Checking the connection…').count()).toBe(0);
  });

  test("'Failed to check status' in a red alert, with Try again", async () => {
    answers['/api/gmail/status'] = failedWith(500, 'broken');
    await open();
    const alert = gmailCard(page).getByRole('alert');
    await alert.getByText('Failed to check status', { exact: true }).waitFor();
    expect(await alert.getAttribute('class')).toContain('text-bad');
    delete answers['/api/gmail/status'];
    await alert.getByRole('button', { name: 'Try again' }).click();
    await connectButton().waitFor();
  });

  test("Connect: a pop-up of 600 by 700 to Google's sign-in; its code is posted to the server, 'Gmail Connected', and the status is fetched anew", async () => {
    connectsWith({ success: true, gmailEmail: 'sam@gmail.example' });
    consent = (callback) => `${callback}?code=4/abc&scope=gmail`;
    await open();
    await connectButton().waitFor();
    await lookAt(page, 'settings-gmail-not-connected');
    status = { connected: true, gmailEmail: 'sam@gmail.example', needsReauth: false };
    let size: unknown;
    page.context().on('page', async (popup) => {
      size = await popup.evaluate(() => [window.innerWidth, window.innerHeight]).catch(() => null);
    });
    await page.evaluate(() => {
      const native = window.open.bind(window);
      window.open = (...args) => {
        (window as unknown as { opened: unknown }).opened = args[2];
        return native(...args);
      };
    });
    await connectButton().click();
    await toast(page, 'Gmail Connected', 'Emails can go out from sam@gmail.example.');
    expect(await page.evaluate(() => (window as unknown as { opened: unknown }).opened)).toMatch(
      /(^|,)width=600,height=700(,|$)/,
    );
    if (size) expect(size).toEqual([600, 700]);
    expect(calls).toEqual([
      { method: 'GET', path: '/api/gmail/auth-url', body: null },
      { method: 'POST', path: '/api/gmail/callback', body: { code: '4/abc', state: '' } },
    ]);
    await gmailCard(page).getByText('Connected as sam@gmail.example').waitFor();
    await gmailCard(page).getByText('Connected', { exact: true }).waitFor();
    expect(page.context().pages()).toHaveLength(1);
  });

  test('a state that the sign-in carried goes to the server with the code', async () => {
    connectsWith({ success: true, gmailEmail: 'sam@gmail.example' });
    consent = (callback) => `${callback}?code=c1&state=s1`;
    await open();
    await connectButton().click();
    await toast(page, 'Gmail Connected');
    expect(calls.at(-1)?.body).toEqual({ code: 'c1', state: 's1' });
  });

  test("'Connection Failed' with the server's error text, or 'Failed to connect Gmail'", async () => {
    consent = (callback) => `${callback}?code=c2`;
    await open();
    connectsWith({});
    answers['/api/gmail/callback'] = failedWith(422, 'This account may not send.');
    await connectButton().click();
    await toast(page, 'Connection Failed', 'This account may not send.', 'destructive');
    answers['/api/gmail/callback'] = failedWith(500);
    consent = (callback) => `${callback}?code=c3`;
    await connectButton().click();
    await toast(page, 'Connection Failed', 'Failed to connect Gmail', 'destructive');
    answers['/api/gmail/auth-url'] = failedWith(503, 'GOOGLE_CLIENT_ID is not set.');
    await connectButton().click();
    await toast(page, 'Connection Failed', 'GOOGLE_CLIENT_ID is not set.', 'destructive');
    answers['/api/gmail/auth-url'] = failedWith(500);
    await connectButton().click();
    await toast(page, 'Connection Failed', 'Failed to connect Gmail', 'destructive');
    await connectButton().waitFor();
    expect(page.context().pages()).toHaveLength(1);
  });

  test('an address of the sign-in that is none of the web is not opened', async () => {
    answers['/api/gmail/auth-url'] = (route) =>
      route.fulfill({ json: { authUrl: 'javascript:opener.document.title="taken";void 0' } });
    await open();
    const popup = page.waitForEvent('popup');
    await connectButton().click();
    const opened = await popup;
    await toast(page, 'Connection Failed', 'Failed to connect Gmail', 'destructive');
    if (!opened.isClosed()) await opened.waitForEvent('close');
    expect(await page.title()).toContain('Settings');
    expect(await connectButton().isEnabled()).toBe(true);
  });

  test('GMAIL_AUTH_ERROR: someone who said no to Google reads so, and nothing is posted', async () => {
    connectsWith({ success: true });
    consent = (callback) => `${callback}?error=access_denied`;
    await open();
    await connectButton().click();
    await toast(page, 'Connection Failed', 'Access to the Gmail account was not allowed.', 'destructive');
    await page.evaluate(() => window.postMessage({ type: 'GMAIL_AUTH_ERROR', error: 'Token expired' }, '*'));
    await toast(page, 'Connection Failed', 'Token expired', 'destructive');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('only messages of the same origin and of these types count', async () => {
    connectsWith({ success: true, gmailEmail: 'sam@gmail.example' });
    await open();
    await connectButton().waitFor();
    await page.evaluate((origin) => {
      const tell = (data: unknown, from: string) =>
        window.dispatchEvent(new MessageEvent('message', { data, origin: from }));
      tell({ type: 'GMAIL_AUTH_SUCCESS', code: 'evil' }, 'https://evil.example');
      tell({ type: 'GMAIL_AUTH_SUCCESS' }, origin);
      tell({ type: 'SOMETHING_ELSE', code: 'x' }, origin);
      tell('GMAIL_AUTH_SUCCESS', origin);
      tell(null, origin);
      tell({ type: 'GMAIL_AUTH_SUCCESS', code: 'good' }, origin);
      tell({ type: 'GMAIL_AUTH_SUCCESS', code: 'good' }, origin);
    }, screens.app.url);
    await toast(page, 'Gmail Connected');
    expect(calls).toEqual([{ method: 'POST', path: '/api/gmail/callback', body: { code: 'good', state: '' } }]);
  });

  test('a window that is closed ends the connecting state within a second or so', async () => {
    answers['/api/gmail/auth-url'] = (route) => route.fulfill({ json: { authUrl: googleUrl } });
    await open();
    const popup = page.waitForEvent('popup');
    await connectButton().click();
    const opened = await popup;
    await opened.getByRole('heading', { name: 'Sign in with Google' }).waitFor();
    const connecting = gmailCard(page).getByRole('button', { name: 'Connecting...' });
    await connecting.waitFor();
    expect(await connecting.isDisabled()).toBe(true);
    await opened.close();
    await connectButton().waitFor({ timeout: 2_500 });
    expect(await connectButton().isEnabled()).toBe(true);
  });

  test('a browser that blocks the pop-up is named as the reason', async () => {
    await open();
    await connectButton().waitFor();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await connectButton().click();
    await toast(page, 'Connection Failed', /browser blocked the sign-in window/, 'destructive');
    expect(calls).toEqual([]);
  });

  test("'Your Gmail connection needs to be refreshed. Please reconnect your account.', with a way to reconnect", async () => {
    status = { connected: true, gmailEmail: 'sam@gmail.example', needsReauth: true };
    connectsWith({ success: true, gmailEmail: 'sam@gmail.example' });
    consent = (callback) => `${callback}?code=again`;
    await open();
    await gmailCard(page)
      .getByText('Your Gmail connection needs to be refreshed. Please reconnect your account.', { exact: true })
      .waitFor();
    await lookAt(page, 'settings-gmail-reauth');
    await gmailCard(page).getByRole('button', { name: 'Reconnect Gmail Account' }).click();
    await toast(page, 'Gmail Connected');
  });

  test("Send Test Email goes to the connected address: 'Test Email Sent', or 'Test Failed' with the reason", async () => {
    status = { connected: true, gmailEmail: 'sam@gmail.example', needsReauth: false };
    await open();
    const send = gmailCard(page).getByRole('button', { name: 'Send Test Email' });
    answers['/api/gmail/send'] = (route) => route.fulfill({ json: { success: true } });
    await send.dblclick();
    await toast(page, 'Test Email Sent');
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/api/gmail/send',
        body: { to: 'sam@gmail.example', subject: expect.stringMatching(/\S/), body: expect.stringMatching(/\S/) },
      },
    ]);
    answers['/api/gmail/send'] = failedWith(503, 'Daily limit reached.');
    await send.click();
    await toast(page, 'Test Failed', 'Daily limit reached.', 'destructive');
    answers['/api/gmail/send'] = failedWith(500);
    await send.click();
    await toast(page, 'Test Failed', 'Failed to send test email', 'destructive');
  });

  test("Disconnect: 'Gmail Disconnected' and Not Connected again, or 'Disconnection Failed' with the reason", async () => {
    status = { connected: true, gmailEmail: 'sam@gmail.example', needsReauth: false };
    await open();
    const disconnect = gmailCard(page).getByRole('button', { name: 'Disconnect' });
    answers['/api/gmail/disconnect'] = failedWith(503, 'Google said no.');
    await disconnect.click();
    await toast(page, 'Disconnection Failed', 'Google said no.', 'destructive');
    answers['/api/gmail/disconnect'] = failedWith(502);
    await disconnect.click();
    await toast(page, 'Disconnection Failed', 'Failed to disconnect Gmail', 'destructive');
    answers['/api/gmail/disconnect'] = (route) => {
      status = { connected: false, gmailEmail: null, needsReauth: false };
      return route.fulfill({ json: { success: true } });
    };
    await disconnect.click();
    await toast(page, 'Gmail Disconnected');
    await gmailCard(page).getByText('Not Connected', { exact: true }).waitFor();
    expect(calls.at(-1)).toEqual({ method: 'POST', path: '/api/gmail/disconnect', body: null });
  });

  test('a callback page that nobody opened shows the way back to Settings', async () => {
    await page.goto(`${screens.app.url}/gmail/callback?code=c4`);
    await page.getByRole('heading', { name: 'Gmail is not connected yet' }).waitFor();
    await lookAt(page, 'gmail-callback-alone');
    await page.getByRole('link', { name: 'Go to Settings' }).click();
    await page.waitForURL('**/settings');
  });
});

describe('the Email Provider card', () => {
  let someone: Person;
  let page: Page;
  let saved: unknown[];
  const provider = () => card(page, 'Email Provider');
  const save = () => provider().getByRole('button', { name: 'Save Email Settings' });
  const from = () => provider().getByLabel('From email');
  const key = () => provider().getByLabel('SendGrid API key');
  const choose = (name: string) => provider().getByRole('radio', { name }).click();

  beforeAll(async () => {
    someone = await newcomer();
    page = await screens.visit('/settings', someone);
    await save().waitFor();
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/api/email-settings'))
        saved.push(request.postDataJSON());
    });
  });
  beforeEach(() => {
    saved = [];
  });
  afterAll(() => page?.context().close());

  test('a radio choice of Gmail or SendGrid, and Save Email Settings disabled with neither', async () => {
    expect(await provider().getByRole('radio').count()).toBe(2);
    expect(await provider().getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await save().isDisabled()).toBe(true);
    expect(await from().count()).toBe(0);
    await lookAt(page, 'settings-no-provider');
  });

  test('Gmail can be chosen before it is connected, with a word of warning', async () => {
    await choose('Gmail');
    await provider().getByText('No Gmail account is connected. Nothing is sent until you connect one.').waitFor();
    expect(await from().count()).toBe(0);
    await save().click();
    await toast(page, 'Email Settings Updated');
    expect(saved).toEqual([{ emailProvider: 'gmail' }]);
    expect(await someone.ok<EmailSettingsView>('GET', '/api/email-settings')).toMatchObject({ emailProvider: 'gmail' });
  });

  test("for SendGrid a from-email and a masked key are needed: 'Validation Error', each named beside its field, the first in focus", async () => {
    await choose('SendGrid');
    expect(await key().getAttribute('type')).toBe('password');
    await provider().getByText('Must be a verified sender in your SendGrid account.').waitFor();
    const required = 'From email and SendGrid API key are required for SendGrid';
    await save().click();
    await provider().getByRole('alert').first().waitFor();
    expect(await provider().getByRole('alert').count()).toBe(2);
    await expect.poll(() => from().evaluate((input) => input === document.activeElement)).toBe(true);
    await toast(page, 'Validation Error', required, 'destructive');
    await lookAt(page, 'settings-sendgrid-problems');
    await from().fill('sam@northwind.example');
    await save().click();
    await provider().getByText('Enter an API key of your SendGrid account').waitFor();
    await expect.poll(() => key().evaluate((input) => input === document.activeElement)).toBe(true);
    await toast(page, 'Validation Error', required, 'destructive');
    await from().fill('');
    await key().fill('SG.secret');
    await save().click();
    await toast(page, 'Validation Error', required, 'destructive');
    await from().fill('sam at northwind');
    await save().click();
    await provider().getByText('Please enter a valid email address', { exact: true }).waitFor();
    expect(saved).toEqual([]);
  });

  test("saved: 'Email Settings Updated', the key field cleared, 'API Key Set', the key never sent back", async () => {
    await from().fill('Sam@Northwind.example');
    await key().fill('SG.secret-one');
    await save().dblclick();
    await toast(page, 'Email Settings Updated');
    expect(saved).toEqual([
      { emailProvider: 'sendgrid', fromEmail: 'Sam@Northwind.example', sendgridApiKey: 'SG.secret-one' },
    ]);
    expect(await key().inputValue()).toBe('');
    expect(await from().inputValue()).toBe('sam@northwind.example');
    await provider().getByText('API Key Set', { exact: true }).waitFor();
    await page.reload();
    await provider().getByText('API Key Set', { exact: true }).waitFor();
    expect(await provider().getByRole('radio', { name: 'SendGrid' }).isChecked()).toBe(true);
    expect(await page.content()).not.toContain('SG.secret-one');
  });

  test('the key is sent only if it was typed; a stored one counts as present', async () => {
    await from().fill('pat@northwind.example');
    await save().click();
    await toast(page, 'Email Settings Updated');
    expect(saved).toEqual([{ emailProvider: 'sendgrid', fromEmail: 'pat@northwind.example' }]);
  });

  test("a save that failed: 'Error' with the server's message, or 'Failed to update email settings'; what was typed stays", async () => {
    await from().fill('kim@northwind.example');
    await key().fill('SG.secret-two');
    await nextAnswer(page, 'PUT', '**/api/email-settings', failedWith(422, 'This key is not valid.'));
    await save().click();
    await toast(page, 'Error', 'This key is not valid.', 'destructive');
    await nextAnswer(page, 'PUT', '**/api/email-settings', failedWith(500));
    await save().click();
    await toast(page, 'Error', 'Failed to update email settings', 'destructive');
    expect(await key().inputValue()).toBe('SG.secret-two');
    expect(await from().inputValue()).toBe('kim@northwind.example');
  });

  test('what is typed or chosen while the settings are being saved stays', async () => {
    const call = hold();
    await nextAnswer(page, 'PUT', '**/api/email-settings', async (route) => {
      await call.held;
      await route.continue();
    });
    await from().fill('one@northwind.example');
    await key().fill('SG.secret-three');
    await save().click();
    await provider().locator('button[aria-busy]').waitFor();
    await from().fill('two@northwind.example');
    call.release();
    await toast(page, 'Email Settings Updated');
    await provider().locator('button[aria-busy]').waitFor({ state: 'detached' });
    expect(await from().inputValue()).toBe('two@northwind.example');
    expect(await key().inputValue()).toBe('');
    expect((await someone.ok<EmailSettingsView>('GET', '/api/email-settings')).fromEmail).toBe('one@northwind.example');
  });

  test('the event webhook: its own address, with a button that copies it', async () => {
    const { id } = await someone.ok<{ id: string }>('GET', '/api/auth/user');
    const url = `http://localhost/api/webhooks/sendgrid/${id}`;
    const address = provider().getByRole('textbox', { name: 'Webhook address' });
    expect(await address.inputValue()).toBe(url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await provider().getByRole('button', { name: 'Copy the webhook address' }).click();
    await toast(page, 'Address Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await provider().getByRole('button', { name: 'Copy the webhook address' }).click();
    await toast(page, 'Not Copied', 'The address is selected. Copy it with your keyboard.');
    expect(await page.evaluate(() => String(getSelection()))).toBe(url);
    expect(saved).toEqual([]);
  });

  test('the verification key: a wrong one is named beside its field, it stays when saving failed, is saved once, then shown as set', async () => {
    const verification = () => provider().getByLabel('Verification key');
    const der = { type: 'spki', format: 'der' } as const;
    const shown = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export(der).toString('base64');
    await provider().getByText('bounces and spam reports stop further emails to that person').waitFor();
    expect(await provider().getByText('Key Set', { exact: true }).count()).toBe(0);
    await verification().fill(shown.slice(0, -9));
    await save().click();
    await provider().getByText('This is not a verification key of SendGrid.').waitFor();
    await expect.poll(() => verification().evaluate((input) => input === document.activeElement)).toBe(true);
    expect(saved).toEqual([]);
    await lookAt(page, 'settings-webhook-problem');

    await verification().fill(` ${shown} `);
    await nextAnswer(page, 'PUT', '**/api/email-settings', failedWith(500));
    await save().click();
    await toast(page, 'Error', 'Failed to update email settings', 'destructive');
    expect(await verification().inputValue()).toBe(` ${shown} `);

    saved = [];
    await save().dblclick();
    await toast(page, 'Email Settings Updated');
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({ emailProvider: 'sendgrid', webhookPublicKey: shown });
    await provider().getByText('Key Set', { exact: true }).waitFor();
    expect(await verification().inputValue()).toBe('');
    await lookAt(page, 'settings-webhook-key-set');
    await page.reload();
    await provider().getByText('Key Set', { exact: true }).waitFor();
    await save().click();
    await toast(page, 'Email Settings Updated');
    expect(saved.at(-1)).not.toHaveProperty('webhookPublicKey');
  });

  test('pressed twice while the rules are on their way, the settings and the profile are sent once', async () => {
    const other = await screens.visit('/404', someone);
    const rules = await holdRules(other);
    const sent: string[] = [];
    other.on('request', (request) => request.method() === 'PUT' && sent.push(new URL(request.url()).pathname));
    await other.goto(`${screens.app.url}/settings`);
    const address = card(other, 'Email Provider').getByLabel('From email');
    await address.fill('three@northwind.example');
    for (const _ of [1, 2]) await address.press('Enter');
    await card(other, 'Email Provider').locator('button[aria-busy]').waitFor();
    await other.getByLabel('Full name').fill('Kim Vale');
    await other.getByLabel('Contact email').fill('kim@northwind.example');
    for (const _ of [1, 2]) await other.getByLabel('Full name').press('Enter');
    await card(other, 'Business Profile & Email Signature').locator('button[aria-busy]').waitFor();
    rules.release();
    await other.locator('button[aria-busy]').first().waitFor({ state: 'detached' });
    await until(
      async () => sent.length,
      (count) => count >= 2,
    );
    await other.waitForTimeout(300);
    expect(sent.sort()).toEqual(['/api/business-profile', '/api/email-settings']);
    await other.context().close();
  });

  test("the badge 'Connected' beside Gmail once an account is connected", async () => {
    const other = await screens.visit('/404', someone);
    const view: EmailSettingsView = {
      emailProvider: 'gmail',
      fromEmail: null,
      hasGmailAuth: true,
      hasSendGridKey: false,
      hasWebhookKey: false,
      webhookUrl: '',
      hold: null,
    };
    await other.route('**/api/email-settings', (route) => route.fulfill({ json: view }));
    await other.goto(`${screens.app.url}/settings`);
    await card(other, 'Email Provider').getByText('Connected', { exact: true }).waitFor();
    expect(await card(other, 'Email Provider').getByText('API Key Set').count()).toBe(0);
    expect(await card(other, 'Email Provider').getByRole('status').count()).toBe(0);
    await other.context().close();
  });
});

test('the whole settings page can be filled in with the keyboard alone', async () => {
  const someone = await newcomer();
  const page = await screens.visit('/settings', someone);
  await page.getByLabel('Full name').focus();
  await page.keyboard.type('Kim Vale');
  await page.keyboard.press('Tab');
  await page.keyboard.type('kim@northwind.example');
  await page.keyboard.press('Enter');
  await toast(page, 'Profile Updated');
  await page.getByRole('radio', { name: 'Gmail' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('kim@northwind.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('SG.typed');
  await page.keyboard.press('Enter');
  await toast(page, 'Email Settings Updated');
  await page.context().close();
});
