import type { KeyboardEvent } from 'react';

/**
 * Escape in a dialog closes the dialog. Radix gives the key to what opened last, even a notice. A question or open list over the dialog is no part of
 * its content and keeps the key.
 */
export function closeOnEscape(close: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) close();
  };
}

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file], [type=search]), textarea, select';

/** A dialog with a form opens on its first field. Any other opens as Radix does, on the first thing that takes the focus. */
export function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const fields = event.currentTarget.querySelectorAll<HTMLElement>(FIELDS);
  const first = [...fields].find((field) => !field.matches(':disabled, [readonly]'));
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** As long as systems take two presses for a double click, in ms. */
const DOUBLE_CLICK = 500;

/** Keeps a dialog open when the second press of a double click on what opened it falls beside it. */
export function keepOnDoubleClick(): { opened: () => void; pressedOutside: (event: Event) => void } {
  let openedAt = Number.NEGATIVE_INFINITY;
  return {
    opened: () => {
      openedAt = performance.now();
    },
    pressedOutside: (event) => {
      if (performance.now() - openedAt < DOUBLE_CLICK) event.preventDefault();
    },
  };
}
