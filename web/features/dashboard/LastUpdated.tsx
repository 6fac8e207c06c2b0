import { useEffect, useState } from 'react';
import { timeAgo } from '../../lib/dates.ts';

const TICK_MS = 15_000;

/** When the numbers were computed, kept true while the page is open. */
export function LastUpdated(props: { at: string | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <>Last updated: {props.at ? timeAgo(props.at, Math.max(now, Date.parse(props.at))) : '…'}</>;
}
