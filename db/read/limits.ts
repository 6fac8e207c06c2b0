import {
  BYTES_A_MB,
  DAY_SECONDS,
  LIMIT_NAMES,
  LIMITS,
  type LimitName,
  limitOf,
  NEAR,
  type NearName,
} from '../../events/accounts/limits.ts';
import { budgetMonth, budgetOf } from '../../events/ai/budget.ts';
import { Refused } from '../../events/shared/refused.ts';
import { leaseAllowance } from '../accounts/allowances.ts';
import { ownerAccount } from '../accounts/workspace.ts';
import { readAs } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Store } from '../store.ts';
import { settingValue } from './settingValue.ts';
import { accountsOf } from './users.ts';

/** The limit of a workspace: its owner's own one, else that of everyone. */
export async function limitFor(store: Store, tenant: string, name: LimitName): Promise<number> {
  const [{ limits }, everyone] = await Promise.all([
    ownerAccount(store, tenant),
    settingValue(store, LIMITS[name].setting),
  ]);
  return limitOf(name, limits, everyone);
}

/** How many partners a workspace may still add, by its counters. A search and an import at once may add some more. */
export async function roomForPartners(store: Store, tenant: string): Promise<{ most: number; room: number }> {
  await bringUpToDate(store, tenant);
  const most = await limitFor(store, tenant, 'partners');
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ listed: number }[]>`
      select coalesce(sum(n), 0)::int as listed from lists.counters
      where tenant_id = ${tenant} and campaign_id = '' and name >= 'status.' and name < 'status/'`,
  );
  return { most, room: Math.max(0, most - (row?.listed ?? 0)) };
}

/** Refused as `limit`. */
export async function mustHaveRoomForPartners(store: Store, tenant: string): Promise<void> {
  const { most, room } = await roomForPartners(store, tenant);
  if (room === 0) throw new Refused({ code: 'partners_full', most });
}

/** Takes one of those that a workspace may start a day. They refill evenly. Refused as `limit`. */
export async function takeOfDay(store: Store, tenant: string, what: 'searches' | 'imports'): Promise<void> {
  const most = await limitFor(store, tenant, what);
  const quota = { quota: most, seconds: DAY_SECONDS };
  const { wait } = await leaseAllowance(store.sql, `${what}|${tenant}`, quota, { need: 1, want: 1, back: 0 });
  if (wait === null) return;
  const until = new Date(store.now().getTime() + 1000 * wait).toISOString();
  throw new Refused({ code: 'day_used_up', what, most, until, retryAfterSeconds: Math.ceil(wait) });
}

/** How many more bytes a workspace may store, by its kept sum. Two files at once may take the same room. */
export async function roomForBytes(store: Store, tenant: string): Promise<{ mostMb: number; room: number }> {
  const mostMb = await limitFor(store, tenant, 'storage');
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ bytes: number }[]>`select bytes::float8 as bytes from vault.stored_bytes where tenant_id = ${tenant}`,
  );
  return { mostMb, room: Math.max(0, mostMb * BYTES_A_MB - (row?.bytes ?? 0)) };
}

/** `used`: now. */
export type NearLimit = { userId: string; email: string | null; limit: NearName; used: number; most: number };

/** Users who are near a limit, by pages: for admins. `after`: the next of the page before. */
export async function readNearLimits(
  store: Store,
  { after, limit }: { after: string; limit: number },
): Promise<{ near: NearLimit[]; next: string | null }> {
  const everyone = await Promise.all(
    LIMIT_NAMES.map(
      async (name) => [name, limitOf(name, {}, await settingValue(store, LIMITS[name].setting))] as const,
    ),
  );
  const aiBudget = budgetOf(await settingValue(store, 'ai_budget_per_user'));
  const now = store.now().toISOString();
  const rows = await store.sql<Omit<NearLimit, 'email'>[]>`
    select user_id as "userId", limit_name as limit, used, most
    from read.near_limits(
      ${store.sql.json({ ...Object.fromEntries(everyone), aiBudget })}, ${now}, ${`${budgetMonth(now)}-01`}, ${NEAR}, ${after}, ${limit + 1})`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const accounts = await accountsOf(
    store,
    page.map(({ userId }) => `user-${userId}`),
  );
  return {
    near: page.map((row) => ({ ...row, email: accounts.get(`user-${row.userId}`)?.email ?? null })),
    next: rows.length > limit && last ? `${last.userId}|${last.limit}` : null,
  };
}
