import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ref } from '../../db/store.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
let page: Page;
const scripts: string[] = [];
beforeAll(async () => {
  screens = await startScreens();
  page = await screens.visit('/api/health');
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(screens.app.url);
  await page.getByRole('link', { name: 'Get Started', exact: true }).waitFor();
});
afterAll(() => screens?.stop());

const link = (name: string) => page.getByRole('link', { name, exact: true });

async function setUrls(urls: Partial<Record<'signup_url' | 'privacy_url' | 'contact_url', string>>): Promise<void> {
  for (const [key, value] of Object.entries(urls))
    await screens.app.api.run({
      tenant: 'system',
      cause: { actor: 'user:test', correlationId: 'test', causationId: null },
      streams: { setting: ref('setting', key) },
      decide: () => ({ setting: [{ type: 'SettingChanged' as const, data: { value, was: '' } }] }),
    });
  await page.reload();
  await link('Get Started').waitFor();
}

test('on a slow network the page says that it loads, until the app is there', async () => {
  const slow = await screens.visit('/api/health');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await slow.route('**/assets/*.js', (route) => held.then(() => route.continue()));
  await slow.goto(screens.app.url, { waitUntil: 'commit' });
  const loading = slow.getByRole('status', { name: 'Loading' });
  await loading.waitFor();
  release();
  await slow.getByRole('link', { name: 'Get Started', exact: true }).waitFor();
  expect(await loading.count()).toBe(0);
  await slow.close();
});

test('the signed-out landing page offers four features and three steps, and leads to the sign-in; it passes axe', async () => {
  expect(await page.title()).toContain('Partner Pilot');
  expect(await page.getByRole('region', { name: 'Features' }).getByRole('heading').allTextContents()).toEqual([
    'AI Partner Discovery',
    'Smart Lead Scoring',
    'Automated Outreach',
    'Campaign Management',
  ]);
  const steps = page.getByRole('region', { name: 'How It Works' });
  expect(await steps.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Set up profile',
    'Discover partners',
    'Launch campaigns',
  ]);
  expect(await steps.getByText(/^Step \d$/).allTextContents()).toEqual(['Step 1', 'Step 2', 'Step 3']);
  const picture = page.getByRole('img', { name: /^Partner Discovery: a list/ });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByText('people and emails are samples').waitFor();
  for (const name of ['Get Started', 'Sign In to Get Started', 'Sign In'])
    expect(await link(name).getAttribute('href'), name).toBe('/api/login');
  expect(await page.getByRole('contentinfo').getByRole('link').count()).toBe(0);
  await lookAt(page, 'landing');
  await link('How It Works').click();
  await page.waitForFunction(() => window.scrollY > 0);
});

test('a visitor’s browser logs no error, and nobody is asked who the visitor is', async () => {
  const empty = await screens.visit('/api/health');
  const logged: string[] = [];
  const asked: string[] = [];
  empty.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())));
  empty.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await empty.goto(screens.app.url, { waitUntil: 'networkidle' });
  await empty.getByRole('link', { name: 'Get Started', exact: true }).waitFor();
  expect(logged).toEqual([]);
  expect(asked).not.toContain('/api/auth/user');
  await empty.context().close();
});

test('it loads without the app’s code, and its JavaScript is at most 90 kB gzip', () => {
  const folder = path.resolve(process.env.WEB_FOLDER ?? 'web/dist');
  type Chunk = { file: string; name?: string; imports?: string[] };
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const gather = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    chunk.imports?.forEach(gather);
  };
  const group = (name: string) => Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? '';
  gather(group('start'));
  gather('features/landing/LandingScreen.tsx');
  expect(scripts).not.toContain(`/${manifest[group('shell')]?.file}`);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect([...files], script).toContain(script);
  const code = scripts.map((script) => readFileSync(path.join(folder, script)));
  expect(code.some((file) => file.includes('QueryClient'))).toBe(false);
  const bytes = code.reduce((sum, file) => sum + gzipSync(file).length, 0);
  expect(bytes).toBeLessThanOrEqual(90_000);
});

test("with a signup address 'Get Started' goes there, unless it is no web address; the footer has the links that are set [long]", async () => {
  const starts = ['Get Started', 'Sign In to Get Started'];
  await setUrls({ signup_url: 'https://join.example/start?from=app' });
  for (const name of starts) expect(await link(name).getAttribute('href')).toBe('https://join.example/start?from=app');
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    '/api/login',
  );
  await setUrls({
    signup_url: 'javascript:alert(1)',
    privacy_url: 'https://northwind.example/privacy',
    contact_url: 'https://northwind.example/contact',
  });
  for (const name of starts) expect(await link(name).getAttribute('href')).toBe('/api/login');
  const footer = page.getByRole('contentinfo').getByRole('link');
  await footer.first().waitFor();
  expect(await footer.evaluateAll((links: HTMLAnchorElement[]) => links.map((a) => `${a.text} ${a.href}`))).toEqual([
    'Privacy https://northwind.example/privacy',
    'Contact https://northwind.example/contact',
  ]);
});

test('the theme can be chosen before signing in, and is kept, as is what was typed at the sign-up [long]', async () => {
  await page.getByRole('button', { name: 'Toggle theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  for (const path of ['/', '/api/signup']) {
    await page.goto(`${screens.app.url}${path}`);
    expect(await page.locator('html').getAttribute('class'), path).toContain('dark');
  }
  // the error shows there, and the typed text stays
  await page.locator('#email').fill('half@');
  await page.locator('#password').fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Use at least 10 characters').waitFor();
  expect(await page.locator('#email').inputValue()).toBe('half@');
});
