import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The parts of a partner list that a test reads. */

const TABLES = '[role=table]:is([aria-label=Partners], [aria-label="Approved partners"])';
const items = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`${TABLES} [data-row]`)];
const nameIn = (row: HTMLElement) => row.querySelector('[data-opens]')?.textContent;

export const names = (): string[] => items().map((row) => nameIn(row) ?? '');

export function rowElement(name: string): HTMLElement {
  const row = items().find((one) => nameIn(one) === name);
  if (!row) throw new Error(`No row of ${name}, but: ${names().join(', ')}`);
  return row;
}

export const rowOf = (name: string) => within(rowElement(name));

/** The name of a row, which says whether it is open. A press beside it opens and closes the row. */
export const headOf = (name: string) => rowElement(name).querySelector<HTMLElement>('[aria-expanded]') as HTMLElement;

/** The opened card of a partner. */
export const cardOf = (name: string) => within(screen.getByLabelText(`About ${name}`));

export const button = (name: string | RegExp): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name });

/** A figure of the summary. */
export const figure = (label: string): string | null | undefined =>
  screen.getAllByText(label, { selector: 'button, p' })[0]?.querySelector('b')?.textContent;

/** Opens the Filter panel. */
export async function openFilters(hand: UserEvent): Promise<void> {
  await hand.click(button('Filter'));
  await screen.findByLabelText('Industry');
  await screen.findByRole('dialog', { name: 'Filters' });
}

export const address = (): string => window.location.search;
