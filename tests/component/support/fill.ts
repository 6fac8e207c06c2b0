import type { UserEvent } from '@testing-library/user-event';

/** Puts a text in the place of what is in a field, at once. */
export async function fill(hand: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await hand.clear(field);
  if (text) await hand.paste(text);
}
