import type { Sql, Tx } from '../connect.ts';
import { assertKey } from '../migrate/migrate.ts';
import { keyProof, type MasterKey } from '../vault/masterKey.ts';
import { type BackupHeader, type BackupRow, writeBackup } from './file.ts';
import { type BackupTable, quoted, tablesToKeep } from './tables.ts';
import { refuseToOverwrite } from './wholeFile.ts';

const ROWS_A_FETCH = 5_000;

/**
 * Writes one consistent snapshot of everything that is no fold to `file`, while the installation goes on. It only reads, so it has no
 * transaction id and holds no tail of the log back. `sql`: the owner's. Throws CannotStart with what to do.
 */
export async function takeBackup(
  sql: Sql,
  key: MasterKey,
  file: string,
  options: { overwrite?: boolean } = {},
): Promise<BackupHeader> {
  const { overwrite = false } = options;
  refuseToOverwrite(file, overwrite);
  await assertKey(sql, key);
  const header = await sql.begin('isolation level repeatable read read only', async (tx) => {
    // a slow disk may keep us waiting, and every value must read the same on any server
    await tx`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('timezone', 'UTC', true),
      set_config('datestyle', 'ISO', true), set_config('bytea_output', 'hex', true)`;
    const tables = await tablesToKeep(tx);
    const about = await describe(tx, key, tables);
    await writeBackup(file, key, about, linesOf(tx, tables), { overwrite });
    return about;
  });
  return header as BackupHeader;
}

async function describe(tx: Tx, key: MasterKey, tables: readonly BackupTable[]): Promise<BackupHeader> {
  const [facts] = await tx<{ at: Date; epoch: number; postgres: number }[]>`
    select now() as at, (select max(epoch) from log.epochs) as epoch, current_setting('server_version_num')::int / 10000 as postgres`;
  const migrations = await tx<{ name: string }[]>`select name from migration.applied order by name`;
  const counted: BackupHeader['tables'] = [];
  for (const { name, columns } of tables) {
    const [row] = await tx.unsafe<{ rows: string }[]>(`select count(*) as rows from ${quoted(name)}`);
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
    tables: counted,
  };
}

async function* linesOf(tx: Tx, tables: readonly BackupTable[]): AsyncGenerator<{ table: string } | BackupRow> {
  for (const { name, columns } of tables) {
    yield { table: name };
    const texts = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
    await tx.unsafe(`declare rows_of_a_table no scroll cursor for select ${texts} from ${quoted(name)}`);
    for (;;) {
      const rows = await tx.unsafe(`fetch ${ROWS_A_FETCH} from rows_of_a_table`).values();
      yield* rows as unknown as BackupRow[];
      if (rows.length < ROWS_A_FETCH) break;
    }
    await tx.unsafe('close rows_of_a_table');
  }
}
