import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { campaignRow, draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours: an active campaign stays active, and only Send Now sends
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const press = (page: Page, name: string) => button(page, name).click();

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

test('a message that failed is edited and sent again; one that we could not confirm is decided, and leaves exactly once more', async () => {
  const { person, partners } = await readyPerson(screens.app, 4);
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  for (const [index, { id }] of (await sendsOf(person, campaign)).entries()) {
    await screens.app.fault('sendgrid', index === 0 ? 'reject-4xx' : 'accept-then-reset', 1);
    await person.call('POST', `/api/campaign-sends/${id}/send-now`);
  }
  const [refused, one, other] = (await sendsOf(person, campaign)) as [SendView, SendView, SendView];
  const mailsTo = async ({ recipientEmail }: SendView) =>
    (await screens.app.outbox()).filter(({ to }) => to === recipientEmail);
  const page = await screens.visit('/campaigns', person);
  const asking = page.getByRole('alertdialog');
  const rowOf = ({ recipientEmail }: SendView) =>
    page
      .getByRole('table', { name: 'Messages' })
      .locator('[data-row]')
      .filter({ hasText: `${recipientEmail}` });
  await campaignRow(page, 'Spring vests').getByRole('link', { name: '3 unconfirmed' }).click();
  await page.getByText('3 messages need your decision.').waitFor();
  const row = rowOf(one);
  await row.click();
  const panel = page.getByRole('region', { name: /^The message to / });
  const said = panel.locator('p', { hasText: /^Handed to the email provider/ });
  expect(await said.locator('time').getAttribute('datetime')).toBe(one.unknown?.handedOverAt);
  expect(await said.locator('time').textContent()).toMatch(/^today, \d\d:\d\d [AP]M$/);
  // the user's zone is not the one of this browser
  await page.getByText('times in UTC').waitFor();
  expect(await said.textContent()).toContain(one.unknown?.answer.replace(/\.$/, ''));
  await lookAt(page, 'unknown-campaign');
  await press(page, 'Close');
  await panel.waitFor({ state: 'hidden' });

  await press(page, `Mark as sent: ${other.partner.name}`);
  await page.getByText('2 messages need your decision.').waitFor();
  expect(await mailsTo(other)).toHaveLength(1);
  await press(page, `Send again to ${one.partner.name}`);
  await asking.getByRole('button', { name: 'Send again' }).dblclick();
  await toast(page, 'Email Sent', `Sent to ${one.recipientEmail}.`);
  await asking.waitFor({ state: 'hidden' });
  expect(await mailsTo(one)).toHaveLength(2);
  // it needs no decision now
  await page.getByRole('button', { name: /^All \d/ }).click();
  await row.getByText('Sent again').waitFor();
  await page.getByRole('button', { name: 'Cancelled 1', exact: true }).click();
  await row.getByText(/you sent it again, and we never learned whether this one left/).waitFor();
  await page.getByRole('button', { name: /^All \d/ }).click();
  await page.getByText('1 message needs your decision.').waitFor();

  const failed = rowOf(refused);
  expect(refused.errorMessage).toMatch(/^SendGrid refused the email/);
  await failed.getByText(refused.errorMessage ?? '').waitFor();
  await failed.getByRole('link', { name: /^Edit the message to / }).click();
  const letter = page.getByRole('article');
  await press(page, 'Edit');
  await letter.getByLabel('Subject', { exact: true }).fill('Another subject');
  await press(page, 'Save Changes');
  await toast(page, 'Message Updated');
  await page.goBack();
  await failed.getByRole('button', { name: /^Send again to / }).click();
  await asking.getByRole('button', { name: 'Send again' }).click();
  await failed.getByText('Sent', { exact: true }).waitFor();
  expect(await failed.count()).toBe(1);
  await failed.getByText('Another subject').waitFor();
  expect((await mailsTo(refused)).map(({ subject }) => subject)).toEqual(['Another subject']);

  // the messages of a deleted campaign come first until they are decided
  await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
  await page.goto(`${screens.app.url}/campaigns`);
  const part = page.getByRole('region', { name: 'From deleted campaigns' });
  await part.getByText('Spring vests').waitFor();
  await lookAt(page, 'unknown-deleted');
  await part.getByRole('button', { name: /^Dismiss: / }).click();
  await part.waitFor({ state: 'hidden' });
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

test('a scheduled email is stopped in two clicks, Undo brings back its time, and one click compares campaigns', async () => {
  const { person, partners } = await readyPerson(screens.app, 2);
  const campaign = await draftCampaign(person, 'Spring vests', { partners: partners.slice(1), written: true });
  await setStatus(person, campaign, 'active');
  const only = async () => (await sendsOf(person, campaign))[0];
  const { nextSendAt } = (await until(only, (send) => Boolean(send?.nextSendAt))) ?? {};
  const page = await screens.visit(`/campaigns/${campaign.id}?tab=messages`, person);
  await button(page, /^More for /).click();
  await page.getByRole('menuitem', { name: 'Cancel email' }).click();
  const notice = await toast(page, 'Cancelled', '1 email cancelled.');
  expect(await only()).toMatchObject({ status: 'cancelled', nextSendAt: null });
  await button(notice, 'Undo').click();
  await seeToast(page, { title: 'Restored' });
  expect(await only()).toMatchObject({ status: 'pending', nextSendAt });
  await lookAt(page, 'steered');

  const other = await draftCampaign(person, 'Autumn caps', { partners: partners.slice(0, 1), written: true });
  for (const one of [campaign, other])
    for (const { id } of await sendsOf(person, one)) await person.ok('POST', `/api/campaign-sends/${id}/send-now`, {});
  await page.goto(`${screens.app.url}/campaigns`);
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  const figures = page.getByRole('table', { name: 'Figures' });
  for (const name of ['Autumn caps', 'Spring vests'])
    expect(await figures.getByRole('row').filter({ hasText: name }).innerText()).toMatch(/^\S+ \S+\s+1\s+–\s+0/);
  await lookAt(page, 'campaigns-compare');
  await page.context().close();
});
