import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import type { CalendarView } from '../../../api/views.ts';
import { daysLater, weekdayOf, weekOf } from '../../../events/shared/zoned.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { Skeleton, SkeletonText } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { hourText, timeIn } from '../../lib/dates.ts';
import { counted } from '../../lib/numbers.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { STATUS } from '../campaigns/messageState.ts';
import {
  type CalendarSend,
  campaignText,
  columnText,
  dayText,
  firstToSee,
  hourIn,
  type Legend,
  legendOf,
  sendId,
  toneOf,
  useCalendar,
  weekText,
  whoText,
} from './calendar.ts';
import { SendEntry } from './SendEntry.tsx';

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

/** A list a day, for screens that have no room for columns. Days without emails are left out. */
function WeekList(props: { calendar: CalendarView; legend: readonly Legend[] }) {
  const { days, sends, today, timezone } = props.calendar;
  const lists = days
    .map((day) => ({ day, sends: sends.filter((send) => send.day === day) }))
    .filter((list) => list.sends.length > 0);
  return (
    <div className="flex flex-col gap-4">
      {lists.map((list) => (
        <section key={list.day} aria-label={dayText(list.day, today)} className="panel overflow-hidden">
          <div className="flex items-baseline justify-between gap-3 px-4 py-2.5">
            <h3 className={classes('font-semibold', list.day === today && 'text-accent')}>
              {dayText(list.day, today)}
            </h3>
            <span className="shrink-0 text-ink-3 text-note tabular-nums">{counted(list.sends.length, 'email')}</span>
          </div>
          <ul>
            {list.sends.map((send) => (
              <li key={send.messageId}>
                <SendEntry
                  send={send}
                  className="flex min-h-11 items-center gap-3 border-t px-4 py-1.5 -outline-offset-2"
                  hover="hover:bg-sunken"
                >
                  <span aria-hidden className={classes('h-5 shrink-0 border-l-3', toneOf(send, props.legend))} />
                  <time dateTime={send.at} className="w-17 shrink-0 text-ink-2 text-small tabular-nums">
                    {timeIn(timezone, send.at)}
                  </time>
                  <span className="min-w-0 flex-1">
                    <bdi className="block truncate leading-4.5">{whoText(send)}</bdi>
                    <bdi className="block truncate text-ink-3 text-note">{campaignText(send)}</bdi>
                  </span>
                  {send.status !== 'planned' && (
                    <Badge tone={send.status === 'replied' ? 'good' : 'mute'}>{STATUS[send.status].label}</Badge>
                  )}
                </SendEntry>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const HEAD = 1;

/** A column a day, a row an hour; an hour is as high as its fullest day needs. In the document the days follow one another. */
function WeekGrid(props: { calendar: CalendarView; legend: readonly Legend[] }) {
  const { days, sends, today, timezone } = props.calendar;
  const hourOf = new Map(sends.map((send) => [send.messageId, hourIn(timezone, send.at)]));
  const used = [...hourOf.values()];
  const first = Math.min(...used);
  const hours = Array.from({ length: Math.max(...used) - first + 1 }, (_, index) => first + index);
  const rowOf = (hour: number): number => hour - first + HEAD + 1;
  const ofDay = (day: string) => sends.filter((send) => send.day === day);
  const columns = days.map((day) => (weekdayOf(day) > 5 && ofDay(day).length === 0 ? '3.5rem' : 'minmax(0, 1fr)'));
  return (
    <div
      className="panel grid overflow-clip"
      style={{
        gridTemplateColumns: `3.5rem ${columns.join(' ')}`,
        gridTemplateRows: `auto repeat(${hours.length}, minmax(3rem, auto))`,
      }}
    >
      {hours.map((hour) => (
        <div key={hour} aria-hidden style={{ gridRow: rowOf(hour), gridColumn: '1 / -1' }} className="border-t">
          <span className="block px-2 pt-1 text-ink-3 text-note">{hourText(hour)}</span>
        </div>
      ))}
      {days.map((day, index) => (
        <Fragment key={day}>
          <div
            aria-hidden
            style={{ gridRow: '1 / -1', gridColumn: index + 2 }}
            className={classes('border-l', day === today && 'bg-accent-soft/40')}
          />
          <h3
            aria-label={`${dayText(day, today)}: ${counted(ofDay(day).length, 'email')}`}
            style={{ gridRow: HEAD, gridColumn: index + 2 }}
            className={classes(
              'sticky top-0 z-2 flex flex-wrap items-baseline justify-between border-l bg-surface gap-x-2 px-2.5 py-2 font-semibold text-small',
              day === today && 'text-accent',
            )}
          >
            {columnText(day)}
            {ofDay(day).length > 0 && (
              <span className="font-normal text-ink-3 text-note tabular-nums">{ofDay(day).length}</span>
            )}
          </h3>
          {hours.map((hour) => (
            <Hour
              key={hour}
              sends={ofDay(day).filter(({ messageId }) => hourOf.get(messageId) === hour)}
              place={{ gridRow: rowOf(hour), gridColumn: index + 2 }}
              zone={timezone}
              legend={props.legend}
            />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function Hour(props: {
  sends: readonly CalendarSend[];
  place: { gridRow: number; gridColumn: number };
  zone: string;
  legend: readonly Legend[];
}) {
  if (props.sends.length === 0) return null;
  return (
    <ul style={props.place} className="z-1 flex min-w-0 flex-col gap-0.5 p-1">
      {props.sends.map((send) => (
        <li key={send.messageId}>
          <SendEntry
            send={send}
            title={`${whoText(send)}, ${campaignText(send)}`}
            className={classes(
              'relative flex gap-1 rounded-tag border-l-2 px-1.5 py-1 text-note tabular-nums',
              toneOf(send, props.legend),
            )}
            hover="hover:underline"
          >
            <time dateTime={send.at} className="shrink-0">
              {timeIn(props.zone, send.at)}
            </time>
            <bdi className="min-w-0 truncate">{whoText(send)}</bdi>
            <span className="sr-only">
              , {campaignText(send)}, {send.status}
            </span>
          </SendEntry>
        </li>
      ))}
    </ul>
  );
}
