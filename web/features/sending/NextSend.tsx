import type { CampaignView } from '../../../api/views.ts';
import { momentIn, timeUntil } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/api.ts';

/** When the next email of a campaign leaves: how soon, at what time, and why not earlier. */
export function NextSend(props: { at: string; why: CampaignView['nextSendWhy'] }) {
  const { at, why } = props;
  const zone = useUserZone();
  const now = useNow();
  return (
    <>
      Next email{' '}
      <time dateTime={at}>
        <span className="font-medium text-ink">{timeUntil(at, now)}</span>, {momentIn(zone, at, now)}
      </time>
      {why && <span className="block text-ink-3 text-note">{why.text}</span>}
    </>
  );
}
