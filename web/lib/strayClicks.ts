/** What a press is meant for: text and icons in it may be drawn again while it works. */
const CONTROL = 'button, a, label, input, select, textarea, summary, [role], tr, li';

/**
 * Drops the second press of a double click where something else is under the pointer by then: a dialog that closed, or the next message in
 * place of the one that was approved. Nobody has read what is there. Returns the way to stop.
 */
export function dropStrayClicks(): () => void {
  let first: Element | null = null;
  const onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? (event.target.closest(CONTROL) ?? event.target) : null;
    if (event.detail < 2) first = target;
    else if (first && target !== first) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}
