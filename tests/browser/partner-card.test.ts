import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { member } from '../support/member.ts';
import { importedRow } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

/** tests/component/partner-card and contact show what the card and the contact dialog do with each answer. */

const LISTED = samplePeople.find(({ email, mainPlatform }) => email.kind === 'listed' && mainPlatform === 'linkedin');
if (!LISTED) throw new Error('No sample person has a listed address.');
const { fullName, slug, email: listed } = LISTED;

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

async function someone(): Promise<Person> {
  const { person } = await member(screens.app);
  const audience = { industry: 'Fitness', targetAudience: 'Trail runners in North America' };
  await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind', ...audience, onboardingSkipped: true });
  return person;
}
const partners = (person: Person) => person.ok<PartnerView[]>('GET', '/api/partners');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a candidate with awkward texts is approved, taken back, approved again and deleted', async () => {
  const person = await someone();
  await person.import([importedRow(1)]);
  const [{ id, name } = { id: '', name: '' }] = await partners(person);
  const page = await screens.visit(`/discovery?partner=${id}`, person);
  await page.getByRole('region', { name: `About ${name}` }).waitFor();
  await press(page, 'Approve');
  const notice = await toast(page, 'Partner Updated', `${name} approved.`);
  // a notice with the focus stays
  await notice.focus();
  await lookAt(page, 'card-approved-undo');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await seeToast(page, { title: 'Partner Updated', text: `${name} is pending again.` });
  await page.getByText(/Approval undone/).waitFor();
  expect((await partners(person))[0]?.status).toBe('pending');
  await press(page, 'Approve');
  await seeToast(page, { title: 'Partner Updated' });
  await page.getByText('Ready for campaigns').waitFor();
  await press(page, 'Delete Partner');
  const asking = page.getByRole('alertdialog', { name: 'Delete Partner?' });
  await asking.getByText(/This action cannot be undone\./).waitFor();
  await asking.getByRole('button', { name: 'Delete Partner' }).click();
  await toast(page, 'Partner Deleted', `${name} has been deleted.`);
  await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
  expect(await partners(person)).toEqual([]);
});

test('an address is found at People Data Labs; a typed one keeps what else is known', async () => {
  const person = await someone();
  await person.ok('POST', '/api/partners/ingest-url', { profileUrl: `https://www.linkedin.com/in/${slug}` });
  const partner = async () => (await partners(person)).find(({ name }) => name === fullName);
  const { id } = { id: '', ...(await partner()) };
  await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const page = await screens.visit(`/discovery?partner=${id}`, person);
  const card = page.getByRole('region', { name: `About ${fullName}` });
  for (const part of ['Topic', 'Audience', 'Region', 'Reach', 'Quality']) {
    await card.getByText(part, { exact: true }).first().waitFor();
  }
  await card.getByText('People Data Labs').first().waitFor();
  await card.getByText(/Added from a profile URL/).waitFor();
  // by rules, and then by the AI
  await card
    .getByText(/Scored \d+/)
    .first()
    .waitFor();

  await card.getByRole('button', { name: 'Get Email' }).click();
  const box = page.getByRole('dialog', { name: /^(Get|Edit) Email$/ });
  await box.getByRole('button', { name: /^Find Email \(/ }).click();
  const address = 'address' in listed ? listed.address : '';
  await toast(page, 'Enhanced with PDL', `Email found at People Data Labs: ${address}. No credits used.`);
  await box.getByText('Another one costs 1 credit at most; 200/200 are left.', { exact: false }).waitFor();
  const before = await partner();
  expect(before?.contactInfo?.socialProfiles.length).toBeGreaterThan(0);
  const email = box.getByLabel('Email', { exact: true });
  await email.fill('  hello@kay.example ');
  await email.press('Enter');
  await toast(page, 'Contact Updated', `${fullName} is reached at hello@kay.example.`);
  await card.getByText('Email: hello@kay.example').waitFor();
  expect((await partner())?.contactInfo).toEqual({ ...before?.contactInfo, email: 'hello@kay.example' });
});
