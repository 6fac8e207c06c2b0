import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { ownerOf, ownersOf } from '../../db/accounts/workspace.ts';
import { withAbout } from '../../db/audit/aboutStreams.ts';
import { readCauses } from '../../db/audit/causes.ts';
import { eventsBehindMetric } from '../../db/audit/eventsBehindMetric.ts';
import { actorsIn, readExplained } from '../../db/audit/explain.ts';
import { findEmails } from '../../db/audit/findEmails.ts';
import { mustBeKnownTenant } from '../../db/audit/knownTenant.ts';
import { readMailProof } from '../../db/audit/mailProof.ts';
import { queuePerTenant } from '../../db/audit/queuePerTenant.ts';
import { timelinePage } from '../../db/audit/timeline.ts';
import { accountsOf, namesOf, tokenNames, tokensOf } from '../../db/read/users.ts';
import {
  adminHistoryQuery,
  asOfQuery,
  causesQuery,
  emailsQuery,
  historyQuery,
  noQuery,
  numberQuery,
  ofTenant,
} from '../../events/history/historyInput.ts';
import { actorsOfProof } from '../../events/history/mailProof.ts';
import { metricNames } from '../../events/history/metrics.ts';
import { userOf } from '../../events/shared/actor.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { answers, costs, HEAVY } from '../http/contract.ts';
import { leaveTrace } from '../http/leaveTrace.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { type AsOf, asOfView, mustBeKnown } from '../present/asOf.ts';
import { wireStatus } from '../present/campaign.ts';
import { actorsBehind, adminEventView, causesView, eventView, explainView, type Reader } from '../present/history.ts';
import {
  asOfSchema,
  causesSchema,
  emailsSchema,
  explainSchema,
  type NumberView,
  numberSchema,
  timelineSchema,
} from '../views.ts';

type NumberQuery = z.output<typeof numberQuery>;

/** History, causes and past states: for users of their own tenant, for admins of any. `viewer`: who reads. */
export function historyRoutes(deps: Deps) {
  const { store } = deps;
  const inQueue = queuePerTenant();
  const ownUnchanged = unlessUnchanged(deps);
  const unchangedOf = unlessUnchanged(deps, (c) => c.req.query('tenant'));
  /** One at a time for each tenant, since each may fold much of it; a client that has disconnected is skipped. */
  const asOf = async (c: Context<Env>, tenant: string, query: AsOf) => {
    const { signal } = c.req.raw;
    const view = await inQueue(tenant, signal, () => asOfView(deps, tenant, query, signal));
    await leaveTrace(deps, c, tenant, ['past', view.what === 'dashboard' ? 1 : view.items.length, view.what]);
    return view;
  };

  /** A look at the data of others leaves a trace there; one's own history leaves none. `tenant` undefined: of all. */
  const lookedAt = async (c: Context<Env>, tenant: string | undefined, trace: Parameters<typeof leaveTrace>[3]) => {
    if (tenant !== c.get('user').tenant) await leaveTrace(deps, c, tenant ?? 'system', trace);
  };

  /** `actors`: of the events that are read. One's own tokens are known without a look. */
  async function readerOf(c: Context<Env>, tenants: readonly string[], actors: readonly string[]): Promise<Reader> {
    const { userId, account } = c.get('user');
    const others = actors.filter((actor) => userOf(actor)?.userId !== userId);
    const [owners, tokens] = await Promise.all([ownersOf(store.sql, tenants), tokensOf(store, others)]);
    return { viewer: userId, owners, tokens: new Map([...tokenNames(account.tokens), ...tokens]) };
  }

  async function number(c: Context<Env>, tenant: string, name: string, query: NumberQuery): Promise<NumberView> {
    const { campaign, span, variant, ...page } = query;
    if (campaign !== undefined) await mustBeKnown(deps, tenant, campaign);
    const counted = await eventsBehindMetric(store, tenant, { name, campaign, span, variant }, page);
    if (!counted) throw new Refused({ code: 'no_metric', metrics: metricNames({ campaign, span }) });
    const reader = await readerOf(
      c,
      [tenant],
      counted.events.map(({ actor }) => actor),
    );
    const events = counted.events.map((event) => eventView(event, reader));
    return { name, campaign: campaign ?? null, ...counted, events };
  }

  return new Hono<Env>()
    .get('/history', answers(timelineSchema), check('query', historyQuery), ownUnchanged, async (c) => {
      const { tenant } = c.get('user');
      const { before, limit, ...filter } = c.req.valid('query');
      const { events, ...rest } = await timelinePage(store, { ...filter, tenant }, { before, limit });
      const reader = await readerOf(
        c,
        [tenant],
        events.map(({ actor }) => actor),
      );
      const named = await withAbout(store, tenant, events);
      return c.json({ events: named.map((event) => eventView(event, reader)), ...rest }, 200);
    })
    .get('/history/causes', answers(causesSchema), check('query', causesQuery), ownUnchanged, async (c) => {
      const { tenant } = c.get('user');
      const causes = await readCauses(store, tenant, c.req.valid('query').event);
      return c.json(causesView(causes, await readerOf(c, [tenant], actorsBehind(causes))), 200);
    })
    .get('/history/explain/:messageId', answers(explainSchema), check('query', noQuery), ownUnchanged, async (c) => {
      const { userId, tenant, account } = c.get('user');
      const explained = await readExplained(store, tenant, c.req.param('messageId'));
      return c.json(
        explainView(explained, await ownerOf(store, tenant), userId, { tokens: tokenNames(account.tokens) }),
        200,
      );
    })
    .get('/history/as-of', answers(asOfSchema), costs(HEAVY), check('query', asOfQuery), ownUnchanged, async (c) =>
      c.json(await asOf(c, c.get('user').tenant, c.req.valid('query')), 200),
    )
    .get('/history/number/:name', answers(numberSchema), check('query', numberQuery), ownUnchanged, async (c) => {
      const { tenant } = c.get('user');
      return c.json(await number(c, tenant, c.req.param('name'), c.req.valid('query')), 200);
    })
    .get('/admin/history', answers(timelineSchema), check('query', adminHistoryQuery), unchangedOf, async (c) => {
      const { before, limit, ...filter } = c.req.valid('query');
      if (filter.tenant !== undefined) await mustBeKnownTenant(store.sql, filter.tenant);
      const { events, ...rest } = await timelinePage(store, filter, { before, limit });
      await lookedAt(c, filter.tenant, ['history', events.length]);
      const streams = events.filter(({ kind }) => kind === 'user').map(({ stream }) => stream);
      const accounts = await accountsOf(store, [...new Set(streams)]);
      const reader = await readerOf(
        c,
        events.map((event) => event.tenant),
        events.map(({ actor }) => actor),
      );
      const named = filter.tenant === undefined ? events : await withAbout(store, filter.tenant, events);
      return c.json({ events: named.map((event) => adminEventView(event, reader, accounts)), ...rest }, 200);
    })
    .get(
      '/admin/history/causes',
      answers(causesSchema),
      check('query', causesQuery.extend(ofTenant.shape)),
      unchangedOf,
      async (c) => {
        const { tenant, event } = c.req.valid('query');
        await mustBeKnownTenant(store.sql, tenant);
        const causes = await readCauses(store, tenant, event);
        await lookedAt(c, tenant, ['history', 1]);
        return c.json(causesView(causes, await readerOf(c, [tenant], actorsBehind(causes))), 200);
      },
    )
    .get(
      '/admin/history/explain/:messageId',
      answers(explainSchema),
      check('query', ofTenant),
      unchangedOf,
      async (c) => {
        const { tenant } = c.req.valid('query');
        await mustBeKnownTenant(store.sql, tenant);
        const explained = await readExplained(store, tenant, c.req.param('messageId'));
        await lookedAt(c, tenant, ['email', explained.steps.length, explained.message.id]);
        const proof = await readMailProof(store, tenant, c.req.param('messageId'));
        const names = await namesOf(store, [...actorsIn(explained), ...actorsOfProof(proof)]);
        return c.json(
          explainView(explained, await ownerOf(store, tenant), c.get('user').userId, { names, proof }),
          200,
        );
      },
    )
    .get('/admin/history/emails', answers(emailsSchema), check('query', emailsQuery), async (c) => {
      const asked = c.req.valid('query');
      if (asked.tenant !== undefined) await mustBeKnownTenant(store.sql, asked.tenant);
      const found = await findEmails(store, asked);
      await lookedAt(c, asked.tenant, ['search', found.emails.length]);
      const emails = found.emails.map((email) => ({
        ...email,
        status: wireStatus({ status: email.status, replied: email.repliedAt !== null }),
      }));
      return c.json({ ...found, emails }, 200);
    })
    .get(
      '/admin/history/as-of',
      answers(asOfSchema),
      costs(HEAVY),
      check('query', asOfQuery.extend(ofTenant.shape)),
      unchangedOf,
      async (c) => {
        const { tenant, ...query } = c.req.valid('query');
        await mustBeKnownTenant(store.sql, tenant);
        return c.json(await asOf(c, tenant, query), 200);
      },
    )
    .get(
      '/admin/history/number/:name',
      answers(numberSchema),
      check('query', numberQuery.extend(ofTenant.shape)),
      unchangedOf,
      async (c) => {
        const { tenant, ...query } = c.req.valid('query');
        await mustBeKnownTenant(store.sql, tenant);
        const view = await number(c, tenant, c.req.param('name'), query);
        await lookedAt(c, tenant, ['history', view.events.length]);
        return c.json(view, 200);
      },
    );
}
