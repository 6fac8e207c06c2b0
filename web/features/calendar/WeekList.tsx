import type { CalendarView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { classes } from '../../lib/classes.ts';
import { timeIn } from '../../lib/dates.ts';
import { counted } from '../../lib/numbers.ts';
import { STATUS } from '../campaigns/messageState.ts';
import { campaignText, dayText, type Legend, toneOf, whoText } from './calendar.ts';
import { SendEntry } from './SendEntry.tsx';

/** A list a day, for screens that have no room for columns. Days without emails are left out. */
export function WeekList(props: { calendar: CalendarView; legend: readonly Legend[] }) {
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
