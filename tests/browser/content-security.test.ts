import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readyCampaign } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
let person: Person;
let campaign: string;

beforeAll(async () => {
  screens = await startScreens({ working: false });
  const ready = await readyCampaign(screens.app, { partners: 2, texts: 'edited' });
  person = ready.person;
  campaign = ready.campaign.id;
});
afterAll(() => screens?.stop());

/** The loads and scripts that the browser refused, once the page has loaded. */
async function refusals(page: Page, path: string, shown = page.getByRole('heading')): Promise<string[]> {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
  });
  // the console has no caught errors, but the browser counts them
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      seen.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  await page.goto(`${screens.app.url}${path}`);
  await page.waitForLoadState('load');
  await shown.first().waitFor();
  refused.push(...(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)));
  return refused;
}

test('signed out, the browser blocks nothing on the pages, and their scripts run', async () => {
  const page = await screens.visit('/api/health', null, { colorScheme: 'dark' });
  for (const path of ['/', '/api/login', '/api/signup', '/api/forgot', '/api/reset?token=x', '/u/x']) {
    expect(await refusals(page, path), path).toEqual([]);
    // the effect of the page's inline script
    expect(await page.locator('html').getAttribute('class'), path).toContain('dark');
  }
  await page.context().close();
});

test('signed in, the browser refuses nothing of the screens', async () => {
  const page = await screens.visit('/api/health', person);
  for (const path of ['/', '/approved', `/campaigns/${campaign}`]) expect(await refusals(page, path), path).toEqual([]);
  // its form checks input with the schemas of the API
  expect(await refusals(page, '/settings', page.getByRole('main').getByRole('textbox'))).toEqual([]);
  await page.context().close();
});

test('a script without the nonce of its answer does not run', async () => {
  const answers = await Promise.all(
    ['/', '/api/login', '/api/login'].map((path) => fetch(`${screens.app.url}${path}`)),
  );
  const nonces = answers.map(({ headers }) => {
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? '';
    expect(scripts).not.toContain('unsafe');
    return /'nonce-([^']{20,})'/.exec(scripts)?.[1] ?? '';
  });
  expect(new Set(nonces).size).toBe(3);
  for (const [index, answer] of answers.entries()) {
    const inline = [...(await answer.text()).matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(
      ([, attributes]) => attributes,
    );
    expect(inline.length).toBeGreaterThan(0);
    for (const attributes of inline) expect(attributes).toContain(`nonce="${nonces[index]}"`);
  }
  const page = await screens.visit('/api/login');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    return (window as { injected?: true }).injected === true;
  });
  expect(ran).toBe(false);
  await page.context().close();
});

test('the viewer of the calls shows them with what comes from here alone [long]', async () => {
  const page = await screens.visit('/api/health', person);
  const foreign: string[] = [];
  page.on('request', (asked) => {
    if (!asked.url().startsWith(screens.app.url) && !asked.url().startsWith('data:')) foreign.push(asked.url());
  });
  expect(await refusals(page, '/api/docs', page.getByText('partners', { exact: true }))).toEqual([]);
  expect(foreign).toEqual([]);
  await page.goto(`${screens.app.url}/api/docs#/campaigns/postCampaigns`);
  await page.reload();
  await page.getByText('Offer a free vest for an honest review.').first().waitFor();
  await page.context().close();
});
