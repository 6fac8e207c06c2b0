import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { member } from '../support/member.ts';
import type { Person } from '../support/person.ts';
import { choose } from '../support/pickList.ts';
import { type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

/** tests/component/discovery*.test.tsx show what the screen does with each answer. */

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

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
});

test('Back closes the open partner and leaves the list as it is narrowed; closed by hand, Back leaves the list [long]', async () => {
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
