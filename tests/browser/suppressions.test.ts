import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMOJI, RIGHT_TO_LEFT, UNBROKEN } from '../support/awkwardTexts.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const card = (page: Page) => page.getByRole('region', { name: 'Do not contact', exact: true });
const table = (page: Page) => card(page).getByRole('table', { name: 'Addresses that are not written to' });
const rows = (page: Page) => table(page).locator('[data-row]');

test('a list from a file, an address by hand, the export, and the way off the list [long]', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings/do-not-contact', person);
  await card(page).getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import addresses' });
  const long = `${UNBROKEN.replaceAll(/\W/g, '').slice(0, 60)}@gesellschaft-der-freunde-langer-namen.example`;
  await dialog.getByLabel('Choose a CSV file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `name,Email Address,Owner\n${RIGHT_TO_LEFT} ${EMOJI},${long},kim@us.example\nBen,${UNBROKEN}@,\nDora,dora@lindqvist.example,kim@us.example\n`,
    ),
  });
  await dialog.getByText('2 addresses of 3 rows').waitFor();
  await lookAt(page, 'suppressions-import-problems');
  await dialog.getByRole('button', { name: 'Import 2 addresses' }).click();
  await seeToast(page, { title: 'List Imported', text: '2 addresses added.' });

  await card(page).getByLabel('Add an address').fill('Cleo@Lindqvist.example');
  await page.keyboard.press('Enter');
  await seeToast(page, { title: 'Address Added', text: 'cleo@lindqvist.example' });
  const row = rows(page).filter({ hasText: 'dora@lindqvist.example' });
  await row.getByText('from a list').waitFor();
  await lookAt(page, 'suppressions-list');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card(page).getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^do-not-contact-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines).toContainEqual(expect.stringMatching(/^cleo@lindqvist\.example,user,user,/));

  await row.getByRole('button', { name: 'Remove dora@lindqvist.example' }).click();
  await page.getByRole('alertdialog').waitFor();
  await page.getByRole('button', { name: 'They asked me to write again' }).click();
  await row.waitFor({ state: 'detached' });

  // of over 100 rows only those in view are in the page
  const emails = Array.from({ length: 230 }, (_, index) => ({ line: index + 1, email: `p${index}@lindqvist.example` }));
  await person.ok('POST', '/api/suppressions/import', { rows: emails });
  await card(page).getByRole('status').filter({ hasText: '232 addresses' }).waitFor();
  expect(await rows(page).count()).toBe(100);
  await card(page).getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => table(page).getAttribute('aria-rowcount')).toBe('201');
  expect(await rows(page).count()).toBeLessThan(60);
  await page.context().close();
});

test('someone unsubscribes without a script, and a mail comes back: both show beside the message at once, and are no reply', async () => {
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
