import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BusinessProfileView, PartnerView } from '../../api/views.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { hold } from '../support/answers.ts';
import { escaped } from '../support/escaped.ts';
import { importedRow } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { choices, choose, chosen, pickList } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
let page: Page;
beforeAll(async () => {
  screens = await startScreens();
  person = await new Person(screens.app.url).signUp(`lea.${randomBytes(5).toString('hex')}@northwind.example`);
  await person.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    preferredPlatforms: ['linkedin', 'instagram'],
    onboardingSkipped: true,
  });
  page = await screens.visit('/discovery', person);
});
afterAll(() => screens?.stop());

const dialog = (name: string) => page.getByRole('dialog', { name });
const partners = () => person.ok<PartnerView[]>('GET', '/api/partners');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** The text that stands beside a field as its error, and whether the field has the focus. */
async function errorOf(label: string): Promise<{ error: string | null; focused: boolean }> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true });
  const about = await field.getAttribute('aria-describedby');
  expect(await field.getAttribute('aria-invalid'), label).toBe('true');
  return {
    error: await page.locator(`[id="${about}"]`).textContent(),
    focused: await field.evaluate((element) => element === document.activeElement),
  };
}

describe("'Add from LinkedIn'", () => {
  const INGEST = '**/api/partners/ingest-url';
  const FORMAT = 'Please enter a valid LinkedIn profile URL in format: linkedin.com/in/username';
  const ada = samplePeople[0];
  const address = `https://www.linkedin.com/in/${ada?.slug}`;
  const field = () => dialog('Add from LinkedIn').getByLabel('LinkedIn profile URL');
  const add = () => dialog('Add from LinkedIn').getByRole('button', { name: 'Add Partner' }).click();
  const MINE = 'LinkedIn profile URL';

  test("without a URL: 'URL Required', said beside the field too, with the focus in it", async () => {
    await press('Add from LinkedIn');
    await add();
    await toast(page, 'URL Required', 'Please enter a LinkedIn profile URL.', 'destructive');
    expect(await errorOf(MINE)).toEqual({ error: 'Please enter a LinkedIn profile URL.', focused: true });
  });

  test("an address that is not http(s)://[www.]linkedin.com/in/{handle}: 'Invalid LinkedIn URL'; a look-alike host: 'Invalid URL Format'", async () => {
    for (const typed of [
      'not an address',
      'https://example.com/in/ada',
      'https://www.linkedin.com/company/northwind',
      'ftp://linkedin.com/in/ada',
    ]) {
      await field().fill(typed);
      await add();
      await toast(page, 'Invalid LinkedIn URL', FORMAT, 'destructive');
      expect(await errorOf(MINE), typed).toEqual({ error: FORMAT, focused: true });
    }
    await field().fill('https://notlinkedin.com/in/ada');
    await add();
    await toast(page, 'Invalid URL Format', FORMAT, 'destructive');
    await lookAt(page, 'linkedin-dialog-error');
  });

  test('https:// need not be typed', async () => {
    await field().fill('www.linkedin.com/in/nobody-of-this-name');
    await add();
    const text = 'Unable to generate partner data from this profile: no public profile was found at this address.';
    const notice = await toast(page, 'Add Partner Failed', text, 'destructive');
    // outside of the dialog, which hides it from screen readers but not from the mouse
    await notice.locator('[aria-label=Dismiss]').click();
  });

  test("a profile that nobody has: 'Unable to generate partner data...', beside the field too, and what was typed stays", async () => {
    await field().fill('https://www.linkedin.com/in/nobody-of-this-name');
    await add();
    const text = 'Unable to generate partner data from this profile: no public profile was found at this address.';
    await toast(page, 'Add Partner Failed', text, 'destructive');
    expect(await errorOf(MINE)).toEqual({ error: text, focused: true });
    expect(await field().inputValue()).toBe('https://www.linkedin.com/in/nobody-of-this-name');
  });

  test("a server that says 'Invalid LinkedIn URL' is answered with the format; a lost connection is said", async () => {
    await page.route(INGEST, (route) => route.fulfill({ status: 400, json: { error: 'Invalid LinkedIn URL' } }));
    await add();
    await toast(page, 'Invalid LinkedIn URL', FORMAT, 'destructive');
    await page.unroute(INGEST);
    await page.route(INGEST, (route) => route.abort());
    await add();
    await toast(page, 'Add Partner Failed', /connection/i, 'destructive');
    await page.unroute(INGEST);
  });

  test("'Adding...', once for a double click, then 'Partner Added' with the name, and the focus is back on the button", async () => {
    let calls = 0;
    await page.route(INGEST, (route) => {
      calls += 1;
      return route.continue();
    });
    await screens.app.fault('people_data_labs', 'slow', 1, { delayMs: 500 });
    await field().fill(address);
    await dialog('Add from LinkedIn').getByRole('button', { name: 'Add Partner' }).dblclick();
    await dialog('Add from LinkedIn').getByRole('button', { name: 'Adding...' }).waitFor();
    await toast(page, 'Partner Added', `${ada?.fullName} has been added to your list for review.`);
    await dialog('Add from LinkedIn').waitFor({ state: 'hidden' });
    expect(calls).toBe(1);
    expect((await partners()).map(({ name }) => name)).toEqual([ada?.fullName]);
    await page
      .getByRole('button', { name: new RegExp(escaped(ada?.fullName ?? '')) })
      .first()
      .waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add from LinkedIn');
    await page.unroute(INGEST);
  });

  test("a profile that is still being read is not called added: its end is said when it comes, 'Add Partner Failed' with the reason", async () => {
    await page.route(INGEST, (route) => route.fulfill({ status: 202, json: { accepted: true, id: 'search-late' } }));
    const failed = { id: 'late', status: 'failed', found: 0, duplicates: 0, error: 'People Data Labs did not answer' };
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    await page.route('**/api/searches/search-late', async (route) => {
      await over;
      await route.fulfill({ json: failed });
    });
    await press('Add from LinkedIn');
    await field().fill('https://www.linkedin.com/in/somebody-slow');
    await add();
    await toast(page, 'Still Reading the Profile', 'This takes longer than usual.');
    end();
    const text = 'Unable to generate partner data from this profile: People Data Labs did not answer';
    await toast(page, 'Add Partner Failed', text, 'destructive');
    await page.unroute(INGEST);
  });

  test("the same profile again: 'A partner with this LinkedIn profile already exists.'", async () => {
    await press('Add from LinkedIn');
    await field().fill(`${address}/`);
    await page.keyboard.press('Enter');
    const text = 'A partner with this LinkedIn profile already exists.';
    await toast(page, 'Add Partner Failed', text, 'destructive');
    expect(await errorOf(MINE)).toEqual({ error: text, focused: true });
    await dialog('Add from LinkedIn').getByRole('button', { name: 'Cancel' }).click();
    await dialog('Add from LinkedIn').waitFor({ state: 'hidden' });
  });
});

describe("'Adjust Profile'", () => {
  const PROFILE = '**/api/business-profile';
  const box = () => dialog('Adjust Profile');
  const label = (name: string) => box().getByLabel(name, { exact: true });
  const saved = () => person.ok<BusinessProfileView>('GET', '/api/business-profile');

  test('it edits the business and the criteria: 5000 followers, 2 % and LinkedIn unless changed, and industries of its own', async () => {
    await press('Adjust Profile');
    expect(await label('Business name').inputValue()).toBe('Northwind Trail Gear');
    expect(await label('Min followers').inputValue()).toBe('5000');
    await label('Min followers').fill('-5');
    await label('Min followers').press('Tab');
    expect(await label('Min followers').inputValue()).toBe('0');
    await label('Min followers').fill('5000');
    expect(await label('Min engagement (%)').inputValue()).toBe('2');
    expect(await label('Min engagement (%)').getAttribute('step')).toBe('0.1');
    for (const name of ['Instagram', 'TikTok', 'YouTube', 'Twitter/X', 'LinkedIn']) {
      expect(await box().getByRole('checkbox', { name }).isChecked(), name).toBe(name === 'LinkedIn');
    }
    await lookAt(page, 'adjust-profile');
    // the profile's own industry comes from another list and stays choosable
    expect(await choices(pickList(box(), 'Industry'))).toEqual(
      'Technology,Finance,Health & Wellness,E-commerce,Education,Marketing,Creative Services,Fitness'.split(','),
    );
    await pickList(box(), 'Industry').click();
    await lookAt(page, 'adjust-profile-industries');
    await page.keyboard.press('Escape');
    expect(await box().isVisible(), 'Escape closes the open list, not the dialog around it').toBe(true);
    await choose(box(), 'Industry', 'E-commerce');
  });

  test('what is missing stands beside its field, with the focus on the first', async () => {
    await label('Business name').fill(' ');
    await label('Min engagement (%)').fill('101');
    await box().getByRole('button', { name: 'Save' }).click();
    await box().getByText('Business name is required').waitFor();
    expect(await errorOf('Business name')).toEqual({ error: 'Business name is required', focused: true });
    expect((await errorOf('Target audience')).error).toBe('Please provide more details about your target audience');
    expect((await errorOf('Min engagement (%)')).error).toBe('Min engagement must be at most 100 percent');
    await label('Business name').fill('Northwind');
    await label('Target audience').fill('Trail runners in North America');
  });

  test("a failure: 'Error', and what was typed stays", async () => {
    await label('Min engagement (%)').fill('2.5');
    await page.route(PROFILE, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await box().getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Error', 'Failed to update profile', 'destructive');
    expect(await label('Business name').inputValue()).toBe('Northwind');
    await page.unroute(PROFILE);
  });

  test("an invalid number becomes 0; 'Profile Updated'; the list's preferred platforms follow the new choice", async () => {
    await label('Min followers').fill('');
    await label('Min engagement (%)').fill('-4');
    await box().getByRole('checkbox', { name: 'LinkedIn' }).uncheck();
    await box().getByRole('checkbox', { name: 'YouTube' }).check();
    const [call] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/business-profile')),
      box().getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(call.postDataJSON()).toMatchObject({
      businessName: 'Northwind',
      industry: 'E-commerce',
      targetAudience: 'Trail runners in North America',
      description: '',
      partnerCriteria: { minFollowers: 0, minEngagement: 0, platforms: ['youtube'] },
    });
    await toast(page, 'Profile Updated', 'The next search uses these criteria.');
    await box().waitFor({ state: 'hidden' });
    expect(await saved()).toMatchObject({
      businessName: 'Northwind',
      industry: 'E-commerce',
      preferredPlatforms: ['youtube'],
    });
    await press('Adjust Profile');
    expect(await label('Min followers').inputValue()).toBe('0');
    await box().getByRole('button', { name: 'Cancel' }).click();
  });

  test('what is typed while it is being saved stays, and the dialog with it', async () => {
    await press('Adjust Profile');
    const call = hold();
    await page.route(PROFILE, async (route) => {
      if (route.request().method() === 'PUT') await call.held;
      await route.continue();
    });
    await label('Description (optional)').fill('Packs');
    await box().getByRole('button', { name: 'Save' }).click();
    await box().locator('button[aria-busy]').waitFor();
    await label('Description (optional)').fill('Packs that can be mended');
    call.release();
    await box().locator('button[aria-busy]').waitFor({ state: 'detached' });
    expect(await label('Description (optional)').inputValue()).toBe('Packs that can be mended');
    expect((await saved()).description).toBe('Packs');
    await page.unroute(PROFILE);
    await box().getByRole('button', { name: 'Cancel' }).click();
    await person.ok('PUT', '/api/business-profile', { preferredPlatforms: [] });
  });
});

describe("'Import CSV'", () => {
  const IMPORT = '**/api/partners/import';
  const box = () => dialog('Import CSV');
  const give = (name: string, content: string | Buffer) =>
    box()
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content as string) });
  const HEADER = 'Name,LinkedIn URL,Email,Followers,Bio,Shoe size\n';
  const person1 = 'Maren Oduya,https://www.linkedin.com/in/marenruns,maren@oduya.example,48.2K,"Coach,\nVermont",41\n';

  test('a list comes from a file, which may be dropped, or is pasted; a template can be saved', async () => {
    await press('Import CSV');
    await box().getByText('or drop it here').waitFor();
    expect(await box().getByRole('button', { name: 'Import partners' }).isDisabled()).toBe(true);
    expect(await box().getByRole('button', { name: 'Read the pasted list' }).isDisabled()).toBe(true);
    await lookAt(page, 'import-source');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      box().getByRole('button', { name: 'Download template' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('partners-template.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain('name,profileUrl,platform');
  });

  test.each([
    ['a picture', 'list.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'This file is not text.'],
    ['a workbook', 'list.xlsx', Buffer.from('504b030414000600', 'hex'), 'This is a spreadsheet file.'],
    ['an old workbook', 'list.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'save it as CSV'],
    ['an empty file', 'list.csv', Buffer.from(' \n'), 'This file is empty.'],
    ['a first line only', 'list.csv', Buffer.from(HEADER), 'no people below it'],
    ['more than 5 MB', 'list.csv', Buffer.alloc(5_000_001, 'a'), 'This file is larger than 5 MB.'],
    ['more than 5,000 rows', 'list.csv', Buffer.from(HEADER + 'A,b\n'.repeat(5_001)), 'This list has 5,001 rows.'],
  ])('%s is refused with what to do', async (_what, name, content, text) => {
    await give(name, content);
    await box().getByRole('alert').filter({ hasText: text }).waitFor();
    expect(await box().getByLabel('Columns and first rows').count()).toBe(0);
  });

  test('files of old spreadsheets and Unicode text keep their letters', async () => {
    for (const bytes of [
      Buffer.from('name,platform,username\nZoë Åström,linkedin,zoe\n', 'latin1'),
      Buffer.from('\uFEFFname\tplatform\tusername\nZoë Åström\tlinkedin\tzoe\n', 'utf16le'),
    ]) {
      await give('list.csv', bytes);
      await box().getByRole('cell', { name: 'Zoë Åström' }).waitFor();
      await box().getByRole('button', { name: 'Choose another list' }).click();
    }
  });

  test('each column shows what it was taken for; one that nobody can be told without must be chosen', async () => {
    await give('list.csv', HEADER + person1);
    const meaning = (header: string) => pickList(box(), `Meaning of ${header}`);
    for (const [header, taken] of [
      ['Name', 'Name'],
      ['LinkedIn URL', 'Profile URL'],
      ['Email', 'Email'],
      ['Followers', 'Followers'],
      ['Bio', 'Bio'],
      ['Shoe size', 'Leave out'],
    ] as const) {
      expect(await chosen(meaning(header)), header).toBe(taken);
    }
    await choose(box(), 'Meaning of Name', 'Leave out');
    await box().getByText('No column is the name yet.').waitFor();
    expect(await box().getByRole('button', { name: 'Import partners' }).isDisabled()).toBe(true);
    await choose(box(), 'Meaning of Name', 'Name');
    expect(await box().getByRole('button', { name: 'Import 1 partner' }).isEnabled()).toBe(true);
    await box().getByRole('button', { name: 'Choose another list' }).click();
  });

  test('every bad line is named, and nothing is added before it is mended or left out', async () => {
    const { name, profileUrl, email } = importedRow(1, 'Sol Rivera');
    await give('list.csv', `${HEADER}${person1}No Address,,,,\n${name},${profileUrl},no address,1,x\n${person1}`);
    const problems = box().getByRole('region', { name: 'Lines that cannot be imported' });
    await problems.getByText('3 lines cannot be imported.').waitFor();
    const lines = await problems.getByRole('listitem').allTextContents();
    expect(lines).toEqual([
      'Line 4: give a profileUrl, or a platform and a username',
      'Line 5: email is not a valid address',
      'Line 6: the same person as on line 2',
    ]);
    expect(email).toContain('@');
    await lookAt(page, 'import-problems');
    await problems.getByRole('button', { name: 'Leave out 3 lines' }).click();
    await box().getByText('3 lines left out of this import.').waitFor();
  });

  test("a failure: 'Failed to Add Partners', and the list stays; rows that the server refuses are named", async () => {
    await page.route(IMPORT, (route) => route.fulfill({ status: 500, body: '' }));
    await box().getByRole('button', { name: 'Import 1 partner' }).click();
    await toast(page, 'Failed to Add Partners', 'The list could not be imported. Nothing was added.', 'destructive');
    await page.unroute(IMPORT);
    await page.route(IMPORT, (route) =>
      route.fulfill({
        status: 422,
        json: { error: 'x', details: [{ line: 2, problem: 'this person is in your list already' }] },
      }),
    );
    await box().getByRole('button', { name: 'Import 1 partner' }).click();
    await box().getByText('this person is in your list already').waitFor();
    await page.unroute(IMPORT);
    // said of the columns as they were
    await choose(box(), 'Meaning of Shoe size', 'Username');
    await box().getByText('this person is in your list already').waitFor({ state: 'detached' });
    expect(await box().getByRole('button', { name: 'Import 1 partner' }).isEnabled()).toBe(true);
    await box().getByRole('button', { name: 'Choose another list' }).click();
  });

  test("a pasted list is added: 'Partners Added', and the rows are there", async () => {
    const before = (await partners()).length;
    await box().getByLabel('Or paste the list').fill('just one line');
    await box().getByRole('button', { name: 'Read the pasted list' }).click();
    await box().getByRole('alert').filter({ hasText: 'no people below it' }).waitFor();
    await box()
      .getByLabel('Or paste the list')
      .fill(HEADER + person1);
    await box().getByRole('button', { name: 'Read the pasted list' }).click();
    await box().getByRole('button', { name: 'Choose another list' }).click();
    expect(await box().getByLabel('Or paste the list').inputValue(), 'what was pasted stays').toBe(HEADER + person1);
    await box().getByRole('button', { name: 'Read the pasted list' }).click();
    await box().getByRole('button', { name: 'Import 1 partner' }).click();
    await toast(page, 'Partners Added', '1 partner added to your list for review.');
    await box().waitFor({ state: 'hidden' });
    const added = await until(partners, (list) => list.length === before + 1);
    expect(added.find(({ name }) => name === 'Maren Oduya')).toMatchObject({
      followersCount: 48_200,
      emailStatus: 'email_found',
      bio: 'Coach,\nVermont',
      status: 'pending',
    });
    await page.getByRole('button', { name: /^Maren Oduya/ }).waitFor();
  });
});
