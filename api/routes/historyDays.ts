import { Hono } from 'hono';
import { eventDays } from '../../db/audit/eventDays.ts';
import { mustBeKnownTenant } from '../../db/audit/knownTenant.ts';
import { adminEventDaysQuery, eventDaysQuery } from '../../events/inputs/eventDays.ts';
import type { Deps, Env } from '../context.ts';
import { adminOnly } from '../security.ts';
import { check } from '../validate.ts';
import type { EventDaysView } from '../views.ts';

/** On which days something happened: the marks of the time slider. */
export function historyDaysRoutes({ store }: Deps) {
  return new Hono<Env>()
    .get('/history/days', check('query', eventDaysQuery), async (c) => {
      const view: EventDaysView = await eventDays(store, c.get('user').userId, c.req.valid('query').zone);
      return c.json(view, 200);
    })
    .get('/admin/history/days', adminOnly, check('query', adminEventDaysQuery), async (c) => {
      const { tenant, zone } = c.req.valid('query');
      await mustBeKnownTenant(store.sql, tenant);
      const view: EventDaysView = await eventDays(store, tenant, zone);
      return c.json(view, 200);
    });
}
