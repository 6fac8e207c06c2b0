import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  AdminUsersView,
  AiUsageView,
  InstallationHealthView,
  InvitedUserView,
  UserView,
} from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { acceptInvitation, turnSecondFactor } from '../../events/accounts/user.ts';
import { RIGHT_TO_LEFT, UNBROKEN } from '../support/awkwardTexts.ts';
import { cause } from '../support/log.ts';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
let admin: Person;
beforeAll(async () => {
  screens = await startScreens();
  // the first account of an installation is its admin
  ({ person: admin } = await readyPerson(screens.app, 0));
});
afterAll(() => screens?.stop());

const section = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link', { name: title, exact: true });
const health = () => admin.ok<InstallationHealthView>('GET', '/api/admin/health');

/** Has the page told of costs on the last three days. */
const withCosts = (page: Page) =>
  page.route('**/api/admin/openai-usage/stats*', async (route) => {
    const view = (await (await route.fetch()).json()) as AiUsageView;
    const costs = [0, 1.2345, 0.001];
    view.daily.splice(
      -3,
      3,
      ...view.daily.slice(-3).map((day, index) => ({ ...day, costUsd: costs[index] ?? 0, calls: index && 1234 })),
    );
    view.totalUsage = { totalCostUsd: 1234.5, totalCalls: 2468, averageCostPerCall: 0.01, totalTokens: 4_567_890 };
    view.usageByOperation = [{ operation: 'messageGeneration', totalCostUsd: 8.5, callCount: 1000, unpricedCalls: 2 }];
    view.unpricedCalls = 2;
    const { id } = await admin.ok<UserView>('GET', '/api/auth/user');
    view.budget = {
      month: '2026-11',
      installation: { limitUsd: 1500, spentUsd: 1234.5 },
      users: [{ userId: id, limitUsd: 12.5, spentUsd: 11.25 }],
    };
    await route.fulfill({ json: view });
  });

/** Has the page told of an installation with much that is wrong. */
const withProblems = async (page: Page) => {
  const well = await health();
  const job = { task: 'find-contact', attempts: 25, maxAttempts: 25, runAt: new Date().toISOString(), tenant: 't1' };
  const wrong: InstallationHealthView = {
    ...well,
    sandbox: false,
    mailer: { kind: 'smtp', mailed: 0, failed: 2, failing: true, lastFailure: 'the provider refused our sender' },
    workers: [],
    aiModels: [
      { name: 'gpt-5-mini', tasks: ['writing', 'search'], priced: false, endsOn: '2026-12-11', state: 'ending' },
    ],
    aiLacks: ['web_search'],
    aiBudget: { limitUsd: 1500, spentUsd: 1234.5, state: 'near', usersNear: 1 },
    providers: well.providers.map((provider) => ({ ...provider, configured: false })),
    queue: { ...well.queue, failed: 1, jobs: [{ ...job, id: '7', lastError: 'find-contact: 42P01' }] },
    seals: { ...well.seals, file: 'trouble', trouble: 'SEAL_FILE /seals/newest cannot be written (EACCES).' },
  };
  await page.route('**/api/admin/health', (route) => route.fulfill({ json: wrong }));
};

test('every section fits with everything wrong, and a day of little cost can be seen [long]', async () => {
  const page = await screens.visit('/api/health', admin);
  await withCosts(page);
  await withProblems(page);
  await page.goto(`${screens.app.url}/admin`);
  await page.getByText(/things to look at/).waitFor();
  await lookAt(page, 'admin');
  await section(page, 'Users').click();
  await page.getByText('AI $11.25 of $12.50').waitFor();
  for (const width of [375, 900, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await page
      .locator('[data-row] p', { hasText: 'credits a month' })
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    expect(cut).toEqual([]);
  }
  await section(page, 'Links').click();
  for (const label of ['Signup URL', 'Help Desk URL'])
    await page.getByRole('textbox', { name: label, exact: true }).fill('no address');
  for (const label of ['Signup URL', 'Help Desk URL'])
    await page.getByRole('button', { name: `Save ${label}`, exact: true }).click();
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'begins with' }).count()).toBe(2);
  await lookAt(page, 'admin-links');
  await section(page, 'AI usage').click();
  const budget = page.getByRole('region', { name: 'Budget' });
  await budget.getByText('82% of the AI budget is used.').waitFor();
  const bars = page.getByRole('toolbar', { name: 'Days' }).getByRole('button');
  const heights = await bars.locator('span').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights.indexOf(Math.max(...heights))).toBe(28);
  expect(heights[29]).toBeGreaterThan(heights[27] ?? 0);
  await bars.nth(28).focus();
  await page.locator('[data-told]').waitFor();
  await lookAt(page, 'admin-ai-usage');
});

const add = (name: string, more: object = {}) =>
  admin.ok<InvitedUserView>('POST', '/api/admin/users', {
    email: `${name}@ridge.example`,
    isAdmin: false,
    isPaused: false,
    ...more,
  });
/** Does to an account what other parts of the product do. */
const change = (id: string, decide: typeof acceptInvitation) =>
  screens.app.api.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', id) },
    decide: ({ user }) => ({ user: decide(user) }),
  });
const listed = async (email: string) =>
  (await admin.ok<AdminUsersView>('GET', '/api/admin/users')).users.find((user) => user.email === email);

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, email: string) => page.locator('[data-row]').filter({ hasText: email });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The buttons and links of the navigation that something else lies over. */
const covered = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-label=Sidebar] :is(a, button)')]
      .map((button) => ({ button, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.top >= 0 && box.bottom <= window.innerHeight)
      .filter(({ button, box }) => {
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return !button.contains(hit);
      })
      .map(({ button }) => button.getAttribute('aria-label') ?? button.textContent),
  );

test('the table, the dialogs and a notice fit, with long names [long]', async () => {
  const { id } = await add('long', {
    firstName: RIGHT_TO_LEFT,
    lastName: UNBROKEN.slice(0, 60),
    username: 'l'.repeat(30),
  });
  await change(id, acceptInvitation);
  await change(id, (state) => turnSecondFactor(state, true));
  await add('paused', { isPaused: true });
  const waiting = await add('waiting');
  const page = await screens.visit('/admin/users?search=ridge', admin);
  await row(page, 'waiting@').getByText('Invited', { exact: true }).waitFor();
  await lookAt(page, 'admin-users');

  await press(page, 'Edit long@ridge.example');
  await dialogOf(page, 'Edit User').getByRole('switch', { name: 'Two-factor authentication' }).waitFor();
  await lookAt(page, 'admin-edit-user');
  await press(page, 'Cancel');

  const url = `https://pilot.example/api/invitation?token=${'x'.repeat(43)}`;
  const json = { ...waiting, invitation: { mailed: false, url } };
  await page.route('**/api/admin/users/*/invitation', (route) => route.fulfill({ json }));
  await press(page, 'Resend invitation to waiting@ridge.example');
  await dialogOf(page, 'Hand over this invitation').waitFor();
  await lookAt(page, 'admin-hand-over');
  await press(page, 'Done');

  // a paused user sees a notice, which covers no navigation
  await press(page, 'Pause long@ridge.example');
  await press(page, 'Pause user');
  const notice = page.locator('li[data-swipe-direction]');
  await notice.getByText('long@ridge.example is paused and signed out.').waitFor();
  // pointed at, it stays
  await notice.hover();
  await row(page, 'long@').scrollIntoViewIfNeeded();
  expect(await covered(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 700 });
  expect((await notice.boundingBox())?.height).toBeLessThan(90);
  expect(await listed('long@ridge.example')).toMatchObject({ isPaused: true });
  await page.context().close();
});
