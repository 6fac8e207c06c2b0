import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AiUsageView, InstallationHealthView } from '../../api/views.ts';
import { type AdminPage, startAdmin } from '../support/adminPage.ts';
import { failedWith, hold, holdRules } from '../support/answers.ts';
import { readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { lookAt } from '../support/screens.ts';

let at: AdminPage;
let page: Page;
beforeAll(async () => {
  at = await startAdmin(async () => undefined);
  ({ page } = at);
});
afterAll(async () => {
  await at?.stop();
});

const card = (title: string) => at.card(title);
const toast: AdminPage['toast'] = (...expected) => at.toast(...expected);
const next: AdminPage['next'] = (...expected) => at.next(...expected);

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
    { operation: 'messageGeneration', totalCostUsd: 8.5, callCount: 1000, unpricedCalls: 0 },
    { operation: 'partnerGeneration', totalCostUsd: 3.845, callCount: 1, unpricedCalls: 0 },
  ],
  unpricedCalls: 0,
  daily: Array.from({ length: 30 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
    costUsd: index === 27 ? 1.2345 : index === 28 ? 0.001 : index % 7 === 0 ? 0 : 0.2 + 0.03 * index,
    calls: index === 27 ? 1234 : index === 28 ? 1 : index % 7 === 0 ? 0 : index,
    unpricedCalls: 0,
  })),
  pricingInfo: {
    model: 'gpt-6.1-terra',
    priceDate: '2026-11-22',
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
  await page.goto(`${at.screens.app.url}/admin`);
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
});

describe('AI API Usage', () => {
  /** What the calls are answered, once a first one was asked for: each minute. */
  let shown: AiUsageView | null = null;
  beforeAll(() =>
    page.route('**/api/admin/openai-usage/stats*', (route) =>
      shown ? route.fulfill({ json: shown }) : route.continue(),
    ),
  );
  const show = async (view: AiUsageView): Promise<void> => {
    shown = view;
    const answered = page.waitForResponse('**/api/admin/openai-usage/stats*');
    await page.clock.fastForward(60_000);
    await answered;
  };
  const values = (label: string) =>
    card('AI API Usage')
      .locator('dl > div')
      .filter({ has: page.locator('dt').getByText(label) })
      .locator('dd')
      .allTextContents();

  test('of the real server, before the first call: zeros, the empty text, and estimates', async () => {
    await page.getByRole('heading', { name: 'Admin Panel', level: 1 }).waitFor();
    expect(await page.title()).toContain('Admin');
    await card('AI API Usage').getByText('Last 30 days, all users. Refreshed every minute.').waitFor();
    await card('AI API Usage').getByText('No AI calls in the last 30 days.').waitFor();
    await card('AI API Usage').getByText('Daily costs appear here after the first AI call.').waitFor();
    expect(await values('Total cost')).toEqual(['$0.00']);
    expect(await values('API calls')).toEqual(['0']);
    expect((await values('Partner generation'))[0]).toMatch(/^\$\d\.\d{3}$/);
  });

  test('refreshed every 60 s, and how the installation stands every 30 s: costs with 2 decimals, the average per call with 4, the estimates per operation with 3', async () => {
    const [asked, looked]: [URL[], URL[]] = [[], []];
    const note = (request: { url(): string }) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/openai-usage/stats')) asked.push(url);
      if (url.pathname.endsWith('/api/admin/health')) looked.push(url);
    };
    const both = page.waitForResponse('**/api/admin/health');
    await show(usage());
    await both;
    await card('AI API Usage').getByText('$12.35', { exact: true }).waitFor();
    page.on('request', note);
    // the clock of the page goes on meanwhile, too
    await page.clock.fastForward(15_000);
    expect([asked.length, looked.length]).toEqual([0, 0]);
    const seen = page.waitForResponse('**/api/admin/health');
    await page.clock.fastForward(15_000);
    await seen;
    expect([asked.length, looked.length]).toEqual([0, 1]);
    // the next one is due that much later than the answer was here
    await page.clock.fastForward(31_000);
    await expect.poll(() => [asked.length, looked.length]).toEqual([1, 2]);
    page.off('request', note);
    expect(asked.map(({ search }) => search)).toEqual(['?daysAgo=30']);
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

  test('the cost of each day is a bar, told when it is pointed at or come to by the arrows, and a table', async () => {
    const chart = page.getByRole('region', { name: 'Cost by day' });
    const bars = chart.getByRole('toolbar', { name: 'Days' }).getByRole('button');
    await show(usage());
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
    const rows = chart.getByRole('table', { name: 'AI cost by day' }).locator('tbody tr');
    expect(await rows.count()).toBe(30);
    expect(await rows.nth(2).locator('th, td').allTextContents()).toEqual(['Thu, Nov 19', '$1.23', '1,234']);
    await chart.getByText('Show as a table').click();
  });

  test('what has no price is said to be missing in the figures and in the cost warning', async () => {
    const view = usage({ totalCostUsd: 50 });
    view.unpricedCalls = 3;
    view.usageByOperation = [
      { operation: 'messageGeneration', totalCostUsd: 50, callCount: 1000, unpricedCalls: 2 },
      { operation: 'partnerGeneration', totalCostUsd: 0, callCount: 1, unpricedCalls: 1 },
    ];
    view.pricingInfo.estimatedCostPerOperation.contactEnhancement = null;
    await show(view);
    await card('AI API Usage')
      .getByText(
        '3 calls of unknown cost: their model is not in the price list. Neither these figures nor the cost warning include them.',
      )
      .waitFor();
    await card('AI API Usage').getByText('Current cost: $50.00, without 3 calls of unknown cost').waitFor();
    expect(await values('Message generation 1,000 calls, 2 of unknown cost')).toEqual(['$50.00']);
    expect(await values('Partner generation 1 call')).toEqual(['Cost unknown']);
    expect((await values('Contact enhancement'))[0]).toBe('Cost unknown');
  });

  test('where no call has a price, no cost is shown at all', async () => {
    const view = usage({ totalCostUsd: 0, averageCostPerCall: 0, totalCalls: 2 });
    view.unpricedCalls = 2;
    view.daily = view.daily
      .map((day) => ({ ...day, costUsd: 0, calls: 0 }))
      .with(29, {
        date: '2026-11-21',
        costUsd: 0,
        calls: 2,
        unpricedCalls: 2,
      });
    await show(view);
    await card('AI API Usage').getByText('2 calls of unknown cost:').waitFor();
    expect(await values('Total cost')).toEqual(['Cost unknown']);
    expect(await values('Average per call')).toEqual(['Cost unknown']);
    await page.getByRole('button', { name: 'Sat, Nov 21: Cost unknown, 2 calls' }).waitFor();
  });

  test("from the threshold on: 'Your OpenAI API costs have exceeded $X. Current cost: $Y'", async () => {
    await show(usage({ totalCostUsd: 50 }));
    const warning = 'Your OpenAI API costs have exceeded $50. Current cost: $50.00';
    await card('AI API Usage').getByText(warning).waitFor();
    await card('AI API Usage').getByText('High usage warning', { exact: true }).waitFor();
    await show(usage({ totalCostUsd: 49.99 }));
    await card('AI API Usage').getByText('$49.99').waitFor();
    expect(await page.getByText('High usage warning').count()).toBe(0);
  });
});

describe('the settings of the installation', () => {
  const field = (label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
  const save = (label: string) => page.getByRole('button', { name: `Save ${label}`, exact: true });

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

  test('after a reload what was saved is there; pressed twice while the rules are on their way, a setting is sent once', async () => {
    const rules = await holdRules(page);
    await page.reload();
    for (const [label, value] of [
      ['Signup URL', 'https://join.example/'],
      ['Tutorials URL', 'https://learn.example/start'],
      ['Help Desk URL', 'https://help.example'],
      ['Cost warning threshold (USD)', '75.50'],
    ] as const)
      await expect.poll(() => field(label).inputValue()).toBe(value);
    const sent: unknown[] = [];
    const note = (request: { method(): string; postDataJSON(): unknown }) =>
      request.method() === 'PUT' && sent.push(request.postDataJSON());
    page.on('request', note);
    await field('Signup URL').fill('https://join.example/two');
    for (const _ of [1, 2]) await field('Signup URL').press('Enter');
    await page.locator('button[aria-busy]').waitFor();
    rules.release();
    await toast('Signup URL Updated');
    // a second one would be sent right after the first
    await field('Tutorials URL').fill('https://learn.example/third');
    await save('Tutorials URL').click();
    await toast('Tutorials URL Updated');
    page.off('request', note);
    expect(sent).toEqual([{ value: 'https://join.example/two' }, { value: 'https://learn.example/third' }]);
  });

  test("the links stand in everyone's sidebar at once, and a blank one hides its link", async () => {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tutorials' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://learn.example/third');
    await field('Tutorials URL').fill('');
    await save('Tutorials URL').click();
    await toast('Tutorials URL Updated', 'It is no longer set.');
    await link.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Help Desk' }).waitFor();
  });

  test('a link that an admin changed stands in the sidebar of the others when they come back to the window, at most a minute old', async () => {
    const { person } = await readyPerson(at.screens.app, 0);
    const other = await at.screens.visit('/api/health', person);
    await other.clock.install();
    await other.goto(`${at.screens.app.url}/settings`);
    const link = other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tutorials' });
    await other.getByRole('link', { name: 'Help Desk' }).waitFor();
    expect(await link.count()).toBe(0);
    await at.admin.ok('PUT', '/api/admin/settings/tutorials_url', { value: 'https://learn.example/next' });
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
    await at.admin.ok('PUT', '/api/admin/settings/tutorials_url', { value: '' });
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
  const health = () => at.admin.ok<InstallationHealthView>('GET', '/api/admin/health');
  const rescheduleJob = async (): Promise<void> => {
    const seen = page.waitForResponse('**/api/admin/health');
    await page.clock.fastForward(31_000);
    await seen;
  };
  const problems = () => card('Installation').getByRole('list', { name: 'Problems' }).getByRole('listitem');

  test('of the real server: how it stands, and a job that failed with a Retry that has it done', async () => {
    const { owner } = at.screens.app;
    const [job] = await owner.sql<{ id: string }[]>`
      select id::text from graphile_worker.add_job('find-contact',
        json_build_object('tenant', 't1', 'id', 'nobody', 'correlationId', 'c', 'causationId', 'e'), run_at => now() + interval '1 hour')`;
    await owner.sql`
      update graphile_worker._private_jobs set attempts = 25, last_error = 'find-contact: 42P01' where id = ${job?.id ?? ''}::text::bigint`;
    await rescheduleJob();
    await card('Installation').getByText('Sandbox', { exact: true }).waitFor();
    await card('Installation').getByRole('list', { name: 'Providers' }).getByText('OpenAI').waitFor();
    const { log, version } = await health();
    expect(log.events).toBeGreaterThan(0);
    await card('Installation').getByText(`Version ${version}`).waitFor();
    await problems().filter({ hasText: '1 job failed permanently.' }).waitFor();
    const failing = page.getByRole('region', { name: 'Failing jobs' });
    await failing.getByText('Find contact', { exact: true }).waitFor();
    await failing.getByText('25 of 25 tries · find-contact: 42P01 · user t1').waitFor();
    await failing.getByRole('button', { name: `Retry Find contact, job ${job?.id}` }).dblclick();
    await toast('Job Retried');
    await until(health, ({ queue }) => queue.jobs.length === 0);
  });

  test('what is wrong comes first, in words that say what to do', async () => {
    const well: InstallationHealthView = {
      ...(await health()),
      sandbox: false,
      mailer: { kind: 'smtp', mailed: 3, failed: 0, failing: false, lastFailure: null },
      workers: [{ id: 'w', lastBeatAt: new Date().toISOString(), alive: true }],
      providers: [{ name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: true, trouble: null }],
      queue: { waiting: 0, oldestRunAt: null, scheduled: 3, running: 1, failed: 0, jobs: [] },
      log: { events: 1_234_567, newestAt: new Date().toISOString(), horizonAgeMs: 5, relayLag: 0 },
      seals: { lastAt: new Date().toISOString(), unsealed: 12, file: 'ok', trouble: null },
    };
    let shown = well;
    await page.route('**/api/admin/health', (route) => route.fulfill({ json: shown }));
    await rescheduleJob();
    const installation = page.getByRole('region', { name: 'Installation', exact: true });
    await installation.getByText('All is well', { exact: true }).waitFor();
    await installation.getByText('1,234,567', { exact: true }).waitFor();
    shown = {
      ...well,
      mailer: { kind: 'smtp', mailed: 0, failed: 2, failing: true, lastFailure: 'the provider refused our sender' },
      workers: [],
      providers: [
        { name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: false, trouble: null },
        { name: 'OpenID Connect', setting: 'OIDC_ISSUER', configured: true, trouble: 'It could not be reached.' },
      ],
      queue: { ...well.queue, waiting: 40, oldestRunAt: new Date(Date.now() - 3_600_000).toISOString() },
      seals: { ...well.seals, file: 'trouble', trouble: 'SEAL_FILE /seals/newest cannot be written (EACCES).' },
    };
    await rescheduleJob();
    await installation.getByText('6 things to look at', { exact: true }).waitFor();
    expect(await installation.getByRole('list', { name: 'Problems' }).getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^No worker is running\. .*npm run worker/),
      'The seal file has a problem. SEAL_FILE /seals/newest cannot be written (EACCES).',
      expect.stringMatching(/^System emails fail\. Of 2 emails .*: the provider refused our sender\. .*SMTP_URL/),
      expect.stringMatching(/^OpenID Connect cannot be used\. It could not be reached\. .*OIDC_ISSUER/),
      expect.stringMatching(/^The oldest job was due 1 hour ago\. .*another one/),
      expect.stringMatching(/^OpenAI is not configured\. .* Set OPENAI_API_KEY and start again\.$/),
    ]);
    await installation.getByRole('list', { name: 'Providers' }).getByText('needs OPENAI_API_KEY').waitFor();
    await lookAt(page, 'admin');
    await page.unrouteAll();
  });
});
