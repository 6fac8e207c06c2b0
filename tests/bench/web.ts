import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Locator, type Page } from 'playwright-core';
import { openStore } from '../../db/connection/open.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts';
import type { ApiOptions } from './api.ts';
import { BENCH_PERSON, startApi } from './apiInProcess.ts';
import { quantile, rounded } from './database.ts';
import { openLargeInstallation } from './largeInstallation.ts';
import { lighthouse, type Scores } from './lighthouse.ts';

const PARTNERS = { full: 10_000, quick: 200 };

/** The interaction to next paint of `act`, in ms, by the browser's Event Timing: a multiple of 8, at least 16. */
async function paintAfter(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const kept = window as unknown as { paints: number[]; watching?: PerformanceObserver };
    kept.paints = [];
    kept.watching ??= new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) kept.paints.push(entry.duration);
    });
    kept.watching.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await act();
  await page.waitForTimeout(250);
  return page.evaluate(() => Math.max(16, ...(window as unknown as { paints: number[] }).paints));
}

type Interaction = {
  name: string;
  screen: string;
  act: (page: Page, round: number) => Promise<unknown>;
  /** What the screen shows when it can be used. Unset: the rows of partners. */
  ready?: (page: Page) => Locator;
};
const partnerRows = (page: Page): Locator => page.locator('[data-row]');
const queue = (page: Page): Locator => page.getByRole('region', { name: 'Answer' }).getByRole('link');
const conversations = (page: Page): Locator => page.getByRole('region', { name: 'Conversations' }).getByRole('link');

const pick = async (page: Page, label: string, option: string): Promise<void> => {
  if (!(await page.getByRole('dialog', { name: 'Filters' }).isVisible()))
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const list = page.getByRole('combobox', { name: label });
  await list.click();
  await list.getByRole('option', { name: option, exact: true }).click();
};

const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'search',
    screen: '/discovery',
    act: (page, round) => page.getByRole('searchbox').pressSequentially(String(round % 10)),
  },
  {
    name: 'filter',
    screen: '/discovery',
    act: (page, round) => pick(page, 'Min followers', round % 2 === 0 ? '50K+ followers' : 'Any followers'),
  },
  {
    name: 'sort',
    screen: '/discovery',
    act: (page, round) =>
      page
        .getByRole('columnheader')
        .getByRole('button', { name: round % 2 === 0 ? 'Partner' : 'Match', exact: true })
        .click(),
  },
  {
    name: 'expand',
    screen: '/discovery',
    act: async (page, round) => {
      // what the round before opened covers the rows
      await page.keyboard.press('Escape');
      // beside the name, which leads to another screen
      await partnerRows(page)
        .nth(round % 5)
        .click({ position: { x: 500, y: 10 } });
    },
  },
  {
    name: 'tick',
    screen: '/approved',
    act: (page, round) =>
      page
        .getByRole('checkbox', { name: /^Select Maren/ })
        .nth(round % 5)
        .click(),
  },
  {
    name: 'tickAll',
    screen: '/approved',
    act: (page) => page.getByRole('checkbox', { name: 'Select All Visible' }).click(),
  },
  { name: 'today', screen: '/today', ready: queue, act: (page) => page.keyboard.press('j') },
  { name: 'conversation', screen: '/inbox', ready: conversations, act: (page) => page.keyboard.press('j') },
  {
    name: 'conversationSearch',
    screen: '/inbox',
    ready: conversations,
    act: (page, round) => page.getByRole('searchbox').pressSequentially(String(round % 10)),
  },
];

async function worst(page: Page, url: string, slower: CDPSession, rate: number, rounds: number) {
  const line: Record<string, number> = {};
  for (const { name, screen, act, ready = partnerRows } of INTERACTIONS) {
    await slower.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto(`${url}${screen}`);
    await ready(page).first().waitFor();
    await slower.send('Emulation.setCPUThrottlingRate', { rate });
    const paints: number[] = [];
    for (let round = 0; round < rounds; round += 1) paints.push(await paintAfter(page, () => act(page, round)));
    line[name] = rounded(quantile(paints, 0.75), 0);
  }
  await slower.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return line;
}

/** The beginning of a list: its first row's place, the rows in view, and the controls before it. */
async function layout(page: Page, url: string) {
  const measured: Record<string, object> = {};
  for (const [width, height] of [
    [1280, 800],
    [375, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const screen of ['discovery', 'approved']) {
      await page.goto(`${url}/${screen}`);
      await page.locator('[data-row]').first().waitFor();
      measured[`${screen}At${width}`] = await page.evaluate(() => {
        const rows = [...document.querySelectorAll('[data-row]')];
        const first = rows[0];
        const controls = document.querySelectorAll('main :is(a, button, input, select)');
        return {
          firstRowY: Math.round(first?.getBoundingClientRect().top ?? Number.NaN),
          // no function with a name of its own: tsx marks those with a helper that the page does not have
          rowsInView: rows.filter((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return top >= 0 && bottom <= window.innerHeight;
          }).length,
          controlsBefore: [...controls].filter(
            (control) => first && control.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING,
          ).length,
        };
      });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return measured;
}

/**
 * How far a screen moves between its first paint and its content: the browser's layout shift score. From 0.1 it disturbs. The answers come late, so
 * that every skeleton is seen.
 */
async function shifts(page: Page, url: string) {
  const measured: Record<string, number> = {};
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  for (const [width, height] of [
    [1280, 800],
    [375, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const screen of ['dashboard', 'discovery', 'approved', 'campaigns']) {
      await page.goto(`${url}/${screen}`);
      await page.waitForTimeout(3000);
      measured[`${screen}At${width}`] = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              const moved = list.getEntries() as (PerformanceEntry & { value: number })[];
              resolve(Math.round(moved.reduce((sum, { value }) => sum + value, 0) * 1000) / 1000);
            }).observe({ type: 'layout-shift', buffered: true } as PerformanceObserverInit);
            // nothing moved: the observer says nothing
            setTimeout(() => resolve(0), 200);
          }),
      );
    }
  }
  await page.unroute('**/api/**');
  await page.setViewportSize({ width: 1280, height: 900 });
  return measured;
}

/** The keys from the sign-in page to the first approved partner, beside the text of its two fields. */
async function keysToFirstApproval(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  let pressed = 0;
  const press = (key: string) => {
    pressed += 1;
    return page.keyboard.press(key);
  };
  await page.goto(`${url}/api/login`);
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(BENCH_PERSON.email);
  await press('Tab');
  await page.keyboard.type(BENCH_PERSON.password);
  await press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  // what listens to the keys comes after the screen
  await page.waitForLoadState('load');
  await page.waitForTimeout(1000);
  await press('g');
  await press('p');
  await page.waitForURL('**/discovery');
  await page.locator('[data-row]').first().waitFor();
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await press('j');
  // whoever was approved by an earlier run on the same installation
  while (await page.locator('[data-row]:focus-within').getByText('Approved').count()) await page.keyboard.press('j');
  await press('a');
  if (!(await answered).ok()) throw new Error('The approval was refused.');
  await context.close();
  return pressed;
}

type Size = { name: string; size: number; sizeLimit: number };

/** size-limit's figures of the built app, in kB of gzip. */
function sizes(): Record<string, number> {
  const { stdout, stderr } = spawnSync(path.join('node_modules', '.bin', 'size-limit'), ['--json'], {
    encoding: 'utf8',
  });
  if (!stdout.startsWith('[')) throw new Error(`size-limit: ${stdout}${stderr}`);
  return Object.fromEntries((JSON.parse(stdout) as Size[]).map(({ name, size }) => [name, rounded(size / 1000, 1)]));
}

const slowerThan = (goalMs: number, paints: Record<string, number>): string[] =>
  Object.keys(paints).filter((name) => (paints[name] ?? 0) > goalMs);

const belowGoal = (page: string, { performance, accessibility, 'best-practices': practices }: Scores): string[] => [
  ...(performance < (page.endsWith('Phone') ? 95 : 98) ? [`performance of ${page} is ${performance}`] : []),
  ...(accessibility < 100 ? [`accessibility of ${page} below 100`] : []),
  ...(practices < 100 ? [`best practices of ${page} below 100`] : []),
];

/**
 * One line about the built app in Chromium, with 10,000 partners and 20,000 conversations: its sizes, the interaction to next paint (75th percentile,
 * ms) at full speed and a quarter, beginnings of lists, layout shift, the keys up to the first approval, and Lighthouse's scores.
 */
export async function benchWeb(quick: boolean, options: ApiOptions): Promise<object> {
  const partners = options.partners ?? (quick ? PARTNERS.quick : PARTNERS.full);
  const rounds = quick ? 5 : 12;
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium: install it (apt-get install chromium) or set CHROMIUM_PATH.');
  const built = spawnSync(path.join('node_modules', '.bin', 'vite'), ['build', 'web', '--logLevel', 'warn'], {
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (built.status !== 0) throw new Error('The web app could not be built.');
  const installation = await openLargeInstallation(partners, options.keep && path.join(options.keep, String(partners)));
  const { databaseUrl: url, secretKey } = installation;
  const store = await openStore({ url, secretKey, role: 'api', name: 'bench', max: 10 });
  const api = await startApi(store, path.resolve('web/dist'));
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const [name = '', ...value] = api.cookie.split('=');
    await context.addCookies([{ name, value: value.join('='), url: api.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    const slower = await context.newCDPSession(page);
    const measured = {
      gzipKb: sizes(),
      layout: await layout(page, api.url),
      layoutShift: await shifts(page, api.url),
      keysToFirstApproval: await keysToFirstApproval(browser, api.url),
      paintMs: await worst(page, api.url, slower, 1, rounds),
      paintMsAtQuarterSpeed: await worst(page, api.url, slower, 4, rounds),
      lighthouse: await lighthouse(api, quick ? 1 : 3),
    };
    return {
      bench: 'web',
      rounds,
      partners,
      ...measured,
      missed: [
        ...slowerThan(100, measured.paintMs).map((name) => `${name} above 100 ms`),
        ...slowerThan(200, measured.paintMsAtQuarterSpeed).map(
          (name) => `${name} above 200 ms at a quarter of the speed`,
        ),
        ...Object.entries(measured.lighthouse).flatMap(([page, scores]) => belowGoal(page, scores)),
      ],
    };
  } finally {
    await browser.close();
    await api.close();
    await store.sql.end({ timeout: 2 });
    await installation.stop();
  }
}
