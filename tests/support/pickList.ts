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

/** What a pick list shows as chosen. */
export const chosen = (list: Locator): Promise<string> =>
  list.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label ?? '');
