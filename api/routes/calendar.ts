import { Hono } from 'hono';
import { CALENDAR_LIMIT, readCalendar } from '../../db/read/calendar.ts';
import { ref } from '../../db/store.ts';
import { calendarQuery } from '../../events/sending/sendingInput.ts';
import { dayAfter, instantOf, localDay, weekOf } from '../../events/shared/zoned.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { type CalendarView, calendarSchema } from '../views.ts';

/** The emails of a week, of all campaigns. */
export function calendarRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().get(
    '/calendar',
    answers(calendarSchema),
    check('query', calendarQuery),
    unlessUnchanged(deps),
    async (c) => {
      const { tenant } = c.get('user');
      const { state: profile } = await store.load(tenant, ref('profile', tenant));
      const timezone = profile.timezone ?? 'UTC';
      const today = localDay(store.now().getTime(), timezone);
      const days = weekOf(c.req.valid('query').day ?? today);
      const [first = today, last = today] = [days[0], days.at(-1)];
      const startOf = (day: string): string => new Date(instantOf(day, 0, timezone)).toISOString();
      const sends = await readCalendar(store, tenant, { from: startOf(first), until: startOf(dayAfter(last)) });
      const view: CalendarView = {
        ...{ timezone, today, days },
        sends: sends.map((send) => ({ ...send, day: localDay(Date.parse(send.at), timezone) })),
        complete: sends.length < CALENDAR_LIMIT,
      };
      return c.json(view, 200);
    },
  );
}
