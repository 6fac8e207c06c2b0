import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { member } from '../support/member.ts';
import { importedRow } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { choose } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

/** tests/component/discovery*.test.tsx show what the screen does with each answer. */

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const LIST_CALL = '**/api/partners?*';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const rows = (page: Page) => page.locator('[role=table][aria-label=Partners] [data-row]');
const rowOf = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) });
const figure = (page: Page, label: string) =>
  page.getByLabel('Summary').getByRole('button', { name: label }).locator('b').textContent();
const filters = async (page: Page) => {
  await button(page, 'Filter').click();
  return page.getByRole('dialog', { name: 'Filters' });
};
const figureIs = (page: Page, label: string, value: string) => expect.poll(() => figure(page, label)).toBe(value);

/** Someone past the setup with these partners. */
async function withPartners(imported: readonly object[], profile: object = {}): Promise<Person> {
  const { person } = await member(screens.app);
  await person.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    targetAudience: 'Trail runners in North America',
    onboardingSkipped: true,
    ...profile,
  });
  if (imported.length > 0) await person.import(imported);
  return person;
}
const PEOPLE = [
  { name: 'Ada Lindqvist', profileUrl: 'https://www.linkedin.com/in/adaruns', industry: 'Fitness', followersCount: 950 },
  { name: 'Ben Okafor', profileUrl: 'https://www.instagram.com/bencooks', industry: 'Food', followersCount: 12_480 },
  { name: 'Cleo Marsh', profileUrl: 'https://www.youtube.com/@cleomarsh', industry: 'Travel', bio: 'Slow trips by rail.' },
]; // biome-ignore format: one person a line

/** Has a call wait, and then fail. */
async function holdAndFail(page: Page, call: string): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(call, async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { error: 'x' } });
  });
  return release;
}

describe('how it looks', () => {
  test('a list of awkward names, loading, failed, and restricted', async () => {
    const awkward = Array.from({ length: 6 }, (_, index) => importedRow(index));
    const person = await withPartners([...PEOPLE, ...awkward], { preferredPlatforms: ['linkedin', 'instagram'] });
    const cleo = (await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ name }) => name === 'Cleo Marsh');
    const page = await screens.visit('/settings', person);
    const release = await holdAndFail(page, LIST_CALL);
    await page.goto(`${screens.app.url}/discovery?partner=${cleo?.id}`);
    await page.getByRole('status', { name: 'Loading partners' }).waitFor();
    await lookAt(page, 'discovery-loading');
    release();
    await page.getByText('Error loading partners. Please try again.').waitFor();
    await page.unroute(LIST_CALL);
    await button(page, 'Try again').click();
    await page.getByText('Your preferred platforms hide Cleo Marsh.').waitFor();
    await page.getByText('Slow trips by rail.', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'About Cleo Marsh' }).getByRole('button', { name: 'Close' }).click();
    await button(page, 'Accept or reject all').click();
    await lookAt(page, 'discovery-all');
    await button(page, 'Reject All').click();
    await page.getByRole('alertdialog', { name: 'Reject 8 pending partners?' }).waitFor();
  });
});

describe('the list', () => {
  test('a reload and Back keep filters, order and the open partner; all are approved, taken back, and exported as filtered', async () => {
    const page = await screens.visit('/discovery', await withPartners(PEOPLE));
    await page.getByRole('searchbox').fill('o');
    await choose(await filters(page), 'Min followers', '10K+ followers');
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Followers' }).getByRole('button').click();
    await page
      .getByLabel('Summary')
      .getByRole('button', { name: /^Pending/ })
      .click();
    await rowOf(page, 'Ben Okafor').getByText('12.5K').click();
    const kept = async () => {
      await page.getByRole('region', { name: 'About Ben Okafor' }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('o');
      await button(page, 'Remove filter: 10K+ followers').waitFor();
      expect(page.url()).toContain('sort=followers');
      expect(
        await page
          .getByLabel('Summary')
          .getByRole('button', { name: /^Pending/ })
          .getAttribute('aria-pressed'),
      ).toBe('true');
    };
    await kept();
    await page.reload();
    await kept();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.waitForURL('**/campaigns');
    await page.goBack();
    await kept();

    await page.goto(`${screens.app.url}/discovery`);
    await button(page, 'Accept or reject all').click();
    await page.getByLabel('Accept from match').fill('0');
    await button(page, 'Accept All').click();
    const done = await toast(page, 'Bulk Update Complete', '3 partners approved.');
    await figureIs(page, 'Approved', '3');
    await done.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Bulk Update Complete', '3 partners are pending again.');
    await figureIs(page, 'Pending Review', '3');
    await choose(await filters(page), 'Industry', 'Fitness');
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV (1)').click()]);
    expect(download.suggestedFilename()).toMatch(/^partners-export-\d{4}-\d\d-\d\d\.csv$/);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv).toContain('Ada Lindqvist');
    expect(csv).not.toContain('Ben Okafor');
  });

  test('V leads into the panel, Escape out of it from anywhere; what a button did leaves the focus near', async () => {
    const page = await screens.visit('/discovery', await withPartners(PEOPLE));
    const name = rowOf(page, 'Ben Okafor').getByRole('link', { name: 'Ben Okafor', exact: true });
    const panel = page.getByRole('region', { name: 'About Ben Okafor' });
    const isFocused = (part: Locator) => part.evaluate((element) => element === document.activeElement);
    await name.focus();
    await page.keyboard.press('v');
    await expect.poll(() => isFocused(panel)).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(name)).toBe(true);
    await rowOf(page, 'Ben Okafor').click();
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(name)).toBe(true);

    await page.keyboard.press('x');
    await button(page, 'Approve (1)').focus();
    await page.keyboard.press('Enter');
    await figureIs(page, 'Approved', '1');
    const table = page.getByRole('table', { name: 'Partners' }).locator('..');
    await expect.poll(() => isFocused(table)).toBe(true);
  });

  test('over 100 rows are virtualised; a reload comes back to the open partner [long]', async () => {
    const many = Array.from({ length: 150 }, (_, index) => importedRow(index));
    const page = await screens.visit('/discovery', await withPartners(many));
    await rows(page).first().waitFor();
    expect(await figure(page, 'Total')).toBe('150');
    expect(await rows(page).count()).toBeLessThan(60);
    expect(await page.getByRole('table', { name: 'Partners' }).getAttribute('aria-rowcount')).toBe('151');
    const row = (index: number) => page.locator(`[data-row][aria-rowindex="${index}"]`);
    const reload = async () => {
      const opened = page.url();
      expect(opened).toContain('?partner=');
      await page.goto('about:blank');
      await page.goto(opened);
    };
    // the list grows as its end comes near
    await until(
      async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return row(151).count();
      },
      (count) => count === 1,
    );
    await row(151).click();
    await page.getByText('Runs a sewing circle').first().waitFor();
    const bio = await page
      .getByRole('region', { name: /^About / })
      .getByRole('heading')
      .first()
      .innerText();
    await reload();
    // one who is not on the first page is open all the same
    await until(
      () =>
        page
          .getByRole('region', { name: /^About / })
          .getByRole('heading')
          .first()
          .innerText(),
      (text) => text === bio,
    );
    await page
      .getByRole('region', { name: /^About / })
      .getByRole('button', { name: 'Close' })
      .click();
    await page.evaluate(() => window.scrollTo(0, 85 * 44));
    await row(91).click();
    await page.getByRole('region', { name: /^About / }).waitFor();
    await reload();
    await until(
      () => row(91).evaluate((name) => name.getBoundingClientRect().top),
      (top) => top > 0 && top < 900,
    );
  });
});

describe('Generate New Matches', () => {
  test('finds ten partners, creators and professionals, and says what each source found or why it did not', async () => {
    const partnerCriteria = { platforms: ['linkedin', 'youtube'], minFollowers: 500, minEngagement: 1 };
    const person = await withPartners([], { partnerCriteria });
    const page = await screens.visit('/discovery', person);
    await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
    await lookAt(page, 'discovery-empty');
    // slow enough to be seen on its way
    await screens.app.fault('people_data_labs', 'slow', 1, { delayMs: 1_500 });
    await button(page, 'Generate New Matches').click();
    const panel = page.getByRole('region', { name: 'Finding new partners' });
    await panel.waitFor();
    const count = /10 new partner recommendations: \d from YouTube and \d from People Data Labs\./;
    await toast(page, 'Partners Generated', count);
    await figureIs(page, 'Total', '10');
    await panel.waitFor({ state: 'hidden' });

    // the picture of a channel takes the place of the initials
    const pictured = await until(
      async () => (await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ avatar }) => avatar !== null),
      (one) => one !== undefined,
    );
    await page.goto(`${screens.app.url}/discovery?partner=${pictured?.id}`);
    const isShown = (image: HTMLImageElement) => image.naturalWidth === 88 && getComputedStyle(image).opacity === '1';
    const image = page.getByRole('region', { name: `About ${pictured?.name}` }).locator('img');
    await until(() => image.first().evaluate(isShown), Boolean);
    await screens.app.fault('people_data_labs', 'reject-4xx', 1);
    await screens.app.fault('youtube', 'reject-4xx', 1, { status: 403, reason: 'quotaExceeded' });
    await screens.app.fault('openai', 'reject-4xx', 2);
    await button(page, 'Generate New Matches').click();
    await toast(page, 'Generation Failed', /YouTube quota .+ People Data Labs .+ Web search: The AI/, 'destructive');
  });
});

test('Back closes the open partner and leaves the list as it is narrowed; closed by hand, Back leaves the list', async () => {
  const page = await screens.visit('/campaigns', await withPartners(PEOPLE));
  const path = () => new URL(page.url()).pathname + new URL(page.url()).search;
  const panel = page.getByRole('region', { name: 'About Ada Lindqvist' });
  const open = () => rowOf(page, 'Ada Lindqvist').click();
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Partner Discovery' }).click();
  await page.getByLabel('Search partners').fill('a');
  await expect.poll(path).toBe('/discovery?search=a');
  await open();
  await panel.waitFor();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  expect(path()).toBe('/discovery?search=a');

  await open();
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(path).toBe('/campaigns');

  // closing the panel does not undo a filter that was set in it
  await page.goForward();
  await open();
  await page.getByLabel('Search partners').fill('ad');
  await expect.poll(path).toMatch(/search=ad/);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.poll(path).toBe('/discovery?search=ad');
  await page.context().close();
});
