import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AiUsageView } from '../../api/views.ts';
import { failedWith, hold, holdRules, nextAnswer } from '../support/answers.ts';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens, violations } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
let admin: Person;
let page: Page;
beforeAll(async () => {
  screens = await startScreens();
  // the first account of an installation is its admin
  ({ person: admin } = await readyPerson(screens.house, 0));
  page = await screens.visit('/404', admin);
});
afterAll(async () => {
  await page?.context().close();
  await screens?.stop();
});

const card = (title: string) => page.getByRole('region', { name: title, exact: true });
const open = (search = '') => page.goto(`${screens.house.url}/admin${search}`);

const toast = (title: string, text?: string | RegExp, variant: 'default' | 'destructive' = 'default') =>
  seeToast(page, { title, variant, ...(text && { text }) });
const next = (method: string, pattern: string, answer: (route: Route) => Promise<void>) =>
  nextAnswer(page, method, pattern, answer);

test('someone who is no admin finds neither the entry nor the screen', async () => {
  const { person } = await readyPerson(screens.house, 0);
  const other = await screens.visit('/admin', person);
  await other.getByText('Page Not Found').waitFor();
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).waitFor();
  expect(await other.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  await other.context().close();
});

describe('AI API Usage', () => {
  const usage = (over: Partial<AiUsageView['totalUsage']> = {}): AiUsageView => ({
    daysAgo: 30,
    totalUsage: {
      totalCostUsd: 12.345,
      totalCalls: 1234,
      averageCostPerCall: 0.010004,
      totalTokens: 4_567_890,
      ...over,
    },
    daily: [],
    usageByOperation: [
      { operation: 'messageGeneration', totalCostUsd: 8.5, callCount: 1000 },
      { operation: 'partnerGeneration', totalCostUsd: 3.845, callCount: 1 },
    ],
    unpricedCalls: 0,
    pricingInfo: {
      model: 'gpt-5-mini',
      priceDate: '2026-06-01',
      estimatedCostPerOperation: {
        partnerGeneration: 0.0123,
        messageGeneration: 0.0021,
        profileGeneration: 0.0004,
        contactEnhancement: 0.00149,
      },
    },
  });
  const answerWith = (view: AiUsageView) =>
    page.route('**/api/admin/openai-usage/stats*', (route) => route.fulfill({ json: view }));
  beforeEach(() => () => page.unrouteAll());

  const values = (label: string, title = 'AI API Usage') =>
    card(title)
      .locator('dl > div')
      .filter({ has: page.locator('dt').getByText(label) })
      .locator('dd')
      .allTextContents();

  test('of the real server, before the first call: zeros, the empty text, and estimates', async () => {
    await open();
    await page.getByRole('heading', { name: 'Admin Panel', level: 1 }).waitFor();
    expect(await page.title()).toContain('Admin');
    await card('AI API Usage').getByText('Last 30 days, all users. Refreshed every minute.').waitFor();
    await card('AI API Usage').getByText('No AI calls in the last 30 days.').waitFor();
    expect(await values('Total cost')).toEqual(['$0.00']);
    expect(await values('API calls')).toEqual(['0']);
    expect((await values('Partner generation'))[0]).toMatch(/^\$\d\.\d{3}$/);
  });

  test('costs with 2 decimals, the average per call with 4, the estimates per operation with 3', async () => {
    const asked = page.waitForRequest('**/api/admin/openai-usage/stats*');
    await answerWith(usage());
    await open();
    expect(new URL((await asked).url()).search).toBe('?daysAgo=30');
    await card('AI API Usage').getByText('$12.35', { exact: true }).waitFor();
    expect(await values('Total cost')).toEqual(['$12.35']);
    expect(await values('API calls')).toEqual(['1,234']);
    expect(await values('Average per call')).toEqual(['$0.0100']);
    expect(await values('Tokens')).toEqual(['4,567,890']);
    expect(await values('Message generation 1,000 calls')).toEqual(['$8.50']);
    expect(await values('Partner generation 1 call')).toEqual(['$3.85']);
    const estimated = card('AI API Usage')
      .locator('section')
      .filter({ hasText: 'Estimated cost per operation' })
      .locator('dl > div');
    expect(await estimated.allTextContents()).toEqual([
      'Partner generation $0.012',
      'Message generation $0.002',
      'Profile generation $0.000',
      'Contact enhancement $0.001',
    ]);
    expect(await card('AI API Usage').getByText('High usage warning').count()).toBe(0);
  });

  test("from the threshold on: 'Your OpenAI API costs have exceeded $X. Current cost: $Y'", async () => {
    await answerWith(usage({ totalCostUsd: 50 }));
    await open();
    const warning = 'Your OpenAI API costs have exceeded $50. Current cost: $50.00';
    await card('AI API Usage').getByText(warning).waitFor();
    await card('AI API Usage').getByText('High usage warning', { exact: true }).waitFor();
    await lookAt(page, 'admin-usage');
    await page.unrouteAll();
    await answerWith(usage({ totalCostUsd: 49.99 }));
    await open();
    await card('AI API Usage').getByText('$49.99').waitFor();
    await page.getByRole('spinbutton', { name: 'Cost warning threshold (USD)' }).waitFor();
    expect(await page.getByText('High usage warning').count()).toBe(0);
  });

  test('what has no price is said to be missing in the figures', async () => {
    const view = usage();
    view.unpricedCalls = 3;
    view.pricingInfo.estimatedCostPerOperation.contactEnhancement = null;
    await answerWith(view);
    await open();
    await card('AI API Usage')
      .getByText('3 calls used a model that is not in the price list; their cost is not in these figures.')
      .waitFor();
    expect((await values('Contact enhancement'))[0]).toBe('no price known');
  });

  test('refreshed every 60 s', async () => {
    let cost = 1;
    await page.route('**/api/admin/openai-usage/stats*', (route) =>
      route.fulfill({ json: usage({ totalCostUsd: cost }) }),
    );
    const own = await screens.visit('/404', admin);
    await own.route('**/api/admin/openai-usage/stats*', (route) =>
      route.fulfill({ json: usage({ totalCostUsd: cost }) }),
    );
    await own.clock.install();
    await own.goto(`${screens.house.url}/admin`);
    await own.getByText('$1.00', { exact: true }).waitFor();
    cost = 2;
    await own.clock.fastForward(59_000);
    expect(await own.getByText('$1.00', { exact: true }).count()).toBe(1);
    await own.clock.fastForward(1_500);
    await own.getByText('$2.00', { exact: true }).waitFor();
    await own.context().close();
  });

  test('a report that could not be loaded says so and offers Try again', async () => {
    await next('GET', '**/api/admin/openai-usage/stats*', failedWith(500));
    await open();
    const alert = card('AI API Usage').getByRole('alert');
    await alert.getByText('Error loading AI usage. Please try again.').waitFor();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await card('AI API Usage').getByText('$0.00', { exact: true }).waitFor();
  });
});

describe('the settings of the installation', () => {
  const field = (label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
  const save = (label: string) => page.getByRole('button', { name: `Save ${label}`, exact: true });
  beforeAll(async () => {
    await open();
    await field('Help Desk URL').waitFor();
  });

  test('URL inputs with what a blank one means', async () => {
    for (const [title, label, hint] of [
      ['Signup URL', 'Signup URL', 'Leave it blank to use the default sign-in.'],
      ['Navigation Links', 'Tutorials URL', 'Leave it blank to hide the link.'],
      ['Navigation Links', 'Help Desk URL', 'Leave it blank to hide the link.'],
    ] as const) {
      expect(await card(title).getByLabel(label, { exact: true }).getAttribute('type')).toBe('url');
      await card(title).getByText(hint).first().waitFor();
    }
    expect(await field('Cost warning threshold (USD)').inputValue()).toBe('50');
  });

  test.each([
    ['Signup URL', 'Signup URL Updated', 'https://join.example/'],
    ['Tutorials URL', 'Tutorials URL Updated', 'https://learn.example/start'],
    ['Help Desk URL', 'Help Desk URL Updated', 'https://help.example'],
    ['Cost warning threshold (USD)', 'Threshold Updated', '75.50'],
  ])("%s is saved: '%s', once for a double click, and there after a reload", async (label, title, value) => {
    const sent: unknown[] = [];
    const note = (request: { method(): string; postDataJSON(): unknown }) =>
      request.method() === 'PUT' && sent.push(request.postDataJSON());
    page.on('request', note);
    await field(label).fill(`  ${value} `.slice(label.startsWith('Cost') ? 2 : 0).trimEnd());
    await save(label).dblclick();
    await toast(title);
    page.off('request', note);
    expect(sent).toEqual([{ value }]);
    await page.reload();
    await page.waitForFunction(
      (wanted) => [...document.querySelectorAll('input')].some((input) => input.value === wanted),
      value,
    );
    expect(await field(label).inputValue()).toBe(value);
  });

  test("the links stand in everyone's sidebar at once, and a blank one hides its link", async () => {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tutorials' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://learn.example/start');
    await field('Tutorials URL').fill('');
    await save('Tutorials URL').click();
    await toast('Tutorials URL Updated', 'It is no longer set.');
    await link.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Help Desk' }).waitFor();
  });

  test('a link that an admin changed stands in the sidebar of the others when they come back to the window, at most a minute old', async () => {
    const { person } = await readyPerson(screens.house, 0);
    const other = await screens.visit('/404', person);
    await other.clock.install();
    await other.goto(`${screens.house.url}/settings`);
    const link = other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tutorials' });
    await other.getByRole('link', { name: 'Help Desk' }).waitFor();
    expect(await link.count()).toBe(0);
    await admin.ok('PUT', '/api/admin/settings/tutorials_url', { value: 'https://learn.example/next' });
    const comeBack = () => other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    let asked = 0;
    other.on('request', (request) => {
      if (request.url().endsWith('/tutorials_url')) asked += 1;
    });
    await other.clock.fastForward(30_000);
    await comeBack();
    expect(asked).toBe(0);
    await other.clock.fastForward(31_000);
    await comeBack();
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://learn.example/next');
    await admin.ok('PUT', '/api/admin/settings/tutorials_url', { value: '' });
    await other.context().close();
  });

  test('what is typed while a setting is being saved stays', async () => {
    const call = hold();
    await next('PUT', '**/api/admin/settings/*', async (route) => {
      await call.held;
      await route.continue();
    });
    await field('Signup URL').fill('https://join.example/one');
    await save('Signup URL').click();
    await page.locator('button[aria-busy]').waitFor();
    await field('Signup URL').fill('https://join.example/one/and-more');
    call.release();
    await toast('Signup URL Updated');
    await page.locator('button[aria-busy]').waitFor({ state: 'detached' });
    expect(await field('Signup URL').inputValue()).toBe('https://join.example/one/and-more');
  });

  test('pressed twice while the rules are on their way, a setting is sent once', async () => {
    const other = await screens.visit('/404', admin);
    const rules = await holdRules(other);
    let sent = 0;
    other.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1;
    });
    await other.goto(`${screens.house.url}/admin`);
    const input = other.locator('input').and(other.getByLabel('Signup URL', { exact: true }));
    await input.fill('https://join.example/two');
    for (const _ of [1, 2]) await input.press('Enter');
    await other.locator('button[aria-busy]').waitFor();
    rules.release();
    await seeToast(other, { title: 'Signup URL Updated' });
    await other.waitForTimeout(300);
    expect(sent).toBe(1);
    await other.context().close();
  });

  test('what cannot be saved is said beside the field, which keeps the focus and what was typed', async () => {
    for (const [label, typed, problem] of [
      ['Signup URL', 'javascript:alert(1)', /begins with http:\/\/ or https:\/\//],
      ['Help Desk URL', 'help.example', /begins with http:\/\/ or https:\/\//],
      ['Cost warning threshold (USD)', '', /Enter an amount in US dollars/],
      ['Cost warning threshold (USD)', '0', /above 0/],
    ] as const) {
      await field(label).fill(typed);
      await save(label).click();
      await page.getByRole('alert').filter({ hasText: problem }).first().waitFor();
      await expect.poll(() => field(label).evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await field(label).inputValue()).toBe(typed);
    }
    await lookAt(page, 'admin-problems');
  });

  test.each([
    ['Signup URL', 'https://a.example', 'Failed to update signup URL'],
    ['Cost warning threshold (USD)', '60', 'Failed to update threshold'],
    ['Tutorials URL', 'https://b.example', 'Failed to update tutorials URL'],
    ['Help Desk URL', 'https://c.example', 'Failed to update help desk URL'],
  ])("%s that could not be saved: 'Error' with the server's message or the default", async (label, typed, text) => {
    await field(label).fill(typed);
    await next('PUT', '**/api/admin/settings/*', failedWith(500));
    await save(label).click();
    await toast('Error', text, 'destructive');
    await next('PUT', '**/api/admin/settings/*', failedWith(422, 'Not this one.'));
    await save(label).click();
    await toast('Error', 'Not this one.', 'destructive');
    expect(await field(label).inputValue()).toBe(typed);
  });

  test('a setting that could not be loaded says so and offers Try again', async () => {
    await next('GET', '**/api/admin/settings/signup_url', failedWith(500));
    await open();
    const alert = card('Signup URL').getByRole('alert');
    await alert.getByText('Error loading the Signup URL.').waitFor();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await field('Signup URL').waitFor();
  });
});

describe('User Management', () => {
  type User = {
    id: string;
    email: string | null;
    username: string | null;
    firstName: string | null;
    lastName: string | null;
    isAdmin: boolean;
    isPaused: boolean;
    createdAt: string;
  };
  const user = (id: string, over: Partial<User> = {}): User => ({
    id,
    email: `${id}@northwind.example`,
    username: null,
    firstName: null,
    lastName: null,
    isAdmin: false,
    isPaused: false,
    createdAt: '2026-03-01T10:00:00.000Z',
    ...over,
  });

  let users: User[];
  let calls: { method: string; path: string; body: unknown }[];
  let ownId: string;
  const serve = () =>
    page.route('**/api/admin/users**', async (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      const id = decodeURIComponent(pathname.split('/')[4] ?? '');
      const body = request.postDataJSON() as Partial<User> | null;
      if (request.method() === 'GET') return route.fulfill({ json: users });
      calls.push({ method: request.method(), path: pathname, body });
      const found = users.find((one) => one.id === id);
      if (request.method() === 'POST') users = [user(`u${users.length}`, body ?? {}), ...users];
      if (request.method() === 'PUT') Object.assign(found ?? {}, body);
      if (request.method() === 'DELETE') users = users.filter((one) => one !== found);
      return route.fulfill(request.method() === 'POST' ? { status: 201, json: users[0] } : { json: found ?? {} });
    });

  beforeAll(async () => {
    ownId = (await admin.ok<{ id: string }>('GET', '/api/auth/user')).id;
  });
  beforeEach(async () => {
    calls = [];
    users = [
      user('ada', { firstName: 'Ada', lastName: 'Lind', username: 'adal', createdAt: '2026-05-02T10:00:00.000Z' }),
      user('bo', { isPaused: true, createdAt: '2026-01-02T10:00:00.000Z' }),
      user('Cy', { firstName: 'cy', isAdmin: true, createdAt: '2026-04-02T10:00:00.000Z' }),
      user(ownId, { email: 'me@northwind.example', isAdmin: true, createdAt: '2025-12-24T10:00:00.000Z' }),
    ];
    await serve();
    return () => page.unrouteAll();
  });

  const behind = (text: string) => seeToast(page, { title: 'Error', text, variant: 'destructive', leave: true });
  const rows = () => card('User Management').locator('tbody tr');
  const row = (email: string) => rows().filter({ hasText: email });
  const emails = () => rows().locator('td:first-child').allTextContents();
  const sortBy = (title: string) =>
    card('User Management').getByRole('columnheader', { name: title, exact: true }).getByRole('button').click();

  test('while the server has no users to show: the error, Try again, and nothing offered that cannot work', async () => {
    await page.unrouteAll();
    await open();
    const alert = card('User Management').getByRole('alert');
    await alert.getByText('Error loading users. Please try again.', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Add User' }).count()).toBe(0);
    await lookAt(page, 'admin');
    await serve();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await row('ada@northwind.example').waitFor();
  });

  test('a table with the columns Email, Name, Username, Admin, Status, Created, Actions', async () => {
    await open();
    await row('ada@northwind.example').waitFor();
    expect(await card('User Management').getByRole('columnheader').allTextContents()).toEqual([
      'Email',
      'Name',
      'Username',
      'Admin',
      'Status',
      'Created',
      'Actions',
    ]);
    await card('User Management').getByText('4 users', { exact: true }).waitFor();
    // newest first
    expect(await emails()).toEqual([
      'ada@northwind.example',
      'Cy@northwind.example',
      'bo@northwind.example',
      'me@northwind.example you',
    ]);
    expect((await row('ada@').locator('td').allTextContents()).map((text) => text.trim())).toEqual([
      'ada@northwind.example',
      'Ada Lind',
      '@adal',
      expect.anything(),
      'Active',
      'May 2',
      'PauseDelete',
    ]);
    await row('bo@').getByText('Paused', { exact: true }).waitFor();
    expect(await row('Cy@').getByRole('switch', { name: 'Admin: Cy@northwind.example' }).isChecked()).toBe(true);
    expect(await row('bo@').getByRole('switch').isChecked()).toBe(false);
    await lookAt(page, 'admin-users');
  });

  test('Pause, Unpause and the admin toggle: PUT of what changes, User Updated, once for a double click', async () => {
    await open();
    await row('ada@').getByRole('button', { name: 'Pause ada@northwind.example' }).dblclick();
    await toast('User Updated', 'ada@northwind.example is paused and signed out.');
    await row('ada@').getByText('Paused', { exact: true }).waitFor();
    await row('ada@').getByRole('button', { name: 'Unpause ada@northwind.example' }).click();
    await toast('User Updated');
    await row('ada@').getByText('Active', { exact: true }).waitFor();
    await row('ada@').getByRole('switch').click();
    await toast('User Updated', 'ada@northwind.example is an admin now.');
    expect(await row('ada@').getByRole('switch').isChecked()).toBe(true);
    expect(calls).toEqual([
      { method: 'PUT', path: '/api/admin/users/ada', body: { isPaused: true } },
      { method: 'PUT', path: '/api/admin/users/ada', body: { isPaused: false } },
      { method: 'PUT', path: '/api/admin/users/ada', body: { isAdmin: true } },
    ]);
  });

  test("a change that failed: 'Error' with the server's message or 'Failed to update user', and the row as it is", async () => {
    await open();
    await next('PUT', '**/api/admin/users/*', failedWith(409, 'The last admin cannot be paused.'));
    await row('Cy@')
      .getByRole('button', { name: /^Pause/ })
      .click();
    await toast('Error', 'The last admin cannot be paused.', 'destructive');
    await next('PUT', '**/api/admin/users/*', failedWith(500));
    await row('Cy@').getByRole('switch').click();
    await toast('Error', 'Failed to update user', 'destructive');
    expect(await row('Cy@').getByRole('switch').isChecked()).toBe(true);
  });

  test("deleting asks 'Are you sure you want to delete this user? This action cannot be undone.'", async () => {
    await open();
    const ask = page.getByRole('alertdialog', { name: 'Delete User?' });
    const button = row('bo@').getByRole('button', { name: 'Delete bo@northwind.example' });
    await button.click();
    await ask
      .getByText('Are you sure you want to delete this user? This action cannot be undone.', { exact: true })
      .waitFor();
    await ask.getByText('bo@northwind.example').waitFor();
    await lookAt(page, 'admin-delete');
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    expect(calls).toEqual([]);
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await next('DELETE', '**/api/admin/users/*', failedWith(500));
    await ask.getByRole('button', { name: 'Delete User' }).click();
    await behind('Failed to delete user');
    await ask.getByRole('button', { name: 'Delete User' }).dblclick();
    await toast('User Deleted', 'bo@northwind.example is gone.');
    await row('bo@').waitFor({ state: 'detached' });
    expect(calls).toEqual([{ method: 'DELETE', path: '/api/admin/users/bo', body: null }]);
  });

  test('nobody can lock themselves out: the own account has no toggle, no Pause and no Delete', async () => {
    // a page beyond the end is the last one
    await open('?page=99');
    await row('me@').waitFor();
    expect(await row('me@').getByRole('button').count()).toBe(0);
    expect(await row('me@').getByRole('switch').isDisabled()).toBe(true);
  });

  test('Add User: an email is required, the rest is optional, with admin and paused switches', async () => {
    await open();
    await card('User Management').getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    const email = dialog.getByLabel('Email', { exact: true });
    const add = dialog.getByRole('button', { name: 'Add User' });
    expect(await email.getAttribute('type')).toBe('email');
    for (const optional of ['Username', 'First name', 'Last name'])
      await dialog.getByLabel(`${optional} (optional)`).waitFor();
    await add.click();
    await dialog.getByText('Email is required', { exact: true }).waitFor();
    await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true);
    await email.fill('nobody');
    await dialog.getByText('Email is required').waitFor({ state: 'detached' });
    await add.click();
    await dialog.getByText('Please enter a valid email address', { exact: true }).waitFor();
    await lookAt(page, 'admin-add-user');
    await email.fill('Dee@Northwind.example');
    await dialog.getByLabel('First name (optional)').fill(' Dee ');
    await dialog.getByRole('switch', { name: 'Paused' }).click();
    await next('POST', '**/api/admin/users', failedWith(500));
    await add.click();
    await behind('Failed to create user');
    await next('POST', '**/api/admin/users', failedWith(409, 'There is an account with this address already.'));
    await add.click();
    await dialog.getByText('There is an account with this address already.').waitFor();
    expect(await dialog.getByLabel('First name (optional)').inputValue()).toBe(' Dee ');
    await email.fill('dee@northwind.example');
    await add.dblclick();
    await toast('User Created', 'dee@northwind.example is in the list.');
    await dialog.waitFor({ state: 'detached' });
    await row('dee@northwind.example').getByText('Dee', { exact: true }).waitFor();
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/api/admin/users',
        body: { email: 'dee@northwind.example', firstName: 'Dee', isAdmin: false, isPaused: true },
      },
    ]);
    await card('User Management').getByRole('button', { name: 'Add User' }).click();
    expect(await email.inputValue()).toBe('');
    await dialog.getByRole('switch', { name: 'Admin' }).focus();
    await page.keyboard.press('Space');
    expect(await dialog.getByRole('switch', { name: 'Admin' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('search, order and page live in the address: a reload keeps them', async () => {
    await open();
    await row('ada@').waitFor();
    await sortBy('Email');
    expect(await emails()).toEqual([
      'ada@northwind.example',
      'bo@northwind.example',
      'Cy@northwind.example',
      'me@northwind.example you',
    ]);
    await sortBy('Email');
    expect((await emails())[0]).toBe('me@northwind.example you');
    const header = card('User Management').getByRole('columnheader', { name: 'Email' });
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    // blank names come last
    await sortBy('Name');
    expect((await emails()).slice(0, 2)).toEqual(['ada@northwind.example', 'Cy@northwind.example']);
    await sortBy('Status');
    expect((await emails()).at(-1)).toBe('bo@northwind.example');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('LIND ada');
    await row('bo@').waitFor({ state: 'detached' });
    expect(await emails()).toEqual(['ada@northwind.example']);
    expect(new URL(page.url()).search).toBe('?sort=status&search=LIND+ada');
    await page.reload();
    await row('ada@').waitFor();
    expect(await emails()).toEqual(['ada@northwind.example']);
    expect(await page.getByRole('searchbox', { name: 'Search users' }).inputValue()).toBe('LIND ada');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('zzz');
    await card('User Management').getByText('No users match your search.').waitFor();
    await card('User Management').getByRole('button', { name: 'Clear search' }).click();
    await row('bo@').waitFor();
  });

  test('10,000 users: 50 a page, with search and order over all of them', async () => {
    users = Array.from({ length: 10_000 }, (_, index) =>
      user(`user${String(index).padStart(5, '0')}`, {
        firstName: index % 2 ? 'Odd' : 'Even',
        createdAt: new Date(1_770_000_000_000 + index * 60_000).toISOString(),
      }),
    );
    await open('?sort=email');
    await row('user00000').waitFor();
    expect(await rows().count()).toBe(50);
    const pages = card('User Management').getByRole('navigation', { name: 'Pages of users' });
    await pages.getByText('1–50 of 10,000', { exact: true }).waitFor();
    expect(await pages.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
    await pages.getByRole('button', { name: 'Next' }).click();
    await pages.getByText('51–100 of 10,000', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await page.reload();
    await row('user00050').waitFor();
    await page.getByRole('searchbox', { name: 'Search users' }).fill('user0995');
    await row('user09950').waitFor();
    expect(await rows().count()).toBe(10);
    expect(await pages.count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search users' }).fill('user09');
    await pages.getByText('1–50 of 1,000', { exact: true }).waitFor();
    await pages.getByRole('button', { name: 'Next' }).click();
    expect(await violations(page)).toEqual([]);
  });
});
