import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** The text beside a field that says what is wrong with it. */
export function errorOf(field: HTMLElement): string {
  expect(field.getAttribute('aria-invalid')).toBe('true');
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
}

export const seeFocusOn = (element: () => HTMLElement): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(element()));

/** The field of a label. */
export const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);

/** Replaces what is in the field of a label. */
export async function fillIn(hand: UserEvent, label: string | RegExp, text: string): Promise<void> {
  await hand.clear(field(label));
  if (text) await hand.paste(text);
}
