import { useEffect, useRef } from 'react';

/**
 * After a decision the pressed button is gone, and with it the keyboard's place. Pass the pressed button to the returned function. Once it is gone,
 * the focus is on the same row, or on its successor.
 */
export function useRowFocus(): (pressed: Element) => void {
  const goOn = useRef<() => void>(undefined);
  useEffect(() => () => goOn.current?.(), []);
  return (pressed) => {
    // in the panel beside the list, the row is the open one
    const row = (pressed.closest('[data-row]') ?? document.querySelector('[data-opens][aria-expanded=true]'))?.closest(
      '[data-row]',
    );
    const list = row?.parentElement;
    if (!row || !list) return;
    const place = [...list.children].indexOf(row);
    goOn.current = () => {
      const focused = document.activeElement;
      // a person who has gone elsewhere stays there
      if (focused && focused !== document.body && focused !== document.documentElement) return;
      const next = row.isConnected ? row : list.children[Math.min(place, list.children.length - 1)];
      next?.querySelector<HTMLElement>('[data-opens]')?.focus({ preventScroll: true });
    };
  };
}
