import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SuppressionListView, SuppressionView } from '../../api/views.ts';
import { failedWith, hold, nextAnswer } from '../support/answers.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, sideways, startScreens, violations } from '../support/screens.ts';
import { seeToast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
beforeAll(async () => {
  screens = await startScreens();
  ({ person } = await readyPerson(screens.app, 0));
});
afterAll(() => screens?.stop());

const card = (page: Page) => page.getByRole('region', { name: 'Do not contact', exact: true });
const rows = (page: Page) =>
  card(page).getByRole('list', { name: 'Addresses that are not written to' }).getByRole('listitem');
const suppress = (email: string, reason?: string) =>
  person.ok<SuppressionView>('POST', '/api/suppressions', { email, ...(reason && { reason }) });
const listed = () => person.ok<SuppressionListView>('GET', '/api/suppressions?limit=500');

describe('the "Do not contact" card of Settings', () => {
  let page: Page;
  const add = () => card(page).getByRole('button', { name: 'Add', exact: true });
  const field = () => card(page).getByLabel('Add an address');
  beforeAll(async () => {
    page = await screens.visit('/settings', person);
    await card(page).waitFor();
  });
  afterAll(() => page?.context().close());

  test('while nobody is on the list it says so and what to do; Export waits, and there is nothing to filter', async () => {
    await card(page).getByText('No addresses yet. Add one, or import a list from another tool.').waitFor();
    expect(await card(page).getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
    expect(await card(page).getByLabel('Find an address').count()).toBe(0);
    await card(page).scrollIntoViewIfNeeded();
    await lookAt(page, 'suppressions-empty');
  });

  test('what is no address is said beside the field, in focus, and nothing is sent', async () => {
    for (const [typed, problem] of [
      ['', 'Enter an email address'],
      ['ada at lindqvist', 'Please enter a valid email address'],
    ] as const) {
      await field().fill(typed);
      await add().click();
      await card(page).getByText(problem).waitFor();
      await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await field().getAttribute('aria-invalid')).toBe('true');
    }
    expect((await listed()).total).toBe(0);
  });

  test('an address that is added shows with its reason, source and day; Enter adds, and a double click adds once', async () => {
    await field().fill('Ada@Lindqvist.example');
    await field().press('Enter');
    await seeToast(page, { title: 'Address Added', text: 'Nothing more is sent to ada@lindqvist.example.' });
    expect(await field().inputValue()).toBe('');
    const row = rows(page).filter({ hasText: 'ada@lindqvist.example' });
    await row.getByText('Do not contact', { exact: true }).waitFor();
    await row.getByText(/^Since \d+ \w+|^Since \w+ \d+/).waitFor();
    await row.getByText('added by you').waitFor();
    await field().fill('ben@lindqvist.example');
    await add().dblclick();
    await rows(page).filter({ hasText: 'ben@lindqvist.example' }).waitFor();
    expect((await listed()).total).toBe(2);
    await card(page).getByRole('status').filter({ hasText: '2 addresses' }).waitFor();
  });

  test('when adding fails, what was typed stays and the server’s words are shown', async () => {
    await nextAnswer(page, 'POST', '**/api/suppressions', failedWith(500, 'The list is closed.'));
    await field().fill('kept@lindqvist.example');
    await add().click();
    await seeToast(page, { title: 'Error', text: 'The list is closed.', variant: 'destructive' });
    expect(await field().inputValue()).toBe('kept@lindqvist.example');
    await field().fill('');
  });

  test('what changes elsewhere shows by itself, each reason with its own badge', async () => {
    await suppress('uma@lindqvist.example', 'unsubscribed');
    await suppress('bob@lindqvist.example', 'bounced');
    await suppress('con@lindqvist.example', 'complained');
    for (const [email, label] of [
      ['uma@lindqvist.example', 'Unsubscribed'],
      ['bob@lindqvist.example', 'Bounced'],
      ['con@lindqvist.example', 'Reported as spam'],
    ] as const)
      await rows(page).filter({ hasText: email }).getByText(label, { exact: true }).waitFor();
    await lookAt(page, 'suppressions-list');
  });

  test('a whole address is found, a part of one is not looked for; a reason shows its own', async () => {
    const find = card(page).getByLabel('Find an address');
    await find.fill('uma@lindq');
    expect(await rows(page).count()).toBe(5);
    await find.fill('UMA@lindqvist.example');
    await expect.poll(() => rows(page).count()).toBe(1);
    await find.fill('nobody@lindqvist.example');
    await card(page).getByText('This address is not on the list.').waitFor();
    await lookAt(page, 'suppressions-not-found');
    await card(page).getByRole('button', { name: 'Show the whole list' }).click();
    await expect.poll(() => rows(page).count()).toBe(5);
    expect(await find.inputValue()).toBe('');
    await card(page).getByLabel('Reason').selectOption({ label: 'Bounced' });
    await expect.poll(() => rows(page).count()).toBe(1);
    await card(page).getByLabel('Reason').selectOption({ label: 'Every reason' });
    await expect.poll(() => rows(page).count()).toBe(5);
  });

  test('removing asks first; Cancel and Escape keep the address, and the focus returns', async () => {
    const remove = card(page).getByRole('button', { name: 'Remove bob@lindqvist.example' });
    const dialog = page.getByRole('alertdialog', { name: 'Remove from the list?' });
    for (const close of [
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await remove.focus();
      await page.keyboard.press('Enter');
      await dialog.getByText('bob@lindqvist.example can be added to campaigns and written to again.').waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => remove.evaluate((button) => button === document.activeElement)).toBe(true);
    }
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await seeToast(page, { title: 'Address Removed', text: 'bob@lindqvist.example can be written to again.' });
    await expect.poll(() => rows(page).count()).toBe(4);
  });

  test('someone who objected is removed only after a warning that names the law', async () => {
    await card(page).getByRole('button', { name: 'Remove uma@lindqvist.example' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Write to someone who objected?' });
    await dialog
      .getByText(/uma@lindqvist\.example asked not to be contacted\. Writing to them again is against the law/)
      .waitFor();
    await lookAt(page, 'suppressions-objection');
    await dialog.getByRole('button', { name: 'They asked me to write again' }).click();
    await seeToast(page, { title: 'Address Removed' });
    await expect.poll(() => rows(page).count()).toBe(3);
  });

  test('Export hands over the list as CSV, with a filter what that leaves', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card(page).getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^do-not-contact-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('email,reason,source,since');
    expect(text).toContain('con@lindqvist.example,complained,user,');
    await seeToast(page, { title: 'Export Complete', text: '3 addresses exported as CSV.' });
    await card(page).getByLabel('Reason').selectOption('complained');
    await card(page).getByText('1 address', { exact: true }).waitFor();
    const [part] = await Promise.all([
      page.waitForEvent('download'),
      card(page).getByRole('button', { name: 'Export' }).click(),
    ]);
    expect((await readFile(await part.path(), 'utf8')).trim().split('\n')).toHaveLength(2);
    await seeToast(page, { title: 'Export Complete', text: '1 address exported as CSV.' });
    await card(page).getByLabel('Reason').selectOption('');
  });
});

describe('importing a list', () => {
  let page: Page;
  const dialog = () => page.getByRole('dialog', { name: 'Import addresses' });
  const paste = async (text: string) => {
    await dialog().getByLabel('Or paste the list').fill(text);
    await dialog().getByRole('button', { name: 'Read the pasted list' }).click();
  };
  beforeAll(async () => {
    page = await screens.visit('/settings', person);
    await card(page).getByRole('button', { name: 'Import' }).click();
    await dialog().waitFor();
  });
  afterAll(() => page?.context().close());

  test('says how such a list looks, and what is wrong with one that holds no address', async () => {
    await dialog().getByText('One address on each line, or a list with an "email" column.').waitFor();
    await lookAt(page, 'suppressions-import');
    await paste('name,company\nAda,Sewing');
    await dialog().getByText('No email address was found in this list.').waitFor();
  });

  test('bad lines are named with their number; nothing can be added before they are left out', async () => {
    await paste(
      'name,Email Address\nAda,ada.new@lindqvist.example\nBen,ben at home\nCleo,\nDora,dora@lindqvist.example',
    );
    await dialog().getByText('2 addresses from the column "Email Address"').waitFor();
    const problems = dialog().getByRole('region', { name: 'Lines that cannot be imported' });
    await problems.getByText('ben at home: this is not an email address').waitFor();
    await problems.getByText('the address is missing').waitFor();
    await problems.getByText('Line 3:').waitFor();
    await problems.getByText('Line 4:').waitFor();
    expect(await dialog().getByRole('button', { name: 'Import 2 addresses' }).isDisabled()).toBe(true);
    await lookAt(page, 'suppressions-import-problems');
    await problems.getByRole('button', { name: 'Leave out 2 lines' }).click();
    await dialog()
      .getByText(/2 lines left out/)
      .waitFor();
  });

  test('a refused import keeps the dialog and what was read', async () => {
    await nextAnswer(page, 'POST', '**/api/suppressions/import', failedWith(500));
    await dialog().getByRole('button', { name: 'Import 2 addresses' }).click();
    await seeToast(page, { title: 'Import Failed', variant: 'destructive', leave: true });
    expect(await dialog().isVisible()).toBe(true);
  });

  test('is added with the reason that was chosen, and says how many are new', async () => {
    await dialog().getByLabel('Why are they on your list?').selectOption({ label: 'Mail to them bounced' });
    await dialog().getByRole('button', { name: 'Import 2 addresses' }).click();
    await seeToast(page, { title: 'List Imported', text: '2 addresses added.' });
    await dialog().waitFor({ state: 'detached' });
    const row = rows(page).filter({ hasText: 'dora@lindqvist.example' });
    await row.getByText('Bounced', { exact: true }).waitFor();
    await row.getByText('from a list').waitFor();
  });

  test('a list without headers is read too, from a file, and what is known is counted apart', async () => {
    await card(page).getByRole('button', { name: 'Import' }).click();
    await dialog()
      .getByLabel('Choose a CSV file')
      .setInputFiles({
        name: 'list.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('first@lindqvist.example\ndora@lindqvist.example\n'),
      });
    await dialog().getByText('2 addresses', { exact: true }).waitFor();
    await dialog().getByLabel('Why are they on your list?').selectOption({ label: 'I do not want to write to them' });
    await dialog().getByRole('button', { name: 'Import 2 addresses' }).click();
    await seeToast(page, { title: 'List Imported', text: '1 address added. 1 address was on the list already.' });
  });
});

describe('a long list, and one that does not come', () => {
  test('over 100 rows only those near the box are in the page; Show more brings the next', async () => {
    const { person: busy } = await readyPerson(screens.app, 0);
    const emails = Array.from({ length: 230 }, (_, index) => ({
      line: index + 1,
      email: `p${index}@lindqvist.example`,
    }));
    await busy.ok('POST', '/api/suppressions/import', { rows: emails });
    const page = await screens.visit('/settings', busy);
    await card(page).getByRole('status').filter({ hasText: '230 addresses' }).waitFor();
    expect(await rows(page).count()).toBe(100);
    await card(page).getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows(page).first().getAttribute('aria-setsize')).toBe('200');
    expect(await rows(page).count()).toBeLessThan(40);
    await card(page).getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows(page).first().getAttribute('aria-setsize')).toBe('230');
    expect(await card(page).getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.context().close();
  });

  test('while it is loading the card says so; when it fails it offers to try again', async () => {
    const page = await screens.visit('/dashboard', person);
    const { held, release } = hold();
    await page.route('**/api/suppressions?**', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.route('**/api/suppressions', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.goto(`${screens.app.url}/settings`);
    await card(page).getByRole('status', { name: 'Loading the list' }).waitFor();
    release();
    await card(page).getByText('Error loading the list. Please try again.').waitFor();
    await lookAt(page, 'suppressions-error');
    await page.unrouteAll();
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await rows(page).first().waitFor();
    await page.context().close();
  });
});

test('when the code of the card does not come, the other settings stay, and it can be asked for again', async () => {
  const page = await screens.visit('/dashboard', person);
  let away = true;
  await page.route('**/assets/DoNotContactCard-*.js', (route) => (away ? route.abort() : route.continue()));
  await page.goto(`${screens.app.url}/settings`);
  await card(page).getByText('This card could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Save Profile' }).waitFor();
  away = false;
  await card(page).getByRole('button', { name: 'Try again' }).click();
  await card(page).getByLabel('Add an address').waitFor();
  await page.context().close();
});

describe('someone who unsubscribes', () => {
  test('by the page behind the link: it asks in plain words, and the button does it, without a script', async () => {
    const { person: sender, sends, partners } = await readyCampaign(screens.app, { partners: 1, texts: 'edited' });
    await sender.ok('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
    const to = partners[0]?.contactInfo?.email;
    const mail = (await screens.app.outbox()).find((one) => one.to === to);
    const path = new URL((mail?.headers['List-Unsubscribe'] ?? '').slice(1, -1)).pathname;
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

    // the partner's badge changes by itself
    await approved.getByText('Unsubscribed', { exact: true }).first().waitFor();
    await lookAt(approved, 'suppressions-approved');
    await approved.context().close();
  });

  test('the page and its answers look right in both themes and at every width', async () => {
    const { person: sender, sends, partners } = await readyCampaign(screens.app, { partners: 1, texts: 'edited' });
    await sender.ok('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
    const mail = (await screens.app.outbox()).find((one) => one.to === partners[0]?.contactInfo?.email);
    const path = new URL((mail?.headers['List-Unsubscribe'] ?? '').slice(1, -1)).pathname;
    const page = await screens.visit(path);
    await lookAt(page, 'unsubscribe-asks');
    await page.getByRole('button', { name: 'Unsubscribe' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await lookAt(page, 'unsubscribe-done');
    await page.goto(`${screens.app.url}${path}x`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    // the gutter of a scroll bar that is not there counts as less than nothing
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await lookAt(page, 'unsubscribe-wrong');
    await page.context().close();
  });
});
