import path from 'node:path';
import type { Sql, Tx } from '../connection/connect.ts';
import { UsageError } from '../installation/settings.ts';
import { assertKey } from '../migrate/migrate.ts';
import { readKeyCheck } from '../vault/keyCheck.ts';
import { keyProof, type MasterKey } from '../vault/masterKey.ts';
import { pseudonyms } from '../vault/secrets.ts';
import { type BackupHeader, type BackupRow, writeBackup } from './file.ts';
import { apart } from './keysApart.ts';
import { type BackupTable, quoted, rowsAtOnce, tablesToKeep } from './tables.ts';
import { refuseToOverwrite } from './wholeFile.ts';

/**
 * Writes one consistent snapshot of everything that is no fold to `file`, while the installation goes on. It only reads, so it has no
 * transaction id and holds no tail of the log back. `keysFile`: the keys of people go there, and into `file` go none (keysApart.ts). `sql`:
 * the owner's. Answers what is in `file`. Throws CannotStart with what to do.
 */
export async function takeBackup(
  sql: Sql,
  key: MasterKey,
  file: string,
  options: { overwrite?: boolean; keysFile?: string | undefined } = {},
): Promise<BackupHeader> {
  const { overwrite = false, keysFile } = options;
  if (keysFile !== undefined && path.resolve(keysFile) === path.resolve(file))
    throw new UsageError('FILE and KEYS_FILE are one and the same. Name two files.');
  for (const one of [file, keysFile]) if (one !== undefined) refuseToOverwrite(one, overwrite);
  await assertKey(sql, key);
  const { installation } = await pseudonyms(sql, key);
  const header = await sql.begin('isolation level repeatable read read only', async (tx) => {
    // a slow disk may keep us waiting, and every value must read the same on any server
    await tx`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('timezone', 'UTC', true),
      set_config('datestyle', 'ISO', true), set_config('bytea_output', 'hex', true)`;
    const write = async (to: string, tables: readonly BackupTable[], part: Pick<BackupHeader, 'apart'>) => {
      const about = { ...(await describe(tx, key, tables)), ...part };
      await writeBackup(to, key, about, linesOf(tx, tables), { overwrite });
      return about;
    };
    const tables = await tablesToKeep(tx);
    if (keysFile === undefined) return write(file, tables, {});
    // keys that are newer than every copy of the log serve all of them
    const parts = apart(tables);
    await write(keysFile, parts.keys, { apart: { holds: 'keys', installation } });
    return write(file, parts.log, { apart: { holds: 'log', installation } });
  });
  return header as BackupHeader;
}

async function describe(tx: Tx, key: MasterKey, tables: readonly BackupTable[]): Promise<BackupHeader> {
  const [facts] = await tx<{ at: Date; epoch: number; postgres: number }[]>`
    select now() as at, (select max(epoch) from log.epochs) as epoch, current_setting('server_version_num')::int / 10000 as postgres`;
  const rotating = (await readKeyCheck(tx))?.rotating === true;
  const migrations = await tx<{ name: string }[]>`select name from migration.applied order by name`;
  const counted: BackupHeader['tables'] = [];
  for (const { name, columns, from = quoted(name) } of tables) {
    const [row] = await tx.unsafe<{ rows: string }[]>(`select count(*) as rows from ${from}`);
    counted.push({ name, columns: columns.map((column) => column.name), rows: Number(row?.rows ?? 0) });
  }
  return {
    format: 'partner-pilot backup',
    version: 1,
    takenAt: (facts?.at ?? new Date()).toISOString(),
    migrations: migrations.map(({ name }) => name),
    epoch: facts?.epoch ?? 0,
    postgres: facts?.postgres ?? 0,
    keyProof: keyProof(key).toString('hex'),
    ...(rotating && key.other ? { oldKeyProof: keyProof(key.other).toString('hex') } : {}),
    tables: counted,
  };
}

async function* linesOf(tx: Tx, tables: readonly BackupTable[]): AsyncGenerator<{ table: string } | BackupRow> {
  for (const { name, columns, from = quoted(name) } of tables) {
    yield { table: name };
    const texts = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
    const size = rowsAtOnce(name);
    await tx.unsafe(`declare rows_of_a_table no scroll cursor for select ${texts} from ${from}`);
    for (;;) {
      const rows = await tx.unsafe(`fetch ${size} from rows_of_a_table`).values();
      yield* rows as unknown as BackupRow[];
      if (rows.length < size) break;
    }
    await tx.unsafe('close rows_of_a_table');
  }
}
