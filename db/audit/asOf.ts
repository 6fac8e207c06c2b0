import { aggregateOf } from '../../events/catalog.ts';
import type { AsOfSubject } from '../../events/history/historyInput.ts';
import { KINDS, type Kind, READ_MODELS } from '../../events/shared/event.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { type FoldedRow, foldPages, type Page } from '../read/foldLog.ts';
import { type Fragment, generatedColumns, givenRows, type RowTable } from '../rows.ts';
import { type Store, streamIdOf } from '../store.ts';
import { mustBeWaitedFor } from './queuePerTenant.ts';

/** Folded in one turn of the event loop: a larger page would stall the API. */
const PAGE = 2_000;

/** Of which streams: those of some kinds (`messagesOf`: of the messages only a campaign's), or one. */
type AsOfScope = { kinds: readonly Kind[]; messagesOf?: string | undefined } | { stream: string };

function chosen(tx: Tx, of: AsOfScope): Fragment {
  if ('stream' in of) return tx`e.stream_id = ${of.stream}`;
  const campaign = of.messagesOf;
  return tx`split_part(e.stream_id, '-', 1) = any (${of.kinds as Kind[]}) ${
    campaign === undefined
      ? tx``
      : tx`and (not starts_with(e.stream_id, 'message-') or starts_with(e.stream_id, ${`message-${campaign}.`}))`
  }`;
}

type Past = { tenant: string; at: Date; signal?: AbortSignal | undefined };

/** The events of a tenant up to a moment, in the order in which streams fold. */
async function* eventsUntil(tx: Tx, { tenant, at, signal }: Past, of: AsOfScope): AsyncGenerator<Page> {
  let [stream, version] = ['', 0];
  for (;;) {
    mustBeWaitedFor(signal);
    // the columns are qualified: an unqualified name in "order by" means the text that is selected
    const page = (await tx`
      select e.tenant_id, e.stream_id, e.version::text, e.type, e.schema_version::text, e.payload::text, e.actor,
             (extract(epoch from e.recorded_at) * 1000)::bigint::text
      from log.events e
      where e.tenant_id = ${tenant} and (e.tenant_id, e.stream_id, e.version) > (${tenant}, ${stream}, ${version})
        and e.recorded_at <= ${at} and ${chosen(tx, of)}
      order by e.tenant_id, e.stream_id, e.version limit ${PAGE}`.values()) as unknown as Page;
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    [stream, version] = [last[1], Number(last[2])];
  }
}

async function foldUntil(store: Store, past: Past, of: AsOfScope) {
  return readAs(store.sql, past.tenant, async (tx) => {
    const rows: FoldedRow[] = [];
    for await (const folded of foldPages(tx, store.master, eventsUntil(tx, past, of))) rows.push(...folded.rows);
    return { rows, generated: await generatedColumns(tx) };
  });
}

const cannot = (): never => {
  throw new Error('A store of the past is only read.');
};

/** The rows that each screen is made of. */
export const TABLES_OF: Readonly<Record<AsOfSubject, readonly RowTable[]>> = {
  dashboard: ['partners', 'messages', 'campaigns'],
  partners: ['partners', 'suppressions', 'messages'],
  campaigns: ['campaigns', 'messages', 'quotas', 'partners', 'suppressions'],
  messages: ['messages', 'partners'],
};

/** `tables`: whose rows will be read. `messagesOf`: only messages of this campaign. `signal`: the client has gone away. */
type Wanted = { tables?: readonly RowTable[]; messagesOf?: string | undefined; signal?: AbortSignal | undefined };

const EVERY_TABLE: readonly RowTable[] = ['partners', 'campaigns', 'messages', 'credits', 'quotas', 'suppressions'];

/**
 * A store of a moment: its streams and rows are those of then. So the screens' queries show that moment without knowing it. An erasure since then
 * shows here, too. Rows are those of one tenant; only what is wanted is folded. Throws AskerGone when `signal` says so.
 */
export async function storeAsOf(store: Store, tenant: string, at: Date, wanted: Wanted = {}): Promise<Store> {
  const { tables = EVERY_TABLE, messagesOf, signal } = wanted;
  const kinds = KINDS.filter((kind) => tables.some((table) => table === READ_MODELS[kind]));
  const { rows: folded, generated } = await foldUntil(store, { tenant, at, signal }, { kinds, messagesOf });
  mustBeWaitedFor(signal);
  return {
    ...store,
    now: () => at,
    standsAt: at,
    rows(tx, table) {
      if (!tables.includes(table)) throw new Error(`The rows of ${table} were not asked for.`);
      const own = folded.filter(({ kind }) => READ_MODELS[kind] === table);
      return givenRows(tx, tenant, own, generated[table]);
    },
    async load(of, stream) {
      const { rows } = await foldUntil(store, { tenant: of, at, signal }, { stream: streamIdOf(stream) });
      const { initial } = aggregateOf(stream.kind);
      return { state: (rows[0] ? JSON.parse(rows[0].state) : initial) as never, version: rows[0]?.version ?? 0 };
    },
    async history(of, stream) {
      const events = await store.history(of, stream);
      return events.filter((event) => Date.parse(event.at) <= at.getTime());
    },
    loadIn: cannot,
    run: cannot,
    runIn: cannot,
    decide: cannot,
  };
}

/** Refuses a moment that has not come: it would look like an answer about the future. */
export function mustBePast(at: Date, now: Date): void {
  if (at.getTime() > now.getTime()) {
    throw new Refused({ code: 'moment_in_future', field: 'at' });
  }
}
