import type postgres from 'postgres';
import type { Tx } from './connection/connect.ts';
import type { FoldedRow } from './read/foldLog.ts';

/** A part of a statement, to be put into another one. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The row tables that queries of the screens read. */
export type RowTable = 'partners' | 'campaigns' | 'messages' | 'credits' | 'quotas' | 'suppressions' | 'conversations';

/**
 * Where a query takes its rows from: `from ${rows(tx, 'partners')} p`, always with an alias. So one query counts what is there now, and
 * what stood there at another moment (db/audit/asOf.ts).
 */
export type Rows = (tx: Tx, table: RowTable) => Fragment;

/** The rows of now. */
export const liveRows: Rows = (tx, table) => tx.unsafe(`read.${table}`);

/**
 * Few rows with the streams that they name: `{ partner: 'partner_id' }` gives a column `partner_stream`. Join on it. A join on
 * `'partner-' || partner_id` reads the whole other table, because row-level security lets no index use it (decisions/0018).
 */
export const withStreams = (tx: Tx, rows: Fragment, streams: Readonly<Record<string, string>>): Fragment => {
  const names = Object.entries(streams).map(([kind, column]) => `'${kind}-' || r.${column} as ${kind}_stream`);
  // without the offset the planner would put the expression back into the join
  return tx`(select r.*, ${tx.unsafe(names.join(', '))} from (${rows}) r offset 0)`;
};

/** The columns that the tables generate from the state, by table. The expressions come from the catalogue, so there is one of each. */
export type GeneratedColumns = Readonly<Partial<Record<string, string>>>;

export async function generatedColumns(tx: Tx): Promise<GeneratedColumns> {
  const columns = await tx<{ table: string; columns: string }[]>`
    select c.relname as table, string_agg(format(', %s as %I', pg_get_expr(d.adbin, d.adrelid), a.attname), '' order by a.attnum) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'read'::regnamespace and c.relkind = 'r' and a.attgenerated = 's'
    group by c.relname`;
  return Object.fromEntries(columns.map((row) => [row.table, row.columns]));
}

/** Folded rows of one tenant and kind as a table of that kind has them. */
export function givenRows(
  tx: Tx,
  tenant: string,
  rows: readonly Pick<FoldedRow, 'streamId' | 'version' | 'projectionVersion' | 'recordedAt' | 'state'>[],
  generated: string | undefined,
): Fragment {
  const json = rows.map(
    ({ streamId, version, projectionVersion, recordedAt, state }) =>
      `{"stream_id":${JSON.stringify(streamId)},"version":${version},"projection_version":${projectionVersion},"recorded_at":"${recordedAt}","state":${state}}`,
  );
  return tx`(
    select ${tenant}::text as tenant_id, r.* ${tx.unsafe(generated ?? '')}
    from jsonb_to_recordset(${`[${json.join(',')}]`}::text::jsonb)
      as r (stream_id text, version int, projection_version int, recorded_at timestamptz, state jsonb))`;
}
