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

export function dashboardRoutes(deps: Deps) {
  return new Hono<Env>()
    .get('/dashboard/stats', async (c) => {
      const stats = await readStats(deps.store, c.get('user').userId);
      const { recent, before } = stats;
      const view: StatsView = {
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
          responseRate: trend(
            responseRate(recent.replied, recent.written),
            responseRate(before.replied, before.written),
          ),
        },
      };
      return c.json(view, 200);
    })
    .get('/credits', async (c) => c.json(await creditsView(deps, c.get('user').userId), 200));
}
