import { counted } from '../../events/shared/format.ts';
import { connect, type Sql } from '../connection/connect.ts';
import type { Erasure } from '../erase/erasuresFile.ts';
import { freezeSending } from '../installation/freeze.ts';
import { CannotStart, UsageError } from '../installation/settings.ts';
import { verifyStreams } from '../log/verify.ts';
import { applyPending, assertKnown, migrate } from '../migrate/migrate.ts';
import { restoreIsUnfinished } from '../migrate/unfinishedRestore.ts';
import { compareRows, rebuild } from '../read/rebuild.ts';
import { signingKey } from '../seal/signingKey.ts';
import { createStore } from '../store.ts';
import { masterKey } from '../vault/masterKey.ts';
import { type DamagedKey, damagedKeys } from '../vault/personKeys.ts';
import { pseudonyms } from '../vault/secrets.ts';
import { sealPosition, verifySeals } from '../verify/seals.ts';
import { destroyKeys, forgetFiles, recordErasures } from './erasures.ts';
import { type BackupHeader, type BackupRow, checkBackup, rowsOf } from './file.ts';
import {
  assertNobodyLost,
  assertPair,
  type Checked,
  type ErasedSince,
  loadKeys,
  NEEDED,
  PERSON_KEYS,
} from './keysApart.ts';
import { type BackupTable, quoted, tablesToKeep } from './tables.ts';

export type Restored = {
  takenAt: string;
  epoch: number;
  events: number;
  streams: number;
  /** Keys of erased people that had come back or were gone. The receipts of `restored` count as many. */
  erased: number;
  /** Keys that were gone: their people were erased between the log's backup and that of the keys. */
  gone: number;
  /** Keys that were damaged before the backup. Only their people's data is unreadable. */
  damaged: DamagedKey[];
};

/** Small enough that no tail of the same server waits for long. */
const ROWS_A_STATEMENT = 5_000;
const OURS = ['log', 'read', 'read_next', 'read_old', 'vault', 'auth', 'queue', 'migration', 'graphile_worker'];

/** A backup, and the file with the keys of people where these were kept apart (keysApart.ts). */
export type Files = { file: string; keysFile?: string | undefined };
type Ready = { log: Checked; keys: Checked | null };

/** Reads the whole backup and compares it with this program. Throws CannotStart; nothing is written. */
export async function readyToRestore({ file, keysFile }: Files, secretKey: string): Promise<Ready> {
  const log = await readyFile(file, secretKey);
  const keys = keysFile === undefined ? null : await readyFile(keysFile, secretKey);
  assertPair(log, keys);
  if (keys) await assertNobodyLost(log, keys, ROWS_A_STATEMENT);
  return { log, keys };
}

async function readyFile(file: string, secretKey: string): Promise<Checked> {
  const header = await checkBackup(file, masterKey(secretKey));
  await assertKnown(header.migrations, `${file} was made`);
  return { file, header };
}

/**
 * Restores a backup (see readyToRestore) into an empty database. Short transactions load everything, under a mark that keeps every other process out.
 * A new epoch begins with sending frozen, and all rows are made and verified. Fails with all of it taken away again. `ownerUrl`: of a server of the
 * same or a newer major version. Throws CannotStart with what to do.
 */
export async function restoreBackup(
  options: Files & {
    ownerUrl: string;
    secretKey: string;
    erasures: readonly Erasure[];
    say: (line: string) => void;
  },
): Promise<Restored> {
  const { ownerUrl, secretKey, say } = options;
  const ready = await readyToRestore(options, secretKey);
  const { header } = ready.log;
  const sql = connect(ownerUrl, { role: 'owner', name: 'restore', max: 6 });
  try {
    await assertEmpty(sql, header);
    try {
      await clear(sql);
      const since = await load(sql, ready, say);
      return await makeWhole(sql, header, since, options);
    } catch (error) {
      await sql.begin((tx) => tx.unsafe(dropAll)).catch(() => undefined);
      const left = await restoreIsUnfinished(sql).catch(() => true);
      const state = left
        ? 'What was loaded could not be taken away; run it again, and it starts again.'
        : 'The database is empty again.';
      say(`The restore did not succeed. ${state}`);
      throw error;
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const dropAll = OURS.map((schema) => `drop schema if exists ${schema} cascade;`).join('\n');

/** Only what holds no event may be replaced, or what an earlier restore left behind. */
async function assertEmpty(sql: Sql, header: BackupHeader): Promise<void> {
  const [server] = await sql<{ major: number; migrated: boolean }[]>`
    select current_setting('server_version_num')::int / 10000 as major, to_regclass('log.events') is not null as migrated`;
  if (server && server.major < header.postgres) {
    throw new CannotStart(
      `This is PostgreSQL ${server.major}, and the backup is of PostgreSQL ${header.postgres}. Restore into the same or a newer version.`,
    );
  }
  if (!server?.migrated || (await restoreIsUnfinished(sql))) return;
  const [row] = await sql<{ events: boolean }[]>`select exists (select from log.events) as events`;
  if (row?.events) {
    throw new UsageError(
      'This database is in use: it holds events already. Restore into an empty one (a new DATA_DIR or DATABASE_URL).',
    );
  }
}

/** The mark is there from now on. */
async function clear(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(dropAll);
    await tx`create schema migration`;
    await tx`create table migration.unfinished_restore ()`;
  });
}

/** Brings the schema to where it was at the backup, loads, and brings it to where this program is. Answers who was erased since. */
async function load(sql: Sql, { log, keys }: Ready, say: (line: string) => void): Promise<ErasedSince> {
  const { file, header } = log;
  await sql.begin((tx) => applyPending(tx, header.migrations.at(-1)));
  const tables = new Map((await tablesToKeep(sql)).map((table) => [table.name, table]));
  const columnsOf = new Map(header.tables.map(({ name, columns }) => [name, columns]));
  for await (const { table, rows } of rowsOf(file, ROWS_A_STATEMENT)) {
    if (table === NEEDED) continue;
    const target = tables.get(table);
    if (!target) throw new CannotStart(`${file} holds a table that this program does not know (${table}). Update it.`);
    await insert(sql, target, columnsOf.get(table) ?? [], rows);
  }
  for (const { name, rows } of header.tables)
    if (rows > 0 && name !== NEEDED) say(`Loaded ${counted(rows, 'row')} of ${name}.`);
  await sql`select setval(pg_get_serial_sequence('log.events', 'position'), (select coalesce(max(position), 0) + 1 from log.events), false)`;
  const since = keys ? await loadApart(sql, log, keys) : { erasures: [], gone: new Set<string>() };
  await sql.begin((tx) => applyPending(tx));
  return since;
}

/** The keys may be of a newer schema than the log. */
async function loadApart(sql: Sql, log: Checked, keys: Checked): Promise<ErasedSince> {
  await sql.begin((tx) => applyPending(tx, keys.header.migrations.at(-1)));
  const target = (await tablesToKeep(sql)).find(({ name }) => name === PERSON_KEYS);
  const columns = keys.header.tables.find(({ name }) => name === PERSON_KEYS)?.columns ?? [];
  if (!target) throw new Error('The database has no table for the keys of people.');
  return loadKeys(sql, log, keys, {
    size: ROWS_A_STATEMENT,
    insert: (rows) => insert(sql, target, columns, rows),
  });
}

async function insert(sql: Sql, table: BackupTable, columns: readonly string[], rows: readonly BackupRow[]) {
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]));
  const values = columns.map((name, index) => `c${index}::${typeOf.get(name) ?? 'text'}`);
  await sql.unsafe(
    `insert into ${quoted(table.name)} (${columns.map(quoted).join(', ')}) overriding system value
     select ${values.join(', ')}
     from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as r (${columns.map((_, index) => `c${index}`).join(', ')})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}

/** Makes an installation of a loaded log: a new epoch, erasures again, rows, and the proof that all is right. */
async function makeWhole(
  sql: Sql,
  header: BackupHeader,
  since: ErasedSince,
  { ownerUrl, secretKey, erasures: named, say }: Parameters<typeof restoreBackup>[0],
): Promise<Restored> {
  const master = masterKey(secretKey);
  const { events, streams, wrong: broken } = await verifyStreams(sql);
  const [wrong] = broken;
  if (wrong) {
    throw new CannotStart(
      `The log in this backup is wrong at ${wrong.tenant} ${wrong.streamId}@${wrong.version} (${wrong.reason}). Take another backup.`,
      'wrong',
    );
  }
  const { seals, wrong: wrongSeal } = await verifySeals(sql, (await signingKey(sql, master)).id);
  if (wrongSeal) {
    throw new CannotStart(
      `The log in this backup is wrong at ${sealPosition(wrongSeal)}: ${wrongSeal.reason}. Take another backup.`,
      'wrong',
    );
  }
  say(`Verified ${counted(events, 'event')} of ${counted(streams, 'stream')}, and ${counted(seals, 'seal')}.`);
  const epoch = await freezeSending(sql, 'restored', header.takenAt);
  // what happened in older epochs has had its jobs
  await sql`insert into log.checkpoints (name, epoch) values ('relay', ${epoch})`;
  const erasures = [...since.erasures, ...named];
  const gone = new Set([...since.gone, ...(await destroyKeys(sql, erasures))]);
  await forgetFiles(sql);
  await rebuild({ sql, master });
  const erased = await recordErasures(createStore(sql, master, await pseudonyms(sql, master)), erasures, gone);
  const { differences } = await compareRows({ sql, master });
  if (differences.length > 0)
    throw new Error(`${counted(differences.length, 'row differs', 'rows differ')} from the log.`);
  await sql`drop table migration.unfinished_restore`;
  await migrate({ ownerUrl, secretKey, say });
  return {
    takenAt: header.takenAt,
    epoch,
    events,
    streams,
    erased,
    gone: since.gone.size,
    damaged: await damagedKeys(sql, master),
  };
}
