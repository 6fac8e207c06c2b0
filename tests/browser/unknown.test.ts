import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { draftCampaign, sendsOf } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
let campaign: CampaignView;
let sends: Record<string, SendView>;
let page: Page;
const NAMES = ['Ada Approved', 'Sue Sent', 'Uma Unknown', 'Ugo Unknown', 'Una Unknown'];

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const asking = () => page.getByRole('alertdialog');
const rows = () => page.getByRole('list', { name: 'Messages' }).locator('li');
const rowOf = (name: string) => rows().filter({ hasText: name });
const mailsTo = async (name: string) =>
  (await screens.app.outbox()).filter(({ to }) => to === sends[name]?.recipientEmail);
const byName = async () => {
  const all = await sendsOf(person, campaign);
  return Object.fromEntries(all.map((send) => [send.partner.name, send]));
};

beforeAll(async () => {
  // the usual sending hours, so that nothing leaves but what is sent by hand
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
  ({ person } = await readyPerson(screens.app, 0));
  await person.ok('POST', '/api/partners/import', { rows: NAMES.map((name, index) => importedRow(index, name)) });
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  sends = await byName();
  await person.call('POST', `/api/campaign-sends/${sends['Sue Sent']?.id}/send-now`);
  for (const name of NAMES.filter((one) => one.endsWith('Unknown'))) {
    await screens.app.fault('sendgrid', 'accept-then-reset', 1);
    await person.call('POST', `/api/campaign-sends/${sends[name]?.id}/send-now`);
  }
  sends = await byName();
  expect(NAMES.map((name) => sends[name]?.status)).toEqual(['pending', 'sent', 'unknown', 'unknown', 'unknown']);
});
afterAll(() => screens?.stop());

describe('messages that we could not confirm', () => {
  test('the card of the campaign counts them apart, says what is not known, and leads to the decision', async () => {
    page = await screens.visit('/campaigns', person);
    const card = page.getByRole('article', { name: 'Spring vests' });
    await card.getByText('We could not confirm whether 3 emails left.').waitFor();
    expect(await card.locator('dl > div', { hasText: 'Unknown' }).locator('dd').textContent()).toBe('3');
    await lookAt(page, 'unknown-card');
    await card.getByRole('link', { name: 'Decide what to do' }).click();
    await page.waitForURL(`**/campaigns/${campaign.id}`);
  });

  test('stand first in the list of the campaign, under a notice that nothing sends them again by itself', async () => {
    await page.getByText('3 messages need your decision.').waitFor();
    await page.getByText(/nothing sends them again automatically/).waitFor();
    await rowOf('Ada Approved').waitFor();
    const order = await rows().evaluateAll((all) => all.map((row) => row.textContent ?? ''));
    expect(order.map((text) => text.includes('Unknown'))).toEqual([true, true, true, false, false]);
    await lookAt(page, 'unknown-campaign');
  });

  test('each says when it was handed over and what was answered, and offers two choices', async () => {
    const row = rowOf('Uma Unknown');
    await row.getByText('We could not confirm whether this left', { exact: true }).waitFor();
    const facts = sends['Uma Unknown']?.unknown;
    const said = row.locator('p', { hasText: /^Handed to the email provider/ });
    expect(await said.locator('time').getAttribute('datetime')).toBe(facts?.handedOverAt);
    // the user's zone is not the one of this browser
    expect(await said.locator('time').textContent()).toMatch(/^today, \d\d:\d\d [AP]M \(UTC\)$/);
    expect(await said.textContent()).toContain(facts?.answer.replace(/\.$/, ''));
    expect(await row.getByRole('button').allTextContents()).toEqual(['Mark as sent', 'Send again']);
  });

  test("'Send again' warns that it may arrive twice; Cancel sends nothing", async () => {
    const before = (await mailsTo('Ugo Unknown')).length;
    await button(page, 'Send again to Ugo Unknown').click();
    await asking().getByRole('heading', { name: 'Send this email again?' }).waitFor();
    await asking()
      .getByText(
        `${sends['Ugo Unknown']?.recipientEmail} may already have this email, and would then get it a second time.`,
      )
      .waitFor();
    await lookAt(page, 'unknown-send-again');
    await button(asking(), 'Cancel').click();
    await asking().waitFor({ state: 'hidden' });
    expect(await mailsTo('Ugo Unknown')).toHaveLength(before);
    expect((await byName())['Ugo Unknown']?.status).toBe('unknown');
  });

  test("'Mark as sent' counts it as sent, says that you did, and sends nothing", async () => {
    const before = (await mailsTo('Uma Unknown')).length;
    await button(page, 'Mark as sent: Uma Unknown').dblclick();
    await toast(page, 'Status Updated', 'The message counts as sent.');
    const row = rowOf('Uma Unknown');
    await row.getByText('marked by you').waitFor();
    expect(await row.getByText('Sent', { exact: true }).count()).toBe(1);
    await page.getByText('2 messages need your decision.').waitFor();
    expect(await mailsTo('Uma Unknown')).toHaveLength(before);
    expect((await byName())['Uma Unknown']).toMatchObject({ status: 'sent', markedSent: true });
  });

  test('a refusal is said in the words of the server, and the choices stay', async () => {
    await page.route('**/mark-sent', (route) =>
      route.fulfill({ status: 422, json: { error: 'Only a message that we could not confirm needs this decision.' } }),
    );
    await button(page, 'Mark as sent: Ugo Unknown').click();
    await toast(page, 'Error', 'Only a message that we could not confirm needs this decision.', 'destructive');
    await button(page, 'Mark as sent: Ugo Unknown').waitFor();
    await page.unroute('**/mark-sent');
  });

  test("'Send again' sends exactly one more, and the first one ends without ever being confirmed", async () => {
    const before = (await mailsTo('Ugo Unknown')).length;
    await button(page, 'Send again to Ugo Unknown').click();
    await button(asking(), 'Send again').dblclick();
    await toast(page, 'Email Sent', `Sent to ${sends['Ugo Unknown']?.recipientEmail}.`);
    await asking().waitFor({ state: 'hidden' });
    expect(await mailsTo('Ugo Unknown')).toHaveLength(before + 1);
    await rowOf('Ugo Unknown').getByText('Sent again').waitFor();
    await rowOf('Ugo Unknown')
      .getByText(/you sent it again, and we never learned whether this one left/)
      .waitFor();
    await page.getByText('1 message needs your decision.').waitFor();
  });

  test('the preview dialog says the same where the status of the message stands, with both choices', async () => {
    await button(page, 'Preview & Edit').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Una Unknown/ }).click();
    await dialog.getByText('We could not confirm whether this left', { exact: true }).waitFor();
    await dialog.getByText(/^Handed to the email provider/).waitFor();
    await lookAt(page, 'unknown-preview');
    expect(await button(dialog, 'Send again to Una Unknown').count()).toBe(1);
    await button(dialog, 'Mark as sent: Una Unknown').click();
    await dialog.getByText('Marked as sent by you; the provider never confirmed it').waitFor();
    await until(
      () => page.getByText(/needs your decision/).count(),
      (count) => count === 0,
    );
  });

  test('of a deleted campaign stand over the other campaigns until they are marked as sent or set aside', async () => {
    const partners = (await person.ok<PartnerView[]>('GET', '/api/partners')).slice(0, 2);
    const gone = await draftCampaign(person, 'Autumn vests', { partners, written: true });
    for (const { id } of await sendsOf(person, gone)) {
      await screens.app.fault('sendgrid', 'accept-then-reset', 1);
      await person.call('POST', `/api/campaign-sends/${id}/send-now`);
    }
    await person.ok('DELETE', `/api/campaigns/${gone.id}`);
    await page.goto(`${screens.app.url}/campaigns`);
    const part = page.getByRole('region', { name: 'From deleted campaigns' });
    await part.getByText('Autumn vests').first().waitFor();
    await lookAt(page, 'unknown-deleted');
    const [first, second] = partners.map(({ name }) => name);
    await button(part, `Mark as sent: ${first}`).click();
    await toast(page, 'Status Updated', 'The message counts as sent.');
    await button(part, `Mark as sent: ${first}`).waitFor({ state: 'hidden' });
    await button(part, `Dismiss: ${second}`).dblclick();
    await toast(page, 'Status Updated', 'The message is dismissed.');
    await part.waitFor({ state: 'hidden' });
  });
});
