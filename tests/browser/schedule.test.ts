import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, EmailSettingsView, PartnerView, ScheduleView, SendView } from '../../api/views.ts';
import { stillLeaving } from '../../web/features/campaigns/stillLeaving.ts';
import { draftCampaign, sendsOf, setStatus } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';
import { seeToast, toast } from '../support/toast.ts';

const PARTNERS = 25;
const TIME = String.raw`\d\d:\d\d [AP]M`;

let screens: Screens;
let person: Person;
let partners: PartnerView[];
let campaign: CampaignView;
let sends: SendView[];
let page: Page;

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const asking = () => page.getByRole('alertdialog');
const coming = () => page.getByRole('region', { name: 'Coming sends' });
const days = () => coming().getByRole('list', { name: 'Days' }).locator('> li');
const campaignNow = () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
const schedule = () => person.ok<ScheduleView>('GET', `/api/campaigns/${campaign.id}/schedule`);
const held = () => page.getByRole('status').filter({ hasText: 'No emails leave' });
const inUtc = (iso: string) =>
  new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(new Date(iso));

beforeAll(async () => {
  // the usual sending hours, so that an active campaign waits for them
  screens = await startScreens({ sendGap: null, timeoutMs: 15_000 });
  ({ person, partners } = await readyPerson(screens.app, PARTNERS));
  campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
  sends = await sendsOf(person, campaign);
}, 60_000);
afterAll(() => screens?.stop());

describe('the coming sends of a campaign', () => {
  test('a draft has none, and says that starting draws their times', async () => {
    page = await screens.visit(`/campaigns/${campaign.id}`, person);
    await coming().getByText('No emails are planned. Start the campaign to schedule them.').waitFor();
  });

  test('once it is active they appear by themselves: per day how many of the limit, from when to when, and why then', async () => {
    await setStatus(person, campaign, 'active');
    const planned = await until(schedule, (now) => now.sends.length === PARTNERS);
    await coming().getByText(`${PARTNERS} emails planned. Times are in UTC.`).waitFor();
    expect(await days().count()).toBe(Math.min(7, planned.days.length));
    for (const [index, day] of planned.days.slice(0, 2).entries()) {
      const head = days().nth(index).getByRole('button').first();
      await head.getByText(`${day.planned} of ${day.limit}`, { exact: true }).waitFor();
      const bar = head.getByRole('progressbar');
      expect([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')]).toEqual([
        String(day.planned),
        String(day.limit),
      ]);
      const ofDay = planned.sends.filter((send) => send.day === day.day);
      const text = (await head.textContent()) ?? '';
      expect(text).toContain(ofDay[0]?.why.text);
      expect(text).toContain(inUtc(ofDay[0]?.at ?? ''));
      expect(text).toContain(inUtc(ofDay.at(-1)?.at ?? ''));
    }
    await lookAt(page, 'schedule');
  });

  test('the first day lists its times and names; another does when it is opened, beyond eight on request', async () => {
    const planned = await schedule();
    expect(await button(days().first(), /\d+ of \d+/).getAttribute('aria-expanded')).toBe('true');
    const at = planned.days.findIndex(({ planned: count }) => count === 10);
    const ofDay = planned.sends.filter(({ day }) => day === planned.days[at]?.day);
    const row = days().nth(at);
    const head = button(row, /\d+ of \d+/);
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.press('Enter');
    const lines = row.locator('ul li');
    expect(await lines.count()).toBe(8);
    await button(row, 'Show all 10').click();
    expect(await lines.evaluateAll((all) => all.map((line) => line.textContent))).toEqual(
      ofDay.map(({ at: when, partnerName }) => `${inUtc(when)}${partnerName}`),
    );
    await button(row, 'Show fewer').click();
    expect(await lines.count()).toBe(8);
    await head.click();
    expect(await lines.count()).toBe(0);
  });

  test('the next email is named with how soon, at what time in your zone, and why not earlier; on its card, too', async () => {
    const { nextSendAt, nextSendWhy } = await campaignNow();
    const said = async (within: Page | Locator) => {
      const next = within.getByText(/^Next email/);
      expect(await next.locator('time').getAttribute('datetime')).toBe(nextSendAt);
      expect(await next.locator('time').textContent()).toMatch(
        new RegExp(`^(within a minute|in \\d+ \\w+), (today|\\w{3}, \\w{3} \\d+), ${TIME} \\(UTC\\)$`),
      );
      await next.getByText(nextSendWhy?.text ?? 'a reason', { exact: true }).waitFor();
    };
    await said(page);
    await page.getByRole('link', { name: 'Back to Campaigns' }).click();
    const card = page.getByRole('article', { name: 'Spring vests' });
    await card.getByText(/^Next email/).waitFor();
    await said(card);
    await lookAt(page, 'schedule-card');
  });

  test('a paused campaign says so, and plans none; resumed, the list is there again', async () => {
    await page.goto(`${screens.app.url}/campaigns/${campaign.id}`);
    await days().first().waitFor();
    await setStatus(person, campaign, 'paused');
    await coming().getByText('No emails are planned. The campaign is paused. Resume it to go on.').waitFor();
    expect(await page.getByText(/^Next email/).count()).toBe(0);
    await setStatus(person, campaign, 'active');
    await days().first().waitFor();
  });

  test('of very many days the first seven show; of all of them, only those near the window are in the page', async () => {
    const many = Array.from({ length: 150 }, (_, index) => {
      const day = new Date(Date.UTC(2031, 0, 1 + index)).toISOString().slice(0, 10);
      return { day, planned: 1, limit: 10, mailboxPlanned: 4, mailboxLimit: 40 };
    });
    const json: ScheduleView = {
      timezone: 'America/New_York',
      anyHour: false,
      days: many,
      sends: many.map(({ day }) => ({
        messageId: day,
        partnerName: 'Ada',
        at: `${day}T15:00:00.000Z`,
        day,
        why: { kind: 'gap', text: 'Emails leave one by one' },
      })),
    };
    await page.route('**/schedule', (route) => route.fulfill({ json }));
    await page.reload();
    await days().first().waitFor();
    expect(await days().count()).toBe(7);
    await coming().getByText('Wednesday, Jan 1').waitFor();
    await coming()
      .getByText(/Your mailbox sends 4 of 40 that day, over all campaigns/)
      .waitFor();
    await button(coming(), 'Show all 150 days').click();
    await button(coming(), 'Show the first 7 days').waitFor();
    expect(await days().count()).toBeLessThan(60);
    await page.unroute('**/schedule');
  });

  test('times that cannot be loaded are said, and asked for again by hand; the messages stay', async () => {
    await page.route('**/schedule', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await coming().getByText('Error loading the coming sends. Please try again.').waitFor();
    await page.getByRole('list', { name: 'Messages' }).waitFor();
    await page.unroute('**/schedule');
    await button(coming(), 'Try again').click();
    await days().first().waitFor();
  });
});

describe('stopping while emails are on their way', () => {
  test('a pause names those that had left for the provider already', async () => {
    await screens.app.fault('sendgrid', 'slow', 1, { delayMs: 6_000 });
    const [first] = sends;
    const leaving = person.call('POST', `/api/campaign-sends/${first?.id}/send-now`);
    await until(
      () => sendsOf(person, campaign),
      (all) => all.some(({ status }) => status === 'sending'),
    );
    await button(page, 'Pause').click();
    await toast(
      page,
      'Status Updated',
      `Nothing more goes out until you resume it. 1 email was already on its way: ${first?.partner.name}.`,
    );
    await leaving;
    await setStatus(person, campaign, 'active');
    await button(page, 'Pause').waitFor();
  });

  test('three are named, of more the number', () => {
    const names = (...all: (string | null)[]) => all.map((partnerName, index) => ({ id: `${index}`, partnerName }));
    expect(stillLeaving([])).toBe('');
    expect(stillLeaving(names('Ada', 'Bo'))).toBe(' 2 emails were already on their way: Ada, Bo.');
    expect(stillLeaving(names('Ada', null, 'Cy', 'Di', 'Ed'))).toBe(
      ' 5 emails were already on their way: Ada, an erased partner, Cy and 2 more.',
    );
  });
});

describe('a mailbox that is held', () => {
  test('until a time: says until when and why, and that there is nothing to do, without a way to Settings', async () => {
    await screens.app.fault('sendgrid', '429', 1, { retryAfter: 3_600 });
    await person.call('POST', `/api/campaign-sends/${sends[1]?.id}/send-now`);
    const { hold } = await until(campaignNow, (now) => now.hold !== null);
    await held()
      .getByText(new RegExp(`^No emails leave until today, ${TIME} \\(UTC\\)$|^No emails leave until \\w{3}, `))
      .waitFor();
    expect(await held().locator('time').getAttribute('datetime')).toBe(hold?.until);
    await held().getByText('SendGrid asked to wait. Nothing to do: sending resumes automatically.').waitFor();
    expect(await held().getByRole('link').count()).toBe(0);
    await lookAt(page, 'schedule-held-until');
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid', sendgridApiKey: 'SG.second' });
    await held().waitFor({ state: 'hidden' });
  });

  test('until the settings are saved anew: the campaign says why and what to do, and leads to Settings', async () => {
    await screens.app.fault('sendgrid', 'reject-4xx', 1, { status: 401 });
    await person.call('POST', `/api/campaign-sends/${sends[2]?.id}/send-now`);
    await held().getByText('No emails leave until the email settings are saved anew').waitFor();
    await held()
      .getByText(/^SendGrid refused the API key\. Check the API key in Settings and save it again\./)
      .waitFor();
    expect(await page.getByText(/^Next email/).count()).toBe(0);
    await lookAt(page, 'schedule-held');
    await page.getByRole('link', { name: 'Back to Campaigns' }).click();
    await page.getByRole('article', { name: 'Spring vests' }).filter({ has: held() }).waitFor();
    await held().getByRole('link', { name: 'Open Settings' }).click();
    await page.waitForURL('**/settings#email-provider');
  });

  test("Settings' card says so above the provider, until a save ends it", async () => {
    const card = page.getByRole('region', { name: 'Email Provider' });
    await card.filter({ has: held() }).waitFor();
    await lookAt(page, 'schedule-held-settings');
    await card.getByLabel('SendGrid API key').fill('SG.third');
    await button(card, 'Save Email Settings').click();
    await seeToast(page, { title: 'Email Settings Updated' });
    await held().waitFor({ state: 'hidden' });
    expect((await person.ok<EmailSettingsView>('GET', '/api/email-settings')).hold).toBeNull();
  });

  test('a provider that is not ready, too: no time is promised, what to do is said, and the link leads to it', async () => {
    await page.goto(`${screens.app.url}/campaigns/${campaign.id}`);
    await page.getByText(/^Next email/).waitFor();
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
    await held().getByText('No emails leave until the email settings are complete').waitFor();
    const whatToDo = 'Connect your Gmail account in Settings before sending, or choose SendGrid.';
    await held().getByText(`Gmail is chosen, but not connected. ${whatToDo}`).waitFor();
    expect(await page.getByText(/^Next email/).count()).toBe(0);
    await coming()
      .getByText(/^No emails are planned\. Gmail is chosen/)
      .waitFor();
    await lookAt(page, 'schedule-not-ready');
    await held().getByRole('link', { name: 'Open Settings' }).click();
    await page.waitForURL('**/settings#email-provider');
    // the screen was there before, so its code is, too
    const provider = page.getByRole('region', { name: 'Email Provider' });
    await provider.waitFor();
    expect(await provider.evaluate((card) => card.getBoundingClientRect().top < window.innerHeight / 2)).toBe(true);
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid' });
    await page.goto(`${screens.app.url}/campaigns/${campaign.id}`);
    await page.getByText(/^Next email/).waitFor();
    expect(await held().count()).toBe(0);
  });

  test('a campaign deleted while an email is on its way names it, too', async () => {
    await page.goto(`${screens.app.url}/campaigns/${campaign.id}`);
    await screens.app.fault('sendgrid', 'slow', 1, { delayMs: 6_000 });
    const leaving = person.call('POST', `/api/campaign-sends/${sends[3]?.id}/send-now`);
    await button(page, 'More actions for Spring vests').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await until(
      () => sendsOf(person, campaign),
      (all) => all.some(({ status }) => status === 'sending'),
    );
    await button(asking(), 'Delete Campaign').click();
    await toast(page, 'Campaign Deleted', `1 email was already on its way: ${sends[3]?.partner.name}.`);
    await leaving;
    await page.context().close();
  });
});
