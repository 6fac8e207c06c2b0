import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { hold } from '../support/answers.ts';
import { draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { choose } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

/** What the screen does with each answer is shown by tests/component/approved.test.tsx and approved-add.test.tsx. */

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const list = (page: Page) => page.getByRole('table', { name: 'Approved partners' });
const boxes = (page: Page) => list(page).getByRole('checkbox', { name: /^Select (?!All)/ });
const selectAll = (page: Page) => list(page).getByRole('checkbox', { name: 'Select All Visible' }).click();
const LIST_CALL = '**/api/partners?status=approved';

test('loading, failed, and with no one approved', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings', person);
  const call = hold();
  await page.route(LIST_CALL, (route) => call.held.then(() => route.fulfill({ status: 500, body: '' })));
  await page.goto(`${screens.app.url}/approved`);
  await page.getByRole('status', { name: 'Loading approved partners...' }).waitFor();
  call.release();
  await page.getByText('Error loading approved partners. Please try again.').waitFor();
  await lookAt(page, 'approved-error');
  await page.unroute(LIST_CALL);
  await button(page, 'Try again').click();
  await page.getByRole('heading', { name: 'No Approved Partners Yet' }).waitFor();
  await lookAt(page, 'approved-none');
});

test('the selection is kept while a campaign is made, and then joins it', async () => {
  const { person, partners } = await readyPerson(screens.app, 5);
  const { email: _none, ...nobody } = importedRow(1, 'Noor Nomail');
  await person.ok('POST', '/api/partners/import', { rows: [nobody] });
  const [noor] = await person.ok<PartnerView[]>('GET', '/api/partners?status=pending');
  await person.ok('PATCH', `/api/partners/${noor?.id}/status`, { status: 'approved' });
  const page = await screens.visit(`/approved?partner=${partners[0]?.id}`, person);
  await page.getByText('Ready for campaigns').waitFor();
  await selectAll(page);
  await lookAt(page, 'approved-open');
  await button(page, 'Add to Campaign (6)').click();
  const dialog = page.getByRole('dialog', { name: 'Add to Campaign' });
  await dialog.getByRole('link', { name: 'Go to Campaigns' }).click();
  await page.getByText('No campaigns yet').waitFor();

  await setStatus(
    person,
    await draftCampaign(person, 'Winter caps', { partners: [partners[1] as PartnerView], written: true }),
    'active',
  );
  const earlier = await draftCampaign(person, 'Last year', { partners: [partners[2] as PartnerView], written: true });
  const [sent] = await sendsOf(person, earlier);
  await person.ok('POST', `/api/campaign-sends/${sent?.id}/send-now`, {});
  const spring = await draftCampaign(person, 'Spring vests', { partners: [partners[3] as PartnerView] });

  await page.getByRole('link', { name: /^Approved Partners/ }).click();
  await button(page, 'Add to Campaign (6)').click();
  await choose(page, 'Campaign', 'Spring vests (draft)');
  await dialog.getByText('4 partners will be added. 2 left out: 1 already in this campaign, 1 no email.').waitFor();
  await dialog.getByText(/^1 partner was contacted before: /).waitFor();
  await dialog.getByText(/^1 partner is in another running campaign already \(Winter caps\)/).waitFor();
  await lookAt(page, 'approved-add');
  await button(dialog, 'Add to Campaign').click();
  const text = '4 partners added to Spring vests. 2 left out: 1 already in this campaign, 1 no email.';
  await toast(page, 'Partners Added', text);
  await button(page, 'Add to Campaign (0)').waitFor();
  expect(await sendsOf(person, spring)).toHaveLength(5);
});

test('Reject asks about unsent messages, cancels them, and Undo brings partner and messages back', async () => {
  const { person, partners } = await readyPerson(screens.app, 1);
  const [{ id, name } = { id: '', name: '' }] = partners;
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  const page = await screens.visit(`/approved?partner=${id}`, person);
  await button(page.getByRole('region', { name: `About ${name}` }), 'Reject').click();
  const rejecting = page.getByRole('alertdialog', { name: `Reject ${name}?` });
  await rejecting.getByText('This cancels 1 unsent message: 1 in Spring vests.').waitFor();
  await lookAt(page, 'approved-reject');
  await button(rejecting, 'Reject').click();
  const notice = await toast(page, 'Partner Updated', `${name} removed from approved list.`);
  // a notice with the focus stays
  await notice.focus();
  await until(
    () => sendsOf(person, campaign),
    (sends) => sends.every(({ status }) => status === 'cancelled'),
  );
  await button(notice, 'Undo').click();
  await toast(page, 'Partner Updated', `${name} is approved again, with 1 unsent message.`);
  await boxes(page).first().waitFor();
  expect(await sendsOf(person, campaign)).toMatchObject([{ status: 'pending', approved: true }]);
});

test('of over 100 only those near the window are in the page; one that the address opens is in view', async () => {
  const { person, partners } = await readyPerson(screens.app, 120);
  const page = await screens.visit('/approved', person);
  await boxes(page).first().waitFor();
  expect(await boxes(page).count()).toBeLessThan(60);
  await selectAll(page);
  await button(page, 'Add to Campaign (120)').waitFor();
  const labels = await list(page).locator('label').allTextContents();
  const far = partners.find(({ name }) => !labels.includes(`Select ${name}`));
  await page.goto(`${screens.app.url}/approved?partner=${far?.id}`);
  await page.getByRole('region', { name: `About ${far?.name}` }).waitFor();
  await until(
    () =>
      list(page)
        .locator('[aria-expanded=true]')
        .evaluate((element) => element.getBoundingClientRect().top),
    (top) => top > 0 && top < 900,
  );
});
