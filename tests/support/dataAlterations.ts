import type { Sql, Tx } from '../../db/connection/connect.ts';
import { CannotStart } from '../../db/installation/settings.ts';
import { assertKey } from '../../db/migrate/migrate.ts';
import type { SignedCheckpoint } from '../../db/seal/checkpoint.ts';
import type { MasterKey } from '../../db/vault/masterKey.ts';
import { type Check, verifyAll, type WrongPlace } from '../../db/verify/verifyLog.ts';
import { READ_MODELS } from '../../events/shared/event.ts';
import type { AlterationTable } from '../docs/proofsPage.ts';
import { type DataChange, notProven } from '../notProven.ts';

const SCHEMAS = ['log', 'read', 'vault', 'auth'];
const APPEND_ONLY = ['log.events', 'log.seals', 'log.tile_hashes'];

type Column = { table: string; name: string; type: string; isGenerated: boolean; isKey: boolean };

/** Another value of the same type. Names in `v` are columns. */
function anotherValue({ name, type }: Column): string {
  const v = `t.${name}`;
  if (type.endsWith('[]')) return `coalesce(${v}, '{}') || '{x}'`;
  if (type === 'json') return `(${v}::jsonb || '{"altered":true}')::json`;
  if (type === 'jsonb') return `${v} || '{"altered":true}'`;
  if (type === 'boolean') return `not ${v}`;
  if (type === 'bytea')
    return `case when length(${v}) > 0 then set_byte(${v}, 0, (get_byte(${v}, 0) + 1) % 256) else '\\x00' end`;
  if (type === 'xid8') return `(${v}::text::bigint + 1)::text::xid8`;
  // no other event of a busy second has this very time
  if (type.startsWith('timestamp')) return `coalesce(${v}, now()) + interval '1 second 7 microseconds'`;
  if (/^(integer|bigint|double precision)$/.test(type)) return `coalesce(${v}, 0) + 1`;
  return `coalesce(${v}, '') || 'x'`;
}

/** A value for a made-up row of a table that the histories leave empty. */
function someValue({ name, type }: Column): string {
  if (type === 'bytea') return `sha256('${name}')`;
  if (type === 'boolean') return String(name === 'only_row');
  if (type.startsWith('json') || type.endsWith('[]')) return `'{}'`;
  if (type === 'xid8') return `'1'`;
  if (type.startsWith('timestamp')) return 'now()';
  if (/^(integer|bigint|double precision)$/.test(type)) return '1';
  return `'${name}'`;
}

/** `pick`: the place of the row at the beginning. null: all rows. */
type Alteration = Omit<DataChange, 'row'> & { pick: string | null; statement: string };

const ORDER: Readonly<Record<string, string>> = {
  'log.events': 'epoch, tx, position',
  'vault.secrets': 'kind, tenant_id, secret_id',
};

async function columnsOf(sql: Sql): Promise<Map<string, Column[]>> {
  const columns = await sql<Column[]>`
    select n.nspname || '.' || c.relname as table, quote_ident(a.attname) as name, format_type(a.atttypid, null) as type,
      a.attgenerated <> '' or a.attidentity <> '' as "isGenerated",
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as "isKey"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname::text = any (${SCHEMAS}) and c.relkind = 'r' order by 1, a.attnum`;
  const tables = new Map<string, Column[]>();
  for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  return tables;
}

export async function emptyReadModels(sql: Sql): Promise<string[]> {
  const tables = Object.values(READ_MODELS).map((name) => `read.${name}`);
  const counts = tables.map((table) => sql<{ n: number }[]>`select from ${sql(table)} limit 1`);
  const rows = await Promise.all(counts);
  return tables.filter((_, index) => rows[index]?.length === 0);
}

/** Gives each table without rows one that is made up. */
export async function fillEmptyTables(sql: Sql): Promise<void> {
  for (const [table, columns] of await columnsOf(sql)) {
    if (table.startsWith('read.')) continue;
    const own = columns.filter(({ isGenerated }) => !isGenerated);
    await sql.unsafe(
      `insert into ${table} (${own.map(({ name }) => name)}) select ${own.map(someValue)} where not exists (select from ${table})`,
    );
  }
}

/** Every column of every table changed in several ways, and rows deleted, added and moved. Throws for a table without rows. */
export async function dataAlterations(sql: Sql): Promise<Alteration[]> {
  const all: Alteration[] = [];
  for (const [table, columns] of await columnsOf(sql)) {
    const key = columns.filter(({ isKey }) => isKey);
    const order = ORDER[table] ?? key.map(({ name }) => name).join(', ');
    const [rows] = await sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table}`);
    if (!rows?.n) throw new Error(`There is no row in ${table} to alter.`);
    const places = [...new Set([0, Math.floor(rows.n / 2), rows.n - 1])];
    const at = (place: number) => `(select ctid from ${table} order by ${order} offset ${place} limit 1)`;
    const add = (how: DataChange['how'], column: string | null, place: number | null, statement: string) =>
      all.push({
        table,
        column,
        how,
        pick: place === null ? null : at(place),
        statement: `${statement} returning to_jsonb(t) as row`,
      });
    const update = (how: DataChange['how'], { name }: Column, place: number, value: string) =>
      add(how, name, place, `update ${table} t set ${name} = ${value} where t.ctid = ${at(place)}`);
    const middle = places[1] ?? 0;
    for (const column of columns) {
      const { name, isGenerated } = column;
      const isHistory = APPEND_ONLY.includes(table) || table === 'log.epochs';
      for (const place of isHistory ? places : [middle]) update('changed', column, place, anotherValue(column));
      update('null', column, middle, 'null');
      if (isGenerated) continue;
      update(
        'of another row',
        column,
        middle,
        `(select o.${name} from ${table} o where o.${name}::text is distinct from t.${name}::text order by ${order} limit 1)`,
      );
    }
    for (const place of places) add('deleted', null, place, `delete from ${table} t where t.ctid = ${at(place)}`);
    add('all deleted', null, null, `delete from ${table} t`);
    if (columns.some(({ name }) => name === 'tenant_id'))
      for (const place of places) {
        const column = columns.find(({ name }) => name === 'tenant_id') as Column;
        update('to another tenant', column, place, `case t.tenant_id when 't1' then 't2' else 't1' end`);
      }
    const own = columns.filter(({ isGenerated }) => !isGenerated);
    const copied = own.map((column) => (column === key.at(-1) ? anotherValue(column) : `t.${column.name}`));
    add(
      'added',
      null,
      middle,
      `insert into ${table} as t (${own.map(({ name }) => name)}) select ${copied} from ${table} t where t.ctid = ${at(middle)}`,
    );
  }
  return all;
}

/** `named`: with its place. `seal`: only that a seal covers something else. `unnamed`: found, but at another place. */
export type Verdict = 'named' | 'seal' | 'refused' | 'documented' | 'unnamed' | 'missed' | 'same';

/** A transaction as a pool: what begins in it is a savepoint. What only reads is rolled back with its settings. */
function poolOf(tx: Tx): Sql {
  const begin = async (first: unknown, second?: unknown) => {
    const body = (second ?? first) as (inner: Tx) => unknown;
    if (second === undefined) return tx.savepoint((inner) => body(inner));
    const undone = new Error('undone');
    let answer: unknown;
    await tx
      .savepoint(async (inner) => {
        answer = await body(inner);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return answer;
  };
  return new Proxy(tx, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
    has: (target, name) => name === 'begin' || Reflect.has(target, name),
  }) as unknown as Sql;
}

type Row = Readonly<Record<string, unknown>>;

/** Whether a wrong place is that of a row. */
function names({ at, reason, tenant, streamId, version, seal }: WrongPlace, table: string, row: Row): boolean {
  const isOf = tenant === row.tenant_id;
  switch (table) {
    case 'log.events':
      // an event that is missing is named by the next one
      return isOf && streamId === row.stream_id && [0, 1].includes((version ?? 0) - Number(row.version));
    case 'log.epochs':
      return (
        reason.includes(`log.epochs ${row.epoch}`) || (tenant === 'system' && reason.includes(`epoch ${row.epoch}`))
      );
    case 'vault.key_check':
      return /SECRET_KEY|not set up/.test(reason);
    case 'vault.person_keys':
      return isOf && (streamId === row.person_id || reason.includes(` ${row.person_id} `));
    case 'vault.secrets':
      return (
        at === `vault.secrets ${row.tenant_id} ${row.secret_id}` ||
        reason.includes(`vault.secrets, ${row.secret_id}`) ||
        at === `vault.secrets ${row.secret_id}`
      );
    case 'vault.received_files':
      return isOf && streamId === `conversation-${row.conversation_id}`;
    case 'vault.media_kits':
      return isOf && reason.includes('media kit');
    case 'log.seals':
      return seal === row.number;
    case 'log.tile_hashes':
      return false;
    default:
      return isOf && streamId === row.stream_id;
  }
}

/** All that verify says, in order; a refusal to start is one line. */
async function wrongPlaces(
  sql: Sql,
  master: MasterKey,
  against: SignedCheckpoint,
): Promise<(WrongPlace & { check: string })[]> {
  try {
    await assertKey(sql, master);
    const { checks } = await verifyAll(sql, master, { quick: false, against, dataDir: null });
    return checks.flatMap(({ check, wrong }: Check) => wrong.map((place) => ({ ...place, check })));
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return [{ check: 'start', at: '', reason: error.message }];
  }
}

const textOf = ({ at, reason }: WrongPlace) => `${at}: ${reason}`;

/** Alters, has the guards restored, verifies all of it, and undoes it. `known`: what is wrong without the alteration. */
async function judge(
  sql: Sql,
  master: MasterKey,
  against: SignedCheckpoint,
  known: ReadonlySet<string>,
  one: Alteration,
) {
  const undone = new Error('undone');
  let verdict = 'missed' as Verdict;
  let said = '';
  let row: Row = {};
  await sql
    .begin(async (tx) => {
      for (const table of APPEND_ONLY) await tx.unsafe(`alter table ${table} disable trigger user`);
      const before = await tx.unsafe<{ row: Row }[]>(
        `select to_jsonb(t) as row from ${one.table} t ${one.pick ? `where t.ctid = ${one.pick}` : ''}`,
      );
      const after = await tx
        .savepoint((inner) => inner.unsafe<{ row: Row }[]>(one.statement))
        .catch((error: unknown) => {
          said = String((error as { code?: string }).code);
          return null;
        });
      if (after === null) verdict = 'refused';
      else if (
        JSON.stringify(before.map(({ row }) => row)) === JSON.stringify(after.map(({ row }) => row)) &&
        !/delete/.test(one.how)
      )
        verdict = 'same';
      else {
        for (const table of APPEND_ONLY) {
          const trigger = `${table.split('.')[1]}_append_only`;
          await tx.unsafe(`alter table ${table} enable always trigger ${trigger}`);
        }
        const wrong = (await wrongPlaces(poolOf(tx), master, against)).filter((place) => !known.has(textOf(place)));
        said = wrong.slice(0, 3).map(textOf).join('; ');
        const rows = [...before, ...after].map(({ row }) => row);
        row = rows[0] ?? {};
        if (wrong.some((place) => rows.some((of) => names(place, one.table, of)))) verdict = 'named';
        else if (wrong.some(({ check }) => check === 'seals' || check === 'outside')) verdict = 'seal';
        else if (wrong.length > 0) verdict = 'unnamed';
        else if (notProven.some(({ is }) => is?.({ ...one, row }))) verdict = 'documented';
      }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return { ...one, row, verdict, said };
}

/** Judges some alterations of a database. `sql`: the owner's. */
export async function judgeAll(
  sql: Sql,
  master: MasterKey,
  against: SignedCheckpoint,
  alterations: readonly Alteration[],
) {
  const known = new Set((await wrongPlaces(sql, master, against)).map(textOf));
  const judged: Awaited<ReturnType<typeof judge>>[] = [];
  for (const one of alterations) judged.push(await judge(sql, master, against, known, one));
  return judged.filter(({ verdict }) => verdict !== 'same');
}

type Judged = Awaited<ReturnType<typeof judgeAll>>;

/** The lines of the list that explain no alteration. */
export const unusedLines = (judged: Judged): string[] =>
  notProven
    .filter(({ is }) => is && !judged.some((one) => one.verdict === 'documented' && is(one)))
    .map(({ what }) => what);

/** Under which a table is counted. */
export function kindOf(table: string): string {
  if (table.startsWith('read.')) return 'Read models';
  if (table.startsWith('auth.')) return 'Sign-in (`auth`)';
  if (table === 'log.seals' || table === 'log.tile_hashes') return 'Seals and tiles';
  return `\`${table}\``;
}

/** The counts of each kind, in the order in which they come. */
export function tableOf(found: readonly { kind: string; verdict: Verdict }[]): AlterationTable {
  const table: Record<string, Record<string, number>> = {};
  for (const { kind, verdict } of found) {
    table[kind] ??= { named: 0, seal: 0, refused: 0, documented: 0, missed: 0 };
    table[kind][verdict] = (table[kind][verdict] ?? 0) + 1;
  }
  return table;
}
