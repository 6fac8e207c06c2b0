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
  await person.ok('POST', '/api/partners/import', { rows });
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  campaign = await draftCampaign(person, 'Spring vests', { partners });
  await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Preview & Edit' });
const body = (page: Page) => dialog(page).locator('textarea[name=body]');
const messageTo = async (name: string): Promise<SendView> => {
  const send = (await sendsOf(person, campaign)).find(({ partner }) => partner.name === name);
  if (!send) throw new Error(`No message to ${name}`);
  return send;
};
/** The preview of a page of its own, with the message to this person opened. */
async function preview(name: string): Promise<Page> {
  const page = await screens.visit('/campaigns', person);
  await button(page, 'Preview & Edit').click();
  await button(dialog(page).getByRole('list', { name: 'Messages' }), new RegExp(`^${name}`)).click();
  await dialog(page)
    .getByText(new RegExp(`^To ${name}`))
    .waitFor();
  return page;
}

test('the errors of a text, and one that was changed in another window, look well; neither is lost', async () => {
  const page = await preview('Ren Review');
  await body(page).fill('');
  await button(dialog(page), 'Save Changes').click();
  await dialog(page).getByText('Message is required').waitFor();
  await lookAt(page, 'preview-errors');
  await body(page).fill('Typed in this window');
  // this window does not hear of the other in time
  await page.route('**/sends', (route) => route.abort());
  const { id, subject, body: seen } = await messageTo('Ren Review');
  await person.ok('PATCH', `/api/campaign-sends/${id}`, {
    subject,
    body: 'Saved elsewhere',
    seen: { subject, body: seen },
  });
  await button(dialog(page), 'Save Changes').click();
  await toast(page, 'Update Failed', 'This text was changed elsewhere, so nothing was saved.', 'destructive');
  expect((await messageTo('Ren Review')).body).toBe('Saved elsewhere');
  await page.unroute('**/sends');
  // and now it does
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { dailyLimit: 9 });
  await dialog(page).getByText('Show the other').click();
  await dialog(page).getByText('Saved elsewhere').waitFor();
  await lookAt(page, 'preview-changed-elsewhere');
  await button(dialog(page), 'Save mine anyway').click();
  await toast(page, 'Message Updated', 'Your text is saved and approved.');
  expect((await messageTo('Ren Review')).body).toBe('Typed in this window');
  await page.context().close();
});

test('Back and a reload ask before what was typed is lost', async () => {
  const page = await preview('Rio Review');
  await body(page).fill('Dear Rio');
  const { pathname } = new URL(page.url());
  const asking = page.getByRole('alertdialog', { name: 'Close without saving?' });
  for (let time = 0; time < 2; time += 1) {
    await page.evaluate(() => history.back());
    await asking.waitFor();
    await button(asking, 'Cancel').click();
  }
  expect(new URL(page.url()).pathname).toBe(pathname);
  expect(await body(page).inputValue()).toBe('Dear Rio');
  const question = page.waitForEvent('dialog');
  const reload = page.evaluate(() => setTimeout(() => location.reload(), 0));
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();
  await reload;
  expect(await body(page).inputValue()).toBe('Dear Rio');
  await page.context().close();
});

test('the notice that a text is approved covers no button of the dialog', async () => {
  const page = await preview('Ada Review');
  await button(dialog(page), 'Approve').click();
  const notice = await (await toast(page, 'Message Updated', 'The text is approved.')).boundingBox();
  for (const name of ['Save Changes', 'Close']) {
    const pressed = await button(dialog(page), name).boundingBox();
    const apart =
      notice &&
      pressed &&
      (notice.x >= pressed.x + pressed.width ||
        pressed.x >= notice.x + notice.width ||
        notice.y >= pressed.y + pressed.height ||
        pressed.y >= notice.y + notice.height);
    expect(apart, name).toBe(true);
  }
  const { approved, edited } = await messageTo('Ada Review');
  expect([approved, edited]).toEqual([true, false]);
  await page.context().close();
});

test('of over 100 messages, only those near are in the page, and the last one can be reached', async () => {
  const one = await messageTo('Ada Review');
  const many = Array.from({ length: 130 }, (_, index) => ({
    ...one,
    id: `m${index}`,
    partner: { ...one.partner, name: `Person ${index + 1}` },
  }));
  const page = await screens.visit('/campaigns', person);
  await page.route('**/sends', (route) => route.fulfill({ json: many }));
  await button(page, 'Preview & Edit').click();
  const list = dialog(page).getByRole('list', { name: 'Messages' });
  await list.getByText('Person 1', { exact: true }).waitFor();
  expect(await list.getByRole('button').count()).toBeLessThan(60);
  await list.locator('xpath=..').evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await button(list, /^Person 130/).click();
  await dialog(page)
    .getByText(/^To Person 130/)
    .waitFor();
  await page.context().close();
});
