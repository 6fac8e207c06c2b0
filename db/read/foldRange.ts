import { reserve, type Sql } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { eventsOf, foldPages, type Range } from './foldLog.ts';
import { copyRows } from './nextTables.ts';

/** Batches of folded rows that may be on their way to the database. */
const BATCHES = 3;

export type Folded = { events: number; streams: number };

/** Folds a range of the log into the tables of `read_next`; answers what each page brought. `sql`: the owner's, of three connections or more. */
export async function* foldRange(sql: Sql, master: MasterKey, range: Range): AsyncGenerator<Folded> {
  const copier = await reserve(sql);
  try {
    // the commit of the switch makes all that came before it durable
    await copier`set synchronous_commit = off`;
    // a few batches at a time, one after the other; otherwise folding and the database wait for each other
    const copying: Promise<void>[] = [Promise.resolve()];
    for await (const { rows, events } of foldPages(sql, master, eventsOf(sql, range))) {
      const before = copying.at(-1);
      const copy = Promise.resolve(before).then(() => copyRows(copier, rows));
      copy.catch(() => undefined);
      copying.push(copy);
      if (copying.length > BATCHES) await copying.shift();
      yield { events, streams: rows.length };
    }
    await Promise.all(copying);
  } finally {
    await copier`reset synchronous_commit`.catch(() => undefined);
    copier.release();
  }
}
