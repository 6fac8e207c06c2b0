import { CircleAlert, CircleSlash, Clock, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import type { MetricName } from '../../../events/history/metrics.ts';
import { classes } from '../../lib/classes.ts';
import { clockIn, timeUntil } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { MetricLink } from '../history/MetricLink.tsx';
import { useUserZone } from '../profile/api.ts';
import { HoldNotice } from '../sending/HoldNotice.tsx';
import type { MessageShow } from './campaignUrl.ts';
import { MessageCount } from './MessageCount.tsx';

/** Whether the next email leaves when it is planned, in spite of a hold. */
const leavesAsPlanned = ({ hold, nextSendAt }: CampaignView): boolean =>
  !hold || (hold.until !== null && nextSendAt !== null && hold.until < nextSendAt);

/** The state of a campaign, one line a fact: the next email and its time, holds, tasks for the user, and failures. */
export function CampaignStanding(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const {
    partnerCount,
    generatedCount,
    missingCount,
    reviewCount,
    unfitCount,
    failedCount,
    nextSendAt,
    nextSendWhy,
    hold,
  } = campaign;
  const active = campaign.status === 'active';
  const unwritten = partnerCount > 0 && (missingCount > 0 || reviewCount > 0);
  const saidBelow = unwritten && (nextSendWhy?.kind === 'review' || nextSendWhy?.kind === 'texts');
  const events = (name: MetricName, count: number) => <MetricLink name={name} count={count} campaign={campaign.id} />;
  const messages = (show: MessageShow, count: number, noun: string) => (
    <>
      <MessageCount campaign={campaign.id} show={show} count={count} /> {count === 1 ? noun : `${noun}s`}
    </>
  );
  return (
    <div className="flex flex-col gap-1 empty:hidden">
      {hold && <HoldNotice hold={hold} className="my-1" />}
      {active && nextSendAt && leavesAsPlanned(campaign) && (
        <Line Icon={Clock}>
          <NextSend at={nextSendAt} why={nextSendWhy?.kind === 'hold' ? null : nextSendWhy} />
        </Line>
      )}
      {!hold && !(active && nextSendAt) && nextSendWhy && !saidBelow && <Line Icon={Clock}>{nextSendWhy.text}</Line>}
      {unwritten && (
        <Line Icon={PencilLine} tone={active ? 'text-signal' : undefined}>
          {missingCount > 0 ? (
            <>
              Texts written: {events('generatedCount', generatedCount)} of {events('wantedCount', campaign.wantedCount)}
            </>
          ) : (
            <>{messages('review', reviewCount, 'text')} to review</>
          )}
          {active && '; nothing is sent before you approve it'}
        </Line>
      )}
      {unfitCount > 0 && (
        <Line Icon={CircleSlash}>
          {events('unfitCount', unfitCount)} {unfitCount === 1 ? 'partner gets' : 'partners get'} no email: the AI
          advised against it
        </Line>
      )}
      {failedCount > 0 && (
        <Line Icon={CircleAlert} tone="text-bad">
          {messages('failed', failedCount, 'message')} failed
        </Line>
      )}
    </div>
  );
}

function Line(props: { Icon: typeof Clock; tone?: string | undefined; children: ReactNode }) {
  return (
    <div className={classes('flex items-start gap-1.5 text-small', props.tone ?? 'text-ink-2')}>
      <props.Icon aria-hidden className="mt-px size-4 shrink-0" />
      <p className="min-w-0">{props.children}</p>
    </div>
  );
}

/** When the next email of a campaign leaves: how soon, at what time, and why not earlier. */
function NextSend(props: { at: string; why: CampaignView['nextSendWhy'] }) {
  const { at, why } = props;
  const zone = useUserZone();
  const now = useNow();
  return (
    <>
      Next email{' '}
      <time dateTime={at}>
        <span className="font-medium text-ink">{timeUntil(at, now)}</span>, {clockIn(zone, at, now)}
      </time>
      {why && <span className="block text-ink-3 text-note">{why.text}</span>}
    </>
  );
}
