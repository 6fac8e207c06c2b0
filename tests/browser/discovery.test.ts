import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { member } from '../support/member.ts';
import type { Person } from '../support/person.ts';
import { type Screens, startScreens } from '../support/screens.ts';

/** tests/component/discovery*.test.tsx show what the screen does with each answer. */

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const rows = (page: Page) => page.locator('[role=table][aria-label=Partners] [data-row]');
const rowOf = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) });

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
