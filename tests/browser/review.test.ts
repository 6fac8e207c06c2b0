import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
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
const body = (page: Page) => letter(page).locator('textarea[name=body]');
const messageTo = async (name: string): Promise<SendView> => {
  const send = (await sendsOf(person, campaign)).find(({ partner }) => partner.name === name);
  if (!send) throw new Error(`No message to ${name}`);
  return send;
};
/** The review on a page of its own, with the message to this person opened to edit. */
async function editing(name: string): Promise<Page> {
  const { id } = await messageTo(name);
  const page = await screens.visit(`/campaigns/${campaign.id}/review?message=${id}`, person);
  await page.getByRole('article', { name: `Message to ${name}` }).waitFor();
  await page.keyboard.press('e');
  await body(page).waitFor();
  return page;
}

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

test('what was typed is there again after Back and a reload, and beside what another window saved', async () => {
  const page = await editing('Ren Review');
  await body(page).fill('Typed in this window');
  await page.getByRole('link', { name: 'Back to Spring vests' }).click();
  await page
    .getByRole('tab', { name: 'Messages' })
    .or(page.getByRole('link', { name: 'Messages' }))
    .first()
    .waitFor();
  await page.goBack();
  await expect.poll(() => body(page).inputValue()).toBe('Typed in this window');
  await page.reload();
  await expect.poll(() => body(page).inputValue()).toBe('Typed in this window');
  // this window does not hear of the other in time
  await page.route('**/sends', (route) => route.abort());
  const { id, subject, body: seen } = await messageTo('Ren Review');
  await person.ok('PATCH', `/api/campaign-sends/${id}`, {
    subject,
    body: 'Saved elsewhere',
    seen: { subject, body: seen },
  });
  await button(letter(page), 'Save Changes').click();
  await toast(page, 'Update Failed', 'This text was changed elsewhere, so nothing was saved.', 'destructive');
  expect((await messageTo('Ren Review')).body).toBe('Saved elsewhere');
  await page.unroute('**/sends');
  // and now it does
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { dailyLimit: 9 });
  await letter(page).getByText('Show the other').click();
  await letter(page).getByText('Saved elsewhere').waitFor();
  await lookAt(page, 'review-changed-elsewhere');
  await button(letter(page), 'Save mine anyway').click();
  await toast(page, 'Message Updated', 'Your text is saved and approved.');
  expect((await messageTo('Ren Review')).body).toBe('Typed in this window');
  await page.context().close();
});
