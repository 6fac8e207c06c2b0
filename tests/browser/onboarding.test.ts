import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BusinessProfileView, PartnerView } from '../../api/views.ts';
import { hold, holdRules } from '../support/answers.ts';
import { Person, until } from '../support/person.ts';
import { choices, choose, chosen, pickList } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const AUDIENCE = 'Trail runners between 25 and 45 in North America who care about durable gear';
const PROFILE_CALL = '**/api/partner-profile/generate';
const SEARCH_CALL = '**/api/partners/generate';

const newcomer = () => new Person(screens.app.url).signUp(`nia.${randomBytes(5).toString('hex')}@northwind.example`);

/** Someone who has saved the first step. */
async function withBusiness(): Promise<Person> {
  const person = await newcomer();
  await person.ok('POST', '/api/business-profile', { businessName: 'Northwind Trail Gear', industry: 'Fitness' });
  return person;
}

/** Someone who has been given a partner profile. */
async function withProfile(): Promise<Person> {
  const person = await withBusiness();
  await person.ok('POST', '/api/partner-profile/generate', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    targetAudience: AUDIENCE,
    preferredPlatforms: ['linkedin'],
  });
  return person;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const description = (page: Page) => page.getByLabel('Description (optional)');
const audience = (page: Page) => page.getByRole('textbox', { name: 'Describe your target audience' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');

async function stepIs(page: Page, step: number, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Partner Pilot Setup' }).waitFor();
  await page.getByText(`Step ${step} of 3`, { exact: true }).waitFor();
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
  expect(await page.getByRole('progressbar', { name: 'Setup progress' }).getAttribute('aria-valuenow')).toBe(`${step}`);
}

/** The text that stands beside a field as its error. */
async function errorOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  return (await page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent()) ?? '';
}

describe('the redirect rule', () => {
  let page: Page;
  test('a spinner shows while the business profile loads; absent, it sends every screen to /onboarding', async () => {
    page = await screens.visit('/nowhere', await newcomer());
    const call = hold();
    await page.route('**/api/business-profile', async (route) => {
      await call.held;
      await route.continue();
    });
    await page.goto(`${screens.app.url}/discovery`);
    await page.getByRole('status', { name: 'Loading your business profile' }).waitFor();
    call.release();
    await page.waitForURL('**/onboarding');
    await page.unroute('**/api/business-profile');
    for (const path of ['/', '/dashboard', '/approved', '/campaigns', '/campaigns/some-id', '/settings']) {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await page.waitForURL('**/onboarding');
    }
  });

  test('it spares /admin and the 404 page', async () => {
    await page.evaluate(() => history.pushState(null, '', '/nowhere'));
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/nowhere');
    await page.goto(`${screens.app.url}/admin`);
    await page.getByRole('heading', { level: 1, name: /^(Admin|Page Not Found)/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    await page.context().close();
  });
});

describe("step 1 'Business Information'", () => {
  let page: Page;
  let person: Person;
  beforeAll(async () => {
    person = await newcomer();
    page = await screens.visit('/onboarding', person);
  });
  afterAll(() => page?.context().close());

  test("header 'Partner Pilot Setup', a progress bar, 'Step 1 of 3', business name, industry, optional description, Continue", async () => {
    await stepIs(page, 1, 'Business Information');
    expect(await page.title()).toContain('Setup');
    await page.getByLabel('Business name', { exact: true }).waitFor();
    await description(page).waitFor();
    await button(page, 'Continue').waitFor();
    expect(await choices(pickList(page, 'Industry'))).toEqual(
      'Technology,Fashion,Beauty,Fitness,Food,Travel,Gaming,Education,Finance,Health,Lifestyle,Business,Other'.split(
        ',',
      ),
    );
    await page.keyboard.press('Escape');
    await lookAt(page, 'onboarding-1');
  });

  test("'Business name is required' and 'Industry is required' stand beside the fields, with the focus on the first", async () => {
    await button(page, 'Continue').click();
    await page.getByText('Business name is required').waitFor();
    expect(await errorOf(page, 'Business name')).toBe('Business name is required');
    expect(await errorOf(page, 'Industry')).toBe('Industry is required');
    await expect
      .poll(() => focused(page))
      .toBe(await page.getByLabel('Business name', { exact: true }).getAttribute('id'));
    await lookAt(page, 'onboarding-1-errors');
    await page.getByLabel('Business name', { exact: true }).fill('Northwind Trail Gear');
    await button(page, 'Continue').click();
    await page.getByText('Business name is required').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(await pickList(page, 'Industry').getAttribute('id'));
  });

  test("a business name over 100 characters and a description over 500 are refused: 'Description must be under 500 characters'", async () => {
    const name = page.getByLabel('Business name', { exact: true });
    await name.fill('N'.repeat(101));
    await description(page).fill('d'.repeat(501));
    await button(page, 'Continue').click();
    await page.getByText('Description must be under 500 characters').waitFor();
    expect(await errorOf(page, 'Business name')).toBe('Business name must be at most 100 characters');
    expect(await errorOf(page, 'Description (optional)')).toBe('Description must be under 500 characters');
    await name.fill('N'.repeat(100));
    await description(page).fill('d'.repeat(500));
    await page.getByText('Description must be under 500 characters').waitFor({ state: 'hidden' });
    expect(await name.getAttribute('aria-invalid')).toBeNull();
  });

  test('what was typed survives a reload, and is not shown to the next who signs in', async () => {
    await page.getByLabel('Business name', { exact: true }).fill('Northwind Trail Gear');
    await choose(page, 'Industry', 'Fitness');
    await description(page).fill('Repairable packs for trail runners.');
    await page.reload();
    await stepIs(page, 1, 'Business Information');
    expect(await page.getByLabel('Business name', { exact: true }).inputValue()).toBe('Northwind Trail Gear');
    expect(await chosen(pickList(page, 'Industry'))).toBe('Fitness');
    expect(await description(page).inputValue()).toBe('Repairable packs for trail runners.');
    const cookies = await page.context().cookies();
    const other = await newcomer();
    const [name = '', ...value] = other.cookie.split('=');
    const cookie = { name, value: value.join('='), url: screens.app.url, httpOnly: true, sameSite: 'Lax' as const };
    await page.context().addCookies([cookie]);
    await page.reload();
    await stepIs(page, 1, 'Business Information');
    expect(await page.getByLabel('Business name', { exact: true }).inputValue()).toBe('');
    await page.context().addCookies(cookies);
    await page.reload();
    await stepIs(page, 1, 'Business Information');
    expect(await page.getByLabel('Business name', { exact: true }).inputValue()).toBe('Northwind Trail Gear');
  });

  test("a failure says 'Profile Creation Failed', stays on step 1 and keeps what was typed", async () => {
    await page.route('**/api/business-profile', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'oops' }) : route.continue(),
    );
    await button(page, 'Continue').click();
    await toast(
      page,
      'Profile Creation Failed',
      'Failed to create your business profile. Please try again.',
      'destructive',
    );
    await stepIs(page, 1, 'Business Information');
    expect(await description(page).inputValue()).toBe('Repairable packs for trail runners.');
    await page.unroute('**/api/business-profile');
  });

  test("the button reads 'Saving...' while saving, a double click saves once, and step 2 follows", async () => {
    let calls = 0;
    await page.route('**/api/business-profile', async (route) => {
      if (route.request().method() === 'POST') {
        calls += 1;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      await route.continue();
    });
    await button(page, 'Continue').dblclick();
    await button(page, 'Saving...').waitFor();
    expect(await button(page, 'Saving...').isDisabled()).toBe(true);
    await stepIs(page, 2, 'Target Audience');
    expect(calls).toBe(1);
    await page.unroute('**/api/business-profile');
    const saved = await person.ok<BusinessProfileView>('GET', '/api/business-profile');
    expect(saved).toMatchObject({
      businessName: 'Northwind Trail Gear',
      industry: 'Fitness',
      timezone: 'America/New_York',
    });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Target Audience');
  });

  test('what is typed while it is being saved stays, and the step with it until that is saved, too', async () => {
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await stepIs(page, 1, 'Business Information');
    const call = hold();
    await page.route('**/api/business-profile', async (route) => {
      if (route.request().method() === 'POST') await call.held;
      await route.continue();
    });
    await button(page, 'Continue').click();
    await button(page, 'Saving...').waitFor();
    await description(page).fill('Repairable packs, typed on.');
    call.release();
    await button(page, 'Continue').waitFor();
    await stepIs(page, 1, 'Business Information');
    expect(await description(page).inputValue()).toBe('Repairable packs, typed on.');
    await page.unroute('**/api/business-profile');
    await button(page, 'Continue').click();
    await stepIs(page, 2, 'Target Audience');
    expect((await person.ok<BusinessProfileView>('GET', '/api/business-profile')).description).toBe(
      'Repairable packs, typed on.',
    );
  });

  test('pressed twice while the rules of the form are on their way, each step is sent once', async () => {
    const other = await screens.visit('/404', await newcomer());
    let rules = await holdRules(other);
    const sent: string[] = [];
    other.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await other.goto(`${screens.app.url}/onboarding`);
    await other.getByLabel('Business name', { exact: true }).fill('Northwind Trail Gear');
    await choose(other, 'Industry', 'Fitness');
    for (const _ of [1, 2]) await other.getByLabel('Business name', { exact: true }).press('Enter');
    expect(await button(other, 'Continue').getAttribute('aria-busy')).toBe('true');
    rules.release();
    await stepIs(other, 2, 'Target Audience');
    expect(sent).toEqual(['/api/business-profile']);
    rules = await holdRules(other);
    await other.reload();
    await audience(other).fill(AUDIENCE);
    for (const _ of [1, 2]) await button(other, 'Generate Partner Profile').press('Enter');
    rules.release();
    await button(other, 'Find Partners').waitFor();
    expect(sent).toEqual(['/api/business-profile', '/api/partner-profile/generate']);
    await other.context().close();
  });
});

describe("step 2 'Target Audience'", () => {
  let page: Page;
  beforeAll(async () => {
    page = await screens.visit('/onboarding', await withBusiness());
  });
  afterAll(() => page?.context().close());

  test("audience description, optional platform checkboxes, optional additional criteria, Back and 'Generate Partner Profile'", async () => {
    await stepIs(page, 2, 'Target Audience');
    const platforms = page.getByRole('group', { name: 'Preferred platforms (optional)' });
    expect(await platforms.getByRole('checkbox').count()).toBe(5);
    for (const name of ['Instagram', 'TikTok', 'YouTube', 'Twitter/X', 'LinkedIn']) {
      expect(await platforms.getByRole('checkbox', { name, exact: true }).isChecked()).toBe(false);
    }
    await page.getByLabel('Additional criteria (optional)').waitFor();
    await button(page, 'Back').waitFor();
    await button(page, 'Generate Partner Profile').waitFor();
    await lookAt(page, 'onboarding-2');
  });

  test("an audience of less than 10 characters: 'Please provide more details about your target audience'; over 1000 and criteria over 500 are refused", async () => {
    const criteria = page.getByLabel('Additional criteria (optional)');
    await audience(page).fill('  runners  ');
    await criteria.fill('c'.repeat(501));
    await button(page, 'Generate Partner Profile').click();
    await page.getByText('Please provide more details about your target audience').waitFor();
    await expect.poll(() => focused(page)).toBe(await audience(page).getAttribute('id'));
    expect(await errorOf(page, 'Additional criteria (optional)')).toBe(
      'Additional criteria must be at most 500 characters',
    );
    await lookAt(page, 'onboarding-2-errors');
    await audience(page).fill('a'.repeat(1001));
    expect(await errorOf(page, 'Describe your target audience')).toBe(
      'Target audience must be at most 1000 characters',
    );
    await audience(page).fill('a'.repeat(1000));
    await page.getByText('Target audience must be at most 1000 characters').waitFor({ state: 'hidden' });
  });

  test('Back goes to step 1 with what was saved; what was typed in step 2 is there again, also after a reload', async () => {
    await audience(page).fill(AUDIENCE);
    await page.getByLabel('Additional criteria (optional)').fill('No fast fashion');
    await page.getByRole('checkbox', { name: 'YouTube' }).check();
    await button(page, 'Back').click();
    await stepIs(page, 1, 'Business Information');
    expect(await page.getByLabel('Business name', { exact: true }).inputValue()).toBe('Northwind Trail Gear');
    expect(await chosen(pickList(page, 'Industry'))).toBe('Fitness');
    await button(page, 'Continue').click();
    await stepIs(page, 2, 'Target Audience');
    for (const again of [false, true]) {
      if (again) await page.reload();
      expect(await audience(page).inputValue()).toBe(AUDIENCE);
      expect(await page.getByLabel('Additional criteria (optional)').inputValue()).toBe('No fast fashion');
      expect(await page.getByRole('checkbox', { name: 'YouTube' }).isChecked()).toBe(true);
    }
  });
});

describe("step 3 'AI-Generated Partner Profile'", () => {
  let page: Page;
  let person: Person;
  beforeAll(async () => {
    person = await withBusiness();
    page = await screens.visit('/onboarding', person);
    await audience(page).fill(AUDIENCE);
  });
  afterAll(() => page?.context().close());

  test('Back and Forward of the browser go through the steps, also after a reload', async () => {
    const other = await screens.visit('/settings/security', await newcomer());
    await other.goto(`${screens.app.url}/onboarding`);
    await other.getByLabel('Business name').fill('Northwind Trail Gear');
    await choose(other, 'Industry', 'Fitness');
    await button(other, 'Continue').click();
    await stepIs(other, 2, 'Target Audience');
    await other.goBack();
    await stepIs(other, 1, 'Business Information');
    await other.goForward();
    await stepIs(other, 2, 'Target Audience');
    await other.reload();
    await stepIs(other, 2, 'Target Audience');
    await other.goBack();
    await stepIs(other, 1, 'Business Information');
    await button(other, 'Continue').click();
    await button(other, 'Back').click();
    await stepIs(other, 1, 'Business Information');
    await other.goBack();
    await other.waitForURL('**/settings/security');
    await other.context().close();
  });

  test("it shows 'Analyzing your requirements...' while the AI works, also after a reload, then 'Partner Profile Generated'", async () => {
    await screens.app.fault('openai', 'slow', 1, { delayMs: 1_500 });
    await button(page, 'Generate Partner Profile').click();
    await stepIs(page, 3, 'AI-Generated Partner Profile');
    await page.getByText('Analyzing your requirements...').waitFor();
    await page.reload();
    await page.getByText('Analyzing your requirements...').waitFor();
    await button(page, 'Find Partners').waitFor();
    await toast(page, 'Partner Profile Generated', 'Check whom we will look for, then find your partners.');
    await stepIs(page, 3, 'AI-Generated Partner Profile');
  });

  test('the result: summary, industry focus, min followers, min engagement as a percent, platforms, target audience, Back and Find Partners', async () => {
    const { generatedProfile } = await person.ok<BusinessProfileView>('GET', '/api/business-profile');
    await page.getByText(generatedProfile?.description ?? 'nothing was generated').waitFor();
    const line = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');
    expect(await line('Industry focus').textContent()).toBe('Fitness');
    expect(await line('Min followers').textContent()).toBe('5,000');
    expect(await line('Min engagement').textContent()).toBe('2%');
    expect(await line('Target audience').textContent()).toBe(AUDIENCE);
    await button(page, 'Back').waitFor();
    await button(page, 'Find Partners').waitFor();
    await lookAt(page, 'onboarding-3-result');
  });

  test('without a platform choice no platform is left out of the search', async () => {
    const platforms = page.locator('dt', { hasText: 'Platforms' }).locator('xpath=following-sibling::dd');
    expect(await platforms.textContent()).toBe('Instagram, TikTok, YouTube, Twitter/X, LinkedIn');
    const { partnerCriteria, preferredPlatforms } = await person.ok<BusinessProfileView>(
      'GET',
      '/api/business-profile',
    );
    expect(preferredPlatforms).toEqual([]);
    expect(partnerCriteria?.platforms).toHaveLength(5);
  });

  test("a failure says 'Generation Failed' and shows the failed view with Go Back to step 2, where what was typed still stands", async () => {
    await button(page, 'Back').click();
    await stepIs(page, 2, 'Target Audience');
    await audience(page).fill(`${AUDIENCE}.`);
    await screens.app.fault('openai', 'reject-4xx', 1);
    await button(page, 'Generate Partner Profile').click();
    await toast(page, 'Generation Failed', 'Failed to generate partner profile. Please try again.', 'destructive');
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to generate partner profile. Please try again.' });
    await failed.waitFor();
    await lookAt(page, 'onboarding-3-failed');
    await page.reload();
    await failed.waitFor();
    await button(page, 'Go Back').click();
    await stepIs(page, 2, 'Target Audience');
    expect(await audience(page).inputValue()).toBe(`${AUDIENCE}.`);
  });

  test('another question while one is being answered is refused in the server’s words, and the answer shows when it comes', async () => {
    await screens.app.fault('openai', 'slow', 1, { delayMs: 2_500 });
    await button(page, 'Generate Partner Profile').click();
    await page.getByText('Analyzing your requirements...').waitFor();
    await button(page, 'Back').click();
    await audience(page).fill(`${AUDIENCE}!`);
    await button(page, 'Generate Partner Profile').click();
    await toast(page, 'Generation Failed', /^.*A partner profile is being generated\. Wait/, 'destructive');
    await page.getByText('Analyzing your requirements...').waitFor();
    await button(page, 'Find Partners').waitFor();
    await button(page, 'Back').click();
    await audience(page).fill(`${AUDIENCE}.`);
  });

  test('a missing setting is named instead of a general sentence', async () => {
    const call = hold();
    await page.route(PROFILE_CALL, async (route) => {
      await call.held;
      await route.fulfill({
        status: 503,
        json: { error: 'OPENAI_API_KEY is not set. Ask your administrator to add it.' },
      });
    });
    await button(page, 'Generate Partner Profile').click();
    await page.getByText('Analyzing your requirements...').waitFor();
    await lookAt(page, 'onboarding-3-analyzing');
    call.release();
    await toast(page, 'Generation Failed', 'OPENAI_API_KEY is not set.', 'destructive');
    await page.unroute(PROFILE_CALL);
    await button(page, 'Go Back').click();
  });

  test('a call that answers 202 is followed to its end', async () => {
    await page.route(PROFILE_CALL, async (route) => {
      await person.call('POST', '/api/partner-profile/generate', route.request().postDataJSON());
      await route.fulfill({ status: 202, json: { accepted: true, id: 'request' } });
    });
    await button(page, 'Generate Partner Profile').click();
    await button(page, 'Find Partners').waitFor();
    await page.unroute(PROFILE_CALL);
  });

  test.each([
    ['slow', 'Partner Profile Generated', 'Check whom we will look for, then find your partners.', 'default'],
    ['reject-4xx', 'Generation Failed', 'Failed to generate partner profile. Please try again.', 'destructive'],
  ] as const)(
    'a profile that outlasts its call (202, then %s) is said when it is there, also after a reload: %s',
    async (mode, title, text, variant) => {
      const view = () => person.ok<BusinessProfileView>('GET', '/api/business-profile');
      await screens.app.fault('openai', mode, 1, { delayMs: 2_500 });
      await page.route(PROFILE_CALL, async (route) => {
        const started = person.call('POST', '/api/partner-profile/generate', route.request().postDataJSON());
        if (mode === 'slow') await until(view, ({ profileGeneration }) => profileGeneration === 'running');
        else await started;
        await route.fulfill({ status: 202, json: { accepted: true, id: 'request' } });
        await started;
      });
      await button(page, /^(Back|Go Back)$/).click();
      await button(page, 'Generate Partner Profile').click();
      if (mode === 'slow') {
        await page.waitForFunction(() => sessionStorage.getItem('profile:awaited') !== null);
        await page.reload();
        await page.getByText('Analyzing your requirements...').waitFor();
      }
      await toast(page, title, text, variant);
      await page.unroute(PROFILE_CALL);
      await page.reload();
      await stepIs(page, 3, 'AI-Generated Partner Profile');
      expect(await page.locator('li[data-swipe-direction]').count()).toBe(0);
    },
  );

  test("the toast 'Partner Profile Generated' says that it is done", async () => {
    await button(page, /^(Back|Go Back)$/).click();
    await button(page, 'Generate Partner Profile').click();
    await toast(page, 'Partner Profile Generated', 'Check whom we will look for, then find your partners.');
  });

  test("'Finding Partners...' with a panel for the first 10 potential partners and 30-60 seconds, then /discovery with 'Success!'", async () => {
    await button(page, 'Find Partners').click();
    await button(page, 'Finding Partners...').waitFor();
    expect(await button(page, 'Finding Partners...').isDisabled()).toBe(true);
    const panel = page.getByRole('region', { name: 'Finding your partners' });
    await panel.getByText('first 10 potential partners').waitFor();
    await panel.getByText('usually takes 30-60 seconds').waitFor();
    await panel.getByText(/^[1-9] of 10 found$/).waitFor();
    await page.waitForURL('**/discovery');
    await toast(page, 'Success!', '10 potential partners have been found for you to review.');
    expect(await person.ok<PartnerView[]>('GET', '/api/partners')).toHaveLength(10);
    await page.goto(`${screens.app.url}/onboarding`);
    await page.waitForURL('**/discovery');
  });
});

describe('the end of the setup', () => {
  let page: Page;
  test('a search that found nobody is not called a success', async () => {
    page = await screens.visit('/onboarding', await withProfile());
    const call = hold();
    await page.route(SEARCH_CALL, async (route) => {
      await call.held;
      const none = { valid: false, requested: 10, found: 0, duplicates: 0, complete: false };
      const json = { ...none, sources: [], searchId: 's', partners: [] };
      await route.fulfill({ json });
    });
    await button(page, 'Find Partners').click();
    await page.getByText('0 of 10 found').waitFor();
    await lookAt(page, 'onboarding-3-finding');
    call.release();
    await toast(page, 'No New Partners Found', /No one matched your audience/);
    await page.waitForURL('**/discovery');
    await page.unroute(SEARCH_CALL);
  });

  test("when no partners can be found: 'Partner Generation Failed', and the way on is /discovery", async () => {
    await page.goto(`${screens.app.url}/onboarding`);
    await stepIs(page, 3, 'AI-Generated Partner Profile');
    await screens.app.fault('people_data_labs', 'reject-4xx', 1);
    await button(page, 'Find Partners').click();
    await toast(
      page,
      'Partner Generation Failed',
      'Failed to generate partners. Please try again from the Partner Discovery page.',
      'destructive',
    );
    await page.waitForURL('**/discovery');
    await page.context().close();
  });

  test.each([
    ['slow', 'Success!', '10 potential partners have been found for you to review.', 'default'],
    [
      'reject-4xx',
      'Partner Generation Failed',
      'Failed to generate partners. Please try again from the Partner Discovery page.',
      'destructive',
    ],
  ] as const)(
    "a first search that outlasts its call (202, then %s) ends in the setup's own words, also after a reload: %s",
    async (mode, title, text, variant) => {
      const person = await withProfile();
      const page = await screens.visit('/onboarding', person);
      const latest = () => person.ok<{ id: string } | null>('GET', '/api/searches/latest');
      await screens.app.fault('people_data_labs', mode, 1, { delayMs: 2_500 });
      await page.route(SEARCH_CALL, async (route) => {
        const started = person.call('POST', '/api/partners/generate', route.request().postDataJSON());
        const search = await until(latest, (now) => now !== null);
        if (mode !== 'slow') await started;
        await route.fulfill({ status: 202, json: { accepted: true, id: search?.id } });
        await started;
      });
      await button(page, 'Find Partners').click();
      await page.waitForURL('**/discovery');
      if (mode === 'slow') await page.reload();
      await toast(page, title, text, variant);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Partner Discovery' }).waitFor();
      await page.getByRole('button', { name: 'Generate New Matches' }).waitFor();
      expect(await page.locator('li[data-swipe-direction]').count()).toBe(0);
      await page.context().close();
    },
  );

  test('an explicit skip ends the setup at /discovery, and it is not shown again', async () => {
    const person = await withBusiness();
    const page = await screens.visit('/discovery', person);
    await page.getByText('Your setup is not finished').waitFor();
    await page.getByRole('link', { name: 'Continue setup' }).click();
    await stepIs(page, 2, 'Target Audience');
    await button(page, 'Skip for now').click();
    await page.waitForURL('**/discovery');
    await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
    expect(await page.getByText('Your setup is not finished').count()).toBe(0);
    await page.goto(`${screens.app.url}/onboarding`);
    await page.waitForURL('**/discovery');
    expect((await person.ok<BusinessProfileView>('GET', '/api/business-profile')).onboarding).toBe('done');
    await page.context().close();
  });
});
