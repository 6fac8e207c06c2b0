import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { escaped } from '../support/escaped.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { choose, chosen, pickList } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens({ sendGap: null });
});
afterAll(() => screens?.stop());

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const broken = (route: Route) => route.fulfill({ status: 500, body: '' });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Approved partners' }).locator('li', { hasText: name });
const names = (page: Page) =>
  page
    .getByRole('list', { name: 'Approved partners' })
    .getByRole('checkbox')
    .evaluateAll((all) =>
      all.map((one) => one.closest('div')?.querySelector('label')?.textContent?.replace('Select ', '')),
    );
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const figures = async (page: Page) =>
  Object.fromEntries(
    await page
      .locator('dl[aria-label=Summary] > div')
      .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent ?? ''))),
  );
const approve = async (person: Person, all: readonly PartnerView[]) => {
  for (const { id } of all) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
};
const withoutEmail = (index: number, name: string) => {
  const { email: _none, ...rest } = importedRow(index, name);
  return rest;
};

describe('the screen', () => {
  let person: Person;
  let page: Page;
  let partners: PartnerView[];
  const of = (name: string) => partners.find((partner) => partner.name === name) as PartnerView;
  beforeAll(async () => {
    ({ person } = await readyPerson(screens.app, 0));
    const rows = [
      {
        ...importedRow(1, 'Ada Mail'),
        engagementRate: 3.4,
        industry: 'Fitness',
        followersCount: 48_203,
        username: 'adamail',
      },
      {
        ...importedRow(2, 'Ben Mail'),
        engagementRate: 0.8,
        industry: 'Travel',
        followersCount: 1_000_000,
        username: 'benmail',
      },
      { ...withoutEmail(3, 'Cleo Nomail'), engagementRate: 12, industry: 'Fitness', followersCount: 900 },
      { ...withoutEmail(4, 'Dov Nomail'), industry: 'Gaming' },
      importedRow(5, 'Pia Pending'),
      withoutEmail(6, 'Rex Rejected'),
    ];
    await person.ok('POST', '/api/partners/import', { rows });
    partners = await person.ok<PartnerView[]>('GET', '/api/partners');
    await approve(
      person,
      partners.filter(({ name }) => name !== 'Pia Pending'),
    );
    await person.ok('PATCH', `/api/partners/${of('Rex Rejected').id}/status`, { status: 'rejected' });
    page = await screens.visit('/approved', person);
    await row(page, 'Ada Mail').waitFor();
  });
  afterAll(() => page?.context().close());

  test('only approved partners are listed, under four cards: Total Approved, With Email, Email Pending, Filtered Results', async () => {
    await page.getByRole('heading', { level: 1, name: 'Approved Partners' }).waitFor();
    expect((await names(page)).sort()).toEqual(['Ada Mail', 'Ben Mail', 'Cleo Nomail', 'Dov Nomail']);
    expect(Object.keys(await figures(page))).toEqual([
      'Total Approved',
      'With Email',
      'Email Pending',
      'Filtered Results',
    ]);
    // Rex was rejected while his email was pending: he counts nowhere
    expect(await figures(page)).toEqual({
      'Total Approved': '4',
      'With Email': '2',
      'Email Pending': '2',
      'Filtered Results': '4',
    });
    await lookAt(page, 'approved');
  });

  test('engagement is one unit everywhere: 3.4 is shown as 3.4%, in the row and in the card', async () => {
    await row(page, 'Ada Mail').getByText('3.4%').first().waitFor();
    await row(page, 'Ben Mail').getByText('0.8%').waitFor();
    await row(page, 'Cleo Nomail').getByText('12%').waitFor();
    expect(await page.getByText('340%').count()).toBe(0);
  });

  test('an open partner stays open after a reload, and View Profile opens the profile', async () => {
    await button(page, /^Ada Mail/).click();
    const about = page.getByRole('region', { name: 'About Ada Mail' });
    await about.getByText(`Email: ${of('Ada Mail').contactInfo?.email}`).waitFor();
    await about.getByText('Ready for campaigns').waitFor();
    await about.getByText('3.4%').waitFor();
    expect(new URL(page.url()).searchParams.get('partner')).toBe(of('Ada Mail').id);
    await page.reload();
    await about.waitFor();
    await about.getByText('Why 100').waitFor();
    await lookAt(page, 'approved-open');
    const link = about.getByRole('link', { name: 'View Profile' });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await page.context().route('https://www.linkedin.com/**', (route) => route.fulfill({ body: 'the profile' }));
    const opening = page.waitForEvent('popup');
    await link.click();
    const profile = await opening;
    expect(profile.url()).toBe(of('Ada Mail').profileUrl);
    await profile.close();
    expect(await page.getByText(/not yet implemented/i).count()).toBe(0);
    await button(page, /^Cleo Nomail/).click();
    await page.getByRole('region', { name: 'About Cleo Nomail' }).getByText('No email yet').waitFor();
    await button(page, /^Cleo Nomail/).click();
  });

  test('chips narrow the list by email status, each with its count, and live in the address', async () => {
    const chips = page.getByRole('group', { name: 'Email status' });
    expect(await chips.getByRole('button').allTextContents()).toEqual([
      'Any email',
      'Email found2',
      'No email found0',
      'Email pending2',
    ]);
    await button(chips, /^Email pending/).click();
    expect((await names(page)).sort()).toEqual(['Cleo Nomail', 'Dov Nomail']);
    expect((await figures(page))['Filtered Results']).toBe('2');
    expect(new URL(page.url()).searchParams.get('emailStatus')).toBe('pending');
    await page.reload();
    await row(page, 'Cleo Nomail').waitFor();
    expect(await button(chips, /^Email pending/).getAttribute('aria-pressed')).toBe('true');
    await button(chips, /^Any email/).click();
  });

  test('filters narrow it by search, industry, followers, engagement and match, and Clear Filters brings all back', async () => {
    await page.getByLabel('Search partners').fill('benm');
    expect(await names(page)).toEqual(['Ben Mail']);
    await page.getByLabel('Search partners').fill('');
    await choose(page, 'Industry', 'Fitness');
    expect((await names(page)).sort()).toEqual(['Ada Mail', 'Cleo Nomail']);
    await choose(page, 'Min followers', '10K+ followers');
    expect(await names(page)).toEqual(['Ada Mail']);
    await choose(page, 'Min engagement', '5%+ engagement');
    await page.getByRole('heading', { name: 'No Matches Found' }).waitFor();
    await page.getByText('Try adjusting your filters to see more results.').waitFor();
    expect((await figures(page))['Filtered Results']).toBe('0');
    expect(await button(page, 'Export CSV (0)').isDisabled()).toBe(true);
    await button(page, 'Clear Filters').click();
    await until(
      () => names(page),
      (all) => all.length === 4,
    );
    expect(new URL(page.url()).search).toBe('');
    // an address cannot make another status appear here
    await page.goto(`${screens.app.url}/approved?status=rejected`);
    await row(page, 'Ada Mail').waitFor();
    expect(await names(page)).toHaveLength(4);
  });

  test('the list is sorted by match, followers, engagement or name, and a reload keeps the order', async () => {
    await choose(page, 'Sort by', 'Most followers');
    expect(await names(page)).toEqual(['Ben Mail', 'Ada Mail', 'Dov Nomail', 'Cleo Nomail']);
    await choose(page, 'Sort by', 'Most engagement');
    expect(await names(page)).toEqual(['Cleo Nomail', 'Ada Mail', 'Ben Mail', 'Dov Nomail']);
    await choose(page, 'Sort by', 'Name, A–Z');
    await page.reload();
    await row(page, 'Ada Mail').waitFor();
    expect(await names(page)).toEqual(['Ada Mail', 'Ben Mail', 'Cleo Nomail', 'Dov Nomail']);
    await choose(page, 'Sort by', 'Best match first');
    expect(new URL(page.url()).searchParams.get('sort')).toBeNull();
  });

  test('rows are ticked one by one, all visible at once, and cleared; ticks outlast the filters', async () => {
    await tick(page, 'Ada Mail').check();
    await button(page, 'Add to Campaign (1)').waitFor();
    await button(page, /^Email pending/).click();
    await button(page, 'Select All Visible').click();
    await button(page, 'Add to Campaign (3)').waitFor();
    await button(page, /^Any email/).click();
    expect([await tick(page, 'Ada Mail').isChecked(), await tick(page, 'Ben Mail').isChecked()]).toEqual([true, false]);
    await button(page, 'Clear Selection').click();
    await button(page, 'Add to Campaign (0)').waitFor();
    expect(await tick(page, 'Ada Mail').isChecked()).toBe(false);
    expect(await button(page, 'Clear Selection').isDisabled()).toBe(true);
  });

  test("Export CSV (n) always asks for status=approved: 'Export Complete', under the server's file name or the fallback", async () => {
    await button(page, /^Email found/).click();
    const asked = page.waitForRequest('**/api/partners/export*');
    const downloading = page.waitForEvent('download');
    await button(page, 'Export CSV (2)').click();
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
      status: 'approved',
      emailStatus: 'email_found',
    });
    const today = new Date().toISOString().slice(0, 10);
    expect((await downloading).suggestedFilename()).toBe(`approved-partners-${today}.csv`);
    await toast(page, 'Export Complete', '2 partners exported as CSV.');
    await page.route('**/api/partners/export*', (route) => route.fulfill({ contentType: 'text/csv', body: 'name\n' }));
    const again = page.waitForEvent('download');
    await button(page, 'Export CSV (2)').click();
    expect((await again).suggestedFilename()).toMatch(/^approved-partners-\d{4}-\d\d-\d\d\.csv$/);
    await page.unroute('**/api/partners/export*');
    await page.route('**/api/partners/export*', broken);
    await button(page, 'Export CSV (2)').click();
    await toast(page, 'Export Failed', 'Failed to export partners. Please try again.', 'destructive');
    await page.unroute('**/api/partners/export*');
    await button(page, /^Any email/).click();
  });

  test("Reject takes a partner off the list: 'removed from approved list', with Undo; a failure says 'Update Failed'", async () => {
    await button(page, /^Dov Nomail/).click();
    const about = page.getByRole('region', { name: 'About Dov Nomail' });
    await page.route('**/api/partners/*/status', broken);
    await button(about, 'Reject').click();
    await toast(page, 'Update Failed', 'Failed to update partner status. Please try again.', 'destructive');
    await page.unroute('**/api/partners/*/status');
    await tick(page, 'Dov Nomail').check();
    await button(about, 'Reject').click();
    await toast(page, 'Partner Updated', 'Dov Nomail removed from approved list.');
    await row(page, 'Dov Nomail').waitFor({ state: 'hidden' });
    expect(await figures(page)).toEqual({
      'Total Approved': '3',
      'With Email': '2',
      'Email Pending': '1',
      'Filtered Results': '3',
    });
    await button(page, 'Add to Campaign (0)').waitFor();
    const now = await person.ok<PartnerView[]>('GET', '/api/partners');
    expect(now.find(({ name }) => name === 'Dov Nomail')?.status).toBe('rejected');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await toast(page, 'Partner Updated', 'Dov Nomail is approved again.');
    await row(page, 'Dov Nomail').waitFor();
  });

  test("Delete Partner asks with 'Delete Partner?' and takes the partner away: 'Partner Deleted'", async () => {
    await button(page, /^Cleo Nomail/).click();
    await button(page.getByRole('region', { name: 'About Cleo Nomail' }), 'Delete Partner').click();
    const asking = page.getByRole('alertdialog', { name: 'Delete Partner?' });
    await asking.getByText('Are you sure you want to delete Cleo Nomail? This action cannot be undone.').waitFor();
    await button(asking, 'Delete Partner').click();
    await toast(page, 'Partner Deleted');
    await row(page, 'Cleo Nomail').waitFor({ state: 'hidden' });
    await expect.poll(async () => (await figures(page))['Email Pending']).toBe('1');
  });
});

test('removing a partner with unsent messages asks first and says which; Undo brings the partner and the messages back', async () => {
  const { person, partners } = await readyPerson(screens.app, 1);
  const name = partners[0]?.name ?? '';
  const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  await draftCampaign(person, 'Autumn launch', { partners });
  const page = await screens.visit('/approved', person);
  await button(page, new RegExp(`^${escaped(name)}`)).click();
  const about = page.getByRole('region', { name: `About ${name}` });
  const cancels = 'This cancels 2 unsent messages: 1 in Spring vests, 1 in Autumn launch.';
  await button(about, 'Delete Partner').click();
  const deleting = page.getByRole('alertdialog', { name: 'Delete Partner?' });
  await deleting.getByText(cancels).waitFor();
  await button(deleting, 'Cancel').click();

  await button(about, 'Reject').click();
  const rejecting = page.getByRole('alertdialog', { name: `Reject ${name}?` });
  await rejecting.getByText(cancels).waitFor();
  await lookAt(page, 'approved-reject');
  await button(rejecting, 'Cancel').click();
  await rejecting.waitFor({ state: 'hidden' });
  expect((await sendsOf(person, campaign)).map(({ status }) => status)).toEqual(['pending']);

  await button(about, 'Reject').click();
  await button(rejecting, 'Reject').click();
  const notice = await toast(page, 'Partner Updated', `${name} removed from approved list.`);
  // a notice with the focus stays
  await notice.focus();
  await until(
    () => sendsOf(person, campaign),
    (sends) => sends.every(({ status }) => status === 'cancelled'),
  );
  await button(notice, 'Undo').click();
  await toast(page, 'Partner Updated', `${name} is approved again, with 2 unsent messages.`);
  await row(page, name).waitFor();
  expect(await sendsOf(person, campaign)).toMatchObject([{ status: 'pending', approved: true }]);
  await page.context().close();
});

describe('Add to Campaign', () => {
  let person: Person;
  let page: Page;
  let partners: PartnerView[];
  const dialog = () => page.getByRole('dialog', { name: 'Add to Campaign' });
  const submit = () => button(dialog(), 'Add to Campaign');
  beforeAll(async () => {
    ({ person } = await readyPerson(screens.app, 0));
    const rows = [
      importedRow(1, 'Ada Free'),
      importedRow(2, 'Ben Busy'),
      importedRow(3, 'Ira Inside'),
      withoutEmail(4, 'Noor Nomail'),
    ];
    await person.ok('POST', '/api/partners/import', { rows });
    partners = await person.ok<PartnerView[]>('GET', '/api/partners');
    await approve(person, partners);
    page = await screens.visit('/approved', person);
    await row(page, 'Ada Free').waitFor();
  });
  afterAll(() => page?.context().close());

  test('without any campaign it leads to Campaigns', async () => {
    await tick(page, 'Ada Free').check();
    await button(page, 'Add to Campaign (1)').click();
    await dialog().getByText('No campaigns yet. Create one first; your selection is kept.').waitFor();
    await dialog().getByRole('link', { name: 'Go to Campaigns' }).click();
    await page.getByText('No campaigns yet').waitFor();
    const named = (name: string) => partners.filter((partner) => partner.name === name);
    const busy = await draftCampaign(person, 'Winter caps', { partners: named('Ben Busy'), written: true });
    await setStatus(person, busy, 'active');
    const earlier = await draftCampaign(person, 'Last year', { partners: named('Ada Free'), written: true });
    const [sent] = await sendsOf(person, earlier);
    await person.ok('POST', `/api/campaign-sends/${sent?.id}/send-now`, {});
    await person.ok('PATCH', `/api/campaign-sends/${sent?.id}/status`, { status: 'replied' });
    await draftCampaign(person, 'Spring vests', { partners: named('Ira Inside') });
    await page.getByRole('link', { name: /^Approved Partners/ }).click();
    await button(page, 'Add to Campaign (1)').waitFor();
  });

  test("a campaign and at least one partner are required: 'Selection Required'", async () => {
    await button(page, 'Clear Selection').click();
    await button(page, 'Add to Campaign (0)').click();
    await dialog().getByText('Select at least one partner in the list.').waitFor();
    await choose(page, 'Campaign', 'Spring vests (draft)');
    await submit().click();
    await toast(page, 'Selection Required', 'Please select a campaign and at least one partner.', 'destructive');
    await button(dialog(), 'Cancel').click();
    await button(page, 'Select All Visible').click();
    await button(page, 'Add to Campaign (4)').click();
    await dialog().getByText('4 partners selected.').waitFor();
    await submit().click();
    await toast(page, 'Selection Required', 'Please select a campaign and at least one partner.', 'destructive');
    const select = pickList(dialog(), 'Campaign');
    expect(await select.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => select.evaluate((element) => element === document.activeElement)).toBe(true);
    await dialog().getByText('Please select a campaign and at least one partner.').waitFor();
  });

  test('it says how many join, who is left out and why, who was contacted before, and who would hear from two running campaigns', async () => {
    await choose(page, 'Campaign', 'Spring vests (draft)');
    await dialog().getByText('2 partners will be added. 2 left out: 1 already in this campaign, 1 no email.').waitFor();
    await dialog()
      .getByText(/^1 partner was contacted before: Ada Free \(.+, replied .+\)\.$/)
      .waitFor();
    await dialog()
      .getByText('1 partner is in another running campaign already (Winter caps) and would get an email from each.')
      .waitFor();
    await lookAt(page, 'approved-add');
  });

  test("a failure says 'Failed to Add Partners', and the choice stays", async () => {
    await page.route('**/api/campaigns/*/partners', broken);
    await submit().click();
    await toast(page, 'Failed to Add Partners', 'Failed to add partners to campaign', 'destructive');
    await page.unroute('**/api/campaigns/*/partners');
    expect(await chosen(pickList(dialog(), 'Campaign'))).toBe('Spring vests (draft)');
  });

  test("'Partners Added' with the true count and reasons, once for a double click; the ticks are cleared", async () => {
    await submit().dblclick();
    await toast(
      page,
      'Partners Added',
      '2 partners added to Spring vests. 2 left out: 1 already in this campaign, 1 no email.',
    );
    await dialog().waitFor({ state: 'hidden' });
    await button(page, 'Add to Campaign (0)').waitFor();
    const campaigns = await person.ok<{ id: string; name: string }[]>('GET', '/api/campaigns');
    const spring = campaigns.find(({ name }) => name === 'Spring vests') as { id: string };
    expect((await sendsOf(person, spring)).map(({ partner }) => partner.name).sort()).toEqual([
      'Ada Free',
      'Ben Busy',
      'Ira Inside',
    ]);
  });

  test('nobody added is no success, and the dialog stays', async () => {
    await tick(page, 'Noor Nomail').check();
    await button(page, 'Add to Campaign (1)').click();
    await choose(page, 'Campaign', 'Winter caps (active)');
    await dialog().getByText('It is active: new messages are sent after you approve their texts.').waitFor();
    await submit().click();
    await toast(page, 'Failed to Add Partners', 'No partners were added. 1 left out: no email.', 'destructive');
    await dialog().waitFor();
  });
});

test("with nobody approved: 'No Approved Partners Yet' and the way to Discovery; before that 'Loading approved partners...'", async () => {
  const { person } = await readyPerson(screens.app, 0);
  const page = await screens.visit('/settings', person);
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/partners?status=approved', async (route) => {
    await asked;
    await broken(route);
  });
  await page.goto(`${screens.app.url}/approved`);
  await page.getByText('Loading approved partners...').waitFor();
  await page.getByRole('status', { name: 'Loading approved partners...' }).waitFor();
  answer();
  await page.getByText('Error loading approved partners. Please try again.').waitFor();
  expect(await figures(page)).toMatchObject({ 'Total Approved': '–' });
  await lookAt(page, 'approved-error');
  await page.unroute('**/api/partners?status=approved');
  await button(page, 'Try again').click();
  await page.getByRole('heading', { name: 'No Approved Partners Yet' }).waitFor();
  await page.getByText('Start by discovering and approving partners from the Discovery page.').waitFor();
  await lookAt(page, 'approved-none');
  expect(await page.getByRole('link', { name: 'Go to Partner Discovery' }).getAttribute('href')).toBe('/discovery');
  await page.context().close();
});

test('over 100 partners, only those near the window are in the page; all can be ticked, and one that the address opens is in view', async () => {
  const { person, partners } = await readyPerson(screens.app, 120);
  const page = await screens.visit('/approved', person);
  const boxes = page.getByRole('list', { name: 'Approved partners' }).getByRole('checkbox');
  await boxes.first().waitFor();
  expect(await boxes.count()).toBeLessThan(60);
  await button(page, 'Select All Visible').click();
  await button(page, 'Add to Campaign (120)').waitFor();
  const shown = await names(page);
  const far = partners.find(({ name }) => !shown.includes(name ?? undefined)) as PartnerView;
  await page.goto(`${screens.app.url}/approved?partner=${far.id}`);
  const about = page.getByRole('region', { name: `About ${far.name}` });
  await about.waitFor();
  await until(
    () =>
      button(page, new RegExp(`^${escaped(far.name ?? '')} @`)).evaluate(
        (element) => element.getBoundingClientRect().top,
      ),
    (top) => top > 0 && top < 900,
  );
  await page.context().close();
});
