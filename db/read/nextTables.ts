import { once } from 'node:events';
import type { ReservedSql } from 'postgres';
import { READ_MODELS } from '../../events/shared/event.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import type { FoldedRow } from './foldLog.ts';

/**
 * The schema `read_next` is a second set of the row tables, made from the catalogue of the live ones. So names, indexes, policies and grants are the
 * same when it replaces `read`.
 */

/** Makes empty tables without indexes; what an earlier, interrupted rebuild left is dropped. */
export async function createNext(sql: Sql): Promise<void> {
  await dropAside(sql);
  await sql.begin(async (tx) => {
    await tx`create schema read_next`;
    const tables = await tx<{ name: string; options: string | null }[]>`
      select relname as name, array_to_string(reloptions, ', ') as options
      from pg_class where relnamespace = 'read'::regnamespace and relkind = 'r'`;
    for (const { name, options } of tables) {
      await tx.unsafe(`create table read_next.${name} (like read.${name} including all excluding indexes)`);
      if (options) await tx.unsafe(`alter table read_next.${name} set (${options})`);
      // no samples of people in the planner's statistics (db/read-models.sql)
      await tx.unsafe(`alter table read_next.${name} alter column state set statistics 0`);
    }
  });
}

/**
 * Appends rows with COPY, one statement a table. `connection` must be reserved: on a shared one the driver may send another query into
 * the middle of the COPY.
 */
export async function copyRows(connection: ReservedSql, rows: readonly FoldedRow[]): Promise<void> {
  for (const [table, own] of byTable(rows)) {
    const sink = await connection
      .unsafe(
        `copy read_next.${table} (tenant_id, stream_id, version, projection_version, recorded_at, state) from stdin`,
      )
      .writable();
    sink.end(own.map(copyLine).join(''));
    await once(sink, 'finish');
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character) : text;
// JSON text holds control characters only escaped
const copyLine = ({ tenant, streamId, version, projectionVersion, recordedAt, state }: FoldedRow) =>
  `${escaped(tenant)}\t${escaped(streamId)}\t${version}\t${projectionVersion}\t${recordedAt}\t${state.replaceAll('\\', '\\\\')}\n`;

function byTable(rows: readonly FoldedRow[]): Map<string, FoldedRow[]> {
  const tables = new Map<string, FoldedRow[]>();
  for (const row of rows) {
    const table = READ_MODELS[row.kind];
    const own = tables.get(table);
    if (own) own.push(row);
    else tables.set(table, [row]);
  }
  return tables;
}

/** Replaces rows. All of a table go before any comes, so that a unique index never meets rows of two moments. */
export async function replaceRows(tx: Tx, rows: readonly FoldedRow[]): Promise<void> {
  for (const [table, own] of byTable(rows)) {
    const tenants = own.map(({ tenant }) => tenant);
    const streams = own.map(({ streamId }) => streamId);
    await tx`
      delete from ${tx(`read_next.${table}`)} r using unnest(${tenants}::text[], ${streams}::text[]) s (tenant_id, stream_id)
      where r.tenant_id = s.tenant_id and r.stream_id = s.stream_id`;
    await tx`
      insert into ${tx(`read_next.${table}`)} (tenant_id, stream_id, version, projection_version, recorded_at, state)
      select t, s, v, f, a::timestamptz, j::jsonb
      from unnest(${tenants}::text[], ${streams}::text[], ${own.map(({ version }) => version)}::int[],
                  ${own.map(({ projectionVersion }) => projectionVersion)}::int[], ${own.map(({ recordedAt }) => recordedAt)}::text[],
                  ${own.map(({ state }) => state)}::text[]) u (t, s, v, f, a, j)`;
  }
}

type Statement = { relation: string; statement: string };

/** Runs each table's statements in order, and the tables side by side. The commit of the switch makes them durable. */
async function runByTable(sql: Sql, statements: readonly Statement[]): Promise<void> {
  const relations = [...new Set(statements.map(({ relation }) => relation))];
  await Promise.all(
    relations.map(async (relation) => {
      for (const own of statements) {
        if (own.relation === relation) await sql.unsafe(`set local synchronous_commit = off; ${own.statement}`);
      }
    }),
  );
}

/** The primary keys first: catching up needs them. */
export async function addPrimaryKeys(sql: Sql): Promise<void> {
  const keys = await sql<Statement[]>`
    select t.relname as relation,
           format('alter table read_next.%I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) as statement
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.connamespace = 'read'::regnamespace and c.contype = 'p'`;
  await runByTable(sql, keys);
}

/** Everything else that the live tables have: indexes, row-level security, policies, grants and fresh statistics. */
export async function finishNext(sql: Sql): Promise<void> {
  const statements = await sql<Statement[]>`
    select t.relname as relation, replace(pg_get_indexdef(i.indexrelid), ' ON read.', ' ON read_next.') as statement
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'read'::regnamespace and not i.indisprimary
    union all
    select relname, format('alter table read_next.%I enable row level security', relname)
    from pg_class where relnamespace = 'read'::regnamespace and relrowsecurity
    union all
    select tablename, format('create policy %I on read_next.%I as %s for %s to %s %s %s', policyname, tablename, permissive, cmd,
                             array_to_string(roles, ', '), 'using (' || qual || ')', 'with check (' || with_check || ')')
    from pg_policies where schemaname = 'read'
    union all
    select relname, format('grant %s on read_next.%I to %I', privilege_type, relname, grantee::regrole)
    from pg_class, aclexplode(relacl) where relnamespace = 'read'::regnamespace and relkind = 'r' and grantee <> relowner
    union all
    select '', format('grant %s on schema read_next to %I', privilege_type, grantee::regrole)
    from pg_namespace, aclexplode(nspacl) where nspname = 'read' and grantee <> nspowner`;
  const analyses = Object.values(READ_MODELS).map((relation) => ({
    relation,
    statement: `analyze read_next.${relation}`,
  }));
  await runByTable(sql, [...statements, ...analyses]);
}

/**
 * Puts the new tables in the place of the live ones, which stay aside until they are dropped. Takes no lock on any table. The functions
 * of the schema go along: they name their tables by the schema, so they read the new ones.
 */
export async function switchOver(tx: Tx): Promise<void> {
  await tx`alter schema read rename to read_old`;
  await tx`alter schema read_next rename to read`;
  const moves = await tx<{ statement: string }[]>`
    select format('alter function %s set schema read', oid::regprocedure) as statement
    from pg_proc where pronamespace = 'read_old'::regnamespace`;
  if (moves.length > 0) await tx.unsafe(moves.map(({ statement }) => statement).join('; '));
}

/** Drops the tables that are not in use: those of before a switch, and those of an unfinished rebuild. */
export async function dropAside(sql: Sql): Promise<void> {
  await sql`drop schema if exists read_old cascade`;
  await sql`drop schema if exists read_next cascade`;
}
