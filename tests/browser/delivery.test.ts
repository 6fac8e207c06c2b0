import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

const NAMES = ['Bo Bounce', 'Sol Spam', 'Una Unsub', 'Lin Link', 'Nia Normal', 'Cal Cancelled'] as const;

let screens: Screens;
let person: Person;
let page: Page;
let campaign: CampaignView;
beforeAll(async () => {
  screens = await startScreens();
  ({ person } = await readyPerson(screens.app, 0));
  await person.ok('POST', '/api/partners/import', { rows: NAMES.map((name, index) => importedRow(index, name)) });
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  campaign = await addCampaign(person, partners, { texts: 'edited' });
  for (const { id, partner } of await sends())
    if (partner.name !== 'Cal Cancelled') await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const cal = partners.find(({ name }) => name === 'Cal Cancelled');
  await person.ok('DELETE', `/api/partners/${cal?.id}`);
  page = await screens.visit(`/campaigns/${campaign.id}`, person, { timezoneId: 'UTC' });
  await row('Bo Bounce').waitFor();
});
afterAll(() => screens?.stop());

const sends = () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const row = (name: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: name });
const figure = (label: string) =>
  page
    .getByLabel('Counts')
    .locator('div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
    .allTextContents();

async function happens(name: string, event: 'bounce' | 'spamreport' | 'unsubscribe'): Promise<void> {
  const to = (await sends()).find(({ partner }) => partner.name === name)?.recipientEmail;
  const mail = (await screens.app.outbox()).find((one) => one.to === to);
  const answer = await fetch(`${screens.app.sandboxUrl}/outbox/${mail?.id}/events`, {
    method: 'POST',
    body: new URLSearchParams({ event }),
    redirect: 'manual',
  });
  expect(answer.status).toBeLessThan(400);
}

test('all messages are in the total or said to be cancelled, and the card says the same', async () => {
  await page.getByText('5 messages, 1 cancelled', { exact: true }).waitFor();
  expect(await figure('Sent')).toEqual(['5']);
  const cards = await screens.visit('/campaigns', person);
  await cards.getByText('1 message cancelled, not counted').waitFor();
  await cards.context().close();
});

test('what becomes of a mail stands beside its status at once, with the words of the provider', async () => {
  await happens('Bo Bounce', 'bounce');
  await row('Bo Bounce').getByText('Bounced', { exact: true }).waitFor();
  await row('Bo Bounce')
    .getByText(/^Sent, but it came back/)
    .waitFor();
  await happens('Sol Spam', 'spamreport');
  await row('Sol Spam').getByText('Marked as spam', { exact: true }).waitFor();
  await happens('Una Unsub', 'unsubscribe');
  await row('Una Unsub').getByText('Unsubscribed', { exact: true }).waitFor();
  const to = (await sends()).find(({ partner }) => partner.name === 'Lin Link')?.recipientEmail;
  const mail = (await screens.app.outbox()).find((one) => one.to === to);
  const path = /\/unsubscribe\/[^\s>]+/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[0];
  await fetch(`${screens.app.url}${path}`, { method: 'POST', body: new URLSearchParams() });
  await row('Lin Link').getByText('Unsubscribed', { exact: true }).waitFor();
  expect(await row('Nia Normal').getByText('Unsubscribed').count()).toBe(0);
  await lookAt(page, 'campaign-deliveries');
});

test('a mail that came back is no reply: it is counted beside Sent, and Mark as Replied is not offered', async () => {
  expect(await figure('Sent')).toEqual(['5', '1 bounced']);
  expect(await figure('Replied')).toEqual(['0']);
  expect(await row('Bo Bounce').getByRole('button').count()).toBe(0);
  await row('Nia Normal')
    .getByRole('button', { name: /^Mark as Replied/ })
    .click();
  await until(
    () => figure('Replied'),
    ([value]) => value === '1',
  );
});

test('the preview says it, too, and when it was sent in the zone of the user', async () => {
  const other = await screens.visit(`/campaigns/${campaign.id}`, person, { timezoneId: 'America/New_York' });
  await other.getByRole('button', { name: 'Preview & Edit' }).click();
  const dialog = other.getByRole('dialog', { name: 'Preview & Edit' });
  await dialog.getByRole('button', { name: /^Bo Bounce.*Bounced$/ }).click();
  await dialog.getByText(/· sent today, \d\d:\d\d [AP]M \(UTC\)$/).waitFor();
  await dialog
    .getByRole('alert')
    .getByText(/^Sent, but it came back/)
    .waitFor();
  await lookAt(other, 'preview-bounced');
  await other.context().close();
});

test('the response rate says of how many people it is one', async () => {
  const dashboard = await screens.visit('/dashboard', person);
  await dashboard.getByText('1 of 5 partners replied').waitFor();
  await lookAt(dashboard, 'dashboard-rate');
  await dashboard.context().close();
});

test('those who may not be written to are counted beside the emails, and are said to be left out of a campaign', async () => {
  const approved = await screens.visit('/approved', person);
  await approved.getByText('4 do not contact', { exact: true }).waitFor();
  await approved.context().close();
  const campaigns = await screens.visit(`/campaigns/${campaign.id}`, person);
  await campaigns.getByRole('button', { name: 'Add Partners' }).click();
  const dialog = campaigns.getByRole('dialog', { name: 'Add Partners' });
  await dialog.getByText(/^4 approved partners are not offered: nothing may be sent to these addresses/).waitFor();
  await lookAt(campaigns, 'add-partners-left-out');
  await campaigns.context().close();
});
