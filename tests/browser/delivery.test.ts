import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { sendsOf } from '../support/campaigns.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

/** A campaign whose mails have left for everyone named. */
async function sentTo(names: readonly string[]): Promise<{ person: Person; campaign: CampaignView }> {
  const { person } = await readyPerson(screens.app, 0);
  await person.ok('POST', '/api/partners/import', { rows: names.map((name, index) => importedRow(index, name)) });
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const campaign = await addCampaign(person, partners, { texts: 'edited' });
  for (const { id } of await sendsOf(person, campaign)) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  return { person, campaign };
}

async function mailTo(sends: readonly SendView[], name: string) {
  const to = sends.find(({ partner }) => partner.name === name)?.recipientEmail;
  const mail = (await screens.app.outbox()).find((one) => one.to === to);
  if (!mail) throw new Error(`No mail to ${name}`);
  return mail;
}

/** Has the sandbox's SendGrid tell of a mail. */
async function tell(sends: readonly SendView[], name: string, event: 'bounce' | 'spamreport' | 'unsubscribe') {
  const { id } = await mailTo(sends, name);
  const answer = await fetch(`${screens.app.sandboxUrl}/outbox/${id}/events`, {
    method: 'POST',
    body: new URLSearchParams({ event }),
    redirect: 'manual',
  });
  expect(answer.status).toBeLessThan(400);
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: name });
const figure = (page: Page, label: string) =>
  page
    .getByLabel('Counts')
    .locator('div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
    .allTextContents();

test('what becomes of a mail shows beside its status at once, and a bounce is no reply', async () => {
  const { person, campaign } = await sentTo(['Bo Bounce', 'Sol Spam', 'Una Unsub', 'Lin Link', 'Nia Normal']);
  const sends = await sendsOf(person, campaign);
  const page = await screens.visit(`/campaigns/${campaign.id}?tab=messages`, person, { timezoneId: 'UTC' });
  await row(page, 'Bo Bounce').waitFor();
  await tell(sends, 'Bo Bounce', 'bounce');
  await row(page, 'Bo Bounce').getByText('Bounced', { exact: true }).waitFor();
  await row(page, 'Bo Bounce')
    .getByText(/^Sent, but it came back/)
    .waitFor();
  await tell(sends, 'Sol Spam', 'spamreport');
  await row(page, 'Sol Spam').getByText('Marked as spam', { exact: true }).waitFor();
  await tell(sends, 'Una Unsub', 'unsubscribe');
  await row(page, 'Una Unsub').getByText('Unsubscribed', { exact: true }).waitFor();
  const link = (await mailTo(sends, 'Lin Link')).headers['List-Unsubscribe'] ?? '';
  const path = /\/unsubscribe\/[^\s>]+/.exec(link)?.[0];
  await fetch(`${screens.app.url}${path}`, { method: 'POST', body: new URLSearchParams() });
  await row(page, 'Lin Link').getByText('Unsubscribed', { exact: true }).waitFor();
  expect(await row(page, 'Nia Normal').getByText('Unsubscribed').count()).toBe(0);
  await lookAt(page, 'campaign-deliveries');

  expect(await figure(page, 'Sent')).toEqual(['5', '1 bounced']);
  expect(await figure(page, 'Replied')).toEqual(['0']);
  await row(page, 'Nia Normal')
    .getByRole('button', { name: /^Mark as Replied/ })
    .click();
  await expect.poll(() => figure(page, 'Replied')).toEqual(['1']);

  await page.goto(`${screens.app.url}/approved`);
  await page.getByText(/4 do not contact$/).waitFor();
  await page.context().close();
});

test('the preview and Add Partners say it, too; a message that was cancelled is counted apart', async () => {
  const { person, campaign } = await sentTo(['Bo Bounce', 'Nia Normal']);
  await tell(await sendsOf(person, campaign), 'Bo Bounce', 'bounce');
  await person.ok('POST', '/api/partners/import', { rows: [importedRow(8, 'Cal Cancelled')] });
  const cal = (await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ name }) => name === 'Cal Cancelled');
  await person.ok('PATCH', `/api/partners/${cal?.id}/status`, { status: 'approved' });
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [cal?.id] });
  await person.ok('DELETE', `/api/partners/${cal?.id}`);

  const page = await screens.visit(`/campaigns/${campaign.id}?tab=messages`, person);
  await page.getByText('2 messages, 1 cancelled', { exact: true }).waitFor();
  await row(page, 'Bo Bounce').getByText('Bounced', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add Partners' }).click();
  await page.getByText(/^1 approved partner is not offered: nothing may be sent to this address/).waitFor();
  await lookAt(page, 'add-partners-left-out');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Preview & Edit' }).click();
  await page
    .getByRole('list', { name: 'Messages' })
    .getByRole('button', { name: /^Bo Bounce/ })
    .click();
  const letter = page.getByRole('article', { name: 'Message to Bo Bounce' });
  await letter
    .getByRole('alert')
    .getByText(/^Sent, but it came back/)
    .waitFor();
  // the user's zone is not the browser's
  await letter.getByText(/· sent today, \d\d:\d\d [AP]M \(UTC\)$/).waitFor();
  await lookAt(page, 'preview-bounced');
  await page.context().close();
});
