import { useMemo } from 'react';

/**
 * Gives the focus back to where it was before a dialog opened. Radix does so only for a dialog with a trigger of its own, and ours are
 * opened by state. Spread it on the dialog's content.
 */
export function useFocusReturn(): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } {
  return useMemo(() => {
    let before: Element | null = null;
    return {
      onOpenAutoFocus: () => {
        before = lasting(document.activeElement);
      },
      onCloseAutoFocus: (event) => {
        event.preventDefault();
        const lost = !before?.isConnected || before === document.body;
        const place = lost ? document.getElementById('content') : before;
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      },
    };
  }, []);
}

/** An item of a menu is gone once it was chosen: its menu's trigger stays. */
function lasting(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]');
  const trigger = menu?.getAttribute('aria-labelledby');
  return trigger ? document.getElementById(trigger) : focused;
}
