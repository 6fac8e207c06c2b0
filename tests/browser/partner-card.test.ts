import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { hunterRecord, isOptedOut } from '../../worker/sandbox/hunter/knowledge.ts';
import { makesUp } from '../../worker/sandbox/openai/contact.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { escaped } from '../support/escaped.ts';
import { member } from '../support/member.ts';
import { importedRow } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

/** What the card and the contact dialog do with each answer is shown by tests/component/partner-card and contact. */

const sample = (kind: 'listed' | 'published' | 'none') => {
  const found = samplePeople.find(
    (one) =>
      one.email.kind === kind &&
      one.mainPlatform === 'linkedin' &&
      (kind !== 'none' || !(hunterRecord(one)?.guess === false || makesUp(one) || isOptedOut(one))),
  );
  if (!found) throw new Error(`No sample person has an address that is ${kind}.`);
  return found;
};
const [LISTED, PUBLISHED, NONE] = [sample('listed'), sample('published'), sample('none')];
const addressOf = ({ email }: typeof LISTED) => ('address' in email ? email.address : '');

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
const partnerNamed = async (person: Person, name: string) => (await partners(person)).find((one) => one.name === name);
const row = (page: Page, name: string) =>
  page.locator('[role=table][aria-label=Partners] [data-row]').filter({ has: page.getByText(name, { exact: true }) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a candidate with awkward texts is approved, taken back, approved again and deleted', async () => {
  const person = await someone();
  await person.ok('POST', '/api/partners/import', { rows: [importedRow(1)] });
  const [{ id, name } = { id: '', name: '' }] = await partners(person);
  const page = await screens.visit(`/discovery?partner=${id}`, person);
  await page.getByRole('region', { name: `About ${name}` }).waitFor();
  await lookAt(page, 'card-pending');
  await press(page, `Approve ${name}`);
  const notice = await toast(page, 'Partner Updated', `${name} approved.`);
  // a notice with the focus stays
  await notice.focus();
  await lookAt(page, 'card-approved-undo');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await seeToast(page, { title: 'Partner Updated', text: `${name} is pending again.` });
  await page.getByText(/Approval undone/).waitFor();
  expect((await partners(person))[0]?.status).toBe('pending');
  await press(page, `Approve ${name}`);
  await seeToast(page, { title: 'Partner Updated' });
  await page.getByText('Ready for campaigns').waitFor();
  await lookAt(page, 'card-approved');
  await press(page, 'Delete Partner');
  const asking = page.getByRole('alertdialog', { name: 'Delete Partner?' });
  await asking.getByText(/This action cannot be undone\./).waitFor();
  await lookAt(page, 'card-delete');
  await asking.getByRole('button', { name: 'Delete Partner' }).click();
  await toast(page, 'Partner Deleted', `${name} has been deleted.`);
  await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
  expect(await partners(person)).toEqual([]);
});

test('addresses are found at People Data Labs, by AI or nowhere; a typed one keeps what else is known', async () => {
  const person = await someone();
  for (const { slug } of [LISTED, PUBLISHED, NONE]) {
    await person.ok('POST', '/api/partners/ingest-url', { profileUrl: `https://www.linkedin.com/in/${slug}` });
  }
  for (const { id } of await partners(person)) {
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  }
  const listed = await partnerNamed(person, LISTED.fullName);
  const page = await screens.visit(`/discovery?partner=${listed?.id}`, person);
  const card = page.getByRole('region', { name: `About ${LISTED.fullName}` });
  for (const part of ['Topic', 'Audience', 'Engagement', 'Platform', 'Region']) {
    await card.getByText(part, { exact: true }).first().waitFor();
  }
  await card.getByText('People Data Labs').first().waitFor();
  await card.getByText(/Added from a profile URL/).waitFor();
  await card.getByText(/Scored \d+/).waitFor();

  const box = page.getByRole('dialog', { name: /^(Get|Edit) Email$/ });
  const email = box.getByLabel('Email', { exact: true });
  const open = ({ fullName }: typeof LISTED): Promise<void> => {
    const name = new RegExp(`^(Get|Edit) Email of ${escaped(fullName)}$`);
    return row(page, fullName).getByRole('button', { name }).click();
  };
  const find = async (who: typeof LISTED): Promise<void> => {
    await open(who);
    await box.getByRole('button', { name: /^Find Email \(/ }).click();
  };
  const close = () => box.getByRole('button', { name: /^(Cancel|Done)$/ }).click();
  await find(LISTED);
  const found = `Email found at People Data Labs: ${addressOf(LISTED)}. No credits used.`;
  await toast(page, 'Enhanced with PDL', found);
  await box.getByText('Another one costs 1 credit at most; 200/200 are left.', { exact: false }).waitFor();
  await lookAt(page, 'contact-dialog-found');
  const before = await partnerNamed(person, LISTED.fullName);
  expect(before?.contactInfo?.socialProfiles.length).toBeGreaterThan(0);
  await email.fill('  hello@kay.example ');
  await email.press('Enter');
  await toast(page, 'Contact Updated', `${LISTED.fullName} is reached at hello@kay.example.`);
  await card.getByText('Email: hello@kay.example').waitFor();
  const after = await partnerNamed(person, LISTED.fullName);
  expect(after?.contactInfo).toEqual({ ...before?.contactInfo, email: 'hello@kay.example' });

  await find(PUBLISHED);
  await toast(page, 'Enhanced with AI', `Email found by AI: ${addressOf(PUBLISHED)}. No credits used.`);
  await close();
  await find(NONE);
  await toast(page, 'No Email Found', 'No email address was found, so no credit was used. 200 credits remaining.');
  await close();
  await row(page, NONE.fullName).getByText('No email found', { exact: true }).waitFor();
  await page.route('**/api/credits', (route) =>
    route.fulfill({ json: { remainingCredits: 0, monthlyLimit: 200, used: 200, resetsAt: '2030-01-01T00:00:00Z' } }),
  );
  await page.reload();
  await open(NONE);
  await box.getByText('Credit limit reached. Resets next month.').waitFor();
  await lookAt(page, 'contact-dialog-no-credits');
});

test('someone found on another platform has a link to their profile there, too', async () => {
  const person = await someone();
  const criteria = { targetAudience: 'Trail runners', industry: 'Fitness', platforms: ['twitter'] };
  await person.ok('POST', '/api/partners/generate', { criteria, count: 10 });
  const found = (await partners(person)).find(({ platform }) => platform === 'twitter');
  const page = await screens.visit(`/discovery?partner=${found?.id}`, person);
  const about = page.getByRole('region', { name: `About ${found?.name}` });
  const href = (name: string) => about.getByRole('link', { name }).getAttribute('href');
  expect(await href('View Twitter/X Profile')).toMatch(/^https:\/\/(www\.)?twitter\.com\/./);
  expect(await href('View LinkedIn Profile')).toContain('linkedin.com/in/');
});

test('the picture of a channel takes the place of the initials; one that cannot be loaded leaves them', async () => {
  const person = await someone();
  const criteria = { industry: 'Fitness', targetAudience: 'runners', platforms: ['youtube' as const] };
  await person.ok('POST', '/api/partners/generate', { criteria, count: 8 });
  const withPicture = async () => (await partners(person)).filter(({ avatar }) => avatar !== null);
  const [pictured, lost] = (await until(withPicture, ({ length }) => length >= 2)) as [PartnerView, PartnerView];
  const page = await screens.visit('/campaigns', person);
  await page.route(`**${lost.avatar?.split('?')[0]}*`, (route) => route.abort());
  await page.goto(`${screens.app.url}/discovery?partner=${pictured.id}`);
  const isShown = (image: HTMLImageElement) => image.naturalWidth === 88 && getComputedStyle(image).opacity === '1';
  const inRow = ({ name }: PartnerView) => row(page, name ?? '').locator('img');
  await until(() => inRow(pictured).evaluate(isShown), Boolean);
  await until(
    () =>
      page
        .getByRole('region', { name: /^About/ })
        .locator('img')
        .first()
        .evaluate(isShown),
    Boolean,
  );
  expect(await inRow(lost).evaluate(isShown)).toBe(false);
});
