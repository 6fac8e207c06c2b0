import { Hono } from 'hono';
import { eventDays } from '../../db/audit/eventDays.ts';
import { mustBeKnownTenant } from '../../db/audit/knownTenant.ts';
import { queuePerTenant } from '../../db/audit/queuePerTenant.ts';
import { adminEventDaysQuery, eventDaysQuery } from '../../events/history/historyInput.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { type EventDaysView, eventDaysSchema } from '../views.ts';

/** On which days something happened: the marks of the time slider. */
export function historyDaysRoutes(deps: Deps) {
  const { store } = deps;
  const inQueue = queuePerTenant();
  /** One at a time of a tenant, since each counts all that the tenant did. */
  const days = (tenant: string, zone: string, signal: AbortSignal): Promise<EventDaysView> =>
    inQueue(tenant, signal, () => eventDays(store, tenant, zone));

  return new Hono<Env>()
    .get('/history/days', answers(eventDaysSchema), check('query', eventDaysQuery), unlessUnchanged(deps), async (c) =>
      c.json(await days(c.get('user').tenant, c.req.valid('query').zone, c.req.raw.signal), 200),
    )
    .get(
      '/admin/history/days',
      answers(eventDaysSchema),
      check('query', adminEventDaysQuery),
      unlessUnchanged(deps, (c) => c.req.query('tenant')),
      async (c) => {
        const { tenant, zone } = c.req.valid('query');
        await mustBeKnownTenant(store.sql, tenant);
        return c.json(await days(tenant, zone, c.req.raw.signal), 200);
      },
    );
}
