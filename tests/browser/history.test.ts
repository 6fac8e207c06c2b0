import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, EventView, NumberView, SendView, TimelineView } from '../../api/views.ts';
import { hold } from '../support/answers.ts';
import { importedRow, readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { toast } from '../support/toast.ts';

let screens: Screens;
let admin: Person;
let person: Person;
let userId: string;
let campaign: CampaignView;
let sends: SendView[];
let page: Page;

beforeAll(async () => {
  screens = await startScreens();
  admin = await new Person(screens.app.url).signUp('ada@northwind.example');
  ({ person, userId, campaign, sends } = await readyCampaign(screens.app, { partners: 3, texts: 'edited' }));
  for (const { id } of sends.slice(0, 2)) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  await person.ok('PATCH', `/api/campaign-sends/${sends[0]?.id}/status`, { status: 'replied' });
  page = await screens.visit('/settings', person);
});
afterAll(() => screens.stop());

const link = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('link', { name });
const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name });
const list = (name = 'Events') => page.getByRole('list', { name, exact: true });
const rows = (name = 'Events') => list(name).locator('> li');
const pick = (label: string, value: string) => page.getByRole('search').getByLabel(label).selectOption(value);
const goTo = (address: string) => page.goto(`${screens.app.url}${address}`);
const focused = (on: Locator) => on.evaluate((element) => element === document.activeElement);

describe('Settings → History', () => {
  test('shows what happened, newest first, with when, what and by whom', async () => {
    await link('History').click();
    await page.waitForURL('**/settings/history');
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await rows().nth(10).waitFor();
    const { events } = await person.ok<TimelineView>('GET', '/api/history');
    const first = rows().first();
    await first.getByText(events[0]?.what ?? 'nothing', { exact: true }).waitFor();
    expect(await first.locator('time').getAttribute('datetime')).toBe(events[0]?.at);
    await first.getByText(events[0]?.by ?? 'nobody', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Settings', exact: true }).getAttribute('aria-current')).toBe('page');
    await lookAt(page, 'history-timeline');
  });

  test('the filters stand in the address: a reload and Back show the same list', async () => {
    await pick('About', 'message');
    await pick('Event', 'EmailSent');
    await expect.poll(() => rows().count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?kind=message&type=EmailSent');
    await page.reload();
    await expect.poll(() => rows().count()).toBe(2);
    expect(await page.getByRole('search').getByLabel('Event').inputValue()).toBe('EmailSent');
  });

  test("a filter that matches nothing: 'No such events' and a Clear Filters button", async () => {
    await page.getByLabel('From', { exact: true }).fill('2001-01-01');
    await page.getByLabel('To', { exact: true }).fill('2001-01-02');
    await page.getByRole('heading', { name: 'No such events' }).waitFor();
    await lookAt(page, 'history-none');
    await button('Clear Filters').click();
    await rows().nth(10).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a filter that the server cannot use says what to do', async () => {
    await page.getByLabel('Done by').fill('me');
    await page.getByLabel('Done by').press('Enter');
    await page
      .getByRole('alert')
      .getByText(/actor must be recipient, user:/)
      .waitFor();
    await page.getByLabel('Done by').fill(`user:${userId}`);
    await page.getByLabel('Done by').press('Enter');
    await rows().first().waitFor();
    await button(/^Clear/).count();
    await page.getByLabel('Done by').fill('');
    await page.getByLabel('Done by').press('Enter');
  });

  test('when the search went back as far as one call does, it says how far, and goes on when asked', async () => {
    const events: EventView[] = [];
    await page.route('**/api/history?*kind=quota*', async (route) => {
      if (route.request().url().includes('before=')) return route.continue();
      await route.fulfill({ json: { events, next: '9-9-9', searchedBackTo: '2026-03-01T10:00:00.000Z' } });
    });
    await pick('About', 'quota');
    await page.getByText(/^Searched back to .* and found nothing more so far\.$/).waitFor();
    await button('Search further back').click();
    await rows().first().waitFor();
    await page.unroute('**/api/history?*kind=quota*');
  });

  test('while it loads there are rows of its size; when it fails it offers to try again', async () => {
    const { held, release } = hold();
    await page.route('**/api/history*', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await goTo('/settings/history');
    await page.getByRole('status', { name: 'Loading the history' }).waitFor();
    release();
    await page.getByText('Error loading the history. Please try again.').waitFor();
    await page.unroute('**/api/history*');
    await button('Try again').click();
    await rows().first().waitFor();
  });
});

describe('one event', () => {
  test('opened it shows the decoded event beside the stored one, and stands in the address', async () => {
    await goTo('/settings/history?type=EmailSent');
    const row = rows().first();
    await row.getByRole('button', { expanded: false }).click();
    const { events } = await person.ok<TimelineView>('GET', '/api/history?type=EmailSent');
    const [event] = events;
    const stored = row.getByRole('region', { name: 'As it is stored' });
    await stored.getByText(event?.raw.hash ?? 'no hash').waitFor();
    expect(await stored.locator('pre').textContent()).toBe(event?.raw.payload);
    const facts = row.getByRole('region', { name: 'The facts' });
    expect(JSON.parse((await facts.textContent()) ?? '')).toEqual(event?.decoded?.data);
    expect(new URL(page.url()).searchParams.get('open')).toBe(event?.id);
  });

  test('tells why it happened, back to the click that approved it', async () => {
    const why = rows().first().getByRole('region', { name: 'Why it happened' });
    await why
      .getByText(/^because /)
      .first()
      .waitFor();
    const approval = why.getByRole('listitem').filter({ hasText: 'approved' }).last();
    await approval
      .getByText(/· you$/)
      .first()
      .waitFor();
    await lookAt(page, 'history-event');
  });

  test('leads to everything of the same email and of the same request, and Back leads back', async () => {
    const before = page.url();
    await link('Everything of this email', rows().first()).press('Enter');
    const { events } = await person.ok<TimelineView>('GET', `/api/history?stream=message-${sends[1]?.id}`);
    await expect.poll(() => rows().count()).toBe(events.length);
    await page.getByText(`Only message-${sends[1]?.id}`).waitFor();
    await rows().getByRole('button', { expanded: true }).first().waitFor();
    // the link is gone with its list, the keyboard's place is not
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    await button('Show all streams').click();
    await rows().nth(20).waitFor();
    await page.goBack();
    expect(page.url()).toBe(before);
  });

  test('the story of an email is told from finding the person to the answer', async () => {
    await link(/^The story of this email/, rows().first()).click();
    const story = page.getByRole('dialog', { name: 'The story of this email' });
    await story.getByText(`To ${sends[1]?.partner.name}, in Spring vests`).waitFor();
    for (const topic of ['Found', 'Decided', 'Approval', 'Attempt', 'Answer'])
      await story.getByText(topic, { exact: true }).first().waitFor();
    await lookAt(page, 'history-story');
    await page.keyboard.press('Escape');
    await story.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.has('story')).toBe(false);
  });
});

describe('every number leads to the events it was counted from', () => {
  const NUMBERS = /, show the events$/;
  const allOf = async (address: string, ready: string | RegExp, least: number) => {
    await goTo(address);
    await link(ready).first().waitFor();
    const found = await link(NUMBERS).evaluateAll((links) =>
      links.map((one) => ({ href: one.getAttribute('href') ?? '', shown: one.textContent })),
    );
    expect(found.length).toBeGreaterThanOrEqual(least);
    for (const { href, shown } of new Map(found.map((one) => [one.href, one])).values()) {
      const address = new URL(href, screens.app.url);
      expect(address.pathname).toBe('/settings/history');
      const campaignId = address.searchParams.get('campaign');
      const name = address.searchParams.get('number');
      const of = campaignId ? `?campaign=${campaignId}` : '';
      const traced = await person.ok<NumberView>('GET', `/api/history/number/${name}${of}`);
      expect([traced.count, traced.events.length].map(String), href).toEqual([shown, shown]);
    }
  };

  test('of the dashboard, and the count matches', async () => {
    await allOf('/dashboard', 'Emails Sent: 2, show the events', 8);
    // a rate leads to both numbers that it was made of
    const rate = link(/response rate: show what it was made of$/);
    expect(await rate.count()).toBe(2);
    await rate.first().click();
    const parts = page.getByRole('navigation', { name: 'What the number was made of' });
    await parts.getByRole('link', { name: 'Partners written to' }).click();
    await expect.poll(() => rows('Counted events').count()).toBe(2);
  });

  test('of a campaign’s page, and the count matches', async () => {
    await allOf(`/campaigns/${campaign.id}`, 'Pending: 1, show the events', 4);
  });

  test('of a campaign’s card, too; the link looks like the number, and the list says what was counted', async () => {
    await goTo('/campaigns');
    const sent = link('Sent: 2, show the events');
    await sent.focus();
    expect(await sent.evaluate((one) => getComputedStyle(one).color)).toBe(
      await sent.evaluate((one) => getComputedStyle(one.parentElement ?? one).color),
    );
    await sent.press('Enter');
    await expect.poll(() => rows('Counted events').count()).toBe(2);
    await page.getByRole('heading', { name: 'Sent · Spring vests' }).waitFor();
    for (const text of await rows('Counted events').allTextContents())
      expect(text).toMatch(/Ada Lindqvist \d+.* · \S+@lindqvist\.example · Spring vests · Partner Pilot/);
    expect(await page.locator('section[aria-labelledby=number-title]').getByText('2', { exact: true }).count()).toBe(1);
    await lookAt(page, 'history-number');
    await link('Show all events').click();
    await rows().nth(10).waitFor();
  });
});

describe('as of a moment', () => {
  const slider = () => page.getByRole('slider', { name: 'Moment' });
  const figure = (label: string) => page.locator('dl > div').filter({ hasText: label });

  test('begins now, where nothing has changed', async () => {
    await goTo('/settings/history');
    await link('As of a moment').click();
    await figure('Emails Sent').getByText('2', { exact: true }).waitFor();
    await figure('Emails Sent').getByText('as now').waitFor();
    await button('Partners', page.getByRole('main')).click();
    await page.getByText('3 partners then; nothing has changed since then.').waitFor();
  });

  test('by the keyboard: Home goes to the first event, where the numbers say what they are now', async () => {
    await button('Dashboard', page.getByRole('main')).click();
    await slider().focus();
    await slider().press('Home');
    await figure('Emails Sent').getByText('now 2').waitFor();
    await figure('Total Partners Found').getByText('now 3').waitFor();
    expect(await focused(slider())).toBe(true);
    expect(await slider().getAttribute('aria-valuetext')).toMatch(/\d/);
    expect(Date.parse(new URL(page.url()).searchParams.get('at') ?? '')).toBeLessThan(Date.now());
    await lookAt(page, 'history-moment-dashboard');
    await page.reload();
    await figure('Emails Sent').getByText('now 2').waitFor();
  });

  test('marks what has changed since, and shows only that when asked', async () => {
    const { events } = await person.ok<TimelineView>('GET', '/api/history?type=MessageDrafted');
    await goTo(`/settings/history?view=moment&what=messages&at=${encodeURIComponent(events[0]?.at ?? '')}`);
    await page.getByText('3 emails then; 3 changed since then.').waitFor();
    await rows('emails at that moment')
      .filter({ hasText: /Changed since: .*status/ })
      .first()
      .waitFor();
    await lookAt(page, 'history-moment-messages');
    await button('Only what changed (3)').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('changed')).toBe('1');
    await button('Campaigns', page.getByRole('main')).click();
    await page.getByText(/^1 campaign then; /).waitFor();
  });

  test('a day and time can be typed; one beyond the ends is the end', async () => {
    const typed = page.getByLabel(/^Date and time/);
    await typed.fill('2001-01-01T10:00:00');
    // not yet: it might be a year that is half typed
    expect(await typed.inputValue()).toMatch(/^2001-01-01T10:00/);
    await typed.blur();
    const { first } = await person.ok<{ first: string }>('GET', '/api/history/days');
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe(first);
    await button('Now', page.getByRole('region', { name: 'Moment' })).click();
    expect(await button('Now', page.getByRole('region', { name: 'Moment' })).isDisabled()).toBe(true);
  });
});

test('of a long history only the rows near the window are in the page, and Show more brings older ones', async () => {
  const { person: busy } = await readyPerson(screens.app, 0);
  await busy.ok('POST', '/api/partners/import', { rows: Array.from({ length: 60 }, (_, index) => importedRow(index)) });
  const own = await screens.visit('/settings/history', busy);
  for (const shown of [50, 100, 150]) {
    await own.getByText(new RegExp(`^${shown} events shown`)).waitFor();
    await own.getByRole('button', { name: 'Show more' }).click();
  }
  expect(await own.getByRole('list', { name: 'Events' }).locator('> li').count()).toBeLessThan(60);
  await own.context().close();
});

describe('/admin/audit', () => {
  test('is for admins: others find no page there', async () => {
    await goTo('/admin/audit');
    await page.getByText('Page Not Found').waitFor();
  });

  test('shows what happened with everybody’s data, or of one user, which stands in the address', async () => {
    const own = await screens.visit('/admin', admin);
    await own.getByRole('link', { name: 'Audit' }).click();
    await own.waitForURL('**/admin/audit');
    const events = own.getByRole('list', { name: 'Events' }).locator('> li');
    await events
      .first()
      .getByText(/· user \w+$/)
      .waitFor();
    await own.getByRole('link', { name: 'As of a moment' }).click();
    await own.getByText('Choose a user first: this shows the data of one.').waitFor();
    await own.getByRole('combobox', { name: 'User', exact: true }).fill(userId);
    await own.keyboard.press('Enter');
    await own.locator('dl > div').filter({ hasText: 'Emails Sent' }).getByText('2', { exact: true }).waitFor();
    expect(new URL(own.url()).searchParams.get('tenant')).toBe(userId);
    await own.getByRole('link', { name: 'Events' }).click();
    await events.first().getByRole('button').click();
    await events.first().getByRole('region', { name: 'Why it happened' }).getByText(/./).nth(1).waitFor();
    await events.first().getByText(`user ${userId}`, { exact: true }).waitFor();
    await lookAt(own, 'audit-event');
    const { email } = await person.ok<{ email: string }>('GET', '/api/auth/user');
    await own.goto(`${screens.app.url}/admin/audit?tenant=${userId}&kind=user`);
    await events.first().getByText(`${email} · `).waitFor();
    await own.goto(`${screens.app.url}/admin/audit?kind=user&actor=recipient`);
    await own.getByRole('heading', { name: 'No such events' }).waitFor();
    await own.context().close();
  });
});

describe('erasing a person for good', () => {
  test('asks first, and says what it does', async () => {
    const name = sends[2]?.partner.name ?? '';
    await goTo(`/approved?partner=${sends[2]?.partner.id}`);
    const about = page.getByRole('region', { name: `About ${name}` });
    await button('Erase permanently', about).click();
    const asking = page.getByRole('alertdialog', { name: `Erase ${name} permanently?` });
    await asking.getByText(/Name, profile, address and the texts of all emails .* are destroyed\./).waitFor();
    await asking.getByText(/kept on the “Do not contact” list as a fingerprint/).waitFor();
    await asking.getByText(/This cannot be undone/).waitFor();
    await lookAt(page, 'erase-dialog');
    await page.route('**/api/partners/*/erase', (route) => route.fulfill({ status: 500, body: '' }));
    await button('Erase permanently', asking).click();
    await toast(page, 'Erasure Failed', 'The partner could not be erased. Please try again.', 'destructive');
    await page.unroute('**/api/partners/*/erase');
    await asking.waitFor();
  });

  test("'Partner Erased', with the receipt; the counts stay, and the history shows the person as erased", async () => {
    const name = sends[2]?.partner.name ?? '';
    await button('Erase permanently', page.getByRole('alertdialog')).click();
    const notice = await toast(page, 'Partner Erased', 'All data of this person is destroyed.');
    await button('Receipt', notice).click();
    await page.waitForURL('**/settings/history?view=erasures');
    const receipt = rows('Erasures').first();
    await receipt.getByText('Erased', { exact: true }).waitFor();
    await receipt.getByText(/^1 key, /).waitFor();
    await receipt.getByText(/fingerprint on the “Do not contact” list/).waitFor();
    await lookAt(page, 'erasures');
    await goTo(`/settings/history?stream=partner-${sends[2]?.partner.id}&open=partner-${sends[2]?.partner.id}@1`);
    await page.getByText(/^Erased: the key to the personal part was destroyed/).waitFor();
    expect(await page.getByText(name).count()).toBe(0);
    await lookAt(page, 'history-erased');
  });
});
