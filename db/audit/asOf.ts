import { aggregateOf } from '../../events/catalog.ts';
import { Refused } from '../../events/refused.ts';
import { readAs, type Tx } from '../connect.ts';
import { type FoldedRow, foldPages, type Page } from '../read/foldLog.ts';
import { ROW_TABLES } from '../read/tables.ts';
import { type GeneratedColumns, generatedColumns, givenRows } from '../rows.ts';
import { type Store, streamIdOf } from '../store.ts';

const PAGE = 10_000;

/** The events of a tenant up to a moment, in the order in which streams fold; `streams`: of these alone. */
async function* eventsUntil(tx: Tx, tenant: string, at: Date, streams?: readonly string[]): AsyncGenerator<Page> {
  let [stream, version] = ['', 0];
  for (;;) {
    // the columns are qualified: an unqualified name in "order by" means the text that is selected
    const page = (await tx`
      select e.tenant_id, e.stream_id, e.version::text, e.type, e.schema_version::text, e.payload::text, e.actor,
             (extract(epoch from e.recorded_at) * 1000)::bigint::text
      from log.events e
      where e.tenant_id = ${tenant} and (e.tenant_id, e.stream_id, e.version) > (${tenant}, ${stream}, ${version})
        and e.recorded_at <= ${at} ${streams ? tx`and e.stream_id = any (${streams as string[]})` : tx``}
      order by e.tenant_id, e.stream_id, e.version limit ${PAGE}`.values()) as unknown as Page;
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    [stream, version] = [last[1], Number(last[2])];
  }
}

async function foldUntil(store: Store, tenant: string, at: Date, streams?: readonly string[]) {
  return readAs(store.sql, tenant, async (tx) => {
    const rows: FoldedRow[] = [];
    for await (const folded of foldPages(tx, store.master, eventsUntil(tx, tenant, at, streams)))
      rows.push(...folded.rows);
    return { rows, generated: await generatedColumns(tx) };
  });
}

const cannot = (): never => {
  throw new Error('A store of the past is only read.');
};

/**
 * A store that stands at a moment: it loads what the streams of one tenant were then, and its rows are those of then, so that every query and
 * view of the screens shows that moment without knowing it. What was erased since is erased in it. Of the tenant `system` it has the
 * user's account and the installation.
 */
export async function storeAsOf(store: Store, tenant: string, at: Date): Promise<Store> {
  const [own, system] = await Promise.all([
    foldUntil(store, tenant, at),
    foldUntil(store, 'system', at, [`user-${tenant}`, 'installation-main']),
  ]);
  const states = new Map([...own.rows, ...system.rows].map((row) => [`${row.tenant}\n${row.streamId}`, row]));
  const tables = new Map<string, FoldedRow[]>();
  for (const row of own.rows) {
    const table = ROW_TABLES[row.kind];
    const rows = tables.get(table);
    if (rows) rows.push(row);
    else tables.set(table, [row]);
  }
  const generated: GeneratedColumns = own.generated;
  return {
    ...store,
    now: () => at,
    standsAt: at,
    rows: (tx, table) => givenRows(tx, tenant, tables.get(table) ?? [], generated[table]),
    async load(of, stream) {
      const row = states.get(`${of}\n${streamIdOf(stream)}`);
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
  };
}

/** Refuses a moment that has not come: it would look like an answer about the future. */
export function mustBePast(at: Date, now: Date): void {
  if (at.getTime() > now.getTime()) {
    throw new Refused('invalid', 'at must not be in the future', { field: 'at' });
  }
}
