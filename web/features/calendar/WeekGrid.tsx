import { Fragment } from 'react';
import type { CalendarView } from '../../../api/views.ts';
import { weekdayOf } from '../../../events/shared/zoned.ts';
import { classes } from '../../lib/classes.ts';
import { hourText, timeIn } from '../../lib/dates.ts';
import { counted } from '../../lib/numbers.ts';
import {
  type CalendarSend,
  campaignText,
  columnText,
  dayText,
  hourIn,
  type Legend,
  toneOf,
  whoText,
} from './calendar.ts';
import { SendEntry } from './SendEntry.tsx';

const HEAD = 1;

/** A column a day, a row an hour; an hour is as high as its fullest day needs. In the document the days follow one another. */
export function WeekGrid(props: { calendar: CalendarView; legend: readonly Legend[] }) {
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
