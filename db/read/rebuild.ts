import type { Sql, Tx } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { type Difference, differences } from './differences.ts';
import { foldInto } from './foldInto.ts';
import { type FoldedRow, foldPages, type StreamName, someStreams } from './foldLog.ts';
import { addPrimaryKeys, createNext, dropAside, finishNext, replaceRows, switchOver } from './nextTables.ts';
import { asOnlyRebuild } from './oneRebuild.ts';

/**
 * Blue/green: short transactions fold the whole log into tables beside the live ones, then what changed since. Then the log is locked against
 * writers, the rest is folded, and the two schemas change names.
 *
 * The lock is on log.events, because each commit writes the log before any row. Locks on the row tables met commits half-way, and deadlocked.
 * Renaming schemas locks no table, so readers never wait. It makes PostgreSQL resolve the names of its plans again, so a waiting commit finds the new
 * tables.
 */

type Options = {
  /** The owner's pool, of six connections or more. */
  sql: Sql;
  master: MasterKey;
  /** Called after each page of events. */
  onProgress?: (done: { events: number; streams: number }) => void;
  /** From how many events on a second thread folds, too. */
  worthAThread?: number;
  /** Called with the wrong rows before the switch, while writers wait. If it throws, the live rows stay as they were. */
  beforeSwitch?: (wrong: readonly Difference[]) => void;
};
export type Comparison = { events: number; streams: number; seconds: number; differences: Difference[] };
/** `lockedMs`: how long writers waited, at most. */
export type Rebuilt = Comparison & { lockedMs: number };

/** Below this many streams the remainder is small enough to be folded under the lock. */
const SMALL = 200;

/** Where a catch-up goes on: transactions from this one on may have been invisible before. */
type Since = { epoch: number; tx: string };

async function sinceNow(sql: Sql | Tx): Promise<Since> {
  const [row] = await sql<Since[]>`
    select (select max(epoch) from log.epochs) as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as tx`;
  return { epoch: row?.epoch ?? 0, tx: row?.tx ?? '0' };
}

const changedSince = (tx: Sql | Tx, { epoch, tx: first }: Since): Promise<StreamName[]> =>
  tx<StreamName[]>`
    select distinct tenant_id as tenant, stream_id as "streamId" from log.events
    where (epoch, tx, position) > (${epoch}, ${first}::text::xid8, 0)`;

async function foldStreams(tx: Tx, master: MasterKey, streams: readonly StreamName[]): Promise<FoldedRow[]> {
  const folded: FoldedRow[] = [];
  for await (const { rows } of foldPages(tx, master, someStreams(tx, streams))) folded.push(...rows);
  return folded;
}

/** Folds all streams that moved since, in one snapshot, so that the new tables are of one moment. */
async function catchUp(sql: Sql, master: MasterKey, since: Since): Promise<{ since: Since; streams: number }> {
  // read first, write after: a transaction that has written holds every tail back
  const { next, rows } = await sql.begin('isolation level repeatable read read only', async (tx) => ({
    next: await sinceNow(tx),
    rows: await foldStreams(tx, master, await changedSince(tx, since)),
  }));
  await sql.begin((tx) => replaceRows(tx, rows));
  return { since: next, streams: rows.length };
}

async function foldAll({
  sql,
  master,
  onProgress,
  ...threads
}: Options): Promise<{ events: number; streams: number; since: Since }> {
  await createNext(sql);
  let since = await sinceNow(sql);
  let events = 0;
  let streams = 0;
  for await (const done of foldInto(sql, master, threads)) {
    events += done.events;
    streams += done.streams;
    onProgress?.({ events, streams });
  }
  await addPrimaryKeys(sql);
  for (let moved = Number.POSITIVE_INFINITY; moved > SMALL; ) {
    const caught = await catchUp(sql, master, since);
    // a log that grows faster than it is folded must not keep us here forever
    moved = caught.streams < moved ? caught.streams : 0;
    since = caught.since;
  }
  return { events, streams, since };
}

const seconds = (started: number) => (performance.now() - started) / 1000;

/**
 * Rebuilds all read-model rows from the log and switches to them while readers and writers go on. `differences` are the rows that were
 * wrong before. Throws UnknownEvent, leaving the live rows as they were, when a newer program wrote to the log.
 */
export const rebuild = (options: Options): Promise<Rebuilt> => asOnlyRebuild(options.sql, () => rebuildAlone(options));

/** The same for a caller that is the only rebuild already. */
export async function rebuildAlone(options: Options): Promise<Rebuilt> {
  const { sql, master } = options;
  const started = performance.now();
  const { events, streams, since } = await foldAll(options);
  await finishNext(sql);
  const suspects = await differences(sql);
  const locked = await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '10s'`;
    const from = performance.now();
    await tx`lock table log.events in exclusive mode`;
    const moved = await changedSince(tx, since);
    await replaceRows(tx, await foldStreams(tx, master, moved));
    const wrong = await differences(tx, [...suspects, ...moved]);
    options.beforeSwitch?.(wrong);
    await switchOver(tx);
    return { from, wrong };
  });
  const lockedMs = performance.now() - locked.from;
  await dropAside(sql);
  if (locked.wrong.length > 0) await sql`select lists.renew()`;
  return { events, streams, seconds: seconds(started), lockedMs, differences: locked.wrong };
}

/** Folds the log and compares it with the live rows, without switching. Writers go on; what they change in that time is compared at one moment. */
export async function compareRows(options: Options): Promise<Comparison> {
  const { sql, master } = options;
  return asOnlyRebuild(sql, async () => {
    const started = performance.now();
    const { events, streams } = await foldAll(options);
    const suspects = await differences(sql);
    const wrong = await sql.begin('isolation level repeatable read', async (tx) => {
      await replaceRows(tx, await foldStreams(tx, master, suspects));
      return differences(tx, suspects);
    });
    await dropAside(sql);
    return { events, streams, seconds: seconds(started), differences: wrong };
  });
}
