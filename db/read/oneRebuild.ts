import { setTimeout as pause } from 'node:timers/promises';
import { reserve, type Sql } from '../connection/connect.ts';
import { CannotStart } from '../installation/settings.ts';

/** The advisory lock of a rebuild; log.drop_unfinished_rows takes it too. */
export const REBUILD_LOCK = 7_061_726_175n;

/**
 * Runs `work` as the only rebuild or comparison of a database. While another one runs: `wait` waits for its end, otherwise throws.
 * `sql` gives one connection away for as long.
 */
export async function asOnlyRebuild<T>(sql: Sql, work: () => Promise<T>, { wait = false } = {}): Promise<T> {
  const connection = await reserve(sql);
  const lock = String(REBUILD_LOCK);
  try {
    for (;;) {
      const [row] = await connection<{ mine: boolean }[]>`select pg_try_advisory_lock(${lock}::bigint) as mine`;
      if (row?.mine) break;
      if (!wait)
        throw new CannotStart('A rebuild or a comparison of this database is running already. Wait for it to end.');
      // asked again: a statement that waits would hold up `create index concurrently`, which waits for older statements
      await pause(250);
    }
    try {
      return await work();
    } finally {
      await connection`select pg_advisory_unlock(${lock}::bigint)`;
    }
  } finally {
    connection.release();
  }
}
