import type { Sql, Tx } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { type Difference, differences, differencesOf, wrongRows } from './differences.ts';
import { foldInto } from './foldInto.ts';
import { eventsOf, type FoldedRow, foldPages, type StreamName, someStreams } from './foldLog.ts';
import { addPrimaryKeys, createNext, dropAside, finishNext, replaceRows, switchOver } from './nextTables.ts';
import { asOnlyRebuild } from './oneRebuild.ts';
import { withLogLocked } from './withLogLocked.ts';

/**
 * Blue/green: short transactions fold the whole log into tables beside the live ones, then what changed since, until little is left. Then the log is
 * locked against writers, the rest is folded, and the two schemas change names. What grows with the log happens before the lock.
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
  /** Called with the wrong rows before the switch. If it throws, the live rows stay as they were. Rows that move just then are not among them. */
  beforeSwitch?: (wrong: readonly Difference[]) => void;
};
type CompareOptions = Pick<Options, 'master' | 'onProgress'> & { sql: Sql | Tx };
export type Comparison = { events: number; streams: number; seconds: number; differences: Difference[] };
/** `lockedMs`: the longest time that a writer waited for the lock. */
export type Rebuilt = Comparison & { lockedMs: number };

/** Below this many streams the remainder is small enough to be folded under the lock. */
const SMALL = 100;

/** Where a catch-up goes on: it missed what this snapshot does not show. A transaction that stays open makes it no longer. */
type Since = { epoch: number; snapshot: string };

async function sinceNow(sql: Sql | Tx): Promise<Since> {
  const [row] = await sql<Since[]>`
    select (select max(epoch) from log.epochs) as epoch, pg_current_snapshot()::text as snapshot`;
  if (!row) throw new Error('The log has no epoch.');
  return row;
}

/** From here on the transaction reads by index only: the planner takes the end of the log for all of it. */
async function changedSince(tx: Tx, { epoch, snapshot }: Since): Promise<StreamName[]> {
  await tx`set local enable_seqscan = off`;
  return tx<StreamName[]>`
    select distinct tenant_id as tenant, stream_id as "streamId" from log.events
    where (epoch, tx, position) >= (${epoch}, pg_snapshot_xmin(${snapshot}::text::pg_snapshot), 0)
      and (epoch > ${epoch} or not pg_visible_in_snapshot(tx, ${snapshot}::text::pg_snapshot))`;
}

export async function foldStreams(
  tx: Sql | Tx,
  master: MasterKey,
  streams: readonly StreamName[],
): Promise<FoldedRow[]> {
  const folded: FoldedRow[] = [];
  for await (const { rows } of foldPages(tx, master, someStreams(tx, streams))) folded.push(...rows);
  return folded;
}

type CaughtUp = { since: Since; moved: StreamName[] };

/** Folds all streams that moved since, in one snapshot, so that the new tables are of one moment. */
async function catchUp(sql: Sql, master: MasterKey, since: Since): Promise<CaughtUp> {
  // read first, write after: a transaction that has written holds every tail back
  const { next, moved, rows } = await sql.begin('isolation level repeatable read read only', async (tx) => {
    const streams = await changedSince(tx, since);
    return { next: await sinceNow(tx), moved: streams, rows: await foldStreams(tx, master, streams) };
  });
  await sql.begin((tx) => replaceRows(tx, rows));
  return { since: next, moved };
}

/** Catches up until little is left. A log that grows faster than it is folded ends it, too. */
async function catchUpUntilSmall(
  { sql, master }: Options,
  since: Since,
  caughtUp: (moved: StreamName[]) => Promise<void> = async () => undefined,
): Promise<Since> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const caught = await catchUp(sql, master, since);
    await caughtUp(caught.moved);
    since = caught.since;
    const { length } = caught.moved;
    if (length <= SMALL || length >= before) return since;
    before = length;
  }
}

async function foldAll(options: Options): Promise<{ events: number; streams: number; since: Since }> {
  const { sql, master, onProgress, worthAThread } = options;
  await createNext(sql);
  const started = await sinceNow(sql);
  let events = 0;
  let streams = 0;
  for await (const done of foldInto(sql, master, worthAThread === undefined ? {} : { worthAThread })) {
    events += done.events;
    streams += done.streams;
    onProgress?.({ events, streams });
  }
  await addPrimaryKeys(sql);
  return { events, streams, since: await catchUpUntilSmall(options, started) };
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
  const { events, streams, since: folded } = await foldAll(options);
  await finishNext(sql);
  const wrong = wrongRows(await differences(sql));
  const recheck = async (moved: readonly StreamName[]) => wrong.recheck(moved, await differences(sql, moved));
  const rest = { since: await catchUpUntilSmall(options, folded, recheck) };
  options.beforeSwitch?.(wrong.certain());
  const { lockedMs } = await withLogLocked(sql, {
    async locked(tx) {
      const moved = await changedSince(tx, rest.since);
      await replaceRows(tx, await foldStreams(tx, master, moved));
      wrong.recheck(moved, await differences(tx, moved));
      await switchOver(tx);
    },
    async missed() {
      rest.since = await catchUpUntilSmall(options, rest.since, recheck);
    },
  });
  await dropAside(sql);
  if (wrong.all().length > 0) await sql`select lists.renew()`;
  return { events, streams, seconds: seconds(started), lockedMs, differences: wrong.all() };
}

/**
 * Folds the log and compares it with the live rows page by page. It only reads, so a standby and a role that may only read can do it. Writers go on;
 * what differs is folded and compared again at one moment. One page is compared while the next is folded.
 */
export async function compareRows({ sql, master, onProgress }: CompareOptions): Promise<Comparison> {
  const started = performance.now();
  const seen = { events: 0, streams: 0 };
  const found: Promise<Difference[]>[] = [];
  let after: StreamName | null = null;
  for await (const { rows, events } of foldPages(sql, master, eventsOf(sql, { from: null, before: null }))) {
    seen.events += events;
    seen.streams += rows.length;
    onProgress?.(seen);
    const to: StreamName | undefined = rows.at(-1);
    if (!to) continue;
    await found.at(-1);
    found.push(differencesOf(sql, rows, { after, to }));
    after = to;
  }
  found.push(differencesOf(sql, [], { after, to: null }));
  const suspects = (await Promise.all(found)).flat();
  const again = async (tx: Sql | Tx) => differencesOf(tx, await foldStreams(tx, master, suspects), suspects);
  const wrong =
    'savepoint' in sql ? await again(sql) : await sql.begin('isolation level repeatable read read only', again);
  return { ...seen, seconds: (performance.now() - started) / 1000, differences: wrong };
}
