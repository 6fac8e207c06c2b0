import { CircleAlert, Clock, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { classes } from '../../lib/classes.ts';
import { timeOrDate } from '../../lib/dates.ts';
import { counted } from '../../lib/numbers.ts';

/** How a campaign stands, one line a fact: what leaves next, what waits for the person, what went wrong. */
export function CampaignStanding(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const { partnerCount, missingCount, reviewCount, failedCount, unknownCount } = campaign;
  const active = campaign.status === 'active';
  return (
    <div className="mt-2 flex flex-col gap-1 empty:hidden">
      {active && campaign.nextSendAt && (
        <Line Icon={Clock}>
          Next email <time dateTime={campaign.nextSendAt}>{timeOrDate(campaign.nextSendAt)}</time>
        </Line>
      )}
      {partnerCount > 0 && (missingCount > 0 || reviewCount > 0) && (
        <Line Icon={PencilLine} tone={active ? 'text-signal' : undefined}>
          {missingCount > 0
            ? `Texts written: ${partnerCount - missingCount} of ${partnerCount}`
            : `${counted(reviewCount, 'text')} to review`}
          {active && '; nothing of that is sent before you approve it'}
        </Line>
      )}
      {(failedCount > 0 || unknownCount > 0) && (
        <Line Icon={CircleAlert} tone="text-bad">
          {[
            failedCount > 0 && `${counted(failedCount, 'message')} failed`,
            unknownCount > 0 && `${counted(unknownCount, 'message')} with unknown outcome`,
          ]
            .filter(Boolean)
            .join(', ')}
        </Line>
      )}
    </div>
  );
}

function Line(props: { Icon: typeof Clock; tone?: string | undefined; children: ReactNode }) {
  return (
    <p className={classes('flex items-center gap-1.5 text-small', props.tone ?? 'text-ink-2')}>
      <props.Icon aria-hidden className="size-4 shrink-0" />
      <span>{props.children}</span>
    </p>
  );
}
