import { Hono } from 'hono';
import { feedEnd, START } from '../../db/audit/feed.ts';
import {
  dropPosition,
  type FeedEvent,
  type FeedFilter,
  type FeedPage,
  feedPositions,
  keepPosition,
  publicEvents,
} from '../../db/audit/publicFeed.ts';
import { withDeadline } from '../../db/connection/withDeadline.ts';
import { partnersById } from '../../db/read/partners.ts';
import { sourceTypes } from '../../events/public/catalog.ts';
import { positionForm, positionParam, publicFeedQuery } from '../../events/public/ingestInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { answers, costs, HEAVY, needs } from '../http/contract.ts';
import { leaveTrace } from '../http/leaveTrace.ts';
import { check } from '../http/validate.ts';
import { doneSchema, positionsSchema, publicFeedSchema } from '../views.ts';

/** A workspace's own public events for other programs, in the order of the log, and how far each program has read. */
export function publicFeedRoutes(deps: Deps) {
  const { store } = deps;

  async function positionOf(tenant: string, name: string): Promise<string> {
    const found = (await feedPositions(store, tenant)).find((one) => one.name === name);
    if (!found) throw new Refused({ code: 'no_position' });
    return found.cursor;
  }

  /** The next events. Without any, it waits for news of the workspace, and looks again. */
  function read(tenant: string, from: string, filter: FeedFilter, limit: number, seconds: number, signal: AbortSignal) {
    const types = new Set(sourceTypes(filter.types));
    return withDeadline(seconds * 1000, [signal, deps.stopping], async (ended): Promise<FeedPage> => {
      let wake: () => void = () => undefined;
      let moved = false;
      const notify = () => {
        moved = true;
        wake();
      };
      const unsubscribe = deps.tail.subscribe((head) => {
        if (head.tenant === tenant && types.has(head.type)) notify();
      });
      ended.addEventListener('abort', notify);
      try {
        for (let after = from; ; ) {
          moved = false;
          const page = await publicEvents(store, tenant, after, filter, limit);
          if (page.events.length > 0 || page.more || ended.aborted || seconds === 0) return page;
          after = page.next;
          if (!moved) await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        unsubscribe();
      }
    });
  }

  /** The events with who each is about, as they are known now. */
  async function withPersons(tenant: string, events: readonly FeedEvent[]) {
    const idOf = ({ data }: FeedEvent) => ('partner' in data ? data.partner : null);
    const ids = [...new Set(events.flatMap((event) => idOf(event) ?? []))];
    const states = new Map((await partnersById(store, tenant, ids)).map(({ id, state }) => [id, state]));
    return events.map((event) => {
      const { person, contact } = states.get(idOf(event) ?? '') ?? {};
      return { ...event, personal: person ? { name: person.name, email: contact?.email ?? null } : null };
    });
  }

  return new Hono<Env>()
    .get(
      '/feed/events',
      answers(publicFeedSchema),
      needs('read'),
      costs(HEAVY),
      check('query', publicFeedQuery),
      async (c) => {
        const { tenant } = c.get('user');
        const { after, position, types, campaign, partner, limit, wait, personal } = c.req.valid('query');
        const from = position === undefined ? (after ?? START) : await positionOf(tenant, position);
        const filter = { ...(types && { types }), ...(campaign && { campaign }), ...(partner && { partner }) };
        const page = await read(tenant, from, filter, limit, wait, c.req.raw.signal);
        if (!personal) return c.json(page, 200);
        const events = await withPersons(tenant, page.events);
        const people = events.filter((event) => event.personal !== null).length;
        if (people > 0) await leaveTrace(deps, c, tenant, ['partners', people]);
        return c.json({ ...page, events }, 200);
      },
    )
    .get('/feed/positions', answers(positionsSchema), async (c) => {
      const rows = await feedPositions(store, c.get('user').tenant);
      const positions = rows.map((row) => ({ ...row, movedAt: row.movedAt.toISOString() }));
      return c.json({ positions, end: await feedEnd(store.sql) }, 200);
    })
    .put(
      '/feed/positions/:name',
      answers(doneSchema),
      needs('read'),
      check('param', positionParam),
      check('json', positionForm),
      async (c) => {
        await keepPosition(store, c.get('user').tenant, c.req.valid('param').name, c.req.valid('json').cursor);
        return c.json({ success: true as const }, 200);
      },
    )
    .delete('/feed/positions/:name', answers(doneSchema), needs('read'), check('param', positionParam), async (c) => {
      if (!(await dropPosition(store, c.get('user').tenant, c.req.valid('param').name)))
        throw new Refused({ code: 'no_position' });
      return c.json({ success: true as const }, 200);
    });
}
