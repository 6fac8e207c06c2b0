import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { escaped } from './escaped.ts';

/** A colour of tokens.css as the browser computes it now, such as `bad` → `rgb(168, 50, 42)`. */
export const tokenColor = (page: Page, name: string): Promise<string> =>
  page.evaluate((token) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(--color-${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

/** Waits for the notice with exactly this title, and this text in it; checks its variant, and answers it. */
export async function toast(
  page: Page,
  title: string,
  text: string | RegExp = '',
  variant: 'default' | 'destructive' = 'default',
): Promise<Locator> {
  const notices = page.locator('li[data-swipe-direction]');
  const exact = typeof text === 'string' ? new RegExp(escaped(text)) : text;
  const notice = notices.filter({ has: page.getByText(title, { exact: true }), hasText: exact });
  await notice.waitFor().catch(async () => {
    throw new Error(`No notice "${title}: ${text}", but: ${(await notices.allTextContents()).join(' | ') || 'none'}`);
  });
  const color = await tokenColor(page, variant === 'destructive' ? 'bad' : 'accent');
  // asked again: drawn again in that moment, an element has no style
  const border = () => notice.evaluate((element) => getComputedStyle(element).borderLeftColor);
  await expect.poll(border, { message: `${title} is ${variant}` }).toBe(color);
  return notice;
}

type Expected = {
  title: string;
  text?: string | RegExp;
  variant?: 'default' | 'destructive';
  /** It stays: behind an open dialog it cannot be dismissed. */
  leave?: boolean;
};

/** Sees a notice like `toast`, and dismisses it, so that the next one is a new one. */
export async function seeToast(page: Page, { title, text, variant, leave }: Expected): Promise<void> {
  const notice = await toast(page, title, text, variant);
  if (leave) return;
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
}
