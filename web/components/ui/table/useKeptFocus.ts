import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** Keeps the focus on the name of a row where the table becomes cards, or a table again: its rows are made new for it. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, cards: boolean) {
  const focused = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows are made new
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const row = box.current?.querySelector(`[data-row="${CSS.escape(focused.current)}"]`);
    row?.querySelector<HTMLElement>('[data-opens]')?.focus({ preventScroll: true });
  }, [box, cards]);
  return {
    onFocus: ({ target }: FocusEvent): void => {
      focused.current = target.matches('[data-opens]')
        ? (target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null)
        : null;
    },
    // a row that is made new says nothing of a lost focus
    onBlur: (): void => {
      focused.current = null;
    },
  };
}
