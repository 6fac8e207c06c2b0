import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignRow } from '../support/campaigns.ts';
import { chromiumPath, TEST_CHROMIUM_ARGS } from '../support/chromium.ts';
import { freePorts, type Started, startInstallation } from '../support/installation.ts';
import { until } from '../support/person.ts';
import { choose } from '../support/pickList.ts';

type Mail = { to: string; subject: string; text: string; customArgs: { send_id: string } };

const dataDir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-loop-'));
let env: Parameters<typeof startInstallation>[0];
let app: Started;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const { port, sandboxPort } = await freePorts();
  env = { DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort), SEND_GAP_SECONDS: '1-1' };
  app = await startInstallation(env);
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium: install it (apt-get install chromium) or set CHROMIUM_PATH.');
  browser = await chromium.launch({ executablePath, args: TEST_CHROMIUM_ARGS });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const goTo = (item: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${item}`) })
    .first()
    .click();
async function outbox(): Promise<Mail[]> {
  const response = await fetch(`http://127.0.0.1:${env.SANDBOX_PORT}/outbox`, {
    headers: { Accept: 'application/json' },
  });
  return ((await response.json()) as { messages: Mail[] }).messages;
}
const figure = async (label: string) => {
  // also while a dialog that is closing hides them from screen readers
  const tab = page
    .getByLabel('Summary')
    .locator('button')
    .filter({ hasText: new RegExp(`^${label}`) });
  const strip = page.getByText(label, { exact: true }).first().locator('..');
  const text = await tab.or(strip).first().textContent();
  return Number.parseInt((text ?? '').replace(label, ''), 10);
};

test('sign-up, onboarding with an AI profile, and ten partners found', async () => {
  await page.goto(app.url);
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
  await page.goto(`${app.url}/api/signup`);
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Vale');
  await page.getByLabel('Email').fill('robin@northwind.example');
  await page.getByLabel(/^Password/).fill('correct horse battery');
  await button('Create account').click();

  await page.waitForURL('**/onboarding');
  await page.getByText('Step 1 of 3').waitFor();
  await button('Continue').click();
  await page.getByText('Business name is required').waitFor();
  await page.getByLabel('Business name').fill('Northwind Trail Gear');
  await choose(page, 'Industry', 'Fitness');
  await page
    .getByLabel(/^Description/)
    .fill('Repairable packs and vests for trail runners who keep their gear for years.');
  await button('Continue').click();
  await page.getByText('Step 2 of 3').waitFor();
  await page
    .getByRole('textbox', { name: 'Describe your target audience' })
    .fill('Trail runners between 25 and 45 in North America who care about durable gear');
  await page.getByLabel('LinkedIn').check();
  await button('Generate Partner Profile').click();
  await page.getByText('Step 3 of 3').waitFor();
  await button('Find Partners').waitFor();
  expect(await page.getByText(/Northwind Trail Gear/).count()).toBeGreaterThan(0);
  await button('Find Partners').click();
  await page.waitForURL('**/discovery');
  await page.getByText('Pending Review').waitFor();
  await until(
    () => figure('Total'),
    (total) => total === 10,
  );
});

test('approve, reject, decide in bulk, add by URL, import a list, and see why', async () => {
  const rows = page.getByRole('button', { name: /^Approve / });
  await rows.first().click();
  await until(
    () => figure('Approved'),
    (count) => count === 1,
  );
  await page
    .getByRole('button', { name: /^Reject (?!All)/ })
    .first()
    .click();
  await until(
    () => figure('Rejected'),
    (count) => count === 1,
  );
  await button('Accept or reject all').click();
  await page.getByLabel('Accept from match').fill('0');
  await button('Accept All').click();
  await until(
    () => figure('Approved'),
    (count) => count === 9,
  );

  const people = (await (
    await fetch(`http://127.0.0.1:${env.SANDBOX_PORT}/people`, { headers: { Accept: 'application/json' } })
  ).json()) as { people: { profileUrl: string }[] };
  await button(/Add from LinkedIn/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(people.people.at(-1)?.profileUrl ?? '');
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await until(
    () => figure('Total'),
    (total) => total === 11,
  );

  await button(/Import/).click();
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'known.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'name,profile_url,email,followers,bio\nMaren Oduya,https://www.linkedin.com/in/marenruns,maren@oduya.example,48203,Trail-running coach in Vermont.\n',
      ),
    });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Import|^Add/ })
    .click();
  await until(
    () => figure('Total'),
    (total) => total === 12,
  );

  await page
    .getByRole('link', { name: /Maren Oduya/ })
    .first()
    .click();
  await page.getByText('Topic', { exact: true }).first().waitFor();
  await page
    .getByText(/48,203 followers/)
    .first()
    .waitFor();
  await button('Approve').first().click();
  await page.goBack();
  await until(
    () => figure('Approved'),
    (count) => count === 10,
  );
});

test('find e-mails for credits and edit one by hand', async () => {
  await goTo('Approved Partners');
  await page.getByText('Total Approved').waitFor();
  await page
    .getByText(/200\/200/)
    .first()
    .waitFor();
  const found = () => figure('With Email');
  await expect.poll(found).toBeGreaterThanOrEqual(0);
  for (let tries = 0; tries < 8 && (await found()) < 4; tries += 1) {
    // those without a published address keep "Get Email": go on to the next one
    const missing = await page.locator('[data-row]').getByText('No email found', { exact: true }).count();
    await page
      .getByRole('button', { name: /^Get Email of / })
      .nth(missing)
      .click();
    const dialog = page.getByRole('dialog');
    await button(/^Find Email \(/, dialog).click();
    const notice = page
      .locator('li[data-swipe-direction]')
      .filter({ hasText: /Enhanced with|Contact Enhanced|No Email Found/ });
    // behind a dialog it has no role
    await notice.locator('button').click();
    await button(/^(Cancel|Done)$/, dialog).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  expect(await found()).toBeGreaterThanOrEqual(4);
  await page
    .getByText(/19\d\/200/)
    .first()
    .waitFor();
  await button('Edit Email of Maren Oduya').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill('hello@oduya.example');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('settings, a campaign with personal messages, Send Now, Start, and exactly those mails', async () => {
  await goTo('Settings');
  await page.getByLabel('Full name').fill('Robin Vale');
  await page.getByLabel('Contact email').fill('robin@northwind.example');
  await page.getByLabel(/Postal address/).fill('12 Ridge Road, Burlington, VT 05401');
  await button('Save Profile').click();
  await page.getByText('Profile Updated').first().waitFor();
  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: 'Sending' }).click();
  await page.getByRole('radio', { name: /SendGrid/i }).check();
  await page.getByRole('region', { name: 'Email Provider' }).getByLabel('From email').fill('robin@northwind.example');
  await page.getByLabel(/API key/i).fill('SG.sandbox-key');
  await button('Save Email Settings').click();
  await page.getByText('Email Settings Updated').first().waitFor();

  await goTo('Campaigns');
  await button('Create Campaign').first().click();
  await page.getByLabel('Campaign name').fill('Spring vests');
  await choose(page, 'Daily limit', '5 emails per day');
  await page.getByRole('radio', { name: /Show me you know me/ }).check();
  await page.getByLabel('Invitation').fill('try our new vest');
  await page
    .getByLabel('Message instructions')
    .fill('Offer a free vest for an honest review and ask for a short call.');
  await page
    .locator('form')
    .getByRole('button', { name: /^Create/ })
    .click();
  const card = campaignRow(page, 'Spring vests');
  await card.waitFor();
  await button('Add Partners', card).click();
  const adding = page.getByRole('dialog');
  const boxes = adding.getByRole('list', { name: 'Available partners' }).getByRole('checkbox');
  for (const index of [0, 1, 2, 3]) await boxes.nth(index).check();
  await adding.getByRole('button', { name: /^Add/ }).click();
  await adding.waitFor({ state: 'hidden' });
  await button('Generate Messages', card).click();
  await card.getByText('4 messages to review').waitFor();

  await card.getByRole('link', { name: 'Review 4' }).click();
  const letter = page.getByRole('article');
  await button('Edit', letter).click();
  await letter.getByLabel('Subject').fill('A vest for your repair clinic');
  await button('Save Changes', letter).click();
  await page.getByText('Message Updated').first().waitFor();
  await page.getByRole('link', { name: 'Back to Spring vests' }).click();
  await page
    .getByRole('button', { name: /^Send Now to/ })
    .last()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Now' }).click();
  await until(
    () => figure('Sent'),
    (sent) => sent === 1,
  );
  expect(await outbox()).toHaveLength(1);
  await button('Start').click();
  const starting = page.getByRole('alertdialog');
  await starting.getByText('3 emails, at most 5 a day').waitFor();
  await starting.getByRole('definition').filter({ hasText: 'robin@northwind.example' }).waitFor();
  await starting.getByText('within two minutes').waitFor();
  await button('Start', starting).click();
  await starting.waitFor({ state: 'hidden' });
  // no reload after this: the counts move by themselves
  await until(
    () => figure('Sent'),
    (sent) => sent === 4,
    60_000,
  );
  await page
    .getByText(/completed/i)
    .first()
    .waitFor();

  const mails = await outbox();
  expect(mails).toHaveLength(4);
  expect(new Set(mails.map(({ customArgs }) => customArgs.send_id)).size).toBe(4);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(4);
  expect(new Set(mails.map(({ text }) => text)).size).toBe(4);
  for (const { text } of mails) expect(text).toContain('Best,\nRobin Vale\nNorthwind Trail Gear');
  expect(mails.filter(({ subject }) => subject === 'A vest for your repair clinic')).toHaveLength(1);

  await page
    .getByRole('button', { name: /^Mark as Replied/ })
    .first()
    .click();
  await until(
    () => figure('Replied'),
    (replied) => replied === 1,
  );
  await goTo('Dashboard');
  await page.getByText('Emails Sent').first().waitFor();
  const main = page.getByRole('main');
  await until(
    async () => (await main.textContent()) ?? '',
    (text) => /Emails Sent\s*4/.test(text) && /Response Rate\s*25(\.0)?\s?%/.test(text),
  );
});

test('Ctrl-C stops everything, a second start has everything, and kill -9 loses nothing and sends nothing twice [long]', async () => {
  expect(await app.stop()).toBe(0);
  app = await startInstallation(env);
  await page.goto(`${app.url}/campaigns`);
  await campaignRow(page, 'Spring vests').getByText('completed', { exact: false }).waitFor();
  expect(await outbox()).toHaveLength(4);

  app.process.kill('SIGKILL');
  app = await startInstallation(env);
  await page.goto(`${app.url}/discovery`);
  await until(
    () => figure('Total'),
    (total) => total === 12,
  );
  expect(await outbox()).toHaveLength(4);
});
