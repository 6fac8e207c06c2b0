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
async function write(name: RegExp, text: string): Promise<void> {
  await tabTo(name);
  await press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
async function pick(name: RegExp, option: string): Promise<void> {
  await tabTo(name);
  await press('Space');
  await page.keyboard.type(option);
  await press('Enter');
}
/** Goes to the first action for the selected rows, once their bar is visible. */
async function toActions(first: RegExp): Promise<void> {
  await page.getByRole('toolbar').waitFor();
  await press('b');
  await expect.poll(focused).toMatch(first);
}
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();

test('the main loop, from sign-up to a reply, with the keyboard alone [long]', async () => {
  await write(/^First name/, 'Robin');
  await write(/^Last name/, 'Vale');
  await write(/^Email/, 'robin@northwind.example');
  await write(/^Password/, 'correct horse battery');
  await press('Enter');

  await said('Step 1 of 3');
  await write(/^Business name/, 'Northwind Trail Gear');
  await pick(/^Industry/, 'Fitness');
  await write(/^Description/, 'Repairable packs for trail runners.');
  await enter(/^Continue/);
  await said('Step 2 of 3');
  await write(/^Describe your target audience/, 'Trail runners between 25 and 45 in North America');
  await tabTo(/^LinkedIn/);
  await press('Space');
  await enter(/^Generate Partner Profile/);
  await said('Step 3 of 3');
  await enter(/^Find Partners/);
  await page.waitForURL('**/discovery');

  for (const approved of [1, 2]) {
    await enter(/^Approve /);
    await page.getByRole('button', { name: new RegExp(`^Approved ?${approved}$`) }).waitFor();
  }
  await enter(/^Approved Partners/);
  await said('Total Approved');
  await enter(/^(Get|Edit) Email of /);
  await page.getByRole('dialog').waitFor();
  await write(/^Email/, 'maren@oduya.example');
  await press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await focused(), 'the dialog gives the focus back').toMatch(/Email of /);

  await enter(/^Settings/);
  await write(/^Full name/, 'Robin Vale');
  await write(/^Contact email/, 'robin@northwind.example');
  await write(/^Postal address/, '12 Ridge Road, Burlington, VT 05401');
  await enter(/^Save Profile/);
  await said('Profile Updated');
  await enter(/^Sending accounts/);
  await tabTo(/^(Gmail|SendGrid)/);
  if (!(await focused()).startsWith('SendGrid')) await press('ArrowDown');
  await press('Space');
  await write(/^From email/i, 'robin@northwind.example');
  await write(/API key/i, 'SG.sandbox-key');
  await enter(/^Save Email Settings/);
  await said('Email Settings Updated');

  await enter(/^Campaigns/);
  await enter(/^Create Campaign/);
  await write(/^Campaign name/, 'Spring vests');
  await tabTo(/^(Static subject|Show me)/);
  if (!/^Show me/.test(await focused())) await press('ArrowDown');
  await press('Space');
  await write(/^Invitation/, 'try our new vest');
  await write(/^Message instructions/, 'Offer a free vest for an honest review.');
  await enter(/^Create/);
  await enter(/^Add Partners/);
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await tabTo(/oduya|select all/i);
  await press('Space');
  await enter(/^Add( |$)/);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await enter(/^Generate Messages/);
  await said('1 message to review');
  await enter(/^Spring vests/);
  await enter(/^Start$/);
  await page.getByRole('alertdialog').waitFor();
  await enter(/^Start$/);
  await until(
    async () => (await screens.app.outbox()).length,
    (mails) => mails === 1,
    60_000,
  );
  await enter(/^Mark .*as replied/i);
  await said(/^Replied$/);
  expect((await screens.app.outbox()).map(({ to }) => to)).toEqual(['maren@oduya.example']);
});

test('ten partners are approved, found an email, added, read and started with at most 60 keys', async () => {
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
  await expect.poll(focused).toMatch(/^Back to Campaigns/);
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
