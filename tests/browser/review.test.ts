import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, PartnerView } from '../../api/views.ts';
import { draftCampaign, sendsOf } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
let campaign: CampaignView;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null });
  ({ person } = await readyPerson(screens.app, 0));
  const rows = ['Ren Review', 'Rio Review', 'Ada Review'].map((name, index) => importedRow(index, name));
  await person.import(rows);
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  campaign = await draftCampaign(person, 'Spring vests', { partners });
  await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const letter = (page: Page) => page.getByRole('article');

test('a letter beside its evidence; the notice of its approval covers no button, and the last one leads to Start', async () => {
  const page = await screens.visit('/campaigns', person);
  await page.getByRole('link', { name: /^Review \d/ }).click();
  await letter(page).waitFor();
  const sentence = letter(page).locator('a[href^="#fact"]').first();
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
