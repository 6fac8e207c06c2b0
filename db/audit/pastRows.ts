import { aggregateOf } from '../../events/catalog.ts';
import { KINDS, type Kind, READ_MODELS } from '../../events/shared/event.ts';
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import { type FoldedRow, foldPages, type StreamName, someStreams } from '../read/foldLog.ts';
import { type Fragment, generatedColumns, givenRows, type Rows, type RowTable } from '../rows.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { mustBeWaitedFor } from './queuePerTenant.ts';

/** Streams that are folded in one turn of the event loop: more would stall the API. */
const AT_ONCE = 200;

/** `at`: rows are those of this moment. `signal`: the client has gone away. `sql`: sees one moment of the database. */
export type Past = { sql: Sql; master: MasterKey; tenant: string; at: Date; signal?: AbortSignal | undefined };

/** `streams`: only their rows, which is what a page needs. */
export type Scope = { tables: readonly RowTable[]; streams?: readonly string[] | undefined };

/** The states of some streams at the moment; none of a stream that began later. */
export async function foldUntil(tx: Tx, { master, at, signal }: Past, streams: readonly StreamName[]) {
  const rows: FoldedRow[] = [];
  for await (const folded of foldPages(tx, master, someStreams(tx, streams, { until: at, atOnce: AT_ONCE }))) {
    mustBeWaitedFor(signal);
    rows.push(...folded.rows);
  }
  return rows;
}

const kindOfTable = (table: RowTable): Kind => {
  const kind = KINDS.find((one) => READ_MODELS[one] === table);
  if (!kind) throw new Error(`No kind of stream has the table ${table}.`);
  return kind;
};

const chosen = (tx: Tx, { streams }: Scope): Fragment =>
  streams === undefined ? tx`` : tx`and r.stream_id = any (${streams as string[]})`;

/** A row that no event has touched since is the state of then, if this version of the program made it. */
const atRest = (tx: Tx, table: RowTable, at: Date): Fragment =>
  tx`r.recorded_at <= ${at} and r.projection_version = ${aggregateOf(kindOfTable(table)).projectionVersion}`;

/** Streams that had begun by then, and moved since. */
const movedSince = (tx: Tx, table: RowTable, { tenant, at }: Past, scope: Scope): Promise<StreamName[]> =>
  tx<StreamName[]>`
    select r.tenant_id as tenant, r.stream_id as "streamId" from ${tx(`read.${table}`)} r
    where r.tenant_id = ${tenant} and not (${atRest(tx, table, at)}) ${chosen(tx, scope)}
      and exists (select from log.events e
        where e.tenant_id = r.tenant_id and e.stream_id = r.stream_id and e.version = 1 and e.recorded_at <= ${at})`;

/** The rows of a moment: live ones of streams at rest since then, and the others folded from the log. */
export async function rowsOfThen(past: Past, scope: Scope): Promise<Rows> {
  const { tables } = scope;
  const { folded, generated } = await readAs(past.sql, past.tenant, async (tx) => {
    const found = new Map<RowTable, FoldedRow[]>();
    for (const table of tables) {
      mustBeWaitedFor(past.signal);
      found.set(table, await foldUntil(tx, past, await movedSince(tx, table, past, scope)));
    }
    return { folded: found, generated: await generatedColumns(tx) };
  });
  return (tx, table) => {
    const moved = folded.get(table);
    if (!moved) throw new Error(`The rows of ${table} were not asked for.`);
    const still = tx`
      select r.* from ${tx(`read.${table}`)} r
      where r.tenant_id = ${past.tenant} and ${atRest(tx, table, past.at)} ${chosen(tx, scope)}`;
    return moved.length === 0
      ? tx`(${still})`
      : tx`(${still} union all select m.* from ${givenRows(tx, past.tenant, moved, generated[table])} m)`;
  };
}
