import { aggregateOf } from '../../events/catalog.ts';
import { kindOf } from '../../events/shared/event.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { readStream } from './readStream.ts';

/**
 * A stream as a command meets it. `version` is the expected version of the commit; 0, and `at` null: no such stream yet. `row`: the state as its row
 * holds it, so that a commit can send the change alone.
 */
export type Loaded = { streamId: string; version: number; at: Date | null; state: unknown; row?: unknown };

/** Streams that were read before, by id. */
export type Known = ReadonlyMap<string, Loaded>;

/** A row of log.load; `at` is a text where the row came as JSON. */
export type LoadedRow = { version: number; projection_version: number; at: Date | string; state: unknown };

/** A stream by its row, or by having none. null: the row has another projection version and is not trusted. */
export function trustedRow(streamId: string, row: LoadedRow | null | undefined): Loaded | null {
  const aggregate = aggregateOf(kindOf(streamId));
  if (!row) return { streamId, version: 0, at: null, state: aggregate.initial };
  if (row.projection_version !== aggregate.projectionVersion) return null;
  return { streamId, version: row.version, at: new Date(row.at), state: row.state, row: row.state };
}

/**
 * The current states of some streams of a tenant, in the order asked, in one statement. A row that was made by another projection version
 * is not trusted: its stream is folded from the log. `connection` is the pool, or the caller's own transaction.
 */
export async function loadStreams(
  connection: Sql | Tx,
  sql: Sql,
  master: MasterKey,
  tenant: string,
  streamIds: readonly string[],
): Promise<Loaded[]> {
  const rows = await connection<(LoadedRow & { stream_id: string })[]>`
    select stream_id, version, projection_version, at, state from log.load(${tenant}, ${streamIds as string[]})`;
  return trustRows(sql, master, tenant, streamIds, rows);
}

/** The versions of `known` for a statement that answers only what has moved. -1: it is unknown. */
export const versionsOf = (streamIds: readonly string[], known: Known): number[] =>
  streamIds.map((id) => known.get(id)?.version ?? -1);

/** The same from rows that another statement answered. A stream without a row has not moved from `known`, or has no event. */
export async function trustRows(
  sql: Sql,
  master: MasterKey,
  tenant: string,
  streamIds: readonly string[],
  rows: readonly (LoadedRow & { stream_id: string })[],
  known: Known = new Map(),
): Promise<Loaded[]> {
  const byId = new Map(rows.map((row) => [row.stream_id, row]));
  return Promise.all(
    streamIds.map(async (streamId) => {
      const aggregate = aggregateOf(kindOf(streamId));
      const row = byId.get(streamId);
      const trusted = (row ? null : known.get(streamId)) ?? trustedRow(streamId, row);
      if (trusted) return trusted;
      const events = await readStream(sql, master, tenant, streamId);
      const last = events.at(-1);
      return {
        streamId,
        version: last?.version ?? 0,
        at: last ? new Date(last.at) : null,
        state: events.reduce(aggregate.evolve, aggregate.initial),
      };
    }),
  );
}
