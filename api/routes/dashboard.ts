import { Hono } from 'hono';
import { readDashboard } from '../../db/read/dashboard.ts';
import { ref } from '../../db/store.ts';
import { creditPeriod, creditsResetAt, creditsUsed } from '../../events/accounts/credits.ts';
import type { Deps, Env } from '../context.ts';
import type { CreditsView, StatsView } from '../views.ts';

/** How many credits a user has this month. */
export async function creditsView(deps: Pick<Deps, 'store'>, userId: string): Promise<CreditsView> {
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
export const statsView = ({ store }: Pick<Deps, 'store'>, tenant: string): Promise<StatsView> =>
  readDashboard(store, tenant);

export function dashboardRoutes(deps: Deps) {
  return new Hono<Env>()
    .get('/dashboard/stats', async (c) => c.json(await statsView(deps, c.get('user').tenant), 200))
    .get('/credits', async (c) => c.json(await creditsView(deps, c.get('user').tenant), 200));
}
