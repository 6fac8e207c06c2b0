import type { EventDaysView } from '../../../api/views.ts';
import { dayEnd, dayStart } from './moments.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** An arrow key moves this far (ms) along a time of `span` ms, so that it is neither slow nor coarse. */
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

/** Bars along the slider, one for each part of the time with events. Their height (0 to 1) shows how many. */
export function binBars(bins: EventDaysView['bins']): { bin: number; height: number }[] {
  const most = Math.max(1, ...bins.map(({ events }) => events));
  return bins.flatMap(({ events }, bin) =>
    events > 0 ? [{ bin, height: Math.max(0.08, Math.sqrt(events / most)) }] : [],
  );
}

/** The path of a sum that grows by `values`, from 0 to at most `most`, one unit a value and this high. */
export function curve(values: readonly number[], most: number, height: number): string {
  let sum = 0;
  const points = values.map((value, index) => {
    sum += value;
    return `L${index + 1} ${Math.round(height * (1 - sum / Math.max(1, most)) * 10) / 10}`;
  });
  return `M0 ${height}${points.join('')}`;
}

/** The end of the last day with events before the day of `at`, and of the first one after it. null: none. */
export function daysBeside(
  zone: string,
  days: EventDaysView['days'],
  at: string,
): { before: string | null; after: string | null } {
  const moment = Date.parse(at);
  const before = days.findLast(({ day }) => Date.parse(dayEnd(zone, day)) < moment);
  const after = days.find(({ day }) => Date.parse(dayStart(zone, day)) > moment);
  return { before: before ? dayEnd(zone, before.day) : null, after: after ? dayEnd(zone, after.day) : null };
}
