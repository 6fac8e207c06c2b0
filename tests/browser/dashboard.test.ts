import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView, SendView } from '../../api/views.ts';
import { failedWith, hold } from '../support/answers.ts';
import { importedRow, readyCampaign, readyPerson } from '../support/outreach.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const API = /\/api\/(dashboard\/(stats|overview)|partners|campaigns)(\?.*)?$/;
const metric = (page: Page, label: string) =>
  page
    .getByLabel('Key figures')
    .locator('div')
    .filter({ hasText: new RegExp(`^${label}`) });

test('the figures are those of the account, and follow it', async () => {
  const { person, sends } = await readyCampaign(screens.app, { partners: 2, texts: 'edited' });
  for (const { id } of sends) await person.ok<SendView>('POST', `/api/campaign-sends/${id}/send-now`);
  await person.ok('PATCH', `/api/campaign-sends/${sends[0]?.id}/status`, { status: 'replied' });
  const page = await screens.visit('/dashboard', person);
  await page.getByText('1 of 2 partners replied').waitFor();
  const value = (label: string) => metric(page, label).locator('dd').first().textContent();
  expect(await Promise.all(['Total Partners Found', 'Approved Partners', 'Emails Sent'].map(value))).toEqual([
    '2',
    '2',
    '2',
  ]);
  const chart = page.getByRole('table', { name: 'Emails sent and replies by day' });
  await expect.poll(() => chart.getByRole('row').last().textContent()).toMatch(/21$/);
  await page.getByRole('button', { name: '7 days' }).click();
  await expect.poll(() => chart.getByRole('row').count()).toBe(8);
  await lookAt(page, 'dashboard');

  await person.ok('POST', '/api/partners/import', { rows: [importedRow(7, 'Tess Late')] });
  await page.getByRole('region', { name: 'Recent Partner Matches' }).getByText('Tess Late').waitFor();
  const late = (await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ name }) => name === 'Tess Late');
  await person.ok('PATCH', `/api/partners/${late?.id}/status`, { status: 'approved' });
  await metric(page, 'Approved Partners').locator('dd').getByText('3', { exact: true }).waitFor();
  await page.context().close();
});

test('placeholders have the final size; empty and failed parts look right', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/404', person);
  const { held, release } = hold();
  await page.route(API, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${screens.app.url}/dashboard`);
  await page.getByRole('status', { name: 'Loading campaigns' }).waitFor();
  const top = async () => (await page.getByRole('region', { name: 'Campaign Activity' }).boundingBox())?.y;
  await lookAt(page, 'dashboard-loading');
  const before = await top();
  release();
  await page.getByText('No campaigns found.').waitFor();
  await page.getByText('Nothing waits for you.').waitFor();
  expect(await top()).toBe(before);
  await lookAt(page, 'dashboard-empty');
  await page.unrouteAll();
  await page.route(API, failedWith(500));
  await page.reload();
  await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(4);
  await lookAt(page, 'dashboard-failed');
  await page.context().close();
});
