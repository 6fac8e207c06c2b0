import { setTimeout as wait } from 'node:timers/promises';
import type { EventsOf, StateOf } from '../events/catalog.ts';
import { type AnyEvent, type Kind, personOf } from '../events/shared/event.ts';
import type { Clock } from './connection/clock.ts';
import type { Sql, Tx } from './connection/connect.ts';
import { type Cause, type Committed, commit } from './log/commit.ts';
import { ConcurrencyConflict, PersonUnreadableError } from './log/conflicts.ts';
import { type Loaded, loadStreams } from './log/load.ts';
import { addressLock, senderLock } from './log/locks.ts';
import { readStream, type StreamEvent } from './log/readStream.ts';
import { commits, conflicts } from './process/processMetrics.ts';
import { liveRows, type Rows } from './rows.ts';
import type { PersonKey } from './vault/envelope.ts';
import type { MasterKey } from './vault/masterKey.ts';
import type { Pseudonyms } from './vault/secrets.ts';

/** Names a stream: `{ kind: 'partner', id }` is the stream `partner-<id>`. */
export type Ref<K extends Kind = Kind> = { readonly kind: K; readonly id: string };

export const ref = <K extends Kind>(kind: K, id: string): Ref<K> => ({ kind, id });
export const streamIdOf = (stream: Ref): string => `${stream.kind}-${stream.id}`;
/** The id inside a stream id: `partner-4f…` → `4f…`. */
export const idOf = (streamId: string): string => streamId.slice(streamId.indexOf('-') + 1);

type Streams = Readonly<Record<string, Ref>>;
type States<S extends Streams> = { [N in keyof S]: StateOf<S[N]['kind']> };
/** New events by the names of a command's streams. */
export type Decisions<S extends Streams> = { [N in keyof S]?: readonly EventsOf<S[N]['kind']>[] };

/** In which tenant a command works, and what caused it. */
export type CommandScope = { tenant: string; cause: Cause };

export type Command<S extends Streams, R = undefined, B extends Kind = never> = {
  tenant: string;
  cause: Cause;
  /** The streams that the decision reads. A suppression or user stream among them brings the lock of that address or sender (db/log/locks.ts). */
  streams: S;
  /**
   * The new events by stream. A stream that is read and gets none guards the decision: it must not have moved. A pair is the events and a result for
   * the caller. It may be called several times, so a result belongs there and not into an outer variable.
   */
  decide: (states: States<S>, now: string) => Decisions<S> | readonly [Decisions<S>, R];
  /** The name of a campaign stream in `streams` whose row is locked (FOR SHARE) while it guards. */
  lockRow?: keyof S & string;
  /** What the caller has read: streams, and keys of persons. All else is loaded, and everything in a second try. */
  known?: { streams: readonly Loaded[]; keys: ReadonlyMap<string, PersonKey> } | undefined;
  /** Further streams that the answer needs, named by the loaded states. The commit reads them, and they guard nothing. */
  readBeside?: (states: States<S>) => readonly Ref<B>[];
};

/**
 * `result`: what the decision that was committed answered beside its events. `beside`: the states of `readBeside`, in its order.
 */
export type Outcome<S extends Streams, R = undefined, B extends Kind = never> = {
  states: States<S>;
  committed: Committed[];
  result: R;
  beside: readonly StateOf<B>[];
};

export type Store = {
  readonly sql: Sql;
  readonly master: MasterKey;
  readonly pseudonyms: Pseudonyms;
  readonly now: () => Date;
  /** Compares `now` with the database's clock; null: nothing does. */
  readonly clock: Clock | null;
  /** Where the queries of the screens take their rows from. */
  readonly rows: Rows;
  /** The moment of this store, for one that shows the past (db/audit/asOf.ts); null: it moves on. */
  readonly standsAt: Date | null;
  /** The current state of one stream. */
  load<K extends Kind>(tenant: string, stream: Ref<K>): Promise<{ state: StateOf<K>; version: number }>;
  /** The same as the caller's transaction sees it: what it has locked can no longer change. */
  loadIn<K extends Kind>(tx: Tx, tenant: string, stream: Ref<K>): Promise<StateOf<K>>;
  /**
   * Loads, decides and commits; a conflict is decided again from a fresh load a few times. No new events: nothing is written. A decision that would
   * seal under a damaged key is made again, with these states marked `unreadable`.
   */
  run<S extends Streams, R = undefined, B extends Kind = never>(command: Command<S, R, B>): Promise<Outcome<S, R, B>>;
  /** The same as the last step of a transaction of the caller's (sign-up: account and password together). */
  runIn<S extends Streams, R = undefined, B extends Kind = never>(
    tx: Tx,
    command: Command<S, R, B>,
  ): Promise<Outcome<S, R, B>>;
  /** The short form of `run` for a decision about one stream: its new state, and whether there were events. */
  decide<K extends Kind>(
    scope: CommandScope,
    stream: Ref<K>,
    verb: (state: StateOf<K>, now: string) => readonly EventsOf<K>[],
  ): Promise<{ state: StateOf<K>; changed: boolean }>;
  /** All events of one stream, oldest first. Those of a stream of any kind have no type of their own. */
  history<K extends Kind>(
    tenant: string,
    stream: Ref<K>,
  ): Promise<StreamEvent<Kind extends K ? AnyEvent : EventsOf<K>>[]>;
};

/** Thirty clicks at once on one stream (credits, a day's quota) must all come through. */
const ATTEMPTS = 30;
const LONGEST_PAUSE_MS = 100;

/** The locks of a command's addresses and accounts. All commands use one order, so no two wait for each other. */
function locksOf(tenant: string, streams: Streams): bigint[] {
  const ids = (of: Kind) =>
    [...new Set(Object.values(streams).flatMap(({ kind, id }) => (kind === of ? [id] : [])))].sort();
  return [...ids('user').map(senderLock), ...ids('suppression').map((hmac) => addressLock(tenant, hmac))];
}

const isPair = <D extends object, R>(answer: D | readonly [D, R]): answer is readonly [D, R] => Array.isArray(answer);

/** A row from before the damage still has all texts. The decision must know that nothing more can be sealed. */
const markUnreadable = (stream: Loaded, persons: ReadonlySet<string>): Loaded =>
  persons.has(personOf(stream.streamId))
    ? { ...stream, state: { ...(stream.state as object), unreadable: true } }
    : stream;

/** Opens the store of domain streams over a pool. `now` is the process's clock. */
export function createStore(
  sql: Sql,
  master: MasterKey,
  pseudonyms: Pseudonyms,
  now: () => Date = () => new Date(),
  clock: Clock | null = null,
): Store {
  async function attempt<S extends Streams, R, B extends Kind = never>(
    connection: Sql | Tx,
    command: Command<S, R, B>,
  ): Promise<Outcome<S, R, B>> {
    const names = Object.keys(command.streams) as (keyof S & string)[];
    const ids = names.map((name) => streamIdOf(command.streams[name] as Ref));
    const loaded = await loadedOf(connection, command, ids);
    await clock?.assertRight();
    const moment = now();
    const extras = {
      locks: locksOf(command.tenant, command.streams),
      keys: command.known?.keys,
      lockedCampaign: command.lockRow ? streamIdOf(command.streams[command.lockRow] as Ref) : undefined,
    };
    const decideOn = async (streams: readonly Loaded[]) => {
      const states = Object.fromEntries(names.map((name, index) => [name, streams[index]?.state])) as States<S>;
      const answer = command.decide(states, moment.toISOString());
      const [decisions, result] = isPair(answer) ? answer : [answer, undefined as R];
      const decided = streams.map((stream, index) => ({ loaded: stream, events: decisions[names[index] ?? ''] ?? [] }));
      const readBeside = command.readBeside?.(states).map(streamIdOf) ?? [];
      if (decided.every(({ events }) => events.length === 0)) return { states, committed: [], readBeside, result };
      const all = { ...extras, readBeside };
      return {
        states,
        committed: await commit(connection, master, command.tenant, command.cause, decided, moment, all),
        readBeside,
        result,
      };
    };
    const { states, committed, readBeside, result } = await decideOn(loaded).catch((error: unknown) => {
      if (!(error instanceof PersonUnreadableError)) throw error;
      // nothing was sent to the database yet: decided again by who knows that these persons are unreadable
      return decideOn(loaded.map((stream) => markUnreadable(stream, error.persons)));
    });
    const beside = (await statesBeside(connection, command.tenant, readBeside, committed)) as StateOf<B>[];
    if (committed.length > 0) commits.inc();
    if (committed.length === 0) return { states, committed, result, beside };
    const after = new Map(committed.map(({ streamId, state }) => [streamId, state]));
    return {
      states: Object.fromEntries(names.map((name, index) => [name, after.get(ids[index] ?? '')])) as States<S>,
      committed: committed.filter(({ events }) => events.length > 0),
      result,
      beside,
    };
  }

  async function loadedOf<S extends Streams, R, B extends Kind>(
    connection: Sql | Tx,
    { tenant, known }: Command<S, R, B>,
    ids: readonly string[],
  ): Promise<Loaded[]> {
    const found = new Map(known?.streams.map((stream) => [stream.streamId, stream]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0)
      for (const stream of await loadStreams(connection, sql, master, tenant, missing))
        found.set(stream.streamId, stream);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** The states that the commit read beside; loaded where nothing was committed, or the rows could not be trusted. */
  async function statesBeside(
    connection: Sql | Tx,
    tenant: string,
    streamIds: readonly string[],
    committed: readonly Committed[],
  ): Promise<unknown[]> {
    const read = new Map<string, unknown>(committed.map(({ streamId, state }) => [streamId, state]));
    const missing = streamIds.filter((streamId) => !read.has(streamId));
    if (missing.length > 0)
      for (const { streamId, state } of await loadStreams(connection, sql, master, tenant, missing))
        read.set(streamId, state);
    return streamIds.map((streamId) => read.get(streamId));
  }

  return {
    sql,
    master,
    pseudonyms,
    now,
    clock,
    rows: liveRows,
    standsAt: null,
    async load(tenant, stream) {
      const [loaded] = await loadStreams(sql, sql, master, tenant, [streamIdOf(stream)]);
      return { state: loaded?.state as never, version: loaded?.version ?? 0 };
    },
    async loadIn(tx, tenant, stream) {
      const [loaded] = await loadStreams(tx, sql, master, tenant, [streamIdOf(stream)]);
      return loaded?.state as never;
    },
    async run(command) {
      for (let left = ATTEMPTS; ; left -= 1) {
        try {
          // what the caller had read is good for one try
          return await attempt(sql, left === ATTEMPTS ? command : { ...command, known: undefined });
        } catch (error) {
          if (!(error instanceof ConcurrencyConflict) || left <= 1) throw error;
          conflicts.inc();
          await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, 20 * (ATTEMPTS - left + 1)));
        }
      }
    },
    runIn: attempt,
    async decide(scope, stream, verb) {
      // by `this`: a store that wraps `run` sees these commands, too
      const { states, committed } = await this.run({
        ...scope,
        streams: { stream },
        decide: (now, moment) => ({ stream: verb(now.stream as never, moment) as never }),
      });
      return { state: states.stream as never, changed: committed.length > 0 };
    },
    history: async (tenant, stream) => (await readStream(sql, master, tenant, streamIdOf(stream))) as never,
  };
}
