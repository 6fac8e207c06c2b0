import { Link } from 'wouter';
import type { HoldView } from '../../../api/views.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { momentIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/api.ts';
import { isRatePause, ResumeSending } from './ResumeSending.tsx';

/** Why none of the user's mail leaves, until when, and what to do about it. */
export function HoldNotice(props: { hold: HoldView; className?: string }) {
  const { hold } = props;
  const zone = useUserZone();
  const now = useNow();
  return (
    <Notice tone="warn" {...(props.className && { className: props.className })}>
      <p className="font-semibold">
        {hold.until === null ? (
          `No emails leave ${hold.ends}`
        ) : (
          <>
            No emails leave until <time dateTime={hold.until}>{momentIn(zone, hold.until, now)}</time>
          </>
        )}
      </p>
      <p>
        {hold.reason}. {hold.whatToDo}{' '}
        {hold.where && (
          <Link
            href={`/settings${hold.account === undefined ? '' : `?account=${hold.account}`}#${hold.where}`}
            className="link whitespace-nowrap"
          >
            Open settings
          </Link>
        )}
      </p>
      {isRatePause(hold) && <ResumeSending hold={hold} className="mt-2" />}
    </Notice>
  );
}
