import { keepPreviousData } from '@tanstack/react-query';
import type { CalendarView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { query } from '../../lib/query.ts';

export type CalendarSend = CalendarView['sends'][number];

/** The emails of the week of a day, of all campaigns; of this week without one. */
export const [useCalendar] = query((day: string | null) => ({
  key: ['campaigns', 'calendar', day],
  call: () => unwrap(client.api.calendar.$get({ query: day === null ? {} : { day } })),
  // one week stays until the next is there
  placeholderData: keepPreviousData,
  // a new day begins without an event
  refetchInterval: 10 * 60_000,
}));

const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const wholeDay = new Intl.DateTimeFormat(undefined, {
  ...{ weekday: 'long', day: 'numeric', month: 'short' },
  timeZone: 'UTC',
});
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** "Nov 16 – 22", for the days of a week. */
export const weekText = (days: readonly string[]): string =>
  dayAndMonth.formatRange(noon(days[0] ?? ''), noon(days.at(-1) ?? ''));
/** "16 Mon", above a column. */
export const columnText = (day: string): string => weekday.format(noon(day));
/** "Today, Monday, Nov 16". */
export const dayText = (day: string, today: string): string =>
  `${day === today ? 'Today, ' : ''}${wholeDay.format(noon(day))}`;

/** The hour of the day in a zone, 0 to 23. */
export const hourIn = (zone: string, at: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(new Date(at)));
/** The email to see first: of this week the next one, or the last one of today; else none. */
export const firstToSee = ({ days, sends, today }: CalendarView): CalendarSend | undefined =>
  days.includes(today)
    ? (sends.find(({ status }) => status === 'planned') ?? sends.findLast(({ day }) => day === today))
    : undefined;

/** The id of its link on the page. */
export const sendId = ({ messageId }: CalendarSend): string => `send-${messageId}`;
export const whoText = ({ partnerName }: CalendarSend): string => partnerName ?? 'Erased';
export const campaignText = ({ campaignName, campaignDeleted }: CalendarSend): string =>
  `${campaignName ?? 'Campaign'}${campaignDeleted ? ' (deleted)' : ''}`;

const TONES = [
  'border-accent bg-accent-soft text-accent',
  'border-plum bg-plum-soft text-plum',
  'border-info bg-info-soft text-info',
  'border-signal bg-signal-soft text-signal',
];
const SENT = 'border-line-strong bg-sunken text-ink-2';

export type Legend = { id: string; name: string; tone: string };

/** A color for each campaign with planned emails; `first`: the campaign that has the first one. */
export function legendOf(sends: readonly CalendarSend[], first: string | undefined): Legend[] {
  const names = new Map(sends.filter(({ status }) => status === 'planned').map((send) => [send.campaignId, send]));
  const ids = [...names.keys()].toSorted((a, b) => Number(b === first) - Number(a === first));
  return ids.map((id, index) => ({
    id,
    name: id === first ? 'This campaign' : campaignText(names.get(id) as CalendarSend),
    tone: TONES[index % TONES.length] ?? SENT,
  }));
}

export const toneOf = (send: CalendarSend, legend: readonly Legend[]): string =>
  (send.status === 'planned' && legend.find(({ id }) => id === send.campaignId)?.tone) || SENT;
