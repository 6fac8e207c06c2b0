import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Screens, lookAt, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

test('the landing page passes axe at every width in both themes', async () => {
  const page = await screens.visit('/');
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
  await lookAt(page, 'landing');
  await page.context().close();
});

test('the four features stand on the landing page', async () => {
  const page = await screens.visit('/');
  for (const feature of ['AI Partner Discovery', 'Smart Lead Scoring', 'Automated Outreach', 'Campaign Management'])
    await page.getByRole('heading', { name: feature }).waitFor();
  expect(await page.title()).toContain('Partner Pilot');
  await page.context().close();
});
