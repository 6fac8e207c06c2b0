import { timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';

/** When the numbers were fetched, in milliseconds of this browser's clock (0: not yet); kept true while the page is open. */
export function LastUpdated(props: { at: number }) {
  const { at } = props;
  const now = useNow();
  return <>Last updated: {at === 0 ? '…' : timeAgo(new Date(at).toISOString(), Math.max(now, at))}</>;
}
