import { aggregateOf } from '../../events/catalog.ts';
import { KINDS, READ_MODELS } from '../../events/shared/event.ts';
import type { Sql } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { asOnlyRebuild } from './oneRebuild.ts';
import { rebuildAlone } from './rebuild.ts';

/** The tables of the schema `read` with a row that another version of its fold made than this program's. */
export async function outdatedTables(sql: Sql): Promise<string[]> {
  const questions = KINDS.map((kind) => {
    const { projectionVersion } = aggregateOf(kind);
    const table = READ_MODELS[kind];
    return `select '${table}' as name where exists (
      select from read.${table} where projection_version < ${projectionVersion} or projection_version > ${projectionVersion})`;
  });
  const rows = await sql.begin('read only', async (tx) => {
    // without statistics the planner expects such a row on the first page, and walks through the whole table
    await tx`set local enable_seqscan = off`;
    return tx.unsafe<{ name: string }[]>(questions.join(' union all '));
  });
  return rows.map(({ name }) => name);
}

/**
 * Rebuilds the read models if another version of the program folded any row, because screens read rows as they are. It says so in one line. Waits for
 * a rebuild that runs already, and then looks again: so processes that start at once do it once. `sql` as for a rebuild. Throws UnknownEvent as a
 * rebuild does.
 */
export async function rebuildOutdated(options: {
  sql: Sql;
  master: MasterKey;
  say: (line: string) => void;
}): Promise<void> {
  const { sql, say } = options;
  if ((await outdatedTables(sql)).length === 0) return;
  await asOnlyRebuild(
    sql,
    async () => {
      const tables = await outdatedTables(sql);
      if (tables.length === 0) return;
      say(
        `Another version of the program made rows of: ${tables.join(', ')}. Rebuilding the read models from the log.`,
      );
      await rebuildAlone(options);
    },
    { wait: true },
  );
}
