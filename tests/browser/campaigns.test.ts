import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftCampaign, sendsOf } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours: an active campaign stays active, and only Send Now sends
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

test('no campaign yet, and the form with all of its parts and their errors, look well [long]', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/campaigns', person);
  await button(page, 'Create your first campaign').click();
  await button(page, 'Add follow-up').click();
  await page.getByRole('group', { name: 'Follow-up 1' }).getByLabel('Text', { exact: true }).selectOption('user');
  await page.getByLabel('Test a second version').click();
  await page.getByText('Offer, tone and language').click();
  await page.getByRole('radio', { name: 'Own hours', exact: true }).click();
  await page.getByLabel('To', { exact: true }).selectOption('08:00');
  await button(page, 'Create draft').click();
  await page.getByText('Campaign name is required').waitFor();
  await page.getByText('End time must be after the start time').waitFor();
  await lookAt(page, 'campaigns-form-errors');
  await page.context().close();
});

test('a letter beside its evidence; the notice of its approval covers no button, and the last one leads to Start', async () => {
  const { person, partners } = await readyPerson(screens.app, 3);
  const campaign = await draftCampaign(person, 'Spring vests', { partners });
  await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  const page = await screens.visit('/campaigns', person);
  await page.getByRole('link', { name: /^Review \d/ }).click();
  const letter = page.getByRole('article');
  await letter.waitFor();
  const sentence = letter.locator('a[href^="#fact"]').first();
  await sentence.hover();
  await page.getByRole('tooltip').getByText('Why this sentence').waitFor();
  expect(await page.locator('[id^=fact-].bg-mark').count()).toBe(1);
  await lookAt(page, 'review-evidence');
  await page.setViewportSize({ width: 375, height: 800 });
  await button(page, /^Approve & next/).click();
  const notice = await (await toast(page, 'Message Updated', 'The text is approved.')).boundingBox();
  const pressed = await button(page, /^Approve & next/).boundingBox();
  if (!notice || !pressed) throw new Error('They are not on the screen');
  expect(notice.y + notice.height).toBeLessThanOrEqual(pressed.y);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Approve all 2').click();
  await button(page.getByRole('alertdialog'), 'Approve all 2').click();
  const end = page.getByRole('region', { name: 'All reviewed' });
  await button(end, 'Start').waitFor();
  await lookAt(page, 'review-end');
  expect((await sendsOf(person, campaign)).every(({ approved }) => approved)).toBe(true);
  await page.context().close();
});
