import { useState } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { hoursText } from '../../../events/sending/sendWhy.ts';
import { Button } from '../../components/ui/Button.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { WeekCalendar } from '../calendar/WeekCalendar.tsx';
import { useSchedule } from './api.ts';
import { ScheduleDay } from './ScheduleDay.tsx';
import { daysOf } from './schedule.ts';

const DAYS_SHOWN = 7;
const DAY_PX = 61;

/** When the emails of all campaigns leave, and those of this one day by day, with why. */
export function ComingSends(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const schedule = useSchedule(campaign.id);
  const first = schedule.data?.pages[0];
  const zone = first?.timezone.replaceAll('_', ' ');
  const hours = first?.anyHour
    ? 'Test mode: emails are sent at any hour. '
    : campaign.sendWindow && `Own hours: ${hoursText(campaign.sendWindow)}. `;
  return (
    <>
      <WeekCalendar campaign={campaign.id} />
      <section aria-label="Scheduled emails" className="mt-6">
        <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
          <h2 className="font-semibold text-lead">Scheduled emails</h2>
          {first && first.sends.length > 0 && (
            <p className="text-ink-3 text-note">
              {counted(first.total, 'email')} planned. {hours}Times are in {zone}.
            </p>
          )}
        </div>
        {schedule.isPending && <SkeletonRows label="Loading the scheduled emails" rows={2} height="h-16" />}
        {schedule.isError && (
          <LoadFailed again={schedule}>Error loading the scheduled emails. Please try again.</LoadFailed>
        )}
        {first &&
          (first.sends.length > 0 ? (
            <Days zone={first.timezone} list={schedule} />
          ) : (
            <p className="panel px-4 py-5 text-ink-2">{nothingPlanned(campaign)}</p>
          ))}
      </section>
    </>
  );
}

/** Why no email is planned, and what would change that. */
function nothingPlanned({ status, nextSendWhy, partnerCount }: CampaignView): string {
  if (status === 'draft')
    return partnerCount === 0
      ? 'No emails are planned. Add partners, then start the campaign.'
      : 'No emails are planned. Start the campaign to schedule them.';
  if (status === 'completed') return 'No emails are planned: all of them have left or ended.';
  return `No emails are planned. ${nextSendWhy ? nextSendWhy.text.replace(/\.$/, '') : 'Nothing is left to send'}.`;
}

function Days(props: { zone: string; list: ReturnType<typeof useSchedule> }) {
  const { zone, list } = props;
  const { hasNextPage } = list;
  const days = daysOf(list.data?.pages ?? [], hasNextPage);
  const now = useNow();
  const [all, setAll] = useState(false);
  // unless told otherwise, the first day shows its times
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const isOpen = (day: string) => toggled[day] ?? day === days[0]?.day;
  const showMore = () => {
    if (all || days.length <= DAYS_SHOWN) void list.fetchNextPage();
    setAll(true);
  };
  return (
    <>
      <RowList
        label="Days"
        items={all ? days : days.slice(0, DAYS_SHOWN)}
        rowPx={DAY_PX}
        row={(day) => (
          <ScheduleDay
            day={day}
            zone={zone}
            now={now}
            open={isOpen(day.day)}
            onToggle={() => setToggled({ ...toggled, [day.day]: !isOpen(day.day) })}
          />
        )}
      />
      {(hasNextPage || (!all && days.length > DAYS_SHOWN)) && (
        <Button variant="ghost" className="mt-1" pending={list.isFetchingNextPage} onClick={showMore}>
          {hasNextPage ? 'Show more days' : `Show all ${days.length} days`}
        </Button>
      )}
      {all && days.length > DAYS_SHOWN && (
        <Button variant="ghost" className="mt-1" onClick={() => setAll(false)}>
          Show the first {DAYS_SHOWN} days
        </Button>
      )}
    </>
  );
}
