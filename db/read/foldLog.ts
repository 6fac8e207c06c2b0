import { aggregateOf } from '../../events/catalog.ts';
import { type Kind, kindOf, personOf } from '../../events/shared/event.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { readStored } from '../log/stored.ts';
import type { PersonKey } from '../vault/envelope.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { unwrapKey } from '../vault/personKeys.ts';

/** A row as the fold of one stream makes it. `recordedAt` is ISO 8601, `state` JSON. */
export type FoldedRow = {
  kind: Kind;
  tenant: string;
  streamId: string;
  version: number;
  projectionVersion: number;
  recordedAt: string;
  state: string;
};
export type StreamName = { tenant: string; streamId: string };

/** tenant, stream, version, type, schema version, payload, actor, time in ms since 1970. All are texts that the driver does not parse. */
export type Page = [string, string, string, string, string, string, string, string][];

const PAGE = 10_000;
const KEYS_KEPT = 100_000;

/** A part of the log: from one stream up to the one before another. null is the log's own end. */
export type Range = { from: StreamName | null; before: StreamName | null };

/** The events of a range by primary key, in short statements. The next page loads while one is folded. */
export async function* eventsOf(sql: Sql, { from, before }: Range): AsyncGenerator<Page> {
  const end = before ? sql`and (e.tenant_id, e.stream_id) < (${before.tenant}, ${before.streamId})` : sql``;
  const pageAfter = (last: Page[number] | undefined): Promise<Page> =>
    // the columns are qualified: an unqualified name in "order by" means the text that is selected
    sql`
      select e.tenant_id, e.stream_id, e.version::text, e.type, e.schema_version::text, e.payload::text, e.actor,
             (extract(epoch from e.recorded_at) * 1000)::bigint::text
      from log.events e
      where (e.tenant_id, e.stream_id, e.version)
              > (${last?.[0] ?? from?.tenant ?? ''}, ${last?.[1] ?? from?.streamId ?? ''}, ${Number(last?.[2] ?? 0)}) ${end}
      order by e.tenant_id, e.stream_id, e.version limit ${PAGE}`
      .values()
      .execute() as unknown as Promise<Page>;
  let page = await pageAfter(undefined);
  while (page.length > 0) {
    const next = page.length < PAGE ? Promise.resolve([]) : pageAfter(page.at(-1));
    yield page;
    page = await next;
  }
}

/** All events of some streams, as `tx` sees them. `until`: only those up to this moment. */
export async function* someStreams(
  tx: Sql | Tx,
  streams: readonly StreamName[],
  { until, atOnce = 1000 }: { until?: Date; atOnce?: number } = {},
): AsyncGenerator<Page> {
  for (let from = 0; from < streams.length; from += atOnce) {
    const part = streams.slice(from, from + atOnce);
    const page = await tx`
      select e.tenant_id, e.stream_id, e.version::text, e.type, e.schema_version::text, e.payload::text, e.actor,
             (extract(epoch from e.recorded_at) * 1000)::bigint::text
      from unnest(${part.map(({ tenant }) => tenant)}::text[], ${part.map(({ streamId }) => streamId)}::text[]) s (tenant_id, stream_id)
      join log.events e using (tenant_id, stream_id)
      ${until ? tx`where e.recorded_at <= ${until}` : tx``}
      order by e.tenant_id, e.stream_id, e.version`.values();
    yield page as unknown as Page;
  }
}

/** Person keys in bulk: those that a page needs and that are not at hand, in one statement. */
function keyRing(sql: Sql | Tx, master: MasterKey) {
  const known = new Map<string, PersonKey>();
  return {
    async fetchFor(page: Page): Promise<void> {
      if (known.size > KEYS_KEPT) known.clear();
      const missing = new Map<string, [string, string]>();
      let last = { tenant: '', streamId: '' };
      for (const [tenant, streamId] of page) {
        if (streamId === last.streamId && tenant === last.tenant) continue;
        last = { tenant, streamId };
        const person = personOf(streamId);
        const name = `${tenant}\n${person}`;
        if (!known.has(name)) missing.set(name, [tenant, person]);
      }
      if (missing.size === 0) return;
      const names = [...missing.values()];
      const rows = await sql<{ tenant_id: string; person_id: string; key_id: string; wrapped: Buffer }[]>`
        select k.tenant_id, k.person_id, k.key_id, k.wrapped
        from unnest(${names.map(([tenant]) => tenant)}::text[], ${names.map(([, person]) => person)}::text[]) n (tenant_id, person_id)
        join vault.person_keys k using (tenant_id, person_id)`;
      // a key that is missing is asked for again: a writer may make it before the next page
      for (const row of rows) {
        const key = unwrapKey(master, row.tenant_id, row.person_id, row.key_id, row.wrapped);
        known.set(`${row.tenant_id}\n${row.person_id}`, key);
      }
    },
    of: (tenant: string, streamId: string) => known.get(`${tenant}\n${personOf(streamId)}`),
  };
}

/**
 * Folds pages of events, ordered by tenant, stream and version, with the same `evolve` as live commands. `sql` reads the keys. Throws UnknownEvent at
 * an event that this program does not know.
 */
export async function* foldPages(
  sql: Sql | Tx,
  master: MasterKey,
  pages: AsyncIterable<Page>,
): AsyncGenerator<{ rows: FoldedRow[]; events: number }> {
  const keys = keyRing(sql, master);
  let open:
    | (Omit<FoldedRow, 'state' | 'recordedAt'> & { state: unknown; at: string; key: PersonKey | undefined })
    | null = null;
  let evolve = aggregateOf('setting').evolve;
  const closed = ({ key: _key, at, state, ...row }: NonNullable<typeof open>): FoldedRow => ({
    ...row,
    recordedAt: at,
    state: JSON.stringify(state),
  });
  for await (const page of pages) {
    await keys.fetchFor(page);
    const rows: FoldedRow[] = [];
    for (const [tenant, streamId, version, type, schema, payload, actor, ms] of page) {
      if (!open || open.streamId !== streamId || open.tenant !== tenant) {
        if (open) rows.push(closed(open));
        const kind = kindOf(streamId);
        const aggregate = aggregateOf(kind);
        evolve = aggregate.evolve;
        const { projectionVersion, initial } = aggregate;
        open = {
          kind,
          tenant,
          streamId,
          version: 0,
          projectionVersion,
          state: initial,
          at: '',
          key: keys.of(tenant, streamId),
        };
      }
      const stored = {
        stream_id: streamId,
        version: Number(version),
        type,
        schema_version: Number(schema),
        payload: JSON.parse(payload) as unknown,
        actor,
        recorded_at: new Date(Number(ms)),
      };
      const event = readStored(stored, open.key);
      open.state = evolve(open.state, event);
      open.version = stored.version;
      open.at = event.at;
    }
    yield { rows, events: page.length };
  }
  if (open) yield { rows: [closed(open)], events: 0 };
}
