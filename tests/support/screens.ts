import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumPath, TEST_CHROMIUM_ARGS } from './chromium.ts';
import type { Person } from './person.ts';
import { startTestApp, type TestApp } from './testApp.ts';

// the small one: each page that is loaded reads it
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = process.env.SCREENSHOTS;
/** The narrowest phone and a laptop: what fits both fits between them, which the pictures show. */
const WIDTHS = [320, 1280] as const;
const PICTURED = [320, 375, 768, 1280, 1680] as const;

/** The built web app before the whole product in this process, and a Chromium to use it with. */
export type Screens = {
  app: TestApp;
  browser: Browser;
  /** Opens a path in its own browser context, signed in or out. The default is 1280 x 900, light, without animations. */
  visit(path: string, as?: Person | null, options?: BrowserContextOptions): Promise<Page>;
  stop(): Promise<void>;
};

let current: Browser | null = null;

/** The pages that are open in this test file's Chromium. */
export const openPages = (): Page[] => current?.contexts().flatMap((context) => context.pages()) ?? [];

/** The web app of WEB_FOLDER, else of web/dist; build it first. */
export async function startScreens(options: Parameters<typeof startTestApp>[0] = {}): Promise<Screens> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium: install it (apt-get install chromium) or set CHROMIUM_PATH.');
  const testApp = await startTestApp({ webFolder: path.resolve(process.env.WEB_FOLDER ?? 'web/dist'), ...options });
  const browser = await chromium.launch({ executablePath, args: TEST_CHROMIUM_ARGS });
  current = browser;
  return {
    app: testApp,
    browser,
    async visit(address, as = null, more = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        colorScheme: 'light',
        reducedMotion: 'reduce',
        locale: 'en-US',
        timezoneId: 'America/New_York',
        ...more,
      });
      if (as) {
        const [name = '', ...value] = as.cookie.split('=');
        await context.addCookies([{ name, value: value.join('='), url: testApp.url, httpOnly: true, sameSite: 'Lax' }]);
      }
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await page.goto(`${testApp.url}${address}`);
      return page;
    },
    async stop() {
      await browser.close();
      await testApp.stop();
    },
  };
}

type AxeNode = { html: string; any: { data?: { messageKey?: string } }[] };
type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: AxeNode[] }[] }> };

const CONTRAST = 'color-contrast';

/** axe's findings on the present screen. `contrast`: that rule, which costs half of the time, `only` or `without`. */
export async function violations(page: Page, contrast?: 'only' | 'without'): Promise<string[]> {
  // as the debugger: the page runs no script without its nonce. A tooltip belongs to its control, so it is in no region of its own
  const region = `axe.configure({ rules: [{ id: 'region', selector: 'body *:not([role=tooltip], [role=tooltip] *)' }] })`;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeSource}; ${region}`);
  return page.evaluate(
    async (options) => {
      const { axe: checker } = window as unknown as { axe: Axe };
      // what lies partly under a bar is scrolled free
      const isHidden = ({ any }: AxeNode) => any.some(({ data }) => data?.messageKey === 'partiallyObscured');
      return (await checker.run(options)).violations.flatMap(({ id, nodes }) => {
        const found = nodes.filter((node) => !isHidden(node));
        return found.length > 0 ? [`${id}: ${found.map(({ html }) => html).join('\n        ')}`] : [];
      });
    },
    // it need not write down what passes, nor read the styles for rules about pages that turn
    {
      resultTypes: ['violations'],
      selectors: false,
      preload: false,
      ...(contrast === 'only' ? { runOnly: [CONTRAST] } : {}),
      // axe leaves it off, unless it is asked for WCAG 2.2
      ...(contrast === 'only'
        ? {}
        : { rules: { 'target-size': { enabled: true }, [CONTRAST]: { enabled: contrast !== 'without' } } }),
    },
  );
}

/** The pixels that the page can be scrolled sideways: none on a good screen. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Texts that stick out of their box, on the page, in a list or in a dialog, and short words broken over two lines. A text with an ellipsis, or that
 * can be scrolled to, does not stick out. Nor does one for screen readers alone.
 */
export const spilling = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const own = text.parentElement;
      if (!own || !text.textContent?.trim() || own.closest('.sr-only, script, style, option')) continue;
      for (const { 0: word, index } of text.textContent.matchAll(/(?<!\S)[\p{L}\p{N}]{2,12}(?!\S)/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`"${word}" is broken in "${text.textContent.trim().slice(0, 40)}"`);
      }
      range.selectNodeContents(text);
      let { left: from, right: to } = range.getBoundingClientRect();
      if (from === to) continue;
      for (let box: Element | null = own; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        // an inline box grows with its text, and what lies over the page has left the boxes around it
        if (style.display === 'inline' || style.display === 'contents') continue;
        const { left, right } = box.getBoundingClientRect();
        if (style.overflowX !== 'visible') {
          from = Math.max(from, left);
          to = Math.min(to, right);
          if (to <= from) break;
        }
        if (style.position === 'fixed' || style.position === 'absolute') break;
        if (from >= left - 1 && to <= right + 1) continue;
        found.push(`"${text.textContent.trim().slice(0, 40)}" sticks out of ${box.tagName} ${box.className}`);
        break;
      }
    }
    return found;
  });

/**
 * Looks at the screen on the narrowest phone and on a laptop. axe finds nothing, nothing scrolls sideways, and no text overlaps. A theme changes the
 * colours alone, whose contrast unit/web-tokens.test.ts checks in both. With SCREENSHOTS=folder axe checks it in the dark, too, and pictures of
 * both at every width are kept. The page is left at 1280 px in light.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  if (pictures) await keepPictures(page, name, pictures);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // what is drawn by the width, not by CSS, follows a moment later
    await expect
      .poll(() => sideways(page), { message: `${name} at ${width} px scrolls sideways` })
      .toBeLessThanOrEqual(0);
    await expect.poll(() => spilling(page), { message: `texts of ${name} at ${width} px` }).toEqual([]);
    // a width changes no colour; what is drawn by the width may still be the one before
    await expect
      .poll(() => violations(page, width === WIDTHS[0] ? 'without' : undefined), {
        message: `accessibility of ${name} at ${width} px`,
      })
      .toEqual([]);
  }
  if (!pictures) return;
  await setTheme(page, 'dark');
  expect(await violations(page, 'only'), `contrast of ${name} in the dark`).toEqual([]);
  await setTheme(page, 'light');
}

/** With SCREENSHOTS=folder: the pictures of the product on the landing page, of a page whose pixels are dense. */
export async function keepForLanding(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  const { width = 0 } = page.viewportSize() ?? {};
  // the landing page says that the people are made up
  await page.addStyleTag({ content: 'aside[aria-label="Sandbox"] { display: none }' });
  const encoder = await page.context().newPage();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    const png = (await page.screenshot()).toString('base64');
    const webp = await encoder.evaluate(async (source) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.72).split(',')[1] ?? '';
    }, png);
    mkdirSync(pictures, { recursive: true });
    writeFileSync(path.join(pictures, `${name}-${width}-${theme}.webp`), Buffer.from(webp, 'base64'));
  }
  await encoder.close();
}

const setTheme = (page: Page, theme: 'dark' | 'light'): Promise<boolean> =>
  page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark');

async function keepPictures(page: Page, name: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme);
    for (const width of PICTURED) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
    }
  }
}
