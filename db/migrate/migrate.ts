import { readdir, readFile } from 'node:fs/promises';
import { UnknownEvent } from '../../events/catalog.ts';
import { connect, type Sql, type Tx } from '../connection/connect.ts';
import { CannotStart } from '../installation/settings.ts';
import { REBUILD_LOCK } from '../read/oneRebuild.ts';
import { rebuildOutdated } from '../read/outdated.ts';
import { ensureSigningKey } from '../seal/signingKey.ts';
import { assertOpensVault } from '../vault/keyCheck.ts';
import { type MasterKey, masterKey } from '../vault/masterKey.ts';
import { beginRotation } from '../vault/rotate.ts';
import { ensureAddressKey, pseudonymsOf } from '../vault/secrets.ts';
import { assertAddressKey } from '../verify/addressKey.ts';
import { applyChanged, buildIndexes, repeatables } from './repeatable.ts';
import { ensureGroups, ensureLogins } from './roles.ts';
import { assertNoRestore } from './unfinishedRestore.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);
// any number that no other program takes by accident; one migration runs at a time
const MIGRATION_LOCK = 7_061_726_174n;

/**
 * Brings a database to the current schema in one transaction. That is roles and logins, migrations, read models and functions, the epoch, and the proofs of
 * SECRET_KEY, the address key and the signing key. Then come missing indexes, and rows that this program's folds made. Safe to run by several processes at once and again at every start.
 * Throws CannotStart with one line when the database was made by a newer program or with another SECRET_KEY.
 */
export async function migrate({
  ownerUrl,
  secretKey,
  say = (line) => console.error(line),
}: {
  ownerUrl: string;
  secretKey: string;
  say?: (line: string) => void;
}): Promise<void> {
  // as many as a rebuild takes; they are opened when it needs them
  const sql = connect(ownerUrl, { role: 'owner', name: 'migration', max: 6 });
  const key = masterKey(secretKey);
  try {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${String(MIGRATION_LOCK)}::bigint)`;
      await assertNoRestore(tx);
      await applyPending(tx);
      await ensureLogins(tx, key);
      await startEpoch(tx);
      await beginRotation(tx, key, secretKey);
      await assertKey(tx, key);
      await assertAddressKey(tx, key, pseudonymsOf(await ensureAddressKey(tx, key)));
      await ensureSigningKey(tx, key);
    });
    await buildIndexes(sql);
    await rebuildOutdated({ sql, master: key, say });
  } catch (error) {
    throw error instanceof UnknownEvent ? new CannotStart(error.message) : error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Applies the migrations that are missing, and the read models and functions that changed. `upTo`: no migration after that one, and only the
 * tables of migrations. A database that is up to date answers with one query.
 */
export async function applyPending(tx: Tx, upTo?: string, folder = MIGRATIONS): Promise<void> {
  await tx.unsafe(`
    create schema if not exists migration;
    create table if not exists migration.applied (
      name text primary key, applied_at timestamptz not null default clock_timestamp());
    create table if not exists migration.repeatable (
      name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp())`);
  const done = await tx<{ name: string; hash: string | null }[]>`
    select name, null as hash from migration.applied union all select name, hash from migration.repeatable`;
  const applied = new Set(done.filter(({ hash }) => hash === null).map(({ name }) => name));
  const hashes = new Map(done.filter(({ hash }) => hash !== null).map(({ name, hash }) => [name, hash]));
  await assertKnown([...applied], 'The database was migrated', folder);
  const missing = (await migrationsIn(folder)).filter(
    (name) => !applied.has(name) && (upTo === undefined || name <= upTo),
  );
  const files = upTo === undefined ? await repeatables() : [];
  const changed = files.filter(({ name, hash }) => hashes.get(name) !== hash);
  const gone = upTo === undefined ? [...hashes.keys()].filter((name) => !files.some((file) => file.name === name)) : [];
  if (missing.length + changed.length + gone.length === 0) return;
  await ensureGroups(tx);
  // a rebuild copies tables and moves functions
  await tx`select pg_advisory_xact_lock(${String(REBUILD_LOCK)}::bigint)`;
  for (const name of missing) {
    await tx.unsafe(await readFile(new URL(name, folder), 'utf8'));
    await tx`insert into migration.applied (name) values (${name})`;
  }
  if (upTo === undefined) await applyChanged(tx, changed, gone);
}

/** Throws CannotStart when another program than this one applied any of these migrations. `what`: what they were found in, in words. */
export async function assertKnown(applied: readonly string[], what: string, folder = MIGRATIONS): Promise<void> {
  const known = await migrationsIn(folder);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown) throw new CannotStart(`${what} by a newer version of the program (${unknown}). Update this one.`);
}

/** Every migration and file of SQL that this program needs. */
export const neededNames = async (): Promise<string[]> => [
  ...(await migrationsIn(MIGRATIONS)),
  ...(await repeatables()).map(({ name }) => name),
];

/** In their order. */
const migrationsIn = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/**
 * Transaction ids of another cluster do not compare with ours. So a database from another cluster begins a new epoch. The time since its copy is
 * unknown, so that freezes sending.
 */
async function startEpoch(tx: Tx): Promise<void> {
  await tx`
    select log.begin_new_epoch('other_cluster', null)
    where coalesce((select system_identifier from log.epochs order by epoch desc limit 1), '')
      <> (select system_identifier::text from pg_control_system())`;
}

/** Stops a process that has another SECRET_KEY than the database was made with, or whose database is not whole. */
export async function assertKey(sql: Sql | Tx, key: MasterKey): Promise<void> {
  await assertNoRestore(sql);
  await assertOpensVault(sql, key);
}
