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

async function setUrl(key: 'signup_url' | 'privacy_url' | 'contact_url', value: string): Promise<void> {
  await screens.app.api.run({
    tenant: 'system',
    cause: { actor: 'user:test', correlationId: 'test', causationId: null },
    streams: { setting: ref('setting', key) },
    decide: () => ({ setting: [{ type: 'SettingChanged' as const, data: { value } }] }),
  });
  await page.reload();
  await link('Get Started').waitFor();
}

test('the signed-out landing page offers four features: AI Partner Discovery, Smart Lead Scoring, Automated Outreach, Campaign Management', async () => {
  const features = page.getByRole('region', { name: 'Features' }).getByRole('heading');
  expect(await features.allTextContents()).toEqual([
    'AI Partner Discovery',
    'Smart Lead Scoring',
    'Automated Outreach',
    'Campaign Management',
  ]);
  expect(await page.title()).toContain('Partner Pilot');
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

test('while nobody has an account, the sign-in page says so and leads to the first one', async () => {
  const empty = await screens.visit('/api/login');
  await empty.getByText('Nobody has an account here yet.', { exact: false }).waitFor();
  await empty.getByRole('link', { name: 'Create the first account' }).click();
  await empty.getByRole('heading', { name: 'Create your account' }).waitFor();
  await empty.context().close();
});

test("it shows a three-step 'How It Works': set up profile, discover partners, launch campaigns", async () => {
  const steps = page.getByRole('region', { name: 'How It Works' });
  expect(await steps.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Set up profile',
    'Discover partners',
    'Launch campaigns',
  ]);
  expect(await steps.getByText(/^Step \d$/).allTextContents()).toEqual(['Step 1', 'Step 2', 'Step 3']);
});

test('it loads without the app’s code, and its JavaScript is at most 90 kB gzip', () => {
  const folder = path.resolve(process.env.WEB_FOLDER ?? 'web/dist');
  type Chunk = { file: string; imports?: string[] };
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const gather = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    chunk.imports?.forEach(gather);
  };
  gather('index.html');
  gather('features/landing/LandingScreen.tsx');
  expect(scripts).not.toContain(`/${manifest['app/SignedIn.tsx']?.file}`);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect([...files], script).toContain(script);
  const code = scripts.map((script) => readFileSync(path.join(folder, script)));
  expect(code.some((file) => file.includes('QueryClient'))).toBe(false);
  const bytes = code.reduce((sum, file) => sum + gzipSync(file).length, 0);
  expect(bytes).toBeLessThanOrEqual(90_000);
});

test("'Get Started' and 'Sign In to Get Started' go to /api/login when no signup address is set, as does 'Sign In'", async () => {
  for (const name of ['Get Started', 'Sign In to Get Started', 'Sign In'])
    expect(await link(name).getAttribute('href'), name).toBe('/api/login');
});

test("with a signup address the first two go there; 'Sign In' in the navigation always goes to /api/login", async () => {
  await setUrl('signup_url', 'https://join.example/start?from=app');
  expect(await link('Get Started').getAttribute('href')).toBe('https://join.example/start?from=app');
  expect(await link('Sign In to Get Started').getAttribute('href')).toBe('https://join.example/start?from=app');
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    '/api/login',
  );
});

test('a signup address that is no web address is never put into a link', async () => {
  await setUrl('signup_url', 'javascript:alert(1)');
  expect(await link('Get Started').getAttribute('href')).toBe('/api/login');
  await setUrl('signup_url', '');
});

test('the picture of the product is there, and the footer has the links that are set', async () => {
  const picture = page.getByRole('img', { name: /^Partner Discovery: a list/ });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const footer = page.getByRole('contentinfo').getByRole('link');
  await page.waitForLoadState('networkidle');
  expect(await footer.count()).toBe(0);
  await setUrl('privacy_url', 'https://northwind.example/privacy');
  await setUrl('contact_url', 'https://northwind.example/contact');
  await footer.first().waitFor();
  expect(await footer.evaluateAll((links: HTMLAnchorElement[]) => links.map((a) => `${a.text} ${a.href}`))).toEqual([
    'Privacy https://northwind.example/privacy',
    'Contact https://northwind.example/contact',
  ]);
});

test('the landing page says that the installation is a sandbox', async () => {
  await page.getByText('people and emails are samples').waitFor();
});

test("'How It Works' goes to the steps", async () => {
  await link('How It Works').click();
  await page.waitForFunction(() => window.scrollY > 0);
});

test('the theme can be chosen before signing in, and is kept', async () => {
  await page.getByRole('button', { name: 'Toggle theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.className)).toBe('dark');
  await page.getByRole('button', { name: 'Toggle theme' }).click();
});

test('the landing page passes axe at every width in both themes', async () => {
  await link('Get Started').waitFor();
  await lookAt(page, 'landing');
});
