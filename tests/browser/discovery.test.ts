import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { importedRow } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { choices, choose, chosen, pickList } from '../support/pickList.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast, tokenColor } from '../support/toast.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens?.stop());

const LIST_CALL = '**/api/partners';
const SEARCH_CALL = '**/api/partners/generate';
const EXPORT_CALL = '**/api/partners/export*';
const STATUS_CALL = '**/api/partners/*/status';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const rows = (page: Page) => page.locator('ul[aria-label=Partners] > li');
const rowOf = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) });
const names = async (page: Page) =>
  page.locator('ul[aria-label=Partners] > li [aria-expanded] .truncate.font-semibold').allTextContents();
const figure = async (page: Page, label: string) =>
  page.locator('dl[aria-label=Summary] div', { hasText: label }).locator('dd').first().textContent();
const address = (page: Page) => new URL(page.url()).search;
const inList = (page: Page, expected: string[]) =>
  until(
    async () => (await names(page)).sort(),
    (shown) => JSON.stringify(shown) === JSON.stringify([...expected].sort()),
    5_000,
  );

/** Someone past the setup. */
async function someone(): Promise<Person> {
  const person = await new Person(screens.app.url).signUp(`dan.${randomBytes(5).toString('hex')}@northwind.example`);
  await person.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    targetAudience: 'Trail runners in North America',
    onboardingSkipped: true,
  });
  return person;
}

const PEOPLE = [
  { name: 'Ada Lindqvist', profileUrl: 'https://www.linkedin.com/in/adaruns', username: 'adaruns', industry: 'Fitness', followersCount: 950, engagementRate: 0.8, bio: 'Trail-running coach in Vermont.' },
  { name: 'Ben Okafor', profileUrl: 'https://www.instagram.com/bencooks', username: 'bencooks', industry: 'Food', followersCount: 12_480, engagementRate: 3.4, email: 'ben@okafor.example', bio: 'Cooks over open fires.' },
  { name: 'Cleo Marsh', profileUrl: 'https://www.youtube.com/@cleomarsh', username: 'cleomarsh', industry: 'Travel', followersCount: 1_200_000, engagementRate: 5, bio: 'Slow trips by rail.' },
  { name: 'Dov Kessler', profileUrl: 'https://www.tiktok.com/@dovplays', username: 'dovplays', industry: 'Gaming', followersCount: 52_000, engagementRate: 10.2, bio: 'Speedruns and kindness.' },
  { name: 'Eli Sand', profileUrl: 'https://twitter.com/elisand', username: 'elisand', industry: 'Technology', bio: 'Writes about small tools.' },
]; // biome-ignore format: one person a line
const EVERYONE = PEOPLE.map(({ name }) => name);

/** Someone with those five people: three pending, one approved, one rejected. */
async function withPeople(): Promise<Person> {
  const person = await someone();
  await person.ok('POST', '/api/partners/import', { rows: PEOPLE });
  const id = async (name: string) =>
    (await person.ok<PartnerView[]>('GET', '/api/partners')).find((partner) => partner.name === name)?.id;
  await person.ok('PATCH', `/api/partners/${await id('Dov Kessler')}/status`, { status: 'approved' });
  await person.ok('PATCH', `/api/partners/${await id('Eli Sand')}/status`, { status: 'rejected' });
  return person;
}

/** Answers the real list, changed. */
async function changeList(page: Page, change: (partners: PartnerView[]) => PartnerView[]): Promise<void> {
  await page.route(LIST_CALL, async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    await route.fulfill({ json: change((await response.json()) as PartnerView[]) });
  });
}

/** The page of someone with those five people; the describes below share it, so that it is opened once. */
let page: Page;
let person: Person;
beforeAll(async () => {
  person = await withPeople();
  page = await screens.visit('/discovery', person);
  await rows(page).first().waitFor();
});
async function openAgain(search = ''): Promise<void> {
  await page.goto(`${screens.app.url}/discovery${search}`);
  await rows(page).first().waitFor();
}

describe('the screen', () => {
  test("title, 'Add from LinkedIn', 'Adjust Profile', 'Generate New Matches' and 'Export CSV (n)'", async () => {
    await page.getByRole('heading', { level: 1, name: 'Partner Discovery' }).waitFor();
    expect(await page.title()).toContain('Partner Discovery');
    for (const name of [
      'Add from LinkedIn',
      'Adjust Profile',
      'Generate New Matches',
      'Export CSV (5)',
      'Import CSV',
    ]) {
      expect(await button(page, name).isEnabled(), name).toBe(true);
    }
    await lookAt(page, 'discovery');
  });

  test('summary: Total, Pending Review, Approved, Rejected, and a review-progress bar while some are pending', async () => {
    expect(await figure(page, 'Total')).toBe('5');
    expect(await figure(page, 'Pending Review')).toBe('3');
    expect(await figure(page, 'Approved')).toBe('1');
    expect(await figure(page, 'Rejected')).toBe('1');
    const bar = page.getByRole('progressbar', { name: 'Review progress' });
    expect(await bar.getAttribute('aria-valuenow')).toBe('2');
    expect(await bar.getAttribute('aria-valuemax')).toBe('5');
    await page.getByText('2 of 5 reviewed').waitFor();
  });

  test('each row shows name, username, platform, industry, followers (K and M), engagement (percent), match score with a label, status and email badges', async () => {
    const texts: Record<string, string[]> = {
      'Ada Lindqvist': ['@adaruns', 'LinkedIn', 'Fitness', '950', '0.8%', 'Pending', 'Email pending'],
      'Ben Okafor': ['@bencooks', 'Instagram', 'Food', '12.5K', '3.4%', 'Pending', 'Email found'],
      'Cleo Marsh': ['@cleomarsh', 'YouTube', 'Travel', '1.2M', '5%', 'Pending', 'Email pending'],
      'Dov Kessler': ['@dovplays', 'TikTok', 'Gaming', '52.0K', '10.2%', 'Approved', 'Email pending'],
      'Eli Sand': ['@elisand', 'Twitter/X', 'Technology', '–', 'Rejected', 'Email pending'],
    };
    for (const [name, expected] of Object.entries(texts)) {
      const shown = (await rowOf(page, name).textContent()) ?? '';
      for (const text of expected) expect(shown, name).toContain(text);
      expect(shown, name).toMatch(/Match \d+\s*(Excellent|Good|Fair)/);
    }
  });

  test('the best match comes first', async () => {
    const scores = await rows(page).evaluateAll((lines) =>
      lines.map((line) => Number(/Match (\d+)/.exec(line.textContent)?.[1])),
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('the filter card offers every industry, follower, engagement and match option', async () => {
    const options: Record<string, string[]> = {
      Industry:
        'All industries,Technology,Fashion,Fitness,Food & Beverage,Travel,Beauty,Gaming,Education,Finance,Health,Lifestyle,Business'.split(
          ',',
        ),
      'Min followers': [
        'Any followers',
        '1K+ followers',
        '5K+ followers',
        '10K+ followers',
        '50K+ followers',
        '100K+ followers',
      ],
      'Min engagement': ['Any engagement', '1%+ engagement', '3%+ engagement', '5%+ engagement', '10%+ engagement'],
      'Min match': ['Any match', '50%+ match', '70%+ match', '80%+ match', '90%+ match'],
    };
    for (const [label, expected] of Object.entries(options)) {
      expect(await choices(pickList(page, label)), label).toEqual(expected);
    }
  });

  test('each filter narrows the list: industry with its alias, followers, engagement, match and the search', async () => {
    await choose(page, 'Industry', 'Food & Beverage');
    await inList(page, ['Ben Okafor']);
    await choose(page, 'Industry', 'All industries');
    await choose(page, 'Min followers', '50K+ followers');
    await inList(page, ['Cleo Marsh', 'Dov Kessler']);
    await choose(page, 'Min engagement', '10%+ engagement');
    await inList(page, ['Dov Kessler']);
    expect(address(page)).toBe('?minFollowers=50000&minEngagement=10');
    await choose(page, 'Min followers', 'Any followers');
    await choose(page, 'Min engagement', 'Any engagement');
    const search = page.getByRole('searchbox', { name: 'Search partners' });
    for (const [typed, found] of [
      ['cleo MARSH', 'Cleo Marsh'],
      ['bencooks', 'Ben Okafor'],
      ['vermont', 'Ada Lindqvist'],
    ] as const) {
      await search.fill(typed);
      await inList(page, [found]);
    }
    await search.fill('');
    await inList(page, EVERYONE);
    await choose(page, 'Min match', '50%+ match');
    const kept = await rows(page).evaluateAll((lines) =>
      lines.map((line) => Number(/Match (\d+)/.exec(line.textContent)?.[1])),
    );
    expect(kept.every((score) => score >= 50)).toBe(true);
    await choose(page, 'Min match', 'Any match');
  });

  test('status chips: All, Pending, Approved, Rejected with their counts', async () => {
    for (const [chip, found] of [
      ['Pending 3', ['Ada Lindqvist', 'Ben Okafor', 'Cleo Marsh']],
      ['Approved 1', ['Dov Kessler']],
      ['Rejected 1', ['Eli Sand']],
    ] as const) {
      await button(page, chip).click();
      expect(await button(page, chip).getAttribute('aria-pressed')).toBe('true');
      await inList(page, [...found]);
    }
    expect(address(page)).toBe('?status=rejected');
    await button(page, 'All').click();
    await inList(page, EVERYONE);
  });

  test('email-status chips: any, found, none found, pending with their counts', async () => {
    for (const [chip, found] of [
      ['Email found 1', ['Ben Okafor']],
      ['Email pending 4', ['Ada Lindqvist', 'Cleo Marsh', 'Dov Kessler', 'Eli Sand']],
      ['No email found 0', []],
    ] as const) {
      await button(page, chip).click();
      await inList(page, [...found]);
    }
    expect(address(page)).toBe('?emailStatus=no_email_found');
  });

  test("with no results: 'No partners match your current filters' and a Clear Filters button clears them", async () => {
    await page.getByRole('searchbox').fill('nobody of that name');
    await page.getByRole('heading', { name: 'No partners match your current filters' }).waitFor();
    expect(await button(page, 'Export CSV (0)').isDisabled()).toBe(true);
    await lookAt(page, 'discovery-no-results');
    await button(page, 'Clear Filters').click();
    await inList(page, EVERYONE);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(address(page)).toBe('');
  });

  test('each order is kept in the address, and Clear Filters, which clears what narrows the list, keeps the order', async () => {
    const orders: [string, string, string[]][] = [
      ['Name, A–Z', '?sort=name', EVERYONE],
      ['Most followers', '?sort=followers', ['Cleo Marsh', 'Dov Kessler', 'Ben Okafor', 'Ada Lindqvist', 'Eli Sand']],
      ['Most engagement', '?sort=engagement', ['Dov Kessler', 'Cleo Marsh', 'Ben Okafor', 'Ada Lindqvist', 'Eli Sand']],
    ];
    const shown = (expected: string[]) =>
      until(
        () => names(page),
        (now) => JSON.stringify(now) === JSON.stringify(expected),
        5_000,
      );
    for (const [order, search, expected] of orders) {
      await choose(page, 'Sort by', order);
      await shown(expected);
      expect(address(page)).toBe(search);
    }
    const [, , byEngagement = []] = orders[2] ?? [];
    await page.getByRole('searchbox').fill('nobody of that name');
    await button(page, /^Pending/).click();
    await button(page, 'Clear Filters').click();
    await shown(byEngagement);
    expect(address(page)).toBe('?sort=engagement');
    await page.reload();
    await shown(byEngagement);
    await choose(page, 'Sort by', 'Best match first');
    await inList(page, EVERYONE);
    expect(address(page)).toBe('');
  });

  test('clicking a row expands a partner card, one at a time, and a second click closes it', async () => {
    await rowOf(page, 'Cleo Marsh').getByText('1.2M').click();
    await page.getByRole('region', { name: 'About Cleo Marsh' }).getByText('Slow trips by rail.').waitFor();
    await rowOf(page, 'Ben Okafor')
      .getByRole('button', { name: /Ben Okafor/, expanded: false })
      .first()
      .click();
    await page.getByRole('region', { name: 'About Ben Okafor' }).waitFor();
    expect(await page.getByRole('region', { name: 'About Cleo Marsh' }).count()).toBe(0);
    await rowOf(page, 'Ben Okafor')
      .getByRole('button', { name: /Ben Okafor/, expanded: true })
      .click();
    expect(await page.getByRole('region', { name: /^About/ }).count()).toBe(0);
  });

  test('filters, chips and the open partner live in the address: a reload and Back keep them', async () => {
    await page.getByRole('searchbox').fill('o');
    await choose(page, 'Min followers', '10K+ followers');
    await button(page, /^Pending/).click();
    await rowOf(page, 'Ben Okafor').getByText('12.5K').click();
    await page.getByRole('region', { name: 'About Ben Okafor' }).waitFor();
    const kept = async () => {
      await page.getByRole('region', { name: 'About Ben Okafor' }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('o');
      expect(await chosen(pickList(page, 'Min followers'))).toBe('10K+ followers');
      expect(await button(page, /^Pending/).getAttribute('aria-pressed')).toBe('true');
    };
    await page.reload();
    await kept();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.waitForURL('**/campaigns');
    await page.goBack();
    await kept();
    await button(page, 'All').click();
    await choose(page, 'Min followers', 'Any followers');
    await page.getByRole('searchbox').fill('');
    await inList(page, EVERYONE);
  });
});

describe('what is shown of the list', () => {
  test('duplicates are removed: the same profile URL but for www, case and slash, and the same platform and username', async () => {
    await changeList(page, (partners) => [
      ...partners,
      ...partners.map((partner) => ({
        ...partner,
        id: `${partner.id}-again`,
        name: `${partner.name} again`,
        matchScore: 0,
        profileUrl: partner.profileUrl?.replace('https://www.', 'http://').toUpperCase().replace(/$/, '/') ?? null,
      })),
      ...[1, 2].map((n) => ({
        ...(partners[0] as PartnerView),
        id: `x${n}`,
        name: `Without URL ${n}`,
        profileUrl: null,
        username: 'Same',
      })),
    ]);
    await openAgain();
    await inList(page, [...EVERYONE, 'Without URL 1']);
    expect(await figure(page, 'Total')).toBe('6');
    await page.unroute(LIST_CALL);
  });

  test('match labels and colours: from 90 Excellent green, from 75 Good yellow, below Fair red; on the card green from 90, yellow from 70, else red', async () => {
    const scores = [90, 89, 75, 74, 69];
    await changeList(page, (partners) =>
      partners.map((partner, index) => ({ ...partner, matchScore: scores[index] ?? 0 })),
    );
    await openAgain();
    const [good, warn, bad] = await Promise.all(['good', 'signal', 'bad'].map((name) => tokenColor(page, name)));
    const backgroundOf = (mark: Locator) => mark.evaluate((element) => getComputedStyle(element).backgroundColor);
    const looks = [
      ['90', 'Excellent', good, good],
      ['89', 'Good', warn, warn],
      ['75', 'Good', warn, warn],
      ['74', 'Fair', bad, warn],
      ['69', 'Fair', bad, bad],
    ] as const;
    for (const [index, [score, label, labelColor, cardColor]] of looks.entries()) {
      const row = rows(page).nth(index);
      expect(await row.textContent()).toMatch(new RegExp(`Match ${score}\\s*${label}`));
      expect(await backgroundOf(row.locator('i').first()), score).toBe(labelColor);
      await row.locator('[aria-expanded]').click();
      const match = row.locator('dt', { hasText: 'Match' }).locator('xpath=following-sibling::dd');
      expect(await match.textContent()).toBe(`${score}%`);
      expect(await match.evaluate((element) => getComputedStyle(element).color), score).toBe(cardColor);
    }
    await page.unroute(LIST_CALL);
  });

  test('preferred platforms restrict the list; a removable chip says so and how many are hidden', async () => {
    await person.ok('PUT', '/api/business-profile', { preferredPlatforms: ['linkedin', 'instagram'] });
    await openAgain();
    await inList(page, ['Ada Lindqvist', 'Ben Okafor']);
    expect(await figure(page, 'Total')).toBe('2');
    await page.getByText('Preferred platforms only · 3 hidden').waitFor();
    const asked = page.waitForRequest(EXPORT_CALL);
    await button(page, 'Export CSV (2)').click();
    expect(new URL((await asked).url()).search).toBe('?platforms=linkedin%2Cinstagram');
    await toast(page, 'Export Complete', '2 partners exported as CSV.');
    await lookAt(page, 'discovery-preferred');
    await button(page, 'Show the 3 on other platforms').click();
    await inList(page, EVERYONE);
    await page.reload();
    await inList(page, EVERYONE);
    await button(page, 'Preferred platforms only').click();
    await inList(page, ['Ada Lindqvist', 'Ben Okafor']);
    await person.ok('PUT', '/api/business-profile', { preferredPlatforms: [] });
    await inList(page, EVERYONE);
  });

  test('Clear Filters shows every platform when the preferred ones alone hide everybody', async () => {
    const other = await someone();
    await other.ok('PUT', '/api/business-profile', { preferredPlatforms: ['youtube'] });
    await other.ok('POST', '/api/partners/import', { rows: PEOPLE.slice(0, 2) });
    const hidden = await screens.visit('/discovery', other);
    await hidden.getByRole('heading', { name: 'No partners match your current filters' }).waitFor();
    expect(await button(hidden, 'Export CSV (0)').isDisabled()).toBe(true);
    await button(hidden, 'Clear Filters').click();
    await inList(hidden, ['Ada Lindqvist', 'Ben Okafor']);
    expect(address(hidden)).toBe('?platforms=all');
    await hidden.context().close();
  });

  test('a partner whom the address opens is shown although the list hides them, and it says what hides them', async () => {
    await person.ok('PUT', '/api/business-profile', { preferredPlatforms: ['linkedin', 'instagram'] });
    const cleo = (await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ name }) => name === 'Cleo Marsh');
    const above = page.getByRole('list', { name: 'Hidden by your filters' });
    const card = page.getByRole('region', { name: 'About Cleo Marsh' });
    await openAgain(`?partner=${cleo?.id}`);
    await card.waitFor();
    await page.getByText('Your preferred platforms hide Cleo Marsh.').waitFor();
    expect(await above.getByText('Slow trips by rail.').count()).toBe(1);
    await lookAt(page, 'discovery-hidden-partner');
    await button(page, 'Show every platform').click();
    await above.waitFor({ state: 'hidden' });
    await rows(page).getByText('Slow trips by rail.').waitFor();
    await openAgain(`?partner=${cleo?.id}&search=Ada&platforms=all`);
    await page.getByText('Your filters hide Cleo Marsh.').waitFor();
    await above.getByRole('button', { name: /Cleo Marsh/, expanded: true }).click();
    await above.waitFor({ state: 'hidden' });
    expect(address(page)).toBe('?search=Ada&platforms=all');
    await person.ok('PUT', '/api/business-profile', { preferredPlatforms: [] });
    await openAgain();
  });

  test('a list of over 100 rows is virtualised; a reload comes back to the open partner', async () => {
    const many = await someone();
    await many.ok('POST', '/api/partners/import', {
      rows: Array.from({ length: 150 }, (_, index) => importedRow(index)),
    });
    const long = await screens.visit('/discovery', many);
    await rows(long).first().waitFor();
    expect(await figure(long, 'Total')).toBe('150');
    expect(await rows(long).count()).toBeLessThan(60);
    expect(await rows(long).first().getAttribute('aria-setsize')).toBe('150');
    await long.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const last = long.locator('li[aria-posinset="150"]');
    await last.waitFor();
    await last.locator('[aria-expanded]').click();
    await last.getByText('Runs a sewing circle').waitFor();
    const opened = address(long);
    expect(opened).toMatch(/^\?partner=/);
    await long.goto('about:blank');
    await long.goto(`${screens.app.url}/discovery${opened}`);
    await last.getByText('Runs a sewing circle').waitFor();
    await until(
      () => last.locator('[aria-expanded]').evaluate((name) => name.getBoundingClientRect().top),
      (top) => top > 0 && top < 900,
    );
    await long.context().close();
  });

  test('skeletons while it loads; after a failure a sentence and a way to try again', async () => {
    let fail = true;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(LIST_CALL, async (route) => {
      await held;
      await (fail ? route.fulfill({ status: 500, json: { error: 'x' } }) : route.continue());
    });
    await page.goto(`${screens.app.url}/discovery`);
    await page.getByRole('status', { name: 'Loading partners' }).waitFor();
    await lookAt(page, 'discovery-loading');
    release();
    await page.getByText('Error loading partners. Please try again.').waitFor();
    await lookAt(page, 'discovery-error');
    fail = false;
    await button(page, 'Try again').click();
    await inList(page, EVERYONE);
    await page.unroute(LIST_CALL);
  });
});

describe('Export CSV', () => {
  beforeAll(() => openAgain('?industry=Fitness&minFollowers=0&emailStatus=pending'));

  test("it saves what the filters let through under the server's name, and sends only the filters that are set", async () => {
    const [download, call] = await Promise.all([
      page.waitForEvent('download'),
      page.waitForRequest(EXPORT_CALL),
      button(page, 'Export CSV (1)').click(),
    ]);
    expect(Object.fromEntries(new URL(call.url()).searchParams)).toEqual({
      industry: 'Fitness',
      minFollowers: '0',
      emailStatus: 'pending',
    });
    expect(download.suggestedFilename()).toMatch(/^partners-export-\d{4}-\d\d-\d\d\.csv$/);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv).toContain('Ada Lindqvist');
    expect(csv).not.toContain('Ben Okafor');
    await toast(page, 'Export Complete', '1 partner exported as CSV.');
  });

  test('without a name from the server it is partners-export-{date}.csv', async () => {
    await page.route(EXPORT_CALL, (route) => route.fulfill({ body: 'name\n', contentType: 'text/csv' }));
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, /^Export CSV/).click()]);
    const today = await page.evaluate(() => new Intl.DateTimeFormat('sv-SE').format(new Date()));
    expect(download.suggestedFilename()).toBe(`partners-export-${today}.csv`);
    await page.unroute(EXPORT_CALL);
  });

  test("a failure: 'Export Failed'", async () => {
    await page.route(EXPORT_CALL, (route) => route.fulfill({ status: 500, body: '' }));
    await button(page, /^Export CSV/).click();
    await toast(page, 'Export Failed', 'Failed to export partners. Please try again.', 'destructive');
    await page.unroute(EXPORT_CALL);
  });
});
describe('bulk operations', () => {
  beforeAll(() => openAgain());
  const threshold = () => page.getByLabel('Accept from match');

  test("Accept All has an editable threshold, 75 unless changed; with nobody at it: 'No Eligible Partners'", async () => {
    expect(await threshold().inputValue()).toBe('75');
    await threshold().fill('100');
    await button(page, 'Accept All').click();
    await toast(
      page,
      'No Eligible Partners',
      'No pending partners have a match score of 100% or higher.',
      'destructive',
    );
  });

  test('the threshold is an integer from 0 to 100', async () => {
    for (const [typed, kept] of [
      ['250', '100'],
      ['-3', '0'],
      ['40.7', '40'],
      ['', '75'],
    ] as const) {
      await threshold().fill(typed);
      await threshold().blur();
      expect(await threshold().inputValue(), typed).toBe(kept);
    }
  });

  test("Reject All with none pending in view: 'No Partners to Reject'", async () => {
    await button(page, /^Approved/).click();
    await inList(page, ['Dov Kessler']);
    await button(page, 'Reject All').click();
    await toast(page, 'No Partners to Reject', 'There are no pending partners in the current view.', 'destructive');
    await button(page, 'All').click();
  });

  test('Accept All approves every pending partner in view at or above the threshold, one call each, and Undo takes it back', async () => {
    const list = await person.ok<PartnerView[]>('GET', '/api/partners');
    const pending = list.filter(({ status }) => status === 'pending').sort((a, b) => b.matchScore - a.matchScore);
    const limit = pending[1]?.matchScore ?? 0;
    const eligible = pending.filter(({ matchScore }) => matchScore >= limit).map(({ id }) => id);
    const calls: string[] = [];
    await page.route(STATUS_CALL, (route) => {
      calls.push(`${route.request().url().split('/').at(-2)} ${route.request().postData()}`);
      return route.continue();
    });
    await threshold().fill(String(limit));
    await button(page, 'Accept All').click();
    const done = await toast(page, 'Bulk Update Complete', `${eligible.length} partners approved.`);
    expect(calls.sort()).toEqual(eligible.map((id) => `${id} {"status":"approved"}`).sort());
    await until(
      () => figure(page, 'Approved'),
      (count) => count === String(1 + eligible.length),
    );
    await done.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Bulk Update Complete', `${eligible.length} partners are pending again.`);
    await until(
      () => figure(page, 'Approved'),
      (count) => count === '1',
    );
    await page.unroute(STATUS_CALL);
  });

  test("when some are refused: 'Bulk Update Failed' with how many were updated", async () => {
    let first = true;
    await page.route(STATUS_CALL, (route) => {
      if (!first) return route.continue();
      first = false;
      return route.fulfill({ status: 500, json: { error: 'x' } });
    });
    await threshold().fill('0');
    await button(page, 'Accept All').click();
    await toast(page, 'Bulk Update Failed', '2 of 3 partners updated. Please try again for the rest.', 'destructive');
    await page.unroute(STATUS_CALL);
    await until(
      () => figure(page, 'Pending Review'),
      (count) => count === '1',
    );
  });

  test('Reject All asks first, then rejects every pending partner in the filtered view; without pending ones bulk operations and bar are gone', async () => {
    await person.ok('POST', '/api/partners/import', { rows: [importedRow(1, 'Zora Filtered')] });
    await rowOf(page, 'Zora Filtered').waitFor();
    expect(await figure(page, 'Pending Review')).toBe('2');
    await page.getByRole('searchbox').fill('zora');
    await inList(page, ['Zora Filtered']);
    await button(page, 'Reject All').click();
    const asking = page.getByRole('alertdialog', { name: 'Reject 1 pending partner?' });
    await asking.waitFor();
    await lookAt(page, 'discovery-reject-all');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    expect(await figure(page, 'Pending Review')).toBe('2');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Reject All');
    await button(page, 'Reject All').click();
    await asking.getByRole('button', { name: 'Reject 1' }).click();
    await toast(page, 'Bulk Update Complete', '1 partner rejected.');
    await until(
      () => figure(page, 'Pending Review'),
      (count) => count === '1',
    );
    await page.getByRole('searchbox').fill('');
    await button(page, 'Reject All').click();
    await asking.getByRole('button', { name: 'Reject 1' }).click();
    await until(
      () => figure(page, 'Pending Review'),
      (count) => count === '0',
    );
    expect(await button(page, 'Reject All').count()).toBe(0);
    expect(await button(page, 'Accept All').count()).toBe(0);
    expect(await page.getByRole('progressbar', { name: 'Review progress' }).count()).toBe(0);
  });
});

describe('Generate New Matches', () => {
  let page: Page;
  let person: Person;
  beforeAll(async () => {
    person = await someone();
    page = await screens.visit('/discovery', person);
    await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
  });
  afterAll(() => page?.context().close());

  test("a list without anybody: 'No partners yet' with the ways to get some", async () => {
    await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
    await button(page, 'Find the first 10').waitFor();
    expect(await figure(page, 'Total')).toBe('0');
    await lookAt(page, 'discovery-empty');
  });

  test('it is disabled until the business profile has loaded', async () => {
    await page.route('**/api/business-profile', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await page.goto(`${screens.app.url}/discovery`);
    await button(page, 'Generate New Matches').waitFor();
    expect(await button(page, 'Generate New Matches').isDisabled()).toBe(true);
    expect(await button(page, 'Adjust Profile').isDisabled()).toBe(true);
    await page.getByText('Your business profile could not be loaded.').waitFor();
    await page.unroute('**/api/business-profile');
    await button(page, 'Try again').click();
    await page.getByText('Your business profile could not be loaded.').waitFor({ state: 'hidden' });
    expect(await button(page, 'Generate New Matches').isEnabled()).toBe(true);
  });

  test("ten partners with the profile's criteria: progress counts them, then 'Partners Generated' with the true count and source", async () => {
    const [call] = await Promise.all([page.waitForRequest(SEARCH_CALL), button(page, 'Generate New Matches').click()]);
    expect(call.postDataJSON()).toMatchObject({
      count: 10,
      criteria: {
        minFollowers: 5000,
        minEngagement: 2,
        platforms: ['linkedin'],
        targetAudience: 'Trail runners in North America',
      },
    });
    const panel = page.getByRole('region', { name: 'Finding new partners' });
    await panel.getByText(/^[1-9] of 10 found$/).waitFor();
    await panel.getByRole('progressbar', { name: 'Partners found' }).waitFor();
    expect(await button(page, 'Finding Partners...').isDisabled()).toBe(true);
    await toast(page, 'Partners Generated', '10 new partner recommendations from People Data Labs.');
    await until(
      () => figure(page, 'Total'),
      (count) => count === '10',
    );
    await panel.waitFor({ state: 'hidden' });
  });

  test("a failing source: 'Generation Failed' with the reason", async () => {
    await screens.app.fault('people_data_labs', 'reject-4xx', 1);
    await button(page, 'Generate New Matches').click();
    await toast(page, 'Generation Failed', /People Data Labs/, 'destructive');
    await page.route(SEARCH_CALL, (route) => route.fulfill({ status: 500, body: '' }));
    await button(page, 'Generate New Matches').click();
    await toast(page, 'Generation Failed', 'Failed to generate partners. Please try again.', 'destructive');
    await page.unroute(SEARCH_CALL);
  });

  test('when nobody new was found the notice tells the truth', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(SEARCH_CALL, async (route) => {
      await held;
      await route.fulfill({
        json: {
          valid: false,
          requested: 10,
          found: 0,
          duplicates: 12,
          complete: false,
          sources: [{ source: 'people_data_labs', found: 0 }],
          searchId: 's',
          partners: [],
        },
      });
    });
    await button(page, 'Generate New Matches').click();
    await page.getByText('0 of 10 found').waitFor();
    await lookAt(page, 'discovery-searching');
    release();
    await toast(
      page,
      'No New Partners Found',
      'Everyone found is known already. Describe your audience in other words with Adjust Profile',
    );
    await page.unroute(SEARCH_CALL);
  });

  test('a search that outlasts its call (202) is followed, and its end is said', async () => {
    const latest = () => person.ok<{ id: string } | null>('GET', '/api/searches/latest');
    const before = await latest();
    await person.ok('PUT', '/api/business-profile', {
      industry: 'Travel',
      targetAudience: 'Families who travel by rail',
    });
    await page.route(SEARCH_CALL, async (route) => {
      const started = person.call('POST', '/api/partners/generate', route.request().postDataJSON());
      const search = await until(latest, (now) => now !== null && now.id !== before?.id);
      await route.fulfill({ status: 202, json: { accepted: true, id: search?.id } });
      await started;
    });
    await button(page, 'Generate New Matches').click();
    await toast(page, 'Partners Generated', /\d+ new partner recommendations from People Data Labs\./);
    await page.unroute(SEARCH_CALL);
  });

  test('a search goes on over a reload, and its end is said then', async () => {
    await person.ok('PUT', '/api/business-profile', { industry: 'Food', targetAudience: 'People who cook at home' });
    await page.reload();
    await screens.app.fault('people_data_labs', 'slow', 1, { delayMs: 1_500 });
    await button(page, 'Generate New Matches').click();
    await page.getByRole('region', { name: 'Finding new partners' }).waitFor();
    await until(
      () => person.ok<{ status: string }>('GET', '/api/searches/latest'),
      ({ status }) => status === 'running',
    );
    await page.reload();
    await toast(page, 'Partners Generated', /\d+ new partner recommendations? from People Data Labs\./);
    await page.reload();
    await button(page, 'Generate New Matches').waitFor();
    expect(await page.locator('li[data-swipe-direction]').count()).toBe(0);
  });
});
