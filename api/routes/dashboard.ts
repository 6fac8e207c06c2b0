import { Hono } from 'hono';
import { readCounters } from '../../db/lists/counters.ts';
import { readCreditMonth } from '../../db/read/creditMonth.ts';
import { readDashboard, trendsOf } from '../../db/read/dashboard.ts';
import { daysOf, funnelOf, lastDays } from '../../db/read/overview.ts';
import { readNextSends } from '../../db/read/plannedSends.ts';
import { readRecentMatches } from '../../db/read/recentMatches.ts';
import { deletedCampaigns, readSpans, statsOf } from '../../db/read/stats.ts';
import { ref } from '../../db/store.ts';
import { creditsResetAt, creditsUsed } from '../../events/accounts/credits.ts';
import type { DashboardDays } from '../../events/history/dashboardDays.ts';
import { overviewQuery } from '../../events/history/dashboardInput.ts';
import { responseRate } from '../../events/shared/rates.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { matchView } from '../present/partner.ts';
import {
  type CreditsView,
  creditsSchema,
  type OverviewView,
  overviewSchema,
  type StatsView,
  statsSchema,
} from '../views.ts';

/** The contact credits of a tenant this month. `monthlyLimit`: as the account has it. */
export async function creditsView(
  { store }: Pick<Deps, 'store'>,
  tenant: string,
  monthlyLimit: number,
): Promise<CreditsView> {
  const { at, zone, period } = await readCreditMonth(store, tenant);
  const { state } = await store.load(tenant, ref('credits', `${tenant}-${period}`));
  const used = creditsUsed(state);
  return { remainingCredits: Math.max(0, monthlyLimit - used), monthlyLimit, used, resetsAt: creditsResetAt(at, zone) };
}

export const statsView = ({ store }: Pick<Deps, 'store'>, tenant: string): Promise<StatsView> =>
  readDashboard(store, tenant);

/** A tenant's recent days, and its next steps. */
async function overviewView(
  { store }: Pick<Deps, 'store'>,
  tenant: string,
  days: DashboardDays,
): Promise<OverviewView> {
  const [{ zone, ...spans }, counters, nextSends, recent] = await Promise.all([
    readSpans(store, tenant, days),
    readCounters(store, tenant, { campaigns: [''] }),
    readNextSends(store, tenant),
    readRecentMatches(store, tenant),
  ]);
  const series = daysOf(counters, lastDays(store.now().getTime(), zone, days));
  const deleted = deletedCampaigns(counters);
  const rate = responseRate(deleted.partnersReplied, deleted.partnersWrittenTo);
  const ofDeleted = deleted.partnersWrittenTo > 0 ? { ...deleted, responseRate: rate } : null;
  return {
    timezone: zone,
    series,
    trends: trendsOf(statsOf(counters, spans)),
    funnel: funnelOf(counters),
    nextSends,
    deletedCampaigns: ofDeleted,
    matches: recent.map(matchView),
  };
}

export function dashboardRoutes(deps: Deps) {
  return new Hono<Env>()
    .get('/dashboard/stats', answers(statsSchema), unlessUnchanged(deps), async (c) =>
      c.json(await statsView(deps, c.get('user').tenant), 200),
    )
    .get(
      '/dashboard/overview',
      answers(overviewSchema),
      check('query', overviewQuery),
      unlessUnchanged(deps),
      async (c) => c.json(await overviewView(deps, c.get('user').tenant, c.req.valid('query').days), 200),
    )
    .get('/credits', answers(creditsSchema), async (c) => {
      const { tenant, account } = c.get('user');
      return c.json(await creditsView(deps, tenant, account.monthlyCredits), 200);
    });
}
