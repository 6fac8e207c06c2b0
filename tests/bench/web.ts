import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Locator, type Page } from 'playwright-core';
import { readAs } from '../../db/connection/connect.ts';
import { commit } from '../../db/log/commit.ts';
import type { Loaded } from '../../db/log/load.ts';
import type { Store } from '../../db/store.ts';
import {
  changePartnerStatus,
  discoverPartner,
  type PartnerState,
  partner,
  scorePartner,
} from '../../events/partners/partner.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts';
import { aPerson } from '../support/samples.ts';
import { BENCH_PERSON, type BenchApi, startApi } from './apiInProcess.ts';
import { onFreshServer, quantile, rounded } from './database.ts';
import { lighthouse, type Scores } from './lighthouse.ts';

const PARTNERS = 10_000;
/** The score of those that nobody has decided about: they come first in the list. */
const BEST = 100;
const cause = { actor: 'worker:bench', correlationId: 'c0ffee00-0000-4000-8000-000000000000', causationId: null };

/** As many people as the biggest lists have, nearly all approved, each with their own name, followers and score. */
async function fill(store: Store, api: BenchApi): Promise<void> {
  const profile = await fetch(`${api.url}/api/business-profile`, {
    method: 'PUT',
    headers: { cookie: api.cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ businessName: 'Northwind Trail Gear', industry: 'Fitness', onboardingSkipped: true }),
  });
  if (!profile.ok) throw new Error(await profile.text());
  let made = 0;
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      while (made < PARTNERS) {
        const index = made;
        made += 1;
        const score = index % (BEST + 1);
        const { facts, person } = aPerson({
          person: {
            name: `Person ${index}`,
            username: `person${index}`,
            profileUrl: `https://www.linkedin.com/in/person${index}`,
          },
        });
        const events = discoverPartner(
          partner.initial,
          { facts: { ...facts, followersCount: 1000 + ((index * 7919) % 90_000) }, person },
          's1',
        );
        const empty: Loaded = { streamId: `partner-p${index}`, version: 0, at: null, state: partner.initial };
        const [found] = await commit(
          store.sql,
          store.master,
          api.tenant,
          cause,
          [{ loaded: empty, events }],
          new Date(),
        );
        const stream = { ...empty, version: found?.version ?? 0, at: new Date(), state: found?.state };
        const scored = scorePartner(stream.state as PartnerState, { score, by: 'rules', parts: [], supports: [] });
        const approved = score === BEST ? [] : changePartnerStatus(stream.state as PartnerState, 'approved');
        await commit(
          store.sql,
          store.master,
          api.tenant,
          cause,
          [{ loaded: stream, events: [...scored, ...approved] }],
          new Date(),
        );
      }
    }),
  );
  const [logged] = await readAs(
    store.sql,
    api.tenant,
    (tx) => tx<{ found: number }[]>`
      select count(*)::int as found from log.events where tenant_id = ${api.tenant} and type = 'PartnerDiscovered'`,
  );
  if (logged?.found !== PARTNERS) throw new Error(`The log has ${logged?.found} of ${PARTNERS} partners.`);
}

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
  ready?: Locator;
};

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
    act: (page, round) =>
      page
        .getByRole('button', { name: /^Person / })
        .nth(round % 5)
        .click(),
  },
  {
    name: 'tick',
    screen: '/approved',
    act: (page, round) =>
      page
        .getByRole('checkbox', { name: /^Select Person/ })
        .nth(round % 5)
        .click(),
  },
  {
    name: 'tickAll',
    screen: '/approved',
    act: (page) => page.getByRole('checkbox', { name: 'Select All Visible' }).click(),
  },
];

async function worst(page: Page, url: string, slower: CDPSession, rate: number, rounds: number) {
  const line: Record<string, number> = {};
  for (const { name, screen, act } of INTERACTIONS) {
    await slower.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto(`${url}${screen}`);
    await page
      .getByRole('button', { name: /^Person / })
      .first()
      .waitFor();
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
  await page.locator('[data-row]').first().waitFor();
  const approved = page.getByRole('button', { name: /^Approved/ });
  const before = (await approved.innerText()).replace(/\D+/, '');
  await press('j');
  await press('a');
  await approved.filter({ hasNotText: before }).waitFor();
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
  ...(performance < 98 ? [`performance of ${page} below 98`] : []),
  ...(accessibility < 100 ? [`accessibility of ${page} below 100`] : []),
  ...(practices < 100 ? [`best practices of ${page} below 100`] : []),
];

/**
 * One line about the built app in Chromium: its sizes, the interaction to next paint with 10,000 partners (75th percentile, ms) at full speed and a
 * quarter, the beginnings of lists on laptop and phone, layout shift, the keys up to the first approval, and Lighthouse's scores.
 */
export async function benchWeb(quick: boolean): Promise<object> {
  const rounds = quick ? 5 : 12;
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium: install it (apt-get install chromium) or set CHROMIUM_PATH.');
  const built = spawnSync(path.join('node_modules', '.bin', 'vite'), ['build', 'web', '--logLevel', 'warn'], {
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (built.status !== 0) throw new Error('The web app could not be built.');
  return onFreshServer(async (database) => {
    const store = await database.open('api', 10);
    const api = await startApi(store, path.resolve('web/dist'));
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
    try {
      await fill(store, api);
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
        partners: PARTNERS,
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
    }
  });
}
