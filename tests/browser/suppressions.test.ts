import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNBROKEN } from '../support/awkwardTexts.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const card = (page: Page) => page.getByRole('region', { name: 'Do not contact', exact: true });
const rows = (page: Page) =>
  card(page).getByRole('list', { name: 'Addresses that are not written to' }).getByRole('listitem');

test('a list from a file, an address by hand, the export, and the way off the list', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings/do-not-contact', person);
  await card(page).getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import addresses' });
  const long = `${UNBROKEN.replaceAll(/\W/g, '').slice(0, 60)}@gesellschaft-der-freunde-langer-namen.example`;
  await dialog.getByLabel('Choose a CSV file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,Email Address\nAda,${long}\nBen,${UNBROKEN}\nDora,dora@lindqvist.example\n`),
  });
  await dialog.getByText('2 addresses from the column "Email Address"').waitFor();
  await lookAt(page, 'suppressions-import-problems');
  await dialog.getByRole('button', { name: 'Leave out 1 line' }).click();
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
  await lookAt(page, 'suppressions-objection');
  await page.getByRole('button', { name: 'They asked me to write again' }).click();
  await row.waitFor({ state: 'detached' });
  await page.context().close();
});

test('over 100 rows only those near the box are in the page; Show more brings the next', async () => {
  const { person: busy } = await readyPerson(screens.app, 0);
  const emails = Array.from({ length: 230 }, (_, index) => ({ line: index + 1, email: `p${index}@lindqvist.example` }));
  await busy.ok('POST', '/api/suppressions/import', { rows: emails });
  const page = await screens.visit('/settings/do-not-contact', busy);
  await card(page).getByRole('status').filter({ hasText: '230 addresses' }).waitFor();
  expect(await rows(page).count()).toBe(100);
  await card(page).getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows(page).first().getAttribute('aria-setsize')).toBe('200');
  expect(await rows(page).count()).toBeLessThan(40);
  await page.context().close();
});

test('someone unsubscribes without a script: the page asks in plain words, and the badge of the partner changes', async () => {
  const { person: sender, sends, partners } = await readyCampaign(screens.app, { partners: 2, texts: 'edited' });
  for (const { id } of sends) await sender.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const outbox = await screens.app.outbox();
  const [path = '', other = ''] = partners.map(({ contactInfo }) => {
    const mail = outbox.find(({ to }) => to === contactInfo?.email);
    return new URL((mail?.headers['List-Unsubscribe'] ?? '').slice(1, -1)).pathname;
  });
  const approved = await screens.visit('/approved', sender);
  await approved.getByText('Email found').first().waitFor();

  const page = await screens.visit(path, null, { javaScriptEnabled: false });
  await page.getByRole('heading', { name: 'Unsubscribe' }).waitFor();
  await page.getByText('Northwind Trail Gear wrote to a•••@l•••.example.').waitFor();
  expect(await page.title()).toContain('Unsubscribe');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  expect(page.url()).toContain(path);
  expect(await page.context().cookies()).toEqual([]);
  await page.context().close();
  await approved.getByText('Unsubscribed', { exact: true }).first().waitFor();
  await lookAt(approved, 'suppressions-approved');
  await approved.context().close();

  const looked = await screens.visit(other);
  await lookAt(looked, 'unsubscribe-asks');
  await looked.getByRole('button', { name: 'Unsubscribe' }).focus();
  await looked.keyboard.press('Enter');
  await looked.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  await lookAt(looked, 'unsubscribe-done');
  await looked.goto(`${screens.app.url}${other}x`);
  await looked.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await lookAt(looked, 'unsubscribe-wrong');
  await looked.context().close();
});
