import type { Sql } from '../connection/connect.ts';
import { compareRows } from '../read/rebuild.ts';
import type { LeafPosition } from '../seal/leaves.ts';
import type { MasterKey } from '../vault/masterKey.ts';

/** `streams`: how many have an event between the places. `differ`: those whose row differs from the log's fold, as `TENANT STREAM`. */
export type Suspects = { streams: number; differ: string[] };

/**
 * A seal that is wrong says that one of its events was altered, not which. The rows may remember: they were folded from the events as they were. So
 * this is only a hint. An altered row, or an event that no row shows, leaves none. Null: what the log holds now does not fold at all. `sql`: the
 * owner's, of six or more.
 */
export async function suspectsBetween(
  sql: Sql,
  master: MasterKey,
  { after, to }: { after: LeafPosition; to: LeafPosition },
): Promise<Suspects | null> {
  const streams = await sql<{ name: string }[]>`
    select distinct e.tenant_id || ' ' || e.stream_id as name from log.events e
    where (e.epoch, e.tx, e.position) > (${after.epoch}, ${after.tx}::text::xid8, ${after.position})
      and (e.epoch, e.tx, e.position) <= (${to.epoch}, ${to.tx}::text::xid8, ${to.position})`;
  const compared = await compareRows({ sql, master }).catch(() => null);
  if (!compared) return null;
  const within = new Set(streams.map(({ name }) => name));
  // a row of another fold tells nothing of the events
  const told = compared.differences.filter(({ differs }) => differs !== 'fold');
  const names = told.map(({ tenant, streamId }) => `${tenant} ${streamId}`);
  return { streams: within.size, differ: names.filter((name) => within.has(name)).sort() };
}
