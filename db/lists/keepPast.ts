/** Keeps the counters of the past in steps of five minutes. Nothing else knows them, and they can be made again from the log. */
import type { Sql, Tx } from '../connection/connect.ts';
import { type CounterChange, counterChanges } from './foldPast.ts';
import { STEP_MS, stepOf } from './pastCounters.ts';

/** A commit waits less, and the clocks of two machines differ by less. */
const SETTLED_MS = 10 * 60_000;
/** Folded at once, so that memory stays small. */
const WINDOW_MS = 60 * 86_400_000;

/** Up to `until`, all in ms. */
type Window = { from: number; until: number };

function windowsOf({ from, until }: Window): Window[] {
  const count = Math.ceil((until - from) / WINDOW_MS);
  return Array.from({ length: count }, (_, nth) => ({
    from: from + nth * WINDOW_MS,
    until: Math.min(until, from + (nth + 1) * WINDOW_MS),
  }));
}

/** The changes of a window, summed up by key and step. */
async function changesIn(sql: Sql, tenant: string, { from, until }: Window): Promise<CounterChange[]> {
  const span = { from, until: until - 1, momentOf: (ms: number) => stepOf(ms) + STEP_MS };
  const sums = new Map<string, CounterChange>();
  for await (const change of counterChanges(sql, tenant, span)) {
    const name = `${change.at} ${change.key}`;
    const sum = sums.get(name);
    if (sum) sum.by += change.by;
    else sums.set(name, change);
  }
  return [...sums.values()].filter(({ by }) => by !== 0);
}

const keep = async (sql: Sql | Tx, tenant: string, { from, until }: Window, changes: readonly CounterChange[]) => {
  const [row] = await sql<{ kept: boolean }[]>`
    select lists.keep_past(${tenant}, ${new Date(from)}, ${new Date(until)}, ${JSON.stringify(changes)}::text::jsonb) as kept`;
  return row?.kept === true;
};

/** Keeps the past of all tenants up to now. */
export async function keepPast(sql: Sql, now: Date): Promise<void> {
  const until = stepOf(now.getTime() - SETTLED_MS);
  const behind = await sql<{ tenant: string; since: Date }[]>`
    select tenant_id as tenant, since from lists.past_behind(${new Date(until)})`;
  for (const { tenant, since } of behind)
    for (const window of windowsOf({ from: since.getTime(), until }))
      if (!(await keep(sql, tenant, window, await changesIn(sql, tenant, window)))) break;
}

/** The tenants with wrong counters of the past. `repair`: makes them again. */
export async function comparePast(sql: Sql, { repair }: { repair: boolean }): Promise<string[]> {
  const tenants = await sql<{ tenant: string; from: Date; until: Date }[]>`
    select k.tenant_id as tenant, k.until, coalesce((select min(q.at) from lists.event_quarters q where q.tenant_id = k.tenant_id), k.until) as from
    from lists.past k order by 1`;
  const wrong: string[] = [];
  for (const { tenant, ...span } of tenants) {
    const windows = windowsOf({ from: span.from.getTime(), until: span.until.getTime() });
    const made: [Window, CounterChange[]][] = [];
    for (const window of windows) made.push([window, await changesIn(sql, tenant, window)]);
    // short, since it holds back every reader of the log
    if (await isOtherwise(sql, { tenant, until: span.until }, made, repair)) wrong.push(tenant);
  }
  return wrong;
}

class Undone extends Error {}

async function isOtherwise(
  sql: Sql,
  { tenant, until }: { tenant: string; until: Date },
  made: readonly (readonly [Window, readonly CounterChange[]])[],
  repair: boolean,
): Promise<boolean> {
  const hash = async (tx: Tx) => {
    const [row] = await tx<{ hash: string | null }[]>`
      select md5(string_agg(c::text, ' ' order by c)) as hash from lists.past_counters c where c.tenant_id = ${tenant}`;
    return row?.hash ?? null;
  };
  let differs = false;
  const look = sql.begin(async (tx) => {
    const [held] = await tx<{ until: Date }[]>`select until from lists.past where tenant_id = ${tenant} for update`;
    // it went on in this time
    if (held?.until.getTime() !== until.getTime()) throw new Undone();
    const before = await hash(tx);
    await tx`delete from lists.past_counters where tenant_id = ${tenant}`;
    await tx`delete from lists.past where tenant_id = ${tenant}`;
    for (const [window, changes] of made) await keep(tx, tenant, window, changes);
    differs = before !== (await hash(tx));
    if (!repair) throw new Undone();
  });
  await look.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return differs;
}
