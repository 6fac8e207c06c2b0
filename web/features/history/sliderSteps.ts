import type { EventDaysView } from '../../../api/views.ts';
import { dayEnd, dayStart } from './moments.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How far (ms) an arrow key moves along a time of `span` ms, so that it is neither slow nor coarse. */
export const stepOf = (span: number): number => {
  if (span > 48 * HOUR) return HOUR;
  if (span > 2 * HOUR) return MINUTE;
  return span > 2 * MINUTE ? SECOND : SECOND / 10;
};

/**
 * The places of a slider from one moment to another (ISO 8601), numbered from 0 to `last`. Only the ends themselves are at the ends: from
 * anywhere else Home and End move.
 */
export function sliderPlaces(first: string, end: string) {
  const start = Date.parse(first);
  const span = Math.max(0, Date.parse(end) - start);
  const step = stepOf(span);
  const last = Math.max(2, Math.ceil(span / step));
  return {
    last,
    placeOf: (at: string): number => {
      if (at === end) return last;
      if (at === first) return 0;
      return Math.min(last - 1, Math.max(1, Math.round((Date.parse(at) - start) / step)));
    },
    momentOf: (place: number): string => {
      if (place >= last) return end;
      return place <= 0 ? first : new Date(start + Math.min(span, place * step)).toISOString();
    },
  };
}

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
