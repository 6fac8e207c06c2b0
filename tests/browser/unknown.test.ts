import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { campaignRow, draftCampaign, sendsOf } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  // the usual sending hours, so that nothing leaves but what is sent by hand
  screens = await startScreens({ sendGap: null, timeoutMs: 2_000 });
});
afterAll(() => screens?.stop());

/** Has messages sent whose provider took them and never answered. */
async function unconfirmed(person: Person, partners: PartnerView[]): Promise<CampaignView> {
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  for (const { id } of await sendsOf(person, campaign)) {
    await screens.app.fault('sendgrid', 'accept-then-reset', 1);
    await person.call('POST', `/api/campaign-sends/${id}/send-now`);
  }
  return campaign;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a message that we could not confirm is decided on its campaign; sent again, exactly one more leaves', async () => {
  const { person, partners } = await readyPerson(screens.app, 3);
  const campaign = await unconfirmed(person, partners);
  const [one, other] = (await sendsOf(person, campaign)) as [SendView, SendView, SendView];
  const leftTo = async ({ recipientEmail }: SendView) =>
    (await screens.app.outbox()).filter(({ to }) => to === recipientEmail).length;
  const page = await screens.visit('/campaigns', person);
  const card = campaignRow(page, 'Spring vests');
  await card.getByRole('link', { name: '3 unconfirmed' }).waitFor();
  await lookAt(page, 'unknown-row');
  await card.getByRole('link', { name: '3 unconfirmed' }).click();
  await page.getByText('3 messages need your decision.').waitFor();
  const row = page
    .getByRole('list', { name: 'Messages' })
    .locator('li')
    .filter({ hasText: `${one.recipientEmail}` });
  const said = row.locator('p', { hasText: /^Handed to the email provider/ });
  expect(await said.locator('time').getAttribute('datetime')).toBe(one.unknown?.handedOverAt);
  // the user's zone is not the one of this browser
  expect(await said.locator('time').textContent()).toMatch(/^today, \d\d:\d\d [AP]M \(UTC\)$/);
  expect(await said.textContent()).toContain(one.unknown?.answer.replace(/\.$/, ''));
  await lookAt(page, 'unknown-campaign');

  await press(page, `Mark as sent: ${other.partner.name}`);
  await page.getByText('2 messages need your decision.').waitFor();
  expect(await leftTo(other)).toBe(1);
  await press(page, `Send again to ${one.partner.name}`);
  const asking = page.getByRole('alertdialog');
  await asking.waitFor();
  await lookAt(page, 'unknown-send-again');
  await asking.getByRole('button', { name: 'Send again' }).dblclick();
  await toast(page, 'Email Sent', `Sent to ${one.recipientEmail}.`);
  await asking.waitFor({ state: 'hidden' });
  expect(await leftTo(one)).toBe(2);
  // it is none of those that need a decision any more
  await page.getByRole('button', { name: /^All \d/ }).click();
  await row.getByText('Sent again').waitFor();
  await row.getByText(/you sent it again, and we never learned whether this one left/).waitFor();
  await page.getByText('1 message needs your decision.').waitFor();

  await page.getByRole('link', { name: 'Preview & Edit' }).click();
  await page.getByRole('link', { name: 'Check the unconfirmed email' }).click();
  const letter = page.getByRole('article');
  await letter.getByText('We could not confirm whether this left', { exact: true }).waitFor();
  await lookAt(page, 'unknown-preview');
  await letter.getByRole('button', { name: /^Mark as sent: / }).click();
  await letter.getByText('Marked as sent by you; the provider never confirmed it').waitFor();
});

test('those of a deleted campaign stand over the others until they are decided', async () => {
  const { person, partners } = await readyPerson(screens.app, 1);
  const campaign = await unconfirmed(person, partners);
  await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
  const page = await screens.visit('/campaigns', person);
  const part = page.getByRole('region', { name: 'From deleted campaigns' });
  await part.getByText('Spring vests').waitFor();
  await lookAt(page, 'unknown-deleted');
  await part.getByRole('button', { name: /^Dismiss: / }).click();
  await part.waitFor({ state: 'hidden' });
});
