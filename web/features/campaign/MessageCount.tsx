import { Link } from 'wouter';
import { wholeNumber } from '../../lib/numbers.ts';
import { campaignHref, MESSAGE_SHOWS, type MessageShow } from './campaignUrl.ts';

/** A count that opens the messages that it counts: of one state, or all of them. */
export function MessageCount(props: { campaign: string; show: MessageShow | null; count: number }) {
  const { campaign, show, count } = props;
  const shown = wholeNumber(count);
  return (
    <Link
      href={campaignHref(campaign, { tab: 'messages', show })}
      aria-label={`${show ? MESSAGE_SHOWS[show].label : 'Messages'}: ${shown}, show the messages`}
      className="underline-offset-4 hover:underline focus-visible:underline"
    >
      {shown}
    </Link>
  );
}
