import type { Sql, Tx } from '../connection/connect.ts';
import { CannotStart } from '../installation/settings.ts';

/**
 * A table from before the first row of a restore until after its last check. A database with it is not whole. Only another restore may work with it,
 * and starts again.
 */
export async function restoreIsUnfinished(sql: Sql | Tx): Promise<boolean> {
  // from the catalogue: not every role may look into that schema
  const [row] = await sql<{ there: boolean }[]>`
    select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'migration' and c.relname = 'unfinished_restore') as there`;
  return row?.there === true;
}

export async function assertNoRestore(sql: Sql | Tx): Promise<void> {
  if (!(await restoreIsUnfinished(sql))) return;
  throw new CannotStart(
    'A restore into this database did not end, so it is not whole. Run npm run restore -- FILE again: it starts again.',
  );
}
