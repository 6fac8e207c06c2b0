import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView, StatsView } from '../../api/views.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

const DAY = 86_400_000;

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const metric = (page: Page, label: string) =>
  page
    .getByLabel('Key figures')
    .locator('div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) });
const card = (page: Page, title: string) => page.getByRole('region', { name: title });

/** Imports people by name; they are pending until decided. */
async function found(person: Person, names: readonly string[]): Promise<PartnerView[]> {
  await person.ok('POST', '/api/partners/import', { rows: names.map((name, index) => importedRow(index, name)) });
  const all = await person.ok<PartnerView[]>('GET', '/api/partners');
  return names.flatMap((name) => all.filter((partner) => partner.name === name));
}

const decide = (person: Person, partners: readonly PartnerView[], status: 'approved' | 'rejected') =>
  Promise.all(partners.map(({ id }) => person.ok('PATCH', `/api/partners/${id}/status`, { status })));

/** Sends the first messages of a campaign, and marks some of them as replied. */
async function sent(person: Person, campaign: CampaignView, count: number, replied: number): Promise<void> {
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  for (const [index, { id }] of sends.slice(0, count).entries()) {
    await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
    if (index < replied) await person.ok('PATCH', `/api/campaign-sends/${id}/status`, { status: 'replied' });
  }
}

describe('an account that has just been set up', () => {
  let page: Page;
  beforeAll(async () => {
    const { person } = await readyPerson(screens.app, 0);
    page = await screens.visit('/dashboard', person);
    await card(page, 'Recent Partner Matches').getByText('No partners found').waitFor();
  });
  afterAll(() => page?.context().close());

  test("four metric cards: Total Partners Found, Approved Partners, Emails Sent, Response Rate, each 'new' with nothing to compare", async () => {
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    expect(await page.getByLabel('Key figures').locator('dt').allTextContents()).toEqual([
      'Total Partners Found',
      'Approved Partners',
      'Emails Sent',
      'Response Rate',
    ]);
    for (const [label, value] of [
      ['Total Partners Found', '0'],
      ['Approved Partners', '0'],
      ['Emails Sent', '0'],
      ['Response Rate', '0%'],
    ] as const)
      expect(await metric(page, label).locator('dd').allTextContents()).toEqual([value, 'new']);
  });

  test("'No partners found. Generate some AI-powered recommendations to get started!' offers the way to /discovery", async () => {
    const recent = card(page, 'Recent Partner Matches');
    await recent
      .getByText('No partners found. Generate some AI-powered recommendations to get started!', { exact: true })
      .waitFor();
    expect(await recent.getByRole('link', { name: 'Go to Partner Discovery' }).getAttribute('href')).toBe('/discovery');
  });

  test("'No campaigns found. Create your first campaign to start reaching out to partners!' offers the way to /campaigns", async () => {
    const activity = card(page, 'Campaign Activity');
    await activity
      .getByText('No campaigns found. Create your first campaign to start reaching out to partners!', { exact: true })
      .waitFor();
    expect(await activity.getByRole('link', { name: 'Go to Campaigns' }).getAttribute('href')).toBe('/campaigns');
  });

  test('looks right while it is empty', () => lookAt(page, 'dashboard-empty'));
});

describe('an account at work', () => {
  let person: Person;
  let page: Page;
  beforeAll(async () => {
    ({ person } = await readyPerson(screens.app, 0));
    const old = await found(person, ['Olga First', 'Pim Second']);
    await decide(person, old, 'approved');
    for (const name of ['Campaign 1', 'Campaign 2', 'Campaign 3', 'Campaign 4', 'Campaign 5', 'Campaign 6']) {
      const campaign = await addCampaign(person, name === 'Campaign 6' ? old : old.slice(0, 1), {
        texts: name === 'Campaign 6' ? 'edited' : 'none',
      });
      await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { name });
      if (name === 'Campaign 6') await sent(person, campaign, 2, 1);
    }
    const [approved, , rejected] = await found(person, ['Quinn Approved', 'Rosa Pending', 'Sven Rejected']);
    await decide(person, approved ? [approved] : [], 'approved');
    await decide(person, rejected ? [rejected] : [], 'rejected');
    page = await screens.visit('/', person);
    await page.getByText('Quinn Approved').waitFor();
    await page.getByText('Campaign 6').waitFor();
  });
  afterAll(() => page?.context().close());

  test('/ and /dashboard are the same screen, titled Dashboard', async () => {
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    expect(await page.title()).toContain('Dashboard');
    const other = await screens.visit('/dashboard', person);
    await other.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await other.getByText('Quinn Approved').waitFor();
    await other.context().close();
  });

  test('the four figures are those of the account', async () => {
    const value = (label: string) => metric(page, label).locator('dd').first().textContent();
    expect(await value('Total Partners Found')).toBe('5');
    expect(await value('Approved Partners')).toBe('3');
    expect(await value('Emails Sent')).toBe('2');
    expect(await value('Response Rate')).toBe('50%');
  });

  test('Recent Partner Matches: at most 2 partners, pending or approved, never a rejected one', async () => {
    const rows = card(page, 'Recent Partner Matches').getByRole('listitem');
    expect(await rows.count()).toBe(2);
    const text = (await rows.allTextContents()).join('\n');
    expect(text).toContain('Quinn Approved');
    expect(text).toContain('Rosa Pending');
    expect(text).not.toContain('Sven Rejected');
    expect(text).toMatch(/12\.0K followers/);
  });

  test('a recent match opens in Partner Discovery', async () => {
    const link = card(page, 'Recent Partner Matches').getByRole('link', { name: 'Rosa Pending' });
    const all = await person.ok<PartnerView[]>('GET', '/api/partners');
    const id = all.find(({ name }) => name === 'Rosa Pending')?.id ?? '';
    expect(await link.getAttribute('href')).toBe(`/discovery?partner=${encodeURIComponent(id)}`);
  });

  test('Campaign Activity: the 5 newest campaigns, newest first, each with partner count, status, sent, replied and response rate', async () => {
    const activity = card(page, 'Campaign Activity');
    const rows = activity.getByRole('listitem');
    expect(await rows.locator('a[href^="/campaigns/"]').allTextContents()).toEqual([
      'Campaign 6',
      'Campaign 5',
      'Campaign 4',
      'Campaign 3',
      'Campaign 2',
    ]);
    const newest = rows.first();
    await newest.getByText('2 partners', { exact: true }).waitFor();
    await newest.getByText('Draft', { exact: true }).waitFor();
    await rows.nth(1).getByText('1 partner', { exact: true }).waitFor();
    expect(await newest.locator('dt').allTextContents()).toEqual(['Sent', 'Replied', 'Response rate']);
    expect(await newest.locator('dd').allTextContents()).toEqual(['2', '1', '50%']);
    expect(await newest.getByRole('link').first().getAttribute('href')).toMatch(/^\/campaigns\/./);
  });

  test('links to /discovery and /campaigns', async () => {
    for (const [name, address] of [
      ['Find Partners', '/discovery'],
      ['Campaigns', '/campaigns'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**${address}`);
      await page.goBack();
      await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    }
    const all = page.getByRole('link', { name: 'View all' });
    expect(await all.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/discovery',
      '/campaigns',
    ]);
  });

  test('looks right when it is full', async () => {
    await page.getByText('Quinn Approved').waitFor();
    await lookAt(page, 'dashboard');
  });

  test('what happens elsewhere shows by itself', async () => {
    const [late] = await found(person, ['Tess Late']);
    await card(page, 'Recent Partner Matches').getByText('Tess Late').waitFor();
    await decide(person, late ? [late] : [], 'approved');
    await metric(page, 'Approved Partners').getByText('4', { exact: true }).waitFor();
  });

  test("'Last updated' tells how long ago the figures were fetched, and counts on while the page is open", async () => {
    const own = await screens.visit('/404', person);
    await own.clock.install();
    await own.goto(`${screens.app.url}/dashboard`);
    await own.getByText('Last updated: just now', { exact: true }).waitFor();
    await own.clock.fastForward('05:05');
    await own.getByText('Last updated: 5 minutes ago', { exact: true }).waitFor();
    await own.clock.fastForward('02:00:00');
    await own.getByText('Last updated: 2 hours ago', { exact: true }).waitFor();
    await own.context().close();
  });
});

describe('while the server is slow or fails', () => {
  let person: Person;
  beforeAll(async () => {
    ({ person } = await readyPerson(screens.app, 1));
  });

  test('skeletons of the final size stand in for what is on the way', async () => {
    const page = await screens.visit('/404', person);
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/\/api\/(dashboard\/stats|partners|campaigns)$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${screens.app.url}/dashboard`);
    await page.getByRole('status', { name: 'Loading partners' }).waitFor();
    await page.getByRole('status', { name: 'Loading campaigns' }).waitFor();
    expect(await page.getByLabel('Key figures').locator('dt').count()).toBe(4);
    await page.getByText('Last updated: …', { exact: true }).waitFor();
    const top = () => page.getByRole('region', { name: 'Campaign Activity' }).boundingBox();
    const before = await top();
    await lookAt(page, 'dashboard-loading');
    letThrough();
    await page.getByText('Ada Lindqvist 0').waitFor();
    expect((await top())?.y).toBe(before?.y);
    await page.context().close();
  });

  test('each part that could not be loaded says so and offers Try again', async () => {
    const page = await screens.visit('/404', person);
    let broken = true;
    await page.route(/\/api\/(dashboard\/stats|partners|campaigns)$/, (route) =>
      broken ? route.fulfill({ status: 500, json: { error: 'internal' } }) : route.continue(),
    );
    await page.goto(`${screens.app.url}/dashboard`);
    const problems = [
      'Error loading the figures. Please try again.',
      'Error loading partners. Please try again.',
      'Error loading campaigns. Please try again.',
    ];
    for (const problem of problems) await page.getByRole('alert').filter({ hasText: problem }).waitFor();
    await lookAt(page, 'dashboard-failed');
    broken = false;
    for (const problem of problems)
      await page.getByRole('alert').filter({ hasText: problem }).getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Ada Lindqvist 0').waitFor();
    await page.getByText('No campaigns found.').waitFor();
    expect(await metric(page, 'Total Partners Found').locator('dd').first().textContent()).toBe('1');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });
});

// last: it puts the clock of the house forward
test('the trends are this 30 days against the 30 before, up, down and level', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const old = await found(person, ['Uma One', 'Vito Two', 'Wren Three', 'Xena Four']);
  await decide(person, old.slice(0, 2), 'approved');
  const before = await addCampaign(person, old.slice(0, 2), { texts: 'edited' });
  await sent(person, before, 2, 2);
  const { person: quiet, partners } = await readyPerson(screens.app, 1);
  await sent(quiet, await addCampaign(quiet, partners, { texts: 'edited' }), 1, 1);
  screens.app.later(31 * DAY);
  const recent = await found(person, ['Yara Five', 'Zeno Six', 'Abel Seven', 'Bea Eight', 'Cleo Nine']);
  await decide(person, recent.slice(0, 1), 'approved');
  await decide(person, old.slice(2, 4), 'approved');
  const now = await addCampaign(person, [...recent.slice(0, 1), ...old.slice(2, 3)], { texts: 'edited' });
  await sent(person, now, 2, 1);
  await until(
    () => person.ok<{ totalEmailsSent: number }>('GET', '/api/dashboard/stats'),
    ({ totalEmailsSent }) => totalEmailsSent === 4,
  );

  // who wrote to nobody lately has no worse answers for it
  const { trends } = await quiet.ok<StatsView>('GET', '/api/dashboard/stats');
  expect(trends).toMatchObject({ totalEmailsSent: -100, responseRate: null });
  const page = await screens.visit('/dashboard', person);
  const trend = async (label: string) => (await metric(page, label).locator('dd').allTextContents()).join(' ');
  await page.getByText('vs previous 30 days').first().waitFor();
  expect(await trend('Total Partners Found')).toBe('9 +25%vs previous 30 days');
  expect(await trend('Approved Partners')).toBe('5 +50%vs previous 30 days');
  expect(await trend('Emails Sent')).toBe('4 0%vs previous 30 days');
  expect(await trend('Response Rate')).toBe('75% 3 of 4 partners replied -50%vs previous 30 days');
  await lookAt(page, 'dashboard-trends');
  await page.context().close();
});
