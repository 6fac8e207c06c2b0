import { once } from 'node:events';
import { reserve, type Sql } from '../../db/connection/connect.ts';
import { eventHash } from '../../db/log/chains.ts';
import { isPersonal, payloadText } from '../../db/log/stored.ts';
import type { Store } from '../../db/store.ts';
import type { PersonKey } from '../../db/vault/envelope.ts';
import { makeKey, unwrapKey } from '../../db/vault/personKeys.ts';
import { aggregateOf } from '../../events/catalog.ts';
import { type AnyEvent, kindOf, personOf } from '../../events/shared/event.ts';

/** An event to be, in its stream. `at`: ms since 1970. */
export type Entry = {
  tenant: string;
  streamId: string;
  event: AnyEvent;
  at: number;
  actor?: string;
  correlationId?: string;
};

const EVENTS_A_COPY = 20_000;
const COLUMNS =
  'epoch, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, causation_id, recorded_at, hash';

async function copyIn(sql: Sql, into: string, lines: readonly string[]): Promise<void> {
  const connection = await reserve(sql);
  const sink = await connection.unsafe(`copy ${into} from stdin`).writable();
  sink.end(lines.join(''));
  await once(sink, 'finish');
  connection.release();
}

type Head = { version: number; hash: string };

/** The next events of a log as lines for COPY. It goes on where the streams and keys of the log end. */
class ChainedLines {
  events: string[] = [];
  keys: string[] = [];
  readonly #master: Store['master'];
  readonly #heads = new Map<string, Head>();
  readonly #known = new Map<string, PersonKey>();

  constructor(master: Store['master']) {
    this.#master = master;
  }

  async readLog(sql: Sql): Promise<void> {
    for await (const rows of sql<{ name: string; version: number; hash: string }[]>`
      select distinct on (tenant_id, stream_id) tenant_id || '|' || stream_id as name, version, encode(hash, 'hex') as hash
      from log.events order by tenant_id, stream_id, version desc`.cursor(10_000)) {
      for (const { name, ...head } of rows) this.#heads.set(name, head);
    }
    const keys = await sql<{ tenant: string; person: string; id: string; wrapped: Buffer }[]>`
      select tenant_id as tenant, person_id as person, key_id as id, wrapped from vault.person_keys`;
    for (const { tenant, person, id, wrapped } of keys)
      this.#known.set(`${tenant}|${person}`, unwrapKey(this.#master, tenant, person, id, wrapped));
  }

  /** `at`: of the first text under it, in ms. */
  #keyOf(tenant: string, streamId: string, at: number): PersonKey {
    const person = personOf(streamId);
    const known = this.#known.get(`${tenant}|${person}`);
    if (known) return known;
    const { wrapped, ...key } = makeKey(this.#master, tenant, person);
    this.#known.set(`${tenant}|${person}`, key);
    this.keys.push(`${tenant}\t${person}\t${key.id}\t\\\\x${wrapped.toString('hex')}\t${new Date(at).toISOString()}\n`);
    return key;
  }

  add({ tenant, streamId, event, at, actor = 'worker:bench', correlationId = 'c1' }: Entry): void {
    const name = `${tenant}|${streamId}`;
    const before = this.#heads.get(name) ?? { version: 0, hash: '' };
    const version = before.version + 1;
    const key = isPersonal(event) ? this.#keyOf(tenant, streamId, at) : undefined;
    const payload = payloadText(streamId, version, event, key);
    const schema = aggregateOf(kindOf(streamId)).definitions[event.type]?.version ?? 1;
    const causationId = version === 1 ? null : `${streamId}@${before.version}`;
    const fields = { tenant, streamId, version, type: event.type, schema, payload, actor, correlationId, causationId };
    const hash = eventHash({ ...fields, micros: `${at}000` }, before.hash);
    this.#heads.set(name, { version, hash });
    this.events.push(
      `1\t${tenant}\t${streamId}\t${version}\t${event.type}\t${schema}\t${payload.replaceAll('\\', '\\\\')}\t${actor}\t${correlationId}\t${causationId ?? '\\N'}\t${new Date(at).toISOString()}\t\\\\x${hash}\n`,
    );
  }
}

/**
 * Adds commits to a log by COPY, chained and encrypted as the store does it, without projections. The events of a commit get the same transaction.
 * `owner`: the owner's store. Answers the number of events that the log holds more.
 */
export async function appendChained({ sql, master }: Store, commits: Iterable<readonly Entry[]>): Promise<number> {
  const lines = new ChainedLines(master);
  await lines.readLog(sql);
  const [before] = await sql<{ count: number }[]>`select count(*)::int as count from log.events`;
  let made = 0;
  const write = async () => {
    await copyIn(sql, 'vault.person_keys (tenant_id, person_id, key_id, wrapped, created_at)', lines.keys.splice(0));
    await copyIn(sql, `log.events (${COLUMNS})`, lines.events.splice(0));
  };
  for (const commit of commits) {
    for (const entry of commit) lines.add(entry);
    made += commit.length;
    if (lines.events.length >= EVENTS_A_COPY) await write();
  }
  await write();
  await sql`vacuum analyze log.events`;
  const [after] = await sql<{ count: number }[]>`select count(*)::int as count from log.events`;
  const added = (after?.count ?? 0) - (before?.count ?? 0);
  if (added !== made) throw new Error(`The log took ${added} of ${made} events.`);
  return added;
}
