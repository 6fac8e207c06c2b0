import type postgres from 'postgres';
import { kindOf, READ_MODELS } from '../../events/shared/event.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import type { FoldedRow, StreamName } from './foldLog.ts';

/** `live` and `folded`: versions, null where there is no row; `differs`: the first thing in which two rows do. */
export type Difference = StreamName & {
  live: number | null;
  folded: number | null;
  differs: 'row' | 'version' | 'fold' | 'state' | 'time';
};

/**
 * Streams whose live row differs from the fold of the log (`read_next`), in any column that is not generated. A row of an unreadable person may still
 * have texts from before. Those are not compared. `only`: just these streams.
 */
export async function differences(sql: Sql | Tx, only?: readonly StreamName[]): Promise<Difference[]> {
  const found = await Promise.all(
    Object.entries(READ_MODELS).map(([kind, table]) => {
      const names = only?.filter(({ streamId }) => kindOf(streamId) === kind);
      if (names?.length === 0) return [];
      return differing(sql, names ? among(sql, names, table) : everywhere(sql, table));
    }),
  );
  return found.flat();
}

/** `pairs`: SQL with the live row as `a` and the folded one as `b`. */
const differing = (sql: Sql | Tx, pairs: postgres.PendingQuery<postgres.Row[]>) => sql<Difference[]>`
  select tenant_id as tenant, stream_id as "streamId", a.version as live, b.version as folded,
    case when a.version is null or b.version is null then 'row' when a.version <> b.version then 'version'
      when a.projection_version <> b.projection_version then 'fold' when a.state <> b.state then 'state' else 'time' end as differs
  from ${pairs}
  where (a.version, a.projection_version, a.recorded_at) is distinct from (b.version, b.projection_version, b.recorded_at)
    or (a.state is distinct from b.state and not b.state ? 'unreadable')`;

/**
 * Compares folded rows with the live ones without writing. `live`: which live rows to look at, either those of some streams or a range of all:
 * after one stream up to another. Null is no bound.
 */
export async function differencesOf(
  sql: Sql | Tx,
  folded: readonly FoldedRow[],
  live: readonly StreamName[] | { after: StreamName | null; to: StreamName | null },
): Promise<Difference[]> {
  const found = await Promise.all(
    Object.entries(READ_MODELS).map(([kind, table]) => {
      const own = folded.filter((row) => row.kind === kind);
      const some = Array.isArray(live)
        ? (live as StreamName[]).filter(({ streamId }) => kindOf(streamId) === kind)
        : null;
      if (own.length === 0 && some?.length === 0) return [];
      const { after, to } = live as { after: StreamName | null; to: StreamName | null };
      const wanted = some
        ? sql`(r.tenant_id, r.stream_id) in (select * from unnest(${some.map(({ tenant }) => tenant)}::text[], ${some.map(({ streamId }) => streamId)}::text[]))`
        : sql`(r.tenant_id, r.stream_id) > (${after?.tenant ?? ''}, ${after?.streamId ?? ''})
            ${to ? sql`and (r.tenant_id, r.stream_id) <= (${to.tenant}, ${to.streamId})` : sql``}`;
      return differing(
        sql,
        sql`(select r.tenant_id, r.stream_id, r.version, r.projection_version, r.recorded_at, r.state from ${sql(`read.${table}`)} r where ${wanted}) a
          full join (
            select t as tenant_id, s as stream_id, v as version, f as projection_version, i::timestamptz as recorded_at, j::jsonb as state
            from unnest(${own.map(({ tenant }) => tenant)}::text[], ${own.map(({ streamId }) => streamId)}::text[], ${own.map(({ version }) => version)}::int[],
              ${own.map(({ projectionVersion }) => projectionVersion)}::int[], ${own.map(({ recordedAt }) => recordedAt)}::text[],
              ${own.map(({ state }) => state)}::text[]) u (t, s, v, f, i, j)) b using (tenant_id, stream_id)`,
      );
    }),
  );
  return found.flat();
}

const everywhere = (sql: Sql | Tx, table: string) =>
  sql`${sql(`read.${table}`)} a full join ${sql(`read_next.${table}`)} b using (tenant_id, stream_id)`;

/** Both rows of each named stream, by primary key: the tables may be long and the log locked. */
const among = (sql: Sql | Tx, names: readonly StreamName[], table: string) => sql`
  (select distinct * from unnest(${names.map(({ tenant }) => tenant)}::text[], ${names.map(({ streamId }) => streamId)}::text[])
     s (tenant_id, stream_id)) s
  left join ${sql(`read.${table}`)} a using (tenant_id, stream_id) left join ${sql(`read_next.${table}`)} b using (tenant_id, stream_id)`;

/** The rows that differ, while writers go on. A stream that moved is compared again: its two rows may have been of two moments. */
export function wrongRows(found: readonly Difference[]) {
  const nameOf = ({ tenant, streamId }: StreamName) => `${tenant}\n${streamId}`;
  const wrong = new Map(found.map((difference) => [nameOf(difference), difference]));
  let uncertain = new Set<string>();
  return {
    /** `now`: the differences among the streams that moved. */
    recheck(moved: readonly StreamName[], now: readonly Difference[]): void {
      uncertain = new Set(moved.map(nameOf));
      for (const name of uncertain) wrong.delete(name);
      for (const difference of now) wrong.set(nameOf(difference), difference);
    },
    /** Those of streams that the last check found at rest. */
    certain: (): Difference[] => [...wrong].flatMap(([name, difference]) => (uncertain.has(name) ? [] : [difference])),
    all: (): Difference[] => [...wrong.values()],
  };
}

/** The flaw of a live row, in words. */
export function differenceInWords({ live, folded, differs }: Difference): string {
  if (live === null) return `the row is missing; the log folds to version ${folded}`;
  if (folded === null) return `a row of version ${live} of which the log knows nothing`;
  if (differs === 'version') return `the row has version ${live}, the log folds to ${folded}`;
  if (differs === 'fold') return `the row of version ${live} was made by another version of the program`;
  if (differs === 'time') return `the row of version ${live} has another time than the event that made it`;
  return `the row of version ${live} is not what the log folds to`;
}

/** By tenant and stream. */
export const inOrder = (a: Difference, b: Difference): number =>
  `${a.tenant}\n${a.streamId}` < `${b.tenant}\n${b.streamId}` ? -1 : 1;
