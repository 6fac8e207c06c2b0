import { Hono } from 'hono';
import { readStats } from '../../db/read/stats.ts';
import { ref } from '../../db/store.ts';
import { creditPeriod, creditsResetAt, creditsUsed } from '../../events/credits.ts';
import type { Deps, Env } from '../context.ts';
import { responseRate } from '../present/campaign.ts';
import type { CreditsView, StatsView } from '../views.ts';

/** This span against the one before, in whole percent; null when there was nothing before. */
const trend = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round((100 * (now - before)) / before);

type Answered = { written: number; replied: number };

/** The same for the response rate; null also when nobody was written to in one of the spans, which says nothing of how people answer. */
const rateTrend = (recent: Answered, before: Answered): number | null =>
  recent.written === 0 || before.written === 0
    ? null
    : trend(responseRate(recent.replied, recent.written), responseRate(before.replied, before.written));

/** How many credits a user has this month. */
export async function creditsView(deps: Deps, userId: string): Promise<CreditsView> {
  const now = deps.store.now().toISOString();
  const [credits, user] = await Promise.all([
    deps.store.load(userId, ref('credits', `${userId}-${creditPeriod(now)}`)),
    deps.store.load('system', ref('user', userId)),
  ]);
  const monthlyLimit = user.state.monthlyCredits;
  const used = creditsUsed(credits.state);
  return { remainingCredits: Math.max(0, monthlyLimit - used), monthlyLimit, used, resetsAt: creditsResetAt(now) };
}

/** The dashboard of a tenant. */
export async function statsView(deps: Deps, tenant: string): Promise<StatsView> {
  const stats = await readStats(deps.store, tenant);
  const { recent, before } = stats;
  return {
    totalPartners: stats.partners,
    approvedPartners: stats.approved,
    totalEmailsSent: stats.sent,
    responseRate: responseRate(stats.replied, stats.written),
    partnersWrittenTo: stats.written,
    partnersReplied: stats.replied,
    trends: {
      totalPartners: trend(recent.partners, before.partners),
      approvedPartners: trend(recent.approved, before.approved),
      totalEmailsSent: trend(recent.sent, before.sent),
      responseRate: rateTrend(recent, before),
    },
  };
}

export function dashboardRoutes(deps: Deps) {
  return new Hono<Env>()
    .get('/dashboard/stats', async (c) => c.json(await statsView(deps, c.get('user').userId), 200))
    .get('/credits', async (c) => c.json(await creditsView(deps, c.get('user').userId), 200));
}
