import { afterAll, beforeAll, expect, test } from 'vitest';
import { readyCampaign } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

test('someone unsubscribes without a script, and a mail comes back: both show beside the message at once, and are no reply [long]', async () => {
  const { person: sender, sends, campaign } = await readyCampaign(screens.app, { partners: 3, texts: 'edited' });
  for (const { id } of sends) await sender.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const outbox = await screens.app.outbox();
  const [first, second, third] = sends.map((send) => ({
    send,
    mail: outbox.find(({ to }) => to === send.recipientEmail),
  }));
  const linkOf = (to: typeof first) => new URL((to?.mail?.headers['List-Unsubscribe'] ?? '').slice(1, -1)).pathname;
  const campaignPage = await screens.visit(`/campaigns/${campaign.id}?tab=messages`, sender);
  const row = (to: typeof first) =>
    campaignPage
      .getByRole('table', { name: 'Messages' })
      .locator('[data-row]')
      .filter({ hasText: to?.send.recipientEmail ?? 'nobody' });
  await row(first).getByText('Sent', { exact: true }).waitFor();

  const page = await screens.visit(linkOf(first), null, { javaScriptEnabled: false });
  await page.getByRole('heading', { name: 'Unsubscribe' }).waitFor();
  await page.getByText('Northwind Trail Gear wrote to a•••@l•••.example.').waitFor();
  expect(await page.title()).toContain('Unsubscribe');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  expect(page.url()).toContain(linkOf(first));
  expect(await page.context().cookies()).toEqual([]);
  await page.context().close();
  await row(first).getByText('Unsubscribed', { exact: true }).waitFor();

  // the sandbox's SendGrid tells of it
  const bounced = await fetch(`${screens.app.sandboxUrl}/outbox/${second?.mail?.id}/events`, {
    method: 'POST',
    body: new URLSearchParams({ event: 'bounce' }),
    redirect: 'manual',
  });
  expect(bounced.status).toBeLessThan(400);
  await row(second).getByText('Bounced', { exact: true }).waitFor();
  await row(second)
    .getByText(/^Sent, but it came back/)
    .waitFor();
  expect(await row(third).getByText('Unsubscribed').count()).toBe(0);
  await lookAt(campaignPage, 'campaign-deliveries');
  const figure = (label: string) =>
    campaignPage
      .getByLabel('Counts')
      .locator('div')
      .filter({ has: campaignPage.locator('dt').getByText(label, { exact: true }) })
      .locator('dd')
      .allTextContents();
  expect(await figure('Sent')).toEqual(['3', '1 bounced, 1 unsubscribed']);
  expect(await figure('Replied')).toEqual(['0']);
  await row(third)
    .getByRole('button', { name: /^Mark as Replied/ })
    .click();
  await expect.poll(() => figure('Replied')).toEqual(['1']);
  await campaignPage.goto(`${screens.app.url}/approved`);
  await campaignPage.getByText(/2 do not contact$/).waitFor();
  await campaignPage.context().close();

  const looked = await screens.visit(linkOf(third));
  await lookAt(looked, 'unsubscribe-asks');
  await looked.getByRole('button', { name: 'Unsubscribe' }).focus();
  await looked.keyboard.press('Enter');
  await looked.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  await looked.goto(`${screens.app.url}${linkOf(third)}x`);
  await looked.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await looked.context().close();
});
