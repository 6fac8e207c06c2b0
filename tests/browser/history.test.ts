import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, NumberView, SendView, TimelineView } from '../../api/views.ts';
import { readyCampaign } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
let person: Person;
let campaign: CampaignView;
let sends: SendView[];
/** The first email, to a person who replied. */
let replied: SendView;

beforeAll(async () => {
  screens = await startScreens();
  ({ person, campaign, sends } = await readyCampaign(screens.app, { partners: 3, texts: 'edited' }));
  for (const { id } of sends.slice(0, 2)) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  if (!sends[0]) throw new Error('nothing to send');
  replied = sends[0];
  await person.ok('PATCH', `/api/campaign-sends/${replied.id}/status`, { status: 'replied' });
});
afterAll(() => screens?.stop());

const open = (address: string, as: Person = person) => screens.visit(address, as);
const link = (name: string | RegExp, on: Page | Locator) => on.getByRole('link', { name });
const rows = (page: Page, name = 'Events') => page.getByRole('list', { name, exact: true }).locator('> li');

test('what happened leads to why, to all of the same email, to its story, and Back leads back [long]', async () => {
  const { events } = await person.ok<TimelineView>('GET', `/api/history?stream=message-${replied.id}`);
  const sent = events.find(({ type }) => type === 'EmailSent');
  const page = await open(`/settings/history?type=EmailSent&open=${sent?.id}`);
  const row = rows(page).filter({ has: page.getByRole('button', { expanded: true }) });
  await row.getByText('Technical details').click();
  await row
    .getByRole('region', { name: 'As it is stored' })
    .getByText(sent?.raw.hash ?? 'none')
    .waitFor();
  expect(await row.locator('[aria-label="As it is stored"] pre').textContent()).toBe(sent?.raw.payload);
  const approval = row
    .getByRole('region', { name: 'Why it happened' })
    .getByRole('listitem')
    .filter({ hasText: 'approved' })
    .last();
  await approval
    .getByText(/· you$/)
    .first()
    .waitFor();

  const before = page.url();
  await link('All events for this email', row).press('Enter');
  await expect.poll(() => rows(page).count()).toBe(events.length);
  // the link is gone with its list, the keyboard's place is not
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await page.goBack();
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(page.url()).toBe(before);

  await link(/^The story of this email/, row).click();
  const story = page.getByRole('dialog', { name: 'The story of this email' });
  await story.getByText(`To ${replied.partner.name}, in Spring vests`).waitFor();
  for (const topic of ['Found', 'Decided', 'Approval', 'Attempt', 'Answer'])
    await story.getByText(topic, { exact: true }).first().waitFor();
  await lookAt(page, 'history-story');
});

test('every number leads to as many events as it says; the slider goes to the first event, when there was none [long]', async () => {
  const page = await open('/dashboard');
  const traced = async (ready: string, least: number): Promise<void> => {
    await link(ready, page).first().waitFor();
    const found = await link(/, show the events$/, page).evaluateAll((links) =>
      links.map((one) => [one.getAttribute('href') ?? '', one.textContent ?? ''] as const),
    );
    expect(found.length).toBeGreaterThanOrEqual(least);
    for (const [href, shown] of new Map(found)) {
      const { pathname, searchParams } = new URL(href, screens.app.url);
      expect(pathname).toBe('/settings/history');
      const of = searchParams.has('campaign') ? `?campaign=${searchParams.get('campaign')}` : '';
      const number = await person.ok<NumberView>('GET', `/api/history/number/${searchParams.get('number')}${of}`);
      expect([number.count, number.events.length].map(String), href).toEqual([shown, shown]);
    }
  };
  await traced('Emails Sent: 2, show the events', 5);
  // the link of a number looks like the number
  const sent = link('Partners written to: 2, show the events', page);
  await sent.focus();
  const colors = await sent.evaluate((one) =>
    [one, one.parentElement ?? one].map((part) => getComputedStyle(part).color),
  );
  expect(colors[0]).toBe(colors[1]);
  await sent.press('Enter');
  await expect.poll(() => rows(page, 'Counted events').count()).toBe(2);
  await page.getByRole('heading', { name: 'Partners written to' }).waitFor();
  for (const text of await rows(page, 'Counted events').allTextContents())
    expect(text).toMatch(/Ada Lindqvist \d+.*@lindqvist\.example · Spring vests · Partner Pilot/);
  await lookAt(page, 'history-number');
  await page.goto(`${screens.app.url}/campaigns/${campaign.id}?tab=messages&show=pending`);
  await traced('Pending: 1, show the events', 1);

  await page.goto(`${screens.app.url}/settings/history?view=moment`);
  const emails = page.locator('dl > div').filter({ hasText: 'Emails Sent' });
  await emails.getByText('Same as now').waitFor();
  const slider = page.getByRole('slider', { name: 'Moment' });
  await slider.focus();
  await slider.press('Home');
  await emails.getByText('now 2').waitFor();
  expect(await slider.evaluate((element) => element === document.activeElement)).toBe(true);
  const { events } = await person.ok<TimelineView>('GET', '/api/history?type=MessageDrafted');
  const at = encodeURIComponent(events[0]?.at ?? '');
  await page.goto(`${screens.app.url}/settings/history?view=moment&what=messages&at=${at}`);
  await page.getByText('3 emails then, 3 now.').waitFor();
  await page.getByText('Only what changed (3)').waitFor();
  await lookAt(page, 'history-moment');
});
