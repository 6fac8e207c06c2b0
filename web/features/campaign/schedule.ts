import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ScheduleView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The sends to come. GET /api/campaigns/{id}/schedule */
export function fetchSchedule(campaignId: string): Promise<ScheduleView> {
  return unwrap(client.api.campaigns[':id'].schedule.$get({ param: { id: campaignId } }));
}

export function scheduleQuery(campaignId: string) {
  return queryOptions({ queryKey: ['campaigns', campaignId, 'schedule'], queryFn: () => fetchSchedule(campaignId) });
}

export function useSchedule(campaignId: string) {
  return useQuery(scheduleQuery(campaignId));
}

export type ScheduledDay = ScheduleView['days'][number] & { id: string; sends: ScheduleView['sends'] };

/** The sends of a schedule by their local day, in order. */
export function daysOf(schedule: ScheduleView): ScheduledDay[] {
  const days = new Map(
    schedule.days.map((day) => [day.day, { ...day, id: day.day, sends: [] as ScheduledDay['sends'] }]),
  );
  for (const send of schedule.sends) days.get(send.day)?.sends.push(send);
  return [...days.values()];
}

const weekday = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const inZone = (zone: string) => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone });

/** "Today", "Tomorrow" or "Monday, Nov 23" for a local day (`yyyy-mm-dd`) of a zone. */
export function dayName(day: string, zone: string, now: number): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const today = Date.parse(`${inZone(zone).format(now)}T12:00:00Z`);
  const ahead = Math.round((noon - today) / 86_400_000);
  if (ahead === 0) return 'Today';
  return ahead === 1 ? 'Tomorrow' : weekday.format(noon);
}
