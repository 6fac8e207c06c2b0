import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { hoursText } from '../../../events/sending/sendWhy.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { timeIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { WeekCalendar } from '../calendar/WeekCalendar.tsx';
import { PartnerLink, partnerOfMessage } from '../partners/PartnerLink.tsx';
import { useSchedule } from './api.ts';
import { dayName, daysOf, recipientText, type ScheduledDay } from './schedule.ts';

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

const SHOWN = 8;

/** A day to come: how full it is, why its emails leave then, and at what time to whom. */
function ScheduleDay(props: { day: ScheduledDay; zone: string; now: number; open: boolean; onToggle: () => void }) {
  const { day, zone, now, open } = props;
  const id = useId();
  const name = dayName(day.day, zone, now);
  const [first] = day.sends;
  const last = day.sends.at(-1);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={props.onToggle}
        className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-3 text-left -outline-offset-2 hover:bg-sunken/60 @prose:grid-cols-[auto_13rem_minmax(0,1fr)_11rem]"
      >
        <ChevronRight aria-hidden className={classes('size-4 text-ink-3 transition-transform', open && 'rotate-90')} />
        <span className="min-w-0">
          <span className="block font-medium">{name}</span>
          {first && last && (
            <span className="block text-ink-3 text-note tabular-nums">
              {first === last ? timeIn(zone, first.at) : `${timeIn(zone, first.at)} to ${timeIn(zone, last.at)}`}
            </span>
          )}
        </span>
        <span className="hidden min-w-0 text-ink-2 text-small @prose:block">{first?.why.text}</span>
        <span className="flex w-24 flex-col gap-1.5 text-right @prose:w-auto">
          <span className="text-small tabular-nums">
            {day.planned} of {day.limit}
          </span>
          <Progress label={`${name}: emails of the daily limit`} value={day.planned} max={day.limit} />
        </span>
      </button>
      {open && <Times id={id} day={day} zone={zone} />}
    </div>
  );
}

function Times(props: { id: string; day: ScheduledDay; zone: string }) {
  const { day, zone } = props;
  const [all, setAll] = useState(false);
  const shown = all ? day.sends : day.sends.slice(0, SHOWN);
  return (
    <div id={props.id} className="pr-4 pb-3 pl-11">
      <p className="mb-1.5 text-ink-3 text-note empty:hidden @prose:hidden">{day.sends[0]?.why.text}</p>
      {day.mailboxPlanned > day.planned && (
        <p className="mb-1.5 text-ink-3 text-note">
          Your mailbox sends {day.mailboxPlanned} of {day.mailboxLimit} that day, over all campaigns
        </p>
      )}
      <ul className="grid gap-x-6 gap-y-1 text-small sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((send) => (
          <li key={send.messageId} className="flex min-w-0 gap-3">
            <time dateTime={send.at} className="shrink-0 text-ink-2 tabular-nums">
              {timeIn(zone, send.at)}
            </time>
            <span className="min-w-0">
              <span className="block truncate">
                <PartnerLink partner={{ id: partnerOfMessage(send.messageId), name: send.partnerName }} />
                {send.step > 1 && <span className="text-ink-3"> · Follow-up {send.step - 1}</span>}
                {send.from !== null && <span className="text-ink-3"> · {send.from}</span>}
              </span>
              {send.recipient && (
                <span className="block text-ink-3 text-note">{recipientText(send.at, send.recipient)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {day.sends.length > SHOWN && (
        <Button variant="ghost" size="small" className="mt-1 -ml-2.5" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${day.sends.length}`}
        </Button>
      )}
    </div>
  );
}
