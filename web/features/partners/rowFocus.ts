import { useEffect, useRef } from 'react';

/**
 * After a decision the pressed button is gone, and with it the keyboard's place. Hand the button to the returned function when it is
 * pressed: once it is gone, the focus is on the same row, or on the one that took its place.
 */
export function useRowFocus(): (pressed: Element) => void {
  const goOn = useRef<() => void>(undefined);
  useEffect(() => () => goOn.current?.(), []);
  return (pressed) => {
    const row = pressed.closest('li');
    const list = row?.parentElement;
    if (!row || !list) return;
    const place = [...list.children].indexOf(row);
    goOn.current = () => {
      const focused = document.activeElement;
      // a person who has gone elsewhere stays there
      if (focused && focused !== document.body && focused !== document.documentElement) return;
      const next = row.isConnected ? row : list.children[Math.min(place, list.children.length - 1)];
      next?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
    };
  };
}
