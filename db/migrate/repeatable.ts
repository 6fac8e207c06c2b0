import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { READ_MODELS } from '../../events/shared/event.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { asOnlyRebuild } from '../read/oneRebuild.ts';

const folder = new URL('../', import.meta.url);
const FUNCTIONS = 'functions/';

/** SQL that runs again when its text changes, by its file below db/: the read models, and each function. */
export type Repeatable = { name: string; text: string; hash: string };

/** The lines between these two are repeated for each kind of stream, with `{kind}` and `{table}` replaced. */
const EACH_KIND = /^ *-- for each kind\n(.*?)^ *-- end\n/gms;

const expand = (text: string): string =>
  text.replace(EACH_KIND, (_, part: string) =>
    Object.entries(READ_MODELS)
      .map(([kind, table]) => part.replaceAll('{kind}', kind).replaceAll('{table}', table))
      .join(''),
  );

const TABLES = ['read-models.sql', 'lists.sql'];

const read = (names: readonly string[]): Promise<Repeatable[]> =>
  Promise.all(
    names.map(async (name) => {
      const text = expand(await readFile(new URL(name, folder), 'utf8'));
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );

/** In the order in which they run. */
export async function repeatables(): Promise<Repeatable[]> {
  const functions = (await readdir(new URL(FUNCTIONS, folder))).filter((name) => name.endsWith('.sql')).sort();
  return read([...TABLES, ...functions.map((name) => FUNCTIONS + name)]);
}

/** A statement that makes an index: its name and its table. */
const INDEX = /^create (?:unique )?index if not exists (\w+) on (\w+)\.(\w+)[^;]*;$/gm;

/**
 * Builds the indexes that are missing, beside writers and readers. An index that an interrupted build left is invalid, and is built again. `sql` is
 * the owner's pool: no transaction can do this.
 */
export async function buildIndexes(sql: Sql): Promise<void> {
  const texts = (await read(TABLES)).map(({ text }) => text).join('\n');
  const missing = async () => {
    const rows = await sql<{ index: string }[]>`
      select indexrelid::regclass::text as index from pg_index where indisvalid and indrelid::regclass::text ~ '^(read|lists)\\.'`;
    const valid = new Set(rows.map(({ index }) => index));
    return [...texts.matchAll(INDEX)].filter(([, name, schema]) => !valid.has(`${schema}.${name}`));
  };
  if ((await missing()).length === 0) return;
  const build = async () => {
    for (const [statement, name, schema] of await missing()) {
      await sql.unsafe(`drop index concurrently if exists ${schema}.${name}`);
      await sql.unsafe(statement.replace(' if not exists', ' concurrently'));
    }
  };
  await asOnlyRebuild(sql, build, { wait: true });
}

/** Runs what changed, and drops the functions whose files are gone. */
export async function applyChanged(tx: Tx, changed: readonly Repeatable[], gone: readonly string[]): Promise<void> {
  const before = await functionsOf(tx, [...changed.map(({ name }) => name), ...gone]);
  const tables = new Set(
    (await tx<{ name: string }[]>`select schemaname || '.' || tablename as name from pg_tables`).map(
      ({ name }) => name,
    ),
  );
  // a table with rows gets its indexes later (buildIndexes): within this transaction they would keep its writers waiting
  const forNewTables = (statement: string, _name: string, schema: string, table: string) =>
    tables.has(`${schema}.${table}`) ? '' : statement;
  for (const name of gone) {
    await tx.unsafe(each(before, name, (signature) => `drop function ${signature};`));
    await tx`delete from migration.repeatable where name = ${name}`;
  }
  // functions call each other: bodies are checked once all are there
  await tx`set local check_function_bodies = off`;
  for (const one of changed) {
    await run(tx, { ...one, text: one.text.replace(INDEX, forNewTables) }, before);
    await tx`
      insert into migration.repeatable (name, hash) values (${one.name}, ${one.hash})
      on conflict (name) do update set hash = excluded.hash, applied_at = clock_timestamp()`;
  }
  const after = await functionsOf(
    tx,
    changed.map(({ name }) => name),
  );
  const wrong = changed.find(({ name }) => isFunction(name) && after.filter(isOf(name)).length !== 1);
  if (wrong) throw new Error(`db/${wrong.name} must make the one function of its name.`);
  await tx.unsafe(after.map(({ signature }) => `revoke all on function ${signature} from public;`).join('\n'));
  await tx`set local check_function_bodies = on`;
  await tx`
    select case l.lanname when 'sql' then fmgr_sql_validator(p.oid) when 'plpgsql' then plpgsql_validator(p.oid) end
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = any (array['log', 'read', 'vault', 'auth', 'queue']::regnamespace[])`;
}

/** `file`: by which it is made. */
type SqlFunction = { file: string; signature: string };

const isFunction = (file: string) => file.startsWith(FUNCTIONS);
const isOf = (file: string) => (known: SqlFunction) => known.file === file;

const each = (functions: readonly SqlFunction[], file: string, statement: (signature: string) => string): string =>
  functions
    .filter(isOf(file))
    .map(({ signature }) => statement(signature))
    .join('\n');

const functionsOf = async (tx: Tx, files: readonly string[]): Promise<SqlFunction[]> => [
  ...(await tx<SqlFunction[]>`
    select ${FUNCTIONS}::text || n.nspname || '.' || p.proname || '.sql' as file, p.oid::regprocedure::text as signature
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${FUNCTIONS}::text || n.nspname || '.' || p.proname || '.sql' = any (${files as string[]})`),
];

/** With another return type, or with other parameters, a function would be another one beside the old one. */
const OTHER_SIGNATURE = ['42P13', '42725'];

/** A function is replaced where that is possible, so that its callers do not notice. It keeps no grant that its file does not name. */
async function run(tx: Tx, { name, text }: Repeatable, before: readonly SqlFunction[]): Promise<void> {
  const revoke = (signature: string) =>
    `revoke all on function ${signature} from partner_pilot_api, partner_pilot_worker, partner_pilot_audit;`;
  const replaced = tx.savepoint(async (inner) => {
    await inner.unsafe(`${each(before, name, revoke)}\n${text}`);
    const overloaded = before.some(isOf(name)) && (await functionsOf(inner, [name])).length > 1;
    if (overloaded) throw Object.assign(new Error(`${name} has other parameters`), { code: OTHER_SIGNATURE[0] });
  });
  await replaced.catch(async (error: Error & { code?: string }) => {
    if (!OTHER_SIGNATURE.includes(error.code ?? '')) throw error;
    await tx.unsafe(`${each(before, name, (signature) => `drop function ${signature};`)}\n${text}`);
  });
}
