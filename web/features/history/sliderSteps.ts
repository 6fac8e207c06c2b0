import type { EventDaysView } from '../../../api/views.ts';
import { dayEnd, dayStart } from './moments.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How far an arrow key moves along a time of `span` ms: an hour, a minute or a second, so that it is neither slow nor coarse. */
export const stepOf = (span: number): number => (span > 48 * HOUR ? HOUR : span > 2 * HOUR ? MINUTE : SECOND);

export type Mark = { day: string; events: number; from: number; width: number; height: number };

/** The days with events as bars along the slider: place and width as parts of it, height by how much happened. */
export function dayMarks({ first, last, days }: { first: string; last: string } & Pick<EventDaysView, 'days'>): Mark[] {
  const [start, end] = [Date.parse(first), Date.parse(last)];
  const span = Math.max(1, end - start);
  const most = Math.max(...days.map(({ events }) => events));
  return days.map(({ day, events }) => {
    const from = Math.max(start, Date.parse(dayStart(day)));
    const to = Math.min(end, Date.parse(dayEnd(day)));
    return {
      day,
      events,
      from: (from - start) / span,
      width: Math.max(0, to - from) / span,
      height: Math.sqrt(events / most),
    };
  });
}

/** The end of the last day with events before the day of `at`, and of the first one after it; null where there is none. */
export function daysBeside(days: EventDaysView['days'], at: string): { before: string | null; after: string | null } {
  const moment = Date.parse(at);
  const before = days.findLast(({ day }) => Date.parse(dayEnd(day)) < moment);
  const after = days.find(({ day }) => Date.parse(dayStart(day)) > moment);
  return { before: before ? dayEnd(before.day) : null, after: after ? dayEnd(after.day) : null };
}
