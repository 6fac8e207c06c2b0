import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  AdminUsersView,
  AdminUserView,
  AiUsageView,
  InstallationHealthView,
  InvitedUserView,
  PartnerView,
} from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { acceptInvitation, turnSecondFactor } from '../../events/user.ts';
import { failedWith, hold, holdRules, nextAnswer } from '../support/answers.ts';
import { cause } from '../support/log.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
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

const usage = (over: Partial<AiUsageView['totalUsage']> = {}): AiUsageView => ({
  daysAgo: 30,
  totalUsage: {
    totalCostUsd: 12.345,
    totalCalls: 1234,
    averageCostPerCall: 0.010004,
    totalTokens: 4_567_890,
    ...over,
  },
  usageByOperation: [
    { operation: 'messageGeneration', totalCostUsd: 8.5, callCount: 1000 },
    { operation: 'partnerGeneration', totalCostUsd: 3.845, callCount: 1 },
  ],
  unpricedCalls: 0,
  daily: Array.from({ length: 30 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
    costUsd: index === 27 ? 1.2345 : index === 28 ? 0.001 : index % 7 === 0 ? 0 : 0.2 + 0.03 * index,
    calls: index === 27 ? 1234 : index === 28 ? 1 : index % 7 === 0 ? 0 : index,
  })),
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

test('each card that could not be loaded says so and offers Try again, and nothing that cannot work', async () => {
  for (const call of ['health', 'openai-usage/stats*', 'settings/signup_url', 'users'])
    await next('GET', `**/api/admin/${call}`, failedWith(500));
  await open();
  const failed = [
    ['Installation', 'Error loading the state of the installation. Please try again.', 'Jobs waiting'],
    ['AI API Usage', 'Error loading AI usage. Please try again.', 'Total cost'],
    ['Signup URL', 'Error loading the Signup URL.', 'Leave it blank to use the default sign-in.'],
    ['User Management', 'Error loading users. Please try again.', 'Actions'],
  ] as const;
  for (const [title, text] of failed) await card(title).getByRole('alert').getByText(text, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Add User' }).count()).toBe(0);
  for (const [title, , there] of failed) {
    await card(title).getByRole('button', { name: 'Try again' }).click();
    await card(title).getByText(there, { exact: true }).first().waitFor();
  }
  await page.getByRole('button', { name: 'Add User' }).waitFor();
  await page.unrouteAll();
});

describe('AI API Usage', () => {
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
    await card('AI API Usage').getByText('Costs show here day by day, once AI was asked for something.').waitFor();
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
    await page.unrouteAll();
    await answerWith(usage({ totalCostUsd: 49.99 }));
    await open();
    await card('AI API Usage').getByText('$49.99').waitFor();
    await page.getByRole('spinbutton', { name: 'Cost warning threshold (USD)' }).waitFor();
    expect(await page.getByText('High usage warning').count()).toBe(0);
  });

  test('the cost of each day is a bar, told when it is pointed at or come to by the arrows, and a table', async () => {
    await page.unrouteAll();
    await answerWith(usage());
    await open();
    const chart = page.getByRole('region', { name: 'Cost by day' });
    const bars = chart.getByRole('toolbar', { name: 'Days' }).getByRole('button');
    await bars.first().waitFor();
    expect(await bars.count()).toBe(30);
    const heights = await bars
      .locator('span')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights.indexOf(Math.max(...heights))).toBe(27);
    expect(heights[28], 'a day of little cost can be seen').toBeGreaterThan(heights[21] ?? 0);
    const told = chart.locator('[data-told]');
    await bars.nth(27).hover();
    await told.getByText('Thu, Nov 19').waitFor();
    expect(await told.innerText()).toContain('$1.23 · 1,234 calls');
    await bars.last().focus();
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe('Thu, Nov 19: $1.23, 1,234 calls');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Fri, Nov 20: less than $0.01, 1 call');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('Fri, Oct 23: $0.00, 0 calls');
    expect(await bars.evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex === 0).length)).toBe(1);
    await chart.getByText('Show as a table').click();
    const rows = chart.getByRole('table', { name: 'Cost of AI by day' }).locator('tbody tr');
    expect(await rows.count()).toBe(30);
    expect(await rows.nth(2).locator('th, td').allTextContents()).toEqual(['Thu, Nov 19', '$1.23', '1,234']);
    await chart.getByText('Show as a table').click();
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

  test('refreshed every 60 s, and how the installation stands every 30 s', async () => {
    let cost = 1;
    let looked = 0;
    const own = await screens.visit('/404', admin);
    await own.route('**/api/admin/openai-usage/stats*', (route) =>
      route.fulfill({ json: usage({ totalCostUsd: cost }) }),
    );
    own.on('request', (request) => {
      if (request.url().endsWith('/api/admin/health')) looked += 1;
    });
    await own.clock.install();
    await own.goto(`${screens.house.url}/admin`);
    await own.getByText('$1.00', { exact: true }).waitFor();
    await own.getByRole('region', { name: 'Installation', exact: true }).getByText('Jobs waiting').waitFor();
    cost = 2;
    await own.clock.fastForward(29_000);
    expect(looked).toBe(1);
    await own.clock.fastForward(1_500);
    await expect.poll(() => looked).toBe(2);
    await own.clock.fastForward(28_500);
    expect(await own.getByText('$1.00', { exact: true }).count()).toBe(1);
    await own.clock.fastForward(1_500);
    await own.getByText('$2.00', { exact: true }).waitFor();
    await own.context().close();
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
  ])("%s is saved: '%s', once for a double click", async (label, title, value) => {
    const sent: unknown[] = [];
    const note = (request: { method(): string; postDataJSON(): unknown }) =>
      request.method() === 'PUT' && sent.push(request.postDataJSON());
    page.on('request', note);
    await field(label).fill(`  ${value} `.slice(label.startsWith('Cost') ? 2 : 0).trimEnd());
    await save(label).dblclick();
    await toast(title);
    page.off('request', note);
    expect(sent).toEqual([{ value }]);
    expect(await field(label).inputValue()).toBe(value);
  });

  test('what was saved is there after a reload', async () => {
    await page.reload();
    for (const [label, value] of [
      ['Signup URL', 'https://join.example/'],
      ['Tutorials URL', 'https://learn.example/start'],
      ['Help Desk URL', 'https://help.example'],
      ['Cost warning threshold (USD)', '75.50'],
    ] as const)
      await expect.poll(() => field(label).inputValue()).toBe(value);
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
});

describe('Installation', () => {
  const health = () => admin.ok<InstallationHealthView>('GET', '/api/admin/health');
  const problems = () => card('Installation').getByRole('list', { name: 'Problems' }).getByRole('listitem');

  test('of the real server: how it stands, and a job that failed with a Retry that has it done', async () => {
    const { owner } = screens.house;
    const [job] = await owner.sql<{ id: string }[]>`
      select id::text from graphile_worker.add_job('find-contact',
        json_build_object('tenant', 't1', 'id', 'nobody', 'correlationId', 'c', 'causationId', 'e'), run_at => now() + interval '1 hour')`;
    await owner.sql`
      update graphile_worker._private_jobs set attempts = 25, last_error = 'find-contact: 42P01' where id = ${job?.id ?? ''}::text::bigint`;
    await open();
    await card('Installation').getByText('Sandbox', { exact: true }).waitFor();
    await card('Installation').getByRole('list', { name: 'Providers' }).getByText('OpenAI').waitFor();
    const { log, version } = await health();
    expect(log.events).toBeGreaterThan(0);
    await card('Installation').getByText(`Version ${version}`).waitFor();
    await problems().filter({ hasText: '1 job failed for good.' }).waitFor();
    const failing = page.getByRole('region', { name: 'Failing jobs' });
    await failing.getByText('Find contact', { exact: true }).waitFor();
    await failing.getByText('25 of 25 tries · find-contact: 42P01 · tenant t1').waitFor();
    await failing.getByRole('button', { name: `Retry Find contact, job ${job?.id}` }).dblclick();
    await toast('Job Retried');
    await until(health, ({ queue }) => queue.jobs.length === 0);
  });

  test('what is wrong comes first, in words that say what to do', async () => {
    const well: InstallationHealthView = {
      ...(await health()),
      sandbox: false,
      mailer: { kind: 'smtp' },
      workers: [{ id: 'w', lastBeatAt: new Date().toISOString(), alive: true }],
      providers: [{ name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: true }],
      queue: { waiting: 0, oldestRunAt: null, scheduled: 3, running: 1, failed: 0, jobs: [] },
      log: { events: 1_234_567, newestAt: new Date().toISOString(), horizonAgeMs: 5, relayLag: 0 },
      seals: { lastAt: new Date().toISOString(), unsealed: 12, file: 'ok', trouble: null },
    };
    let shown = well;
    await page.route('**/api/admin/health', (route) => route.fulfill({ json: shown }));
    await page.route('**/api/admin/openai-usage/stats*', (route) => route.fulfill({ json: usage() }));
    await open();
    const installation = page.getByRole('region', { name: 'Installation', exact: true });
    await installation.getByText('All is well', { exact: true }).waitFor();
    await installation.getByText('1,234,567', { exact: true }).waitFor();
    shown = {
      ...well,
      mailer: { kind: null },
      workers: [],
      providers: [{ name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: false }],
      queue: { ...well.queue, waiting: 40, oldestRunAt: new Date(Date.now() - 3_600_000).toISOString() },
      seals: { ...well.seals, file: 'trouble', trouble: 'SEAL_FILE /seals/newest cannot be written (EACCES).' },
    };
    await open();
    await installation.getByText('5 things to look at', { exact: true }).waitFor();
    expect(await installation.getByRole('list', { name: 'Problems' }).getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^No worker is running\. .*npm run worker/),
      'The seal outside of the database is in trouble. SEAL_FILE /seals/newest cannot be written (EACCES).',
      expect.stringMatching(/^The oldest job should have begun 1 hour ago\. .*another one/),
      expect.stringMatching(/^OpenAI is not configured\. .* Set OPENAI_API_KEY and start again\.$/),
      expect.stringMatching(/^No mailer is set up\. .*SYSTEM_SENDGRID_API_KEY or SMTP_URL/),
    ]);
    await installation.getByRole('list', { name: 'Providers' }).getByText('needs OPENAI_API_KEY').waitFor();
    await lookAt(page, 'admin');
    await page.unrouteAll();
  });
});

describe('User Management', () => {
  type Call = { method: string; path: string; body: unknown };
  let calls: Call[];
  let ownId: string;
  const ids: Record<string, string> = {};
  /** Does to an account what other parts of the product do. */
  const change = (id: string, decide: typeof acceptInvitation) =>
    screens.house.api.run({
      tenant: 'system',
      cause,
      streams: { user: ref('user', id) },
      decide: ({ user }) => ({ user: decide(user) }),
    });
  const blank = { isAdmin: false, isPaused: false };
  const add = async (name: string, more: object = {}, joined = true): Promise<void> => {
    const made = await admin.ok<InvitedUserView>('POST', '/api/admin/users', {
      ...blank,
      email: `${name}@ridge.example`,
      ...more,
    });
    ids[name] = made.id;
    if (joined) await change(made.id, acceptInvitation);
  };
  const userOf = async (name: string) =>
    (await admin.ok<AdminUsersView>('GET', '/api/admin/users')).users.find(({ id }) => id === ids[name]);

  beforeAll(async () => {
    ownId = (await admin.ok<{ id: string }>('GET', '/api/auth/user')).id;
    await add('me2', { firstName: 'Zoe' });
    await add('bo', { isPaused: true });
    await add('cy', { firstName: 'cy', isAdmin: true });
    await add('ada', { firstName: 'Ada', lastName: 'Lind', username: 'adal' });
    await change(ids.ada ?? '', (state) => turnSecondFactor(state, true));
    await add('eve', {}, false);
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/api/admin/users') && request.method() !== 'GET')
        calls.push({ method: request.method(), path, body: request.postDataJSON() });
    });
  });
  beforeEach(() => {
    calls = [];
    return () => page.unrouteAll();
  });

  const behind = (text: string) => seeToast(page, { title: 'Error', text, variant: 'destructive', leave: true });
  const rows = () => card('User Management').locator('tbody tr');
  const row = (email: string) => rows().filter({ hasText: email });
  const emails = () => rows().locator('td:first-child > span:first-child').allTextContents();
  const sortBy = (title: string) =>
    card('User Management').getByRole('columnheader', { name: title, exact: true }).getByRole('button').click();
  const press = (name: string | RegExp) => card('User Management').getByRole('button', { name }).click();
  const path = (name: string) => `/api/admin/users/${ids[name]}`;

  test('a table with the columns Email, Name, Username, Admin, Status, Created, Actions', async () => {
    await open('?search=ridge');
    await row('ada@ridge.example').waitFor();
    expect(await card('User Management').getByRole('columnheader').allTextContents()).toEqual([
      'Email',
      'Name',
      'Username',
      'Admin',
      'Status',
      'Created',
      'Actions',
    ]);
    await card('User Management')
      .getByText(/^\d+ users$/)
      .waitFor();
    // newest first
    expect(await emails()).toEqual(['eve', 'ada', 'cy', 'bo', 'me2'].map((name) => `${name}@ridge.example`));
    const texts = (await row('ada@').locator('td').allTextContents()).map((text) => text.trim());
    expect(texts.toSpliced(5, 1)).toEqual([
      'ada@ridge.example200 credits a monthTwo-factor',
      'Ada Lind',
      '@adal',
      expect.anything(),
      'Active',
      'EditPauseDelete',
    ]);
    await row('bo@').getByText('Paused', { exact: true }).waitFor();
    await row('eve@').getByText('Invited', { exact: true }).waitFor();
    expect(await row('cy@').getByRole('switch', { name: 'Admin: cy@ridge.example' }).isChecked()).toBe(true);
    expect(await row('bo@').getByRole('switch').isChecked()).toBe(false);
    expect(await row('cy@').getByText('Two-factor').count()).toBe(0);
    await lookAt(page, 'admin-users');
  });

  test('Pause, Unpause and the admin toggle: PUT of what changes, User Updated, once for a double click', async () => {
    await row('ada@').getByRole('button', { name: 'Pause ada@ridge.example' }).dblclick();
    await toast('User Updated', 'ada@ridge.example is paused and signed out.');
    await row('ada@').getByText('Paused', { exact: true }).waitFor();
    await row('ada@').getByRole('button', { name: 'Unpause ada@ridge.example' }).click();
    await toast('User Updated', 'ada@ridge.example may sign in again.');
    await row('ada@').getByText('Active', { exact: true }).waitFor();
    await row('ada@').getByRole('switch').click();
    await toast('User Updated', 'ada@ridge.example is an admin now.');
    expect(await row('ada@').getByRole('switch').isChecked()).toBe(true);
    expect(calls.map(({ body }) => body)).toEqual([{ isPaused: true }, { isPaused: false }, { isAdmin: true }]);
    expect(calls[0]).toMatchObject({ method: 'PUT', path: path('ada') });
    expect(await userOf('ada')).toMatchObject({ isAdmin: true, isPaused: false });
  });

  test("a change that failed: 'Error' with the server's message or 'Failed to update user', and the row as it is", async () => {
    await next('PUT', '**/api/admin/users/*', failedWith(422, 'The last admin cannot be paused.'));
    await row('cy@')
      .getByRole('button', { name: /^Pause/ })
      .click();
    await toast('Error', 'The last admin cannot be paused.', 'destructive');
    await next('PUT', '**/api/admin/users/*', failedWith(500));
    await row('cy@').getByRole('switch').click();
    await toast('Error', 'Failed to update user', 'destructive');
    expect(await row('cy@').getByRole('switch').isChecked()).toBe(true);
  });

  test('nobody can lock themselves out: the own account has no toggle, no Pause and no Delete', async () => {
    const { email } = await admin.ok<AdminUserView>('GET', '/api/auth/user');
    // a page beyond the end is the last one
    await open(`?page=99&search=${email}`);
    await row(`${email} you`).waitFor();
    expect(await row(`${email}`).getByRole('button').allTextContents()).toEqual(['Edit']);
    expect(await row(`${email}`).getByRole('switch').isDisabled()).toBe(true);
    await press(`Edit ${email}`);
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    for (const name of ['Admin', 'Paused']) expect(await dialog.getByRole('switch', { name }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(ownId).not.toBe('');
  });

  describe('Edit', () => {
    const dialog = () => page.getByRole('dialog', { name: 'Edit User' });
    const field = (label: string) => dialog().getByLabel(label);
    const save = () => dialog().getByRole('button', { name: 'Save changes' });
    const credits = () => field('Monthly credits');

    test('names, username, monthly credits: what is wrong stands at its field; what changed is sent, with the version', async () => {
      await open('?search=ridge');
      await press('Edit ada@ridge.example');
      expect(await field('First name (optional)').inputValue()).toBe('Ada');
      for (const wrong of ['1.5', '-1', '100001', '']) {
        await credits().fill(wrong);
        await save().click();
        await dialog().getByText('Enter a whole number from 0 to 100,000', { exact: true }).waitFor();
      }
      await expect.poll(() => credits().evaluate((input) => input === document.activeElement)).toBe(true);
      const before = await userOf('ada');
      await credits().fill('500');
      await field('Username (optional)').fill(' ');
      await next('PUT', '**/api/admin/users/*', failedWith(500));
      await save().click();
      await behind('Failed to update user');
      await save().dblclick();
      await toast('User Updated', 'ada@ridge.example is as you set it.');
      await dialog().waitFor({ state: 'detached' });
      expect(calls.at(-1)?.body).toEqual({ username: null, monthlyCredits: 500, version: before?.version });
      await row('ada@').getByText('500 credits a month').waitFor();
    });

    test('when somebody else was faster: said so, with the newer values, and what was typed kept', async () => {
      await press('Edit ada@ridge.example');
      await credits().fill('700');
      await field('First name (optional)').fill('Adeline');
      await admin.ok('PUT', path('ada'), { monthlyCredits: 600, lastName: 'Lindqvist' });
      await save().click();
      await dialog().getByText('Somebody else changed this user meanwhile.').waitFor();
      await dialog().getByText('Monthly credits is now 600; what you typed still stands below.').waitFor();
      await dialog().getByText('Last name is now Lindqvist.').waitFor();
      expect([
        await credits().inputValue(),
        await field('First name (optional)').inputValue(),
        await field('Last name (optional)').inputValue(),
      ]).toEqual(['700', 'Adeline', 'Lindqvist']);
      expect(await violations(page)).toEqual([]);
      await save().click();
      await toast('User Updated');
      expect(await userOf('ada')).toMatchObject({ monthlyCredits: 700, firstName: 'Adeline', lastName: 'Lindqvist' });
    });
  });

  test('Add User: an email is required, the rest is optional, with admin and paused switches; an invitation is mailed', async () => {
    await card('User Management').getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    const email = dialog.getByLabel('Email', { exact: true });
    const submit = dialog.getByRole('button', { name: 'Add User' });
    expect(await email.getAttribute('type')).toBe('email');
    for (const optional of ['Username', 'First name', 'Last name'])
      await dialog.getByLabel(`${optional} (optional)`).waitFor();
    await submit.click();
    await dialog.getByText('Email is required', { exact: true }).waitFor();
    await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true);
    await email.fill('nobody');
    await dialog.getByText('Email is required').waitFor({ state: 'detached' });
    await submit.click();
    await dialog.getByText('Please enter a valid email address', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await email.fill('ADA@ridge.example');
    await dialog.getByLabel('First name (optional)').fill(' Dee ');
    await next('POST', '**/api/admin/users', failedWith(500));
    await submit.click();
    await behind('Failed to create user');
    await submit.click();
    await dialog.getByText('There is a user with this address already.').waitFor();
    expect(await dialog.getByLabel('First name (optional)').inputValue()).toBe(' Dee ');
    await email.fill('Dee@ridge.example');
    await submit.dblclick();
    await toast('User Created', 'dee@ridge.example is in the list. The invitation is on its way.');
    await dialog.waitFor({ state: 'detached' });
    await row('dee@ridge.example').getByText('Dee', { exact: true }).waitFor();
    await row('dee@ridge.example').getByText('Invited', { exact: true }).waitFor();
    expect(calls.at(-1)?.body).toEqual({
      email: 'dee@ridge.example',
      firstName: 'Dee',
      isAdmin: false,
      isPaused: false,
    });
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(3);
    await card('User Management').getByRole('button', { name: 'Add User' }).click();
    expect(await email.inputValue()).toBe('');
    await dialog.getByRole('switch', { name: 'Admin' }).focus();
    await page.keyboard.press('Space');
    expect(await dialog.getByRole('switch', { name: 'Admin' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('the invitation can be sent again; where no mail can be sent, its link is shown to be handed over', async () => {
    const mails = async () => (await screens.house.outbox()).filter(({ to }) => to.includes('eve@ridge.example'));
    await until(mails, (sent) => sent.length === 1);
    await press('Resend invitation to eve@ridge.example');
    await toast('Invitation Sent', 'It is on its way to eve@ridge.example.');
    await until(mails, (sent) => sent.length === 2);
    const url = 'https://pilot.example/api/invitation?token=only-here';
    const invited = { ...(await userOf('eve')), invitation: { mailed: false, url } };
    await next('POST', '**/api/admin/users/*/invitation', (route) => route.fulfill({ json: invited }));
    await press('Resend invitation to eve@ridge.example');
    const dialog = page.getByRole('dialog', { name: 'Hand over this invitation' });
    await dialog.getByText('For eve@ridge.example').waitFor();
    expect(await dialog.getByLabel('Link of the invitation').inputValue()).toBe(url);
    expect(await violations(page)).toEqual([]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy the link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test("deleting asks 'Are you sure you want to delete this user? This action cannot be undone.'", async () => {
    await open('?search=ridge');
    const ask = page.getByRole('alertdialog', { name: 'Delete User?' });
    const button = row('bo@').getByRole('button', { name: 'Delete bo@ridge.example' });
    await button.click();
    await ask
      .getByText('Are you sure you want to delete this user? This action cannot be undone.', { exact: true })
      .waitFor();
    await ask.getByText('bo@ridge.example').waitFor();
    await ask.getByText(/their partners, campaigns and texts are erased/).waitFor();
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    expect(calls).toEqual([]);
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await next('DELETE', '**/api/admin/users/*', failedWith(500));
    await ask.getByRole('button', { name: 'Delete User' }).click();
    await behind('Failed to delete user');
    await ask.getByRole('button', { name: 'Delete User' }).dblclick();
    await toast('User Deleted', 'bo@ridge.example is gone.');
    await row('bo@').waitFor({ state: 'detached' });
    expect(calls.map(({ method, path: to }) => [method, to])).toEqual(Array(2).fill(['DELETE', path('bo')]));
    expect(await userOf('bo')).toBeUndefined();
  });

  test('search, order and page live in the address: a reload keeps them', async () => {
    const ridge = (...names: string[]) => names.map((name) => `${name}@ridge.example`);
    await sortBy('Email');
    expect(await emails()).toEqual(ridge('ada', 'cy', 'dee', 'eve', 'me2'));
    await sortBy('Email');
    expect((await emails())[0]).toBe('me2@ridge.example');
    const header = card('User Management').getByRole('columnheader', { name: 'Email' });
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    // blank names come last
    await sortBy('Name');
    expect(await emails()).toEqual(ridge('ada', 'cy', 'dee', 'me2', 'eve'));
    await sortBy('Status');
    expect((await emails()).slice(-2).toSorted()).toEqual(ridge('dee', 'eve'));
    await page.getByRole('searchbox', { name: 'Search users' }).fill('LIND ada');
    await row('cy@').waitFor({ state: 'detached' });
    expect(await emails()).toEqual(ridge('ada'));
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('sort'), searchParams.get('search')]).toEqual(['status', 'LIND ada']);
    await page.reload();
    await row('ada@').waitFor();
    expect(await emails()).toEqual(ridge('ada'));
    expect(await page.getByRole('searchbox', { name: 'Search users' }).inputValue()).toBe('LIND ada');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('zzz');
    await card('User Management').getByText('No users match your search.').waitFor();
    await card('User Management').getByRole('button', { name: 'Clear search' }).click();
    await row('cy@').waitFor();
  });

  test('10,000 users: 50 a page, with search and order over all of them', async () => {
    const users: AdminUserView[] = Array.from({ length: 10_000 }, (_, index) => ({
      id: `user${index}`,
      email: `user${String(index).padStart(5, '0')}@northwind.example`,
      username: null,
      firstName: index % 2 ? 'Odd' : 'Even',
      lastName: null,
      ...blank,
      createdAt: new Date(1_770_000_000_000 + index * 60_000).toISOString(),
      joined: true,
      emailConfirmed: true,
      secondFactor: false,
      monthlyCredits: 200,
      version: 1,
    }));
    await page.route('**/api/admin/users', (route) => route.fulfill({ json: { users } }));
    await open('?sort=email&page=2');
    await row('user00050').waitFor();
    expect(await rows().count()).toBe(50);
    const pages = card('User Management').getByRole('navigation', { name: 'Pages of users' });
    await pages.getByText('51–100 of 10,000', { exact: true }).waitFor();
    await pages.getByRole('button', { name: 'Previous' }).click();
    await pages.getByText('1–50 of 10,000', { exact: true }).waitFor();
    expect(await pages.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
    await page.getByRole('searchbox', { name: 'Search users' }).fill('user0995');
    await row('user09950').waitFor();
    expect(await rows().count()).toBe(10);
    expect(await pages.count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search users' }).fill('user09');
    await pages.getByText('1–50 of 1,000', { exact: true }).waitFor();
    await pages.getByRole('button', { name: 'Next' }).click();
    await pages.getByText('51–100 of 1,000', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    // the pick list of the audit finds one of them, too
    await page.getByRole('link', { name: 'Audit' }).click();
    const tenant = page.getByRole('combobox', { name: 'Tenant' });
    await tenant.click();
    await page.getByText('9,992 more: type on to narrow.').waitFor();
    await tenant.fill('user0777');
    await expect.poll(() => page.getByRole('listbox', { name: 'Users' }).getByRole('option').count()).toBe(8);
  });
});

describe('/admin/audit', () => {
  const tenant = () => page.getByRole('combobox', { name: 'Tenant' });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const chosen = () => new URL(page.url()).searchParams.get('tenant');
  let sam: { id: string; email: string; partner: PartnerView };
  beforeAll(async () => {
    const { person, userId, partners } = await readyPerson(screens.house, 1);
    const { email } = await person.ok<{ email: string }>('GET', '/api/auth/user');
    const [partner] = partners;
    if (!partner) throw new Error('no partner');
    sam = { id: userId, email, partner };
  });

  test('the tenant is picked from the users by email or name, with the keyboard or the mouse; an id will do', async () => {
    await page.goto(`${screens.house.url}/admin/audit?view=erasures`);
    await page.getByText('Choose a tenant above to erase an address that they hold, or all that is theirs.').waitFor();
    await tenant().click();
    await tenant().pressSequentially('robin vale sam.');
    await tenant().fill(sam.email.toUpperCase());
    const option = page.getByRole('listbox', { name: 'Users' }).getByRole('option');
    await option.filter({ hasText: sam.email }).waitFor();
    expect(await option.count()).toBe(1);
    expect(await tenant().getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(chosen()).toBe(sam.id);
    expect(await tenant().inputValue()).toBe(sam.email);
    await page.getByRole('button', { name: 'All tenants' }).click();
    expect(chosen()).toBe(null);
    await tenant().click();
    await tenant().fill('gone-1');
    await page.getByText('No user matches. Press Enter to take it as an id.').waitFor();
    await page.keyboard.press('Enter');
    expect(chosen()).toBe('gone-1');
    await tenant().click();
    await tenant().fill(sam.email.slice(0, 9));
    await option.filter({ hasText: sam.email }).click();
    expect(chosen()).toBe(sam.id);
    await tenant().click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox', { name: 'Users' }).getByRole('option').count()).toBe(0);
    expect(await tenant().inputValue()).toBe(sam.email);
  });

  test('Erase an address: names what is destroyed, has it typed twice, and shows the receipt', async () => {
    const address = sam.partner.contactInfo?.email ?? '';
    await page.getByRole('button', { name: 'Erase an address' }).click();
    const ask = dialog('Erase an address for good');
    await ask.getByText(`From all that ${sam.email} holds.`).waitFor();
    await ask.getByText(/^Every partner with this address is destroyed/).waitFor();
    const erase = () => ask.getByRole('button', { name: 'Erase for good' }).click();
    await erase();
    await ask.getByText('Enter the address', { exact: true }).waitFor();
    await ask.getByLabel('Address to erase').fill('nobody');
    await ask.getByLabel('Type the address once more').fill('nobody');
    await erase();
    await ask.getByText('Invalid email', { exact: true }).waitFor();
    await ask.getByLabel('Address to erase').fill(address);
    await erase();
    await ask.getByText(`Type ${address} to confirm`, { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await ask.getByLabel('Type the address once more').fill(address.toUpperCase());
    await erase();
    const receipt = dialog('Erased for good');
    await receipt.getByRole('heading', { name: 'An address', exact: true }).waitFor();
    await receipt.getByText('Erased', { exact: true }).waitFor();
    await receipt.getByText(/^1 key, /).waitFor();
    await receipt.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('list', { name: 'Erasures' }).getByRole('article').first().waitFor();
  });

  test('Erase this user: has their email typed, and shows the receipt; oneself is refused in the server’s words', async () => {
    await page.getByRole('button', { name: 'Erase this user' }).click();
    const ask = dialog(`Erase ${sam.email} for good?`);
    await ask.getByText(/^Their account is destroyed, with its password and sessions/).waitFor();
    const erase = () => ask.getByRole('button', { name: 'Erase for good' }).click();
    await erase();
    await ask.getByText(`Type ${sam.email} to confirm`).last().waitFor();
    await ask.getByLabel(`Type ${sam.email} to confirm`).fill(sam.email);
    await erase();
    const receipt = dialog('Erased for good');
    await receipt.getByRole('heading', { name: 'A user and all that was theirs', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await receipt.getByRole('button', { name: 'Done' }).click();
    const { users } = await admin.ok<AdminUsersView>('GET', '/api/admin/users');
    expect(users.find(({ id }) => id === sam.id)).toBeUndefined();
    const me = await admin.ok<AdminUserView>('GET', '/api/auth/user');
    await page.goto(`${screens.house.url}/admin/audit?view=erasures&tenant=${me.id}`);
    await page.getByRole('button', { name: 'Erase this user' }).click();
    const own = dialog(`Erase ${me.email} for good?`);
    await own.getByLabel(`Type ${me.email} to confirm`).fill(me.email ?? '');
    await own.getByRole('button', { name: 'Erase for good' }).click();
    await own.getByText(/^You cannot erase your own account/).waitFor();
  });
});
