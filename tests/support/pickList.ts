import type { Locator, Page } from 'playwright-core';

/** The pick list of a label. */
export const pickList = (within: Page | Locator, label: string): Locator =>
  within.getByRole('combobox', { name: label });

/** Opens a pick list and clicks one of its options, as a hand would. */
export async function choose(within: Page | Locator, label: string, option: string | RegExp): Promise<void> {
  const list = pickList(within, label);
  await list.click();
  await list.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
}
