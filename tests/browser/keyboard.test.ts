import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftCampaign, sendsOf } from '../support/campaigns.ts';
import { readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
let page: Page;

beforeAll(async () => {
  screens = await startScreens();
  page = await screens.visit('/api/signup', null, { viewport: { width: 1280, height: 900 } });
});
afterAll(() => screens?.stop());

let presses = 0;
const press = (key: string) => {
  presses += 1;
  return page.keyboard.press(key);
};
/** More stops than any screen of this test has. */
const MOST_STOPS = 150;

/** The focused element, as assistive technology names it. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }) | null;
    const referred = element?.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const texts = referred.map((id) => document.getElementById(id)?.textContent ?? '');
    const name = element?.getAttribute('aria-label') || texts.join(' ') || element?.labels?.[0]?.textContent;
    return (name || element?.textContent || '').trim();
  });

/** Tabs until something of that name has the focus, which must be visible then. */
async function tabTo(name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const here = await focused();
    if (name.test(here)) {
      const shown = await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        return !!box && box.bottom > 0 && box.top < window.innerHeight;
      });
      expect(shown, `${here} is in view while it has the focus`).toBe(true);
      return;
    }
    passed.push(here.slice(0, 40));
    await press('Tab');
  }
  throw new Error(`No stop is named ${name}; passed: ${[...new Set(passed)].join(' | ')}`);
}
/** Looks first, like a person: a missing or disabled element would be skipped. */
async function enter(name: RegExp): Promise<void> {
  const named = page.getByRole('button', { name, disabled: false }).or(page.getByRole('link', { name }));
  await named.filter({ visible: true }).first().waitFor();
  await tabTo(name);
  await press('Enter');
}
/** Goes to the first action for the selected rows, once their bar is visible. */
async function toActions(first: RegExp): Promise<void> {
  await page.getByRole('toolbar').waitFor();
  await press('b');
  await expect.poll(focused).toMatch(first);
}
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();

test('ten partners are approved, found an email, added, read and started with at most 60 keys [long]', async () => {
  const { person } = await readyPerson(screens.app, 0);
  const criteria = { targetAudience: 'Developers who love software, fitness and travel', platforms: ['linkedin'] };
  await person.ok('POST', '/api/partners/generate', { criteria, count: 10 });
  const campaign = await draftCampaign(person, 'Spring vests');
  page = await screens.visit('/discovery', person);
  await said(/^Select All/);
  presses = 0;

  await press('ControlOrMeta+a');
  await toActions(/^Approve \(10\)/);
  await press('Enter');
  await page.getByRole('button', { name: /^Approved ?10$/ }).waitFor();
  await press('g');
  await press('a');
  await page
    .getByRole('button', { name: /^Get Email of/ })
    .first()
    .waitFor();
  await press('ControlOrMeta+a');
  await toActions(/^Add to Campaign/);
  await enter(/^Find emails/);
  await expect.poll(focused).toBe('Cancel');
  await enter(/^Find 10 emails/);
  await page.getByRole('button', { name: /^Email Pending ?0$/ }).waitFor();
  await toActions(/^Add to Campaign/);
  await press('Enter');
  await expect.poll(focused).toBe('Campaign');
  await expect.poll(() => page.getByRole('option', { name: /^Spring vests/ }).count()).toBe(1);
  await press('Space');
  await expect.poll(focused).toMatch(/^Spring vests/);
  await press('Enter');
  await enter(/^Add to Campaign/);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await press('g');
  await press('c');
  await page.getByRole('link', { name: 'Spring vests', exact: true }).waitFor();
  await press('j');
  await press('Enter');
  // the visible screen takes the focus
  await expect.poll(focused).toMatch(/^Spring vests/);
  await enter(/^Generate Messages/);
  await page.getByRole('main').getByText('Preview & Edit').waitFor();
  // a slow machine is still writing when the first can be read
  const { length: messages } = await until(
    () => sendsOf(person, campaign),
    (sends) => sends.every(({ body }) => body !== null),
  );
  await enter(/^Preview/);
  await page.waitForURL(/\/review/);
  // the screen learns of the texts a moment after they are written
  await said(`${messages} of ${messages} messages to review`);
  for (let message = 0; message < messages; message += 1) await press('ControlOrMeta+Enter');
  await expect.poll(focused).toMatch(/^All reviewed/);
  await enter(/^Start$/);
  await expect.poll(focused).toBe('Cancel');
  await enter(/^Start$/);
  await until(
    async () => (await screens.app.outbox()).filter(({ to }) => to !== 'maren@oduya.example').length,
    (mails) => mails === messages,
    60_000,
  );
  // nearly everyone has an address
  expect(messages).toBeGreaterThanOrEqual(8);
  expect(presses).toBeLessThanOrEqual(60);
});
