import { aggregateOf, definitionOf } from '../../events/catalog.ts';
import { type AnyEvent, kindOf, personOf } from '../../events/shared/event.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import type { PersonKey } from '../vault/envelope.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { makeKey, personKeys } from '../vault/personKeys.ts';
import { namedConflict, PersonErasedError, PersonUnreadableError } from './conflicts.ts';
import { type Loaded, type LoadedRow, trustedRow } from './load.ts';
import { type RowChange, rowChange } from './rowChange.ts';
import { isPersonal, payloadText, storable } from './stored.ts';

export type Cause = { actor: string; correlationId: string; causationId: string | null };

/** A stream as it was loaded, and its new events. No events: a guard stream, which must not have moved. */
export type Decided = { loaded: Loaded; events: readonly AnyEvent[] };

export type CommitExtras = {
  /** Advisory locks, taken before anything is checked. */
  locks?: readonly bigint[];
  /** The stream of a campaign whose row is locked (FOR SHARE) while its version is checked. */
  lockedCampaign?: string | undefined;
  /** Keys of persons that were read before. The statement checks that each is still there. */
  keys?: ReadonlyMap<string, PersonKey> | undefined;
  /** Further streams that the same statement reads, for the answer. They are neither locked nor guarded. */
  readBeside?: readonly string[];
};

export type Committed = {
  streamId: string;
  version: number;
  at: Date | null;
  state: unknown;
  events: readonly AnyEvent[];
};

type Beside = { beside?: (LoadedRow & { stream_id: string })[] | null };

/** Between JSON texts: a control character, which JSON text holds only escaped. */
const SEPARATOR = '\x1e';

const orNull = (values: (string | null)[]) => (values.length === 0 ? null : values);

/** The key of each person of a commit. `wrapped`: it is made by this commit. */
type Keys = Map<string, PersonKey & { wrapped?: Buffer }>;

/**
 * The keys under which a commit seals. A missing key is made only for a person whom an event of this commit introduces. The owner of a tenant without
 * sealed text also gets one; log.commit checks that. In every other case a missing key means that the person was erased: a stale writer cannot
 * recreate their data. Adding a deleted person again introduces them under a new key; what was sealed under the destroyed one stays closed.
 */
async function keysFor(
  sql: Sql | Tx,
  master: MasterKey,
  tenant: string,
  streams: readonly Decided[],
  known: CommitExtras['keys'],
): Promise<Keys> {
  const persons = new Set<string>();
  for (const { loaded, events } of streams) if (events.some(isPersonal)) persons.add(personOf(loaded.streamId));
  const unknown = [...persons].filter((person) => !known?.has(person));
  const keys: Keys = await personKeys(sql, master, tenant, unknown);
  for (const [person, key] of known ?? []) if (persons.has(person)) keys.set(person, key);
  const damaged = [...keys].filter(([, { key }]) => key === null).map(([person]) => person);
  if (damaged.length > 0) throw new PersonUnreadableError(new Set(damaged));
  for (const person of persons) {
    if (keys.has(person)) continue;
    const introduced = streams.some(
      ({ loaded: { streamId }, events }) =>
        streamId === person && events.some(({ type }) => aggregateOf(kindOf(streamId)).definitions[type]?.introduces),
    );
    if (person !== 'owner' && !introduced) throw new PersonErasedError();
    keys.set(person, makeKey(master, tenant, person));
  }
  // one order for all commits, so that two that make or lock the same keys never wait for each other
  return new Map([...keys].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Appends decided events and updates their rows (inline projections) in one statement. Streams may come in any order; the statement takes them in the order of
 * their ids. `sql` is the pool, or the caller's own transaction, in which all of it happens. Answers the streams of `readBeside`, too, of
 * which the rows can be trusted. Throws ConcurrencyConflict, AlreadyTaken, PersonErasedError or PersonUnreadableError.
 */
export async function commit(
  sql: Sql | Tx,
  master: MasterKey,
  tenant: string,
  cause: Cause,
  decided: readonly Decided[],
  now: Date,
  extras: CommitExtras = {},
): Promise<Committed[]> {
  const streams = decided
    .map(({ loaded, events }) => ({ loaded, events: events.map(storable) }))
    .sort((a, b) => (a.loaded.streamId < b.loaded.streamId ? -1 : 1));
  const at = new Date(Math.max(now.getTime(), ...streams.map(({ loaded }) => loaded.at?.getTime() ?? 0)));
  const keys = await keysFor(sql, master, tenant, streams, extras.keys);

  const payloads: { type: string; schema: number; text: string }[] = [];
  const rows: RowChange[] = [];
  const committed = streams.map(({ loaded, events }): Committed => {
    const kind = kindOf(loaded.streamId);
    const aggregate = aggregateOf(kind);
    let { version, state } = loaded;
    for (const event of events) {
      version += 1;
      payloads.push({
        type: event.type,
        schema: aggregate.definitions[event.type]?.version ?? definitionOf(kind, event.type, 1).version,
        text: payloadText(loaded.streamId, version, event, keys.get(personOf(loaded.streamId))),
      });
      state = aggregate.evolve(state, { ...event, at: at.toISOString(), actor: cause.actor });
    }
    rows.push(events.length === 0 ? { patch: false, state: '' } : rowChange(loaded.row, state));
    return { streamId: loaded.streamId, version, at: events.length > 0 ? at : loaded.at, state, events };
  });

  const { readBeside = [] } = extras;
  const beside =
    readBeside.length === 0
      ? sql``
      : sql`, (select jsonb_agg(b) from log.load(${tenant}, ${readBeside as string[]}::text[]) b) as beside`;
  const withBeside = ([row]: readonly Beside[]): Committed[] => [
    ...committed,
    ...readBeside.flatMap((streamId): Committed[] => {
      const read = trustedRow(
        streamId,
        row?.beside?.find((one) => one.stream_id === streamId),
      );
      return read ? [{ ...read, events: [] }] : [];
    }),
  ];

  try {
    const [event] = payloads;
    const [stream] = committed;
    const [row] = rows;
    const locksNothing = keys.size === 0 && !extras.locks?.length && !extras.lockedCampaign;
    if (event && stream && row && payloads.length === 1 && committed.length === 1 && locksNothing) {
      const answer = await sql<Beside[]>`select log.commit_event(
        ${tenant}, ${stream.streamId}, ${stream.version - 1}, ${event.type}, ${event.schema}, ${event.text}, ${row.state}, ${row.patch},
        ${aggregateOf(kindOf(stream.streamId)).projectionVersion}, ${cause.actor}, ${cause.correlationId}, ${cause.causationId}, ${at}) ${beside}`;
      return withBeside(answer);
    }
    const answer = await sql<Beside[]>`select log.commit(
      ${tenant}, ${streams.map(({ loaded }) => loaded.streamId)}::text[], ${streams.map(({ loaded }) => loaded.version)}::int[],
      ${streams.map(({ events }) => events.length)}::int[], ${payloads.map(({ type }) => type)}::text[],
      ${payloads.map(({ schema }) => schema)}::int[], ${payloads.map(({ text }) => text).join(SEPARATOR)},
      ${rows.map(({ state }) => state).join(SEPARATOR)}, ${rows.map(({ patch }) => String(patch))}::bool[],
      ${streams.map(({ loaded }) => aggregateOf(kindOf(loaded.streamId)).projectionVersion)}::int[],
      ${cause.actor}, ${cause.correlationId}, ${cause.causationId}, ${at},
      ${orNull([...keys.keys()])}::text[], ${orNull([...keys.values()].map(({ id }) => id))}::text[],
      ${orNull([...keys.values()].map(({ wrapped }) => wrapped?.toString('hex') ?? null))}::text[],
      ${orNull((extras.locks ?? []).map(String))}::bigint[], ${extras.lockedCampaign ?? null}) ${beside}`;
    return withBeside(answer);
  } catch (error) {
    throw namedConflict(error);
  }
}
