import { aggregateOf, UnknownEvent } from '../../events/catalog.ts';
import { type Kind, kindOf, personOf, READ_MODELS } from '../../events/shared/event.ts';
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
export async function* eventsOf(sql: Sql | Tx, { from, before }: Range): AsyncGenerator<Page> {
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
export function keyRing(sql: Sql | Tx, master: MasterKey) {
  const known = new Map<string, PersonKey>();
  return {
    async fetchFor(page: Page): Promise<void> {
      if (known.size > KEYS_KEPT) known.clear();
      const missing = new Map<string, [string, string]>();
      let last = { tenant: '', streamId: '' };
      for (const [tenant, streamId] of page) {
        if (streamId === last.streamId && tenant === last.tenant) continue;
        last = { tenant, streamId };
        // the fold names its place
        if (!isKnownStream(streamId)) continue;
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

/** `cut`: the same for all events that the state includes. */
export type FoldedState = Omit<FoldedRow, 'state'> & { state: unknown; cut: number };
type Folding = FoldedState & { key: PersonKey | undefined };

const begun = (tenant: string, streamId: string, key: PersonKey | undefined): Folding => {
  const kind = kindOf(streamId);
  const { projectionVersion, initial } = aggregateOf(kind);
  return { kind, tenant, streamId, version: 0, projectionVersion, state: initial, recordedAt: '', cut: 0, key };
};

type EventPlace = { tenant: string; streamId: string; version: number };

/** Names the place of an event that this program does not know, or of a stream of a kind that it does not know. */
function placed<T>(place: EventPlace, type: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownEvent) throw new UnknownEvent(error.kind, error.type, error.version, place);
    if (isKnownStream(place.streamId)) throw error;
    throw new UnknownEvent(place.streamId.split('-')[0] ?? '', type, 0, place);
  }
}

const isKnownStream = (streamId: string): boolean => (streamId.split('-')[0] ?? '') in READ_MODELS;

/**
 * Folds pages of events, ordered by tenant, stream and version, with the same `evolve` as live commands. `sql` reads the keys. No `master`: the fold
 * opens no personal data. `cutOf`: of a time in ms. A stream has a state for each of its cuts. Throws UnknownEvent at an event that this program does
 * not know.
 */
export async function* foldStates(
  sql: Sql | Tx,
  master: MasterKey | null,
  pages: AsyncIterable<Page>,
  cutOf: (ms: number) => number = () => 0,
): AsyncGenerator<{ rows: FoldedState[]; events: number }> {
  const keys = master && keyRing(sql, master);
  let open: Folding | null = null;
  for await (const page of pages) {
    await keys?.fetchFor(page);
    const rows: FoldedState[] = [];
    for (const [tenant, streamId, version, type, schema, payload, actor, ms] of page) {
      const isNext = !open || open.streamId !== streamId || open.tenant !== tenant;
      const cut = cutOf(Number(ms));
      if (open && (isNext || open.cut !== cut)) rows.push({ ...open });
      if (!open || isNext)
        open = placed({ tenant, streamId, version: Number(version) }, type, () =>
          begun(tenant, streamId, keys?.of(tenant, streamId)),
        );
      const stored = {
        stream_id: streamId,
        version: Number(version),
        type,
        schema_version: Number(schema),
        payload: JSON.parse(payload) as unknown,
        actor,
        recorded_at: new Date(Number(ms)),
      };
      const { key } = open;
      const event = placed({ tenant, streamId, version: stored.version }, type, () => readStored(stored, key));
      open.state = aggregateOf(open.kind).evolve(open.state as never, event as never);
      open.version = stored.version;
      open.recordedAt = event.at;
      open.cut = cut;
    }
    yield { rows, events: page.length };
  }
  if (open) yield { rows: [open], events: 0 };
}

/** The same as rows. */
export async function* foldPages(
  sql: Sql | Tx,
  master: MasterKey,
  pages: AsyncIterable<Page>,
): AsyncGenerator<{ rows: FoldedRow[]; events: number }> {
  for await (const { rows, events } of foldStates(sql, master, pages))
    yield {
      rows: rows.map(({ kind, tenant, streamId, version, projectionVersion, recordedAt, state }) => ({
        ...{ kind, tenant, streamId, version, projectionVersion, recordedAt },
        state: JSON.stringify(state),
      })),
      events,
    };
}
