import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Longer lists hold only the rows in view in the DOM: 10,000 rows cost 1.8–3.5 s an interaction. */
const ALL_UP_TO = 100;
/** Rows beyond the edges of the window; the rows drawn change by as many at once. */
const BEYOND = 6;

/**
 * The rows of a list to draw, all of one height: those in the window and some around. `reveal` scrolls to one. The one that is open when the list
 * appears is brought into view. As all are of one height, this is a division, and no library.
 */
export function useRowsInView(rows: readonly { id: string }[], rowPx: number, open: string | null) {
  const body = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [span, setSpan] = useState(ALL_UP_TO);
  const [printing, setPrinting] = useState(false);
  const long = rows.length > ALL_UP_TO && !printing;
  const measure = useEffectEvent(() => {
    if (!long || !body.current) return;
    const above = -body.current.getBoundingClientRect().top / rowPx;
    const most = Math.max(0, Math.min(above, rows.length) - BEYOND);
    setFirst(Math.floor(most / BEYOND) * BEYOND);
    setSpan(Math.ceil(window.innerHeight / rowPx) + 3 * BEYOND);
  });
  // what is above the list comes and goes, so its place is looked at after every render, too
  useLayoutEffect(() => measure());
  useEffect(() => {
    const look = () => measure();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    // paper has no window: it gets all rows
    const print = () => flushSync(() => setPrinting(true));
    const printed = () => setPrinting(false);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', printed);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', printed);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);

  const reveal = (index: number): void => {
    if (!long || !body.current) return;
    const top = body.current.getBoundingClientRect().top + index * rowPx;
    const room = window.innerHeight - 2 * rowPx;
    if (top < 2 * rowPx || top > room) window.scrollBy({ top: top - room / 2, behavior: 'instant' });
  };
  const revealOpen = useEffectEvent(() => {
    if (open === null) return;
    if (long) reveal(rows.findIndex(({ id }) => id === open));
    else body.current?.querySelector(`[data-row="${CSS.escape(open)}"]`)?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => revealOpen(), []);

  const from = long ? Math.min(first, Math.max(0, rows.length - span)) : 0;
  const to = long ? Math.min(rows.length, from + span) : rows.length;
  return { body, first: from, last: to, above: from * rowPx, below: (rows.length - to) * rowPx, reveal };
}
