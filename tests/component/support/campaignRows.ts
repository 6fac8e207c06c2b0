import { screen, within } from '@testing-library/react';

const rows = () => [...document.querySelectorAll<HTMLElement>('[role=table][aria-label=Campaigns] [data-row]')];
const nameIn = (row: HTMLElement): string => row.querySelector('[data-opens]')?.textContent ?? '';

export const rowNames = (): string[] => rows().map(nameIn);

/** The row of a campaign in the list. */
export function rowElement(name: string): HTMLElement {
  const row = rows().find((one) => nameIn(one) === name);
  if (!row) throw new Error(`No row of ${name}`);
  return row;
}

export const rowOf = (name: string) => within(rowElement(name));

export const seeRow = (name: string) => screen.findByText(name, { selector: '[data-opens]' });
