import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** The texts beside a field that belong to it. */
export const describedBy = (field: HTMLElement): string[] =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');

/** The error beside a field. */
export function errorOf(field: HTMLElement): string {
  expect(field.getAttribute('aria-invalid')).toBe('true');
  return describedBy(field)[0] ?? '';
}

export const seeFocusOn = (element: () => HTMLElement): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(element()));

/** The field of a label. `selector`: where something else has the label, too. */
export const field = (label: string | RegExp, selector = '*'): HTMLInputElement =>
  screen.getByLabelText<HTMLInputElement>(label, { selector });

/** Replaces the content of a field. */
export async function fillIn(hand: UserEvent, where: HTMLElement | string | RegExp, text: string): Promise<void> {
  await hand.clear(where instanceof HTMLElement ? where : field(where));
  if (text) await hand.paste(text);
}
