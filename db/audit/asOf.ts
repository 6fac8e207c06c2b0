import { aggregateOf } from '../../events/catalog.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readAs } from '../connection/connect.ts';
import type { RowTable } from '../rows.ts';
import { type Store, streamIdOf } from '../store.ts';
import { foldUntil, rowsOfThen, type Scope } from './pastRows.ts';
import { mustBeWaitedFor } from './queuePerTenant.ts';
import { inOneSnapshot } from './sharedSnapshot.ts';

const cannot = (): never => {
  throw new Error('A store of the past is only read.');
};

/** `tables`: their rows will be read. `signal`: the client has gone away. */
type Wanted = Partial<Scope> & { signal?: AbortSignal | undefined };

const EVERY_TABLE: readonly RowTable[] = ['partners', 'campaigns', 'messages', 'credits', 'quotas', 'suppressions'];

/**
 * Runs `look` with a store of a moment: its streams and rows are those of then. So the screens' queries show that moment without knowing it. An
 * erasure since then shows here, too. Only what moved since is folded again, and all of the look sees one moment of the database. Throws
 * ClientClosedRequest when `signal` says so.
 */
export function lookAsOf<T>(
  store: Store,
  tenant: string,
  at: Date,
  { tables = EVERY_TABLE, streams, signal }: Wanted,
  look: (then: Store) => Promise<T>,
): Promise<T> {
  return inOneSnapshot(store.sql, async (sql) => {
    const past = { sql, master: store.master, tenant, at, signal };
    const rows = await rowsOfThen(past, { tables, streams });
    return look({
      ...store,
      sql,
      rows(tx, table) {
        mustBeWaitedFor(signal);
        return rows(tx, table);
      },
      now: () => at,
      standsAt: at,
      async load(of, stream) {
        const name = { tenant: of, streamId: streamIdOf(stream) };
        const [row] = await readAs(sql, of, (tx) => foldUntil(tx, past, [name]));
        const { initial } = aggregateOf(stream.kind);
        return { state: (row ? JSON.parse(row.state) : initial) as never, version: row?.version ?? 0 };
      },
      async history(of, stream) {
        const events = await store.history(of, stream);
        return events.filter((event) => Date.parse(event.at) <= at.getTime());
      },
      loadIn: cannot,
      run: cannot,
      runIn: cannot,
      decide: cannot,
    });
  });
}

/** Refuses a moment that has not come: it would look like an answer about the future. */
export function mustBePast(at: Date, now: Date): void {
  if (at.getTime() > now.getTime()) {
    throw new Refused({ code: 'moment_in_future', field: 'at' });
  }
}
