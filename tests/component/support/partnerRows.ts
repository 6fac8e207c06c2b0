import { screen, within } from '@testing-library/react';

/** What a test reads of a list of partners. */

const LISTS = 'ul:is([aria-label=Partners], [aria-label="Approved partners"])';
const items = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`${LISTS} > li`)];

export const names = (): string[] =>
  items().map((row) => row.querySelector('[aria-expanded] [dir=auto]')?.textContent ?? '');

export function rowElement(name: string): HTMLElement {
  const row = items().find((one) => one.querySelector('[aria-expanded] [dir=auto]')?.textContent === name);
  if (!row) throw new Error(`No row of ${name}, but: ${names().join(', ')}`);
  return row;
}

export const rowOf = (name: string) => within(rowElement(name));

/** The button that opens and closes a row. */
export const headOf = (name: string) =>
  rowElement(name).querySelector<HTMLButtonElement>('[aria-expanded]') as HTMLButtonElement;

/** The opened card of a partner. */
export const cardOf = (name: string) => within(screen.getByLabelText(`About ${name}`));

export const button = (name: string | RegExp): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name });

/** A figure of the summary. */
export const figure = (label: string): string | null | undefined =>
  within(screen.getByLabelText('Summary')).getByText(label).parentElement?.querySelector('dd')?.textContent;

export const address = (): string => window.location.search;
