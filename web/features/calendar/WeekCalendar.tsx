import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CalendarView } from '../../../api/views.ts';
import { daysLater, weekOf } from '../../../events/shared/zoned.ts';
import { Button } from '../../components/ui/Button.tsx';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { Skeleton, SkeletonText } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { counted } from '../../lib/numbers.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { firstToSee, type Legend, legendOf, sendId, useCalendar, weekText } from './calendar.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { WeekList } from './WeekList.tsx';

/** A day of the calendar, `yyyy-mm-dd`: none in 30 February. */
const isDay = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && daysLater(text, 0) === text;

/** The emails of a week, of all campaigns. The address keeps the week. `campaign`: its emails are highlighted. */
export function WeekCalendar(props: { campaign?: string }) {
  const [params, change] = useUrlParams();
  const asked = params.get('week');
  const week = asked !== null && isDay(asked) ? asked : null;
  const calendar = useCalendar(week);
  return (
    <section aria-label="Week">
      <QueryState
        query={calendar}
        loading={
          <div role="status" aria-label="Loading the week">
            <Skeleton className="my-3 h-5 w-64" />
            <div className="panel grid divide-x lg:grid-cols-7">
              {weekOf('2026-01-05').map((day) => (
                <SkeletonText key={day} className="h-16 p-3 lg:h-96" />
              ))}
            </div>
          </div>
        }
        failed="Error loading the week. Please try again."
      >
        {(data) => (
          <Week calendar={data} asked={week} campaign={props.campaign} onWeek={(day) => change({ week: day })} />
        )}
      </QueryState>
    </section>
  );
}

function Week(props: {
  calendar: CalendarView;
  /** The week to come, while the one before it is shown. */
  asked: string | null;
  campaign: string | undefined;
  onWeek: (day: string | null) => void;
}) {
  const { calendar } = props;
  const { days, sends, today, timezone } = calendar;
  const wide = useMedia('(width >= 64rem)');
  useFirstInView(calendar);
  const legend = legendOf(sends, props.campaign);
  const from = props.asked ?? days[0] ?? today;
  const View = wide ? WeekGrid : WeekList;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Previous week"
          onClick={() => props.onWeek(daysLater(from, -7))}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <h2 aria-live="polite" className="min-w-28 text-center font-semibold tabular-nums">
          {weekText(days)}
        </h2>
        <Button variant="ghost" size="icon" aria-label="Next week" onClick={() => props.onWeek(daysLater(from, 7))}>
          <ChevronRight aria-hidden />
        </Button>
        <Button size="small" disabled={days.includes(today)} onClick={() => props.onWeek(null)}>
          Today
        </Button>
        <p className="ml-auto text-ink-3 text-note max-sm:w-full">
          {counted(sends.length, 'email')}
          {!calendar.complete && ', the rest is not shown'}. Times are in {timezone.replaceAll('_', ' ')}.
        </p>
      </div>
      <Legends legend={legend} sent={sends.some(({ status }) => status !== 'planned')} />
      {sends.length === 0 ? (
        <p className="panel px-4 py-5 text-ink-2">No emails in this week.</p>
      ) : (
        <View calendar={calendar} legend={legend} />
      )}
    </>
  );
}

/** Brings the next email into view, once for each week: its hour may be far below the first one. */
function useFirstInView(calendar: CalendarView): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const first = firstToSee(calendar);
    if (shown.current === calendar.days[0] || calendar.sends.length === 0) return;
    // a new screen first goes to its top
    const frame = requestAnimationFrame(() => {
      shown.current = calendar.days[0];
      const link = first && document.getElementById(sendId(first));
      if (link && link.getBoundingClientRect().bottom > window.innerHeight) link.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [calendar]);
}

function Legends(props: { legend: readonly Legend[]; sent: boolean }) {
  const marks = [
    ...props.legend,
    ...(props.sent ? [{ id: 'sent', name: 'Sent', tone: 'border-line-strong bg-sunken' }] : []),
  ];
  return (
    <ul aria-label="Colors" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-note empty:hidden">
      {marks.map(({ id, name, tone }) => (
        <li key={id} className="flex min-w-0 items-center gap-1.5">
          <span aria-hidden className={classes('size-3 shrink-0 rounded-tag border-2', tone)} />
          <bdi className="max-w-60 truncate">{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
