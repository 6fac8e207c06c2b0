/** By then a closed dialog or a redrawn row has placed the focus itself. */
const SETTLED_MS = 150;

const canHold = (place: HTMLElement): boolean => place.isConnected && !place.matches(':disabled, [hidden]');

/**
 * If the focused element goes away or is disabled, the browser drops the focus. A keyboard or screen reader would begin at the top. It goes to what
 * was around it instead. Returns the way to stop.
 */
export function keepFocus(): () => void {
  let around: HTMLElement[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const remember = (): void => {
    around = [];
    for (let place = document.activeElement; place instanceof HTMLElement && place !== document.body; ) {
      around.push(place);
      place = place.parentElement;
    }
  };
  const rescue = (): void => {
    waiting = undefined;
    if (document.activeElement !== document.body || around.length === 0) return;
    const [lost] = around;
    // behind a dialog is nothing to go to
    const dialog = around.find((place) => place.isConnected && place.matches('[role=dialog], [role=alertdialog]'));
    const root = dialog ?? document.getElementById('content');
    const left = around.find((place) => place !== lost && canHold(place) && root?.contains(place)) ?? root;
    if (!left) return;
    if (!left.hasAttribute('tabindex') && left.tabIndex < 0)
      Object.assign(left, { tabIndex: -1 }).dataset.holdsFocus = '';
    left.focus({ preventScroll: true });
  };
  const look = (): void => {
    const [focused] = around;
    if (!focused || canHold(focused)) return;
    waiting ??= setTimeout(rescue, SETTLED_MS);
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  // a press on nothing is no loss: who points with a mouse knows where they are
  const forget = (): void => {
    around = [];
  };
  document.addEventListener('pointerdown', forget, { capture: true });
  document.addEventListener('focusin', remember);
  return () => {
    changes.disconnect();
    clearTimeout(waiting);
    document.removeEventListener('pointerdown', forget, { capture: true });
    document.removeEventListener('focusin', remember);
  };
}
