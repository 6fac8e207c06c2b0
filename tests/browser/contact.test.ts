import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { escaped } from '../support/escaped.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { type Screens, startScreens } from '../support/screens.ts';

type Sample = (typeof samplePeople)[number];
const onLinkedin = samplePeople.filter(({ mainPlatform }) => mainPlatform === 'linkedin');
const [FIRST, SECOND] = onLinkedin.filter(({ email }) => email.kind === 'listed') as [Sample, Sample];
const [NOBODY] = onLinkedin.filter(({ email }) => email.kind === 'none') as [Sample];
const addressOf = ({ email }: Sample) => ('address' in email ? email.address : '');

let screens: Screens;
let person: Person;
let page: Page;
beforeAll(async () => {
  // every search of an address outlasts its call
  screens = await startScreens({ waitMs: 200 });
  ({ person } = await readyPerson(screens.app, 0));
  const { email: _none, ...nobody } = importedRow(1, 'Noor Nomail');
  await person.ok('POST', '/api/partners/import', { rows: [nobody, importedRow(2, 'Ada Mail')] });
  for (const { slug } of [FIRST, SECOND, NOBODY]) {
    await person.call('POST', '/api/partners/ingest-url', { profileUrl: `https://www.linkedin.com/in/${slug}` });
  }
  const all = await until(
    () => person.ok<PartnerView[]>('GET', '/api/partners'),
    (partners) => partners.length === 5,
  );
  for (const { id } of all) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  page = await screens.visit('/approved', person);
  await page.getByRole('button', { name: `Get Email of ${FIRST.fullName}` }).waitFor();
}, 60_000);
afterAll(() => screens?.stop());

const box = () => page.getByRole('dialog');
const email = () => box().getByLabel('Email', { exact: true });
const slowSearch = () => screens.app.fault('people_data_labs', 'slow', 1, { delayMs: 1_500 });
const find = () => box().getByRole('button', { name: /^Find Email/ });
async function openFor(name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(Get|Edit) Email of ${escaped(name)}$`) }).click();
  await email().waitFor();
}
const close = async () => {
  await box()
    .getByRole('button', { name: /^(Cancel|Done)$/ })
    .click();
  await box().waitFor({ state: 'hidden' });
};

test('it opens on the address, and stays with what was typed when its row leaves the list', async () => {
  await page.getByRole('button', { name: /^Email pending/ }).click();
  await openFor('Noor Nomail');
  await expect.poll(() => email().evaluate((field) => field === document.activeElement)).toBe(true);
  await email().fill('half@typed');
  const noor = (await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ name }) => name === 'Noor Nomail');
  await person.ok('POST', `/api/partners/${noor?.id}/contact`, {
    contactInfo: { email: 'noor@elsewhere.example', socialProfiles: [], confidence: 0.9 },
  });
  await page.getByText('Noor Nomail', { exact: true }).waitFor({ state: 'hidden' });
  expect(await email().inputValue()).toBe('half@typed');
  await box().getByText('New address: noor@elsewhere.example').waitFor();
  await box().getByRole('button', { name: 'Use this address' }).click();
  expect(await email().inputValue()).toBe('noor@elsewhere.example');
  await expect.poll(() => email().evaluate((field) => field === document.activeElement)).toBe(true);
  expect(
    await box()
      .getByText(/^New address:/)
      .count(),
  ).toBe(0);
  await close();
  await page.getByRole('button', { name: 'Any email' }).click();
});

test('a search that outlasts its call is followed: the address comes into the untouched field, and that is said', async () => {
  await openFor(FIRST.fullName);
  await slowSearch();
  await find().click();
  await box().getByText('This takes longer than usual. The address appears here when it is found.').waitFor();
  await box()
    .getByText(`Email found: ${addressOf(FIRST)}.`)
    .waitFor();
  expect(await email().inputValue()).toBe(addressOf(FIRST));
  await close();
});

test('what was typed meanwhile stays, and the found address is offered beside it', async () => {
  await openFor(SECOND.fullName);
  await slowSearch();
  await find().click();
  await box()
    .getByText(/^This takes longer than usual/)
    .waitFor();
  await email().fill('by@hand.example');
  await box()
    .getByText(`New address: ${addressOf(SECOND)}`)
    .waitFor();
  expect(await email().inputValue()).toBe('by@hand.example');
  await box().getByRole('button', { name: 'Save' }).click();
  await box().waitFor({ state: 'hidden' });
  const saved = (await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ name }) => name === SECOND.fullName);
  expect(saved?.contactInfo?.email).toBe('by@hand.example');
});

test('a search that found nothing says so once it has ended, and can be tried again', async () => {
  await openFor(NOBODY.fullName);
  await slowSearch();
  await find().click();
  await box().getByText('No email address was found, so no credit was used.').waitFor();
  expect([await find().getAttribute('aria-busy'), await email().inputValue()]).toEqual([null, '']);
  await close();
});
