import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { escaped } from '../support/escaped.ts';
import { addCampaign } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
let person: Person;
let page: Page;

const sample = (kind: 'listed' | 'published' | 'none') => {
  const found = samplePeople.find(({ email, mainPlatform }) => email.kind === kind && mainPlatform === 'linkedin');
  if (!found) throw new Error(`No sample person has an address that is ${kind}.`);
  return found;
};
const [LISTED, PUBLISHED, NONE] = [sample('listed'), sample('published'), sample('none')];
const addressOf = ({ email }: typeof LISTED) => ('address' in email ? email.address : '');
const IMPORTED = [
  {
    name: 'Imke Sol',
    profileUrl: 'https://www.instagram.com/imkesews',
    username: 'imkesews',
    industry: 'Fashion',
    followersCount: 48_203,
    engagementRate: 4.1,
    email: 'imke@sol.example',
    bio: 'Mends jackets on camera.',
  },
  { name: 'Jon Noll', platform: 'tiktok', username: 'jonnoll' },
  { name: 'Kim Park', profileUrl: 'https://www.linkedin.com/in/kimpark-of-nowhere' },
];

const partners = () => person.ok<PartnerView[]>('GET', '/api/partners');
async function partnerNamed(name: string): Promise<PartnerView> {
  const found = (await partners()).find((partner) => partner.name === name);
  if (!found) throw new Error(`${name} is not in the list.`);
  return found;
}
const decide = async (name: string, status: string) =>
  person.ok('PATCH', `/api/partners/${(await partnerNamed(name)).id}/status`, { status });

beforeAll(async () => {
  screens = await startScreens();
  person = await new Person(screens.app.url).signUp(`kay.${randomBytes(5).toString('hex')}@northwind.example`);
  await person.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    targetAudience: 'Trail runners in North America',
    onboardingSkipped: true,
  });
  await person.ok('POST', '/api/partners/import', { rows: IMPORTED });
  for (const { slug } of [LISTED, PUBLISHED, NONE]) {
    await person.ok('POST', '/api/partners/ingest-url', { profileUrl: `https://www.linkedin.com/in/${slug}` });
  }
  page = await screens.visit('/discovery', person);
  await row('Imke Sol').waitFor();
});
afterAll(() => screens?.stop());

const row = (name: string) =>
  page.locator('ul[aria-label=Partners] > li').filter({ has: page.getByText(name, { exact: true }) });
const card = (name: string) => page.getByRole('region', { name: `About ${name}` });
const head = (name: string) => row(name).locator('[aria-expanded]');
async function open(name: string): Promise<void> {
  if ((await head(name).getAttribute('aria-expanded')) === 'false') await head(name).click();
  await card(name).waitFor();
}
/** Takes a notice away that stands over the rows. */
const dismiss = (notice: Locator) => notice.getByRole('button', { name: 'Dismiss' }).click();
const reload = async (): Promise<void> => {
  await page.reload();
  await row('Imke Sol').waitFor();
};
const textOf = async (name: string) => (await row(name).textContent()) ?? '';
const figure = (name: string, label: string) =>
  card(name).locator('dt', { hasText: label }).locator('xpath=following-sibling::dd').textContent();

describe('the card', () => {
  test('avatar (initials while there is no picture), name, industry badge, username, email badge, bio, followers, engagement and match; the status badge is hidden while pending, and stays in the row', async () => {
    await open('Imke Sol');
    const shown = await textOf('Imke Sol');
    for (const text of [
      'IS',
      'Imke Sol',
      '@imkesews',
      'Fashion',
      'Instagram',
      'Email found',
      'Mends jackets on camera.',
    ]) {
      expect(shown).toContain(text);
    }
    expect(shown).toContain('PendingEmail found');
    expect(await card('Imke Sol').textContent()).not.toContain('Pending');
    expect(await figure('Imke Sol', 'Followers')).toBe('48.2K');
    expect(await figure('Imke Sol', 'Engagement')).toBe('4.1%');
    expect(await figure('Imke Sol', 'Match')).toMatch(/^\d+%$/);
    await lookAt(page, 'card-pending');
  });

  test('a picture takes the place of the initials; one that cannot be loaded leaves them', async () => {
    const picture = 'https://pictures.example/imke.png';
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.route('https://pictures.example/**', (route) =>
      route.request().url() === picture ? route.fulfill({ body: pixel, contentType: 'image/png' }) : route.abort(),
    );
    await page.route('**/api/partners', async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      const list = (await response.json()) as PartnerView[];
      const avatars: Record<string, string> = { 'Imke Sol': picture, 'Jon Noll': 'https://pictures.example/gone.png' };
      await route.fulfill({
        json: list.map((partner) => ({ ...partner, avatar: avatars[partner.name ?? ''] ?? null })),
      });
    });
    await reload();
    const shown = (name: string) =>
      row(name)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && getComputedStyle(image).opacity === '1');
    await until(() => shown('Imke Sol'), Boolean);
    expect(
      await row('Jon Noll')
        .locator('img')
        .evaluateAll((images) => images.some((image) => getComputedStyle(image).opacity === '1')),
    ).toBe(false);
    expect(await textOf('Jon Noll')).toContain('JN');
    await page.unroute('**/api/partners');
    await reload();
  });

  test("pending: 'View LinkedIn Profile', Reject and Approve; no Delete, no email", async () => {
    await open('Kim Park');
    const link = card('Kim Park').getByRole('link', { name: 'View LinkedIn Profile' });
    expect(await link.getAttribute('href')).toBe('https://www.linkedin.com/in/kimpark-of-nowhere');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await row('Kim Park').getByRole('button', { name: 'Reject Kim Park' }).waitFor();
    await row('Kim Park').getByRole('button', { name: 'Approve Kim Park' }).waitFor();
    expect(
      await row('Kim Park')
        .getByRole('button', { name: /Delete Partner|Get Email/ })
        .count(),
    ).toBe(0);
    await open('Imke Sol');
    await card('Imke Sol').getByRole('link', { name: 'View Instagram Profile' }).waitFor();
  });

  test('someone on another platform than LinkedIn has a link to their profile there, too', async () => {
    const seeker = await new Person(screens.app.url).signUp(`lou.${randomBytes(5).toString('hex')}@northwind.example`);
    await seeker.ok('PUT', '/api/business-profile', { businessName: 'Northwind', onboardingSkipped: true });
    const criteria = { targetAudience: 'Trail runners', industry: 'Fitness', platforms: ['youtube'] };
    await seeker.ok('POST', '/api/partners/generate', { criteria, count: 1 });
    const [found] = await seeker.ok<PartnerView[]>('GET', '/api/partners');
    const other = await screens.visit(`/discovery?partner=${found?.id}`, seeker);
    const about = other.getByRole('region', { name: `About ${found?.name}` });
    const href = (name: string) => about.getByRole('link', { name }).getAttribute('href');
    expect(await href('View YouTube Profile')).toMatch(/^https:\/\/(www\.)?youtube\.com\/./);
    expect(await href('View LinkedIn Profile')).toContain('linkedin.com/in/');
    await other.context().close();
  });

  test("'Profile Not Available' without a profile URL", async () => {
    await open('Jon Noll');
    const button = card('Jon Noll').getByRole('button', { name: 'Profile Not Available' });
    expect(await button.isDisabled()).toBe(true);
    expect(
      await card('Jon Noll')
        .getByRole('link', { name: /Profile/ })
        .count(),
    ).toBe(0);
  });

  test('it tells why the score is what it is, the evidence with its source and date, and the history', async () => {
    await open(LISTED.fullName);
    const about = card(LISTED.fullName);
    for (const part of ['Topic', 'Audience', 'Engagement', 'Platform', 'Region']) {
      await about.getByText(part, { exact: true }).first().waitFor();
    }
    await about.getByText('People Data Labs').first().waitFor();
    await about.getByText(/Added from a profile URL/).waitFor();
    await about.getByText(/Scored \d+/).waitFor();
  });

  test('when that cannot be loaded, it says so and tries again', async () => {
    const call = `**/api/partners/${(await partnerNamed(NONE.fullName)).id}`;
    await page.route(call, (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await open(NONE.fullName);
    await card(NONE.fullName).getByText("The score's details could not be loaded.").waitFor();
    await page.unroute(call);
    await card(NONE.fullName).getByRole('button', { name: 'Try again' }).click();
    await card(NONE.fullName).getByText('Topic', { exact: true }).first().waitFor();
  });
});

describe('decisions', () => {
  test("Approve: 'Partner Updated' with Undo, which takes the partner back to pending", async () => {
    await open('Kim Park');
    await row('Kim Park').getByRole('button', { name: 'Approve Kim Park' }).click();
    const notice = await toast(page, 'Partner Updated', 'Kim Park approved.');
    // a notice with the focus stays
    await notice.focus();
    await lookAt(page, 'card-approved-undo');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await dismiss(await toast(page, 'Partner Updated', 'Kim Park is pending again.'));
    await row('Kim Park').getByRole('button', { name: 'Approve Kim Park' }).waitFor();
    expect((await partnerNamed('Kim Park')).status).toBe('pending');
    await card('Kim Park')
      .getByText(/Approval undone/)
      .waitFor();
  });

  test('with the keyboard: the decision keeps the place in the list, also when the row leaves it', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '');
    await row('Kim Park').getByRole('button', { name: 'Reject Kim Park' }).press('Enter');
    await toast(page, 'Partner Updated', 'Kim Park rejected.');
    await row('Kim Park').getByText('Rejected', { exact: true }).waitFor();
    await until(focused, (text) => text.includes('Kim Park'));
    await page.getByRole('button', { name: /^Pending/ }).click();
    await row('Kim Park').waitFor({ state: 'hidden' });
    const first = page.locator('ul[aria-label=Partners] > li').first();
    const name = (await first.locator('[aria-expanded] .truncate').first().textContent()) ?? '';
    await first.getByRole('button', { name: /^Approve/ }).press('Enter');
    await row(name).waitFor({ state: 'hidden' });
    await until(focused, (text) => text !== '' && !text.includes(name));
    const notice = await toast(page, 'Partner Updated', `${name} approved.`);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await dismiss(await toast(page, 'Partner Updated', `${name} is pending again.`));
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await row(name)
      .getByRole('button', { name: `Approve ${name}` })
      .waitFor();
  });

  test("a failure: 'Update Failed', the partner stays pending, and the keyboard where it was", async () => {
    await page.route('**/api/partners/*/status', (route) => route.fulfill({ status: 500, body: '' }));
    const approve = row('Imke Sol').getByRole('button', { name: 'Approve Imke Sol' });
    await approve.press('Enter');
    const notice = await toast(
      page,
      'Update Failed',
      'Failed to update partner status. Please try again.',
      'destructive',
    );
    await page.unroute('**/api/partners/*/status');
    expect(await approve.isEnabled()).toBe(true);
    expect(await approve.evaluate((button) => button === document.activeElement)).toBe(true);
    await dismiss(notice);
  });

  test('Undo is refused, and says why, once the partner is in a campaign', async () => {
    await row('Imke Sol').getByRole('button', { name: 'Approve Imke Sol' }).click();
    const notice = await toast(page, 'Partner Updated', 'Imke Sol approved.');
    await addCampaign(person, [await partnerNamed('Imke Sol')], { texts: 'none' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await toast(
      page,
      'Update Failed',
      'This partner is in a campaign already, so the decision cannot be undone.',
      'destructive',
    );
  });
});

describe('after the decision', () => {
  beforeAll(async () => {
    for (const { fullName } of [LISTED, PUBLISHED, NONE]) await decide(fullName, 'approved');
    await reload();
  });

  test("approved with an email: 'Email: {email}', 'Ready for campaigns', View Profile, Edit Email, Delete Partner", async () => {
    await open('Imke Sol');
    await card('Imke Sol').getByText('Email: imke@sol.example').waitFor();
    await card('Imke Sol').getByText('Ready for campaigns').waitFor();
    await card('Imke Sol').getByRole('link', { name: 'View Profile', exact: true }).waitFor();
    await row('Imke Sol').getByRole('button', { name: 'Edit Email of Imke Sol' }).waitFor();
    await card('Imke Sol').getByRole('button', { name: 'Delete Partner' }).waitFor();
    expect(await textOf('Imke Sol')).toContain('Approved');
    await lookAt(page, 'card-approved');
  });

  test("approved without one: 'No email yet' and Get Email; rejected: neither, and no email line", async () => {
    await open(LISTED.fullName);
    await card(LISTED.fullName).getByText('No email yet').waitFor();
    await row(LISTED.fullName)
      .getByRole('button', { name: `Get Email of ${LISTED.fullName}` })
      .waitFor();
    await open('Kim Park');
    await card('Kim Park').getByRole('link', { name: 'View Profile', exact: true }).waitFor();
    expect(
      await row('Kim Park')
        .getByRole('button', { name: /Get Email|Edit Email/ })
        .count(),
    ).toBe(0);
    expect(await textOf('Kim Park')).not.toContain('No email yet');
  });

  test('a rejected partner can be approved again, and Undo takes that back', async () => {
    await row('Kim Park').getByRole('button', { name: 'Approve Kim Park' }).click();
    const notice = await toast(page, 'Partner Updated', 'Kim Park approved.');
    await row('Kim Park').getByRole('button', { name: 'Get Email of Kim Park' }).waitFor();
    await notice.getByRole('button', { name: 'Undo' }).click();
    await dismiss(await toast(page, 'Partner Updated', 'Kim Park is rejected again.'));
    await row('Kim Park').getByText('Rejected', { exact: true }).waitFor();
  });

  test("Delete asks 'Delete Partner?', says that it cannot be undone, and can be cancelled", async () => {
    await card('Kim Park').getByRole('button', { name: 'Delete Partner' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Delete Partner?' });
    await asking.getByText('Are you sure you want to delete Kim Park? This action cannot be undone.').waitFor();
    await lookAt(page, 'card-delete');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await asking.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete Partner');
  });

  test("'Delete Failed', and then 'Partner Deleted'", async () => {
    await page.route('**/api/partners/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await card('Kim Park').getByRole('button', { name: 'Delete Partner' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Delete Partner?' });
    await asking.getByRole('button', { name: 'Delete Partner' }).click();
    await toast(page, 'Delete Failed', 'Failed to delete partner. Please try again.', 'destructive');
    await page.unroute('**/api/partners/*');
    const { id } = await partnerNamed('Kim Park');
    const missed: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missed.push(response.url());
    });
    await asking.getByRole('button', { name: 'Delete Partner' }).click();
    await toast(page, 'Partner Deleted', 'Kim Park has been deleted.');
    await row('Kim Park').waitFor({ state: 'hidden' });
    expect((await partners()).some(({ name }) => name === 'Kim Park')).toBe(false);
    await page.waitForURL((url) => !url.searchParams.has('partner'));
    await page.waitForLoadState('networkidle');
    expect(missed.filter((url) => url.includes(id))).toEqual([]);
  });

  test('an address that opens a partner who is gone opens nobody, and forgets them', async () => {
    await page.goto(`${screens.app.url}/discovery?search=Sol&partner=gone`);
    await row('Imke Sol').waitFor();
    await page.waitForURL('**/discovery?search=Sol');
    await page.goto(`${screens.app.url}/discovery`);
    await row('Imke Sol').waitFor();
  });
});

describe('the contact dialog', () => {
  const box = () => page.getByRole('dialog');
  const email = () => box().getByLabel('Email', { exact: true });
  const find = () => box().getByRole('button', { name: /^(Find Email|Search again)/ });
  const ENHANCE = '**/api/partners/*/enhance-contact';
  const openFor = async (name: string) => {
    await row(name)
      .getByRole('button', { name: new RegExp(`^(Get|Edit) Email of ${escaped(name)}$`) })
      .click();
    await email().waitFor();
  };
  const close = async () => {
    await box()
      .getByRole('button', { name: /^(Cancel|Done)$/ })
      .click();
    await box().waitFor({ state: 'hidden' });
  };

  test("'Get Email': credits as remaining/limit on the Find Email button, Save disabled while the email is empty, 'Invalid email' beside the field", async () => {
    await openFor(LISTED.fullName);
    await page.getByRole('dialog', { name: 'Get Email' }).getByText('A search costs 1 credit').waitFor();
    await box().getByRole('button', { name: 'Find Email (200/200)' }).waitFor();
    const save = box().getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await email().fill('   ');
    expect(await save.isDisabled()).toBe(true);
    for (const typed of ['no address', 'name@localhost']) {
      await email().fill(typed);
      await save.click();
      await box().getByText('Invalid email').waitFor();
      await expect.poll(() => email().evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await email().inputValue()).toBe(typed);
      await email().fill('x');
      await box().getByText('Invalid email').waitFor({ state: 'hidden' });
    }
    await email().fill('');
  });

  test("'Enhanced with PDL' shows the credits remaining, and the email is there", async () => {
    await find().click();
    await toast(
      page,
      'Enhanced with PDL',
      `Email found at People Data Labs: ${addressOf(LISTED)}. 199 credits remaining.`,
    );
    await until(
      () => email().inputValue(),
      (typed) => typed === addressOf(LISTED),
    );
    await box().getByText('This address is saved.').waitFor();
    const save = box().getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await email().fill('another@address.example');
    expect(await save.isEnabled()).toBe(true);
    await email().fill(addressOf(LISTED));
    expect(await save.isDisabled()).toBe(true);
    await box().getByRole('button', { name: 'Search again (1 credit)' }).waitFor();
    await box().getByText('Another one costs 1 credit again; 199/200 are left.', { exact: false }).waitFor();
    await lookAt(page, 'contact-dialog-found');
    await close();
    await open(LISTED.fullName);
    await card(LISTED.fullName)
      .getByText(`Email: ${addressOf(LISTED)}`)
      .waitFor();
  });

  test("'Enhanced with AI' uses no credits; with no address anywhere the notice says so", async () => {
    await openFor(PUBLISHED.fullName);
    await find().click();
    await toast(page, 'Enhanced with AI', `Email found by AI: ${addressOf(PUBLISHED)}. No credits used.`);
    await box().getByRole('button', { name: 'Search again (1 credit)' }).waitFor();
    await close();
    await openFor(NONE.fullName);
    await find().click();
    await toast(page, 'No Email Found', 'No email address was found, so no credit was used. 199 credits remaining.');
    await close();
    await row(NONE.fullName).getByText('No email found', { exact: true }).waitFor();
  });

  test("'Contact Enhanced' for an address from elsewhere", async () => {
    const partner = await partnerNamed(NONE.fullName);
    const found = { ...partner, contactInfo: { email: 'found@hunter.example', socialProfiles: [], confidence: 0.9 } };
    await page.route(ENHANCE, (route) =>
      route.fulfill({
        json: { partner: found, usedHunter: true, fallbackUsed: false, source: 'hunter', creditsRemaining: 198 },
      }),
    );
    await openFor(NONE.fullName);
    await find().click();
    await toast(page, 'Contact Enhanced', 'Email found at Hunter: found@hunter.example. 198 credits remaining.');
    await page.unroute(ENHANCE);
  });

  test.each([
    [
      429,
      { error: 'Monthly credit limit exceeded', used: 120, limit: 150 },
      'Credit Limit Exceeded',
      "You've used 120/150 monthly credits. Limit resets next month.",
    ],
    [
      429,
      { error: 'Monthly credit limit exceeded' },
      'Credit Limit Exceeded',
      "You've used 200/200 monthly credits. Limit resets next month.",
    ],
    [
      429,
      { error: 'Credit consumption failed: conflict' },
      'Credit System Error',
      'Credit processing failed. Please try again in a moment.',
    ],
    [404, { error: 'Partner not found' }, 'Partner Not Found', 'This partner no longer exists.'],
    [400, { error: 'bad', details: 'The name is missing.' }, 'Invalid Data', 'The name is missing.'],
    [400, { error: 'bad' }, 'Invalid Data', 'Invalid partner information provided.'],
    [500, { error: 'x' }, 'Server Error', 'Our servers are experiencing issues. Please try again later.'],
    [
      503,
      { error: 'PDL_API_KEY is not set. Ask your administrator to add it.' },
      'Server Error',
      'PDL_API_KEY is not set.',
    ],
    [418, {}, 'Enhancement Failed', 'Failed to enhance contact information'],
  ])('%i %o: %s', async (status, json, title, text) => {
    await page.route(ENHANCE, (route) => route.fulfill({ status, json }));
    await find().click();
    await toast(page, title, text, 'destructive');
    await page.unroute(ENHANCE);
  });

  test("with 0 remaining the button is disabled: 'Credit limit reached. Resets next month.'", async () => {
    await page.route('**/api/credits', (route) =>
      route.fulfill({ json: { remainingCredits: 0, monthlyLimit: 200, used: 200, resetsAt: '2030-01-01T00:00:00Z' } }),
    );
    await close();
    await reload();
    await openFor(NONE.fullName);
    await box().getByText('Credit limit reached. Resets next month.').waitFor();
    expect(await box().getByRole('button', { name: 'Find Email (0/200)' }).isDisabled()).toBe(true);
    await lookAt(page, 'contact-dialog-no-credits');
    await page.unroute('**/api/credits');
    await close();
  });

  test('when the credits cannot be loaded it says so, and no sentence has a hole in it', async () => {
    await page.route('**/api/credits', (route) => route.fulfill({ status: 500, body: '' }));
    await reload();
    await openFor(LISTED.fullName);
    await box().getByText('Your credits could not be loaded.').waitFor();
    await box()
      .getByText(/Another one costs 1 credit again\.$/)
      .waitFor();
    await page.unroute('**/api/credits');
    await close();
    await reload();
  });

  test("a typed email is trimmed and saved with the social profiles and the confidence as they were: 'Contact Updated'", async () => {
    const before = await partnerNamed(LISTED.fullName);
    expect(before.contactInfo?.socialProfiles.length).toBeGreaterThan(0);
    await openFor(LISTED.fullName);
    await page.getByRole('dialog', { name: 'Edit Email' }).waitFor();
    await email().fill('  hello@kay.example ');
    await email().press('Enter');
    await toast(page, 'Contact Updated', `${LISTED.fullName} is reached at hello@kay.example.`);
    await box().waitFor({ state: 'hidden' });
    expect((await partnerNamed(LISTED.fullName)).contactInfo).toEqual({
      ...before.contactInfo,
      email: 'hello@kay.example',
    });
  });

  test("a first email has the confidence 0.5; a failure: 'Update Failed', and what was typed stays", async () => {
    await openFor(NONE.fullName);
    await email().fill('hand@typed.example');
    await page.route('**/api/partners/*/contact', (route) => route.fulfill({ status: 500, body: '' }));
    await box().getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Update Failed', 'Failed to update contact information. Please try again.', 'destructive');
    expect(await email().inputValue()).toBe('hand@typed.example');
    await page.unroute('**/api/partners/*/contact');
    await box().getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Contact Updated');
    expect((await partnerNamed(NONE.fullName)).contactInfo).toEqual({
      email: 'hand@typed.example',
      socialProfiles: [],
      confidence: 0.5,
    });
  });

  test('credits are asked for again every 30 seconds', async () => {
    await page.clock.install();
    await reload();
    await openFor(NONE.fullName);
    await box()
      .getByRole('button', { name: /^Find Email \(/ })
      .waitFor();
    const [asked] = await Promise.all([page.waitForRequest('**/api/credits'), page.clock.fastForward(30_500)]);
    expect(asked.method()).toBe('GET');
  });
});
