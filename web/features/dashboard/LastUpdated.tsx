import { useEffect, useState } from 'react';
import { timeAgo } from '../../lib/dates.ts';

const TICK_MS = 15_000;

/** When the numbers were fetched, in milliseconds of this browser's clock (0: not yet); kept true while the page is open. */
export function LastUpdated(props: { at: number }) {
  const { at } = props;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, TICK_MS);
    // timers of a hidden page are put off
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return <>Last updated: {at === 0 ? '…' : timeAgo(new Date(at).toISOString(), Math.max(now, at))}</>;
}
