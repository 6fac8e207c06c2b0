import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react';

/** Keeps the focus on the name of a row when the table becomes cards or a table again, since its rows are new. */
export function useKeptFocus(cards: boolean, focusOn: (id: string) => void) {
  const focused = useRef<string | null>(null);
  const restore = useEffectEvent(() => {
    if (focused.current !== null && document.activeElement === document.body) focusOn(focused.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows are made new
  useEffect(() => restore(), [cards]);
  return {
    onFocus: ({ target }: FocusEvent): void => {
      focused.current = target.matches('[data-opens]')
        ? (target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null)
        : null;
    },
    // React fires none for a row that it replaces
    onBlur: (): void => {
      focused.current = null;
    },
  };
}
