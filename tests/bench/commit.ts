import { existsSync } from 'node:fs';
import type { Sql } from '../../db/connection/connect.ts';
import { commit } from '../../db/log/commit.ts';
import { type Loaded, loadStreams } from '../../db/log/load.ts';
import type { Store } from '../../db/store.ts';
import { concludeContactSearch, requestContactSearch } from '../../events/partners/contact.ts';
import {
  changePartnerStatus,
  discoverPartner,
  type PartnerEvent,
  type PartnerState,
  partner,
} from '../../events/partners/partner.ts';
import { aPerson } from '../support/samples.ts';
import { type BenchDatabase, onFreshServer, quantile, rounded } from './database.ts';
import { openFeed } from './liveLag.ts';
import { postgresCpuMs } from './processes.ts';

export const WRITERS = [1, 8, 32] as const;
/** The connections of a process (db/connection/connect.ts). With one for each of 32 writers every commit costs half as much again: cold caches. */
export const POOL = 10;
const STREAMS = 20;
export const TENANT = 'bench';
const cause = {
  actor: 'worker:bench',
  correlationId: 'c0ffee00-0000-4000-8000-000000000000',
  causationId: 'partner-x@1',
};

type Command = (writer: number) => Promise<{ streamId: string; version: number }>;

/** A command that is measured, and how many of them its database holds. */
export type Contender = { command: (writer: number) => Promise<unknown>; stored(): Promise<number> };

const counted = async (rows: Promise<{ count: number }[]>): Promise<number> => (await rows)[0]?.count ?? 0;

/**
 * A command's commit with its read-model row, as the store does it. A contact search is asked for and fails by turns, on partners with a full
 * profile. Each writer has 20 partners of its own, so that nobody conflicts.
 */
async function commands(store: Store, tenant: string): Promise<Command> {
  const states = new Map<number, Loaded[]>();
  const one = async (stream: Loaded, events: PartnerEvent[]): Promise<Loaded> => {
    const now = new Date();
    const [made] = await commit(store.sql, store.master, tenant, cause, [{ loaded: stream, events }], now);
    return { streamId: stream.streamId, version: made?.version ?? 0, at: now, state: made?.state, row: made?.state };
  };
  await Promise.all(
    Array.from({ length: Math.max(...WRITERS) }, async (_, writer) => {
      const ids = Array.from({ length: STREAMS }, (_, index) => `partner-${writer}x${index}`);
      const empty = await loadStreams(store.sql, store.sql, store.master, tenant, ids);
      const ready: Loaded[] = [];
      for (const stream of empty) {
        const found = await one(stream, discoverPartner(partner.initial, aPerson(), 's1'));
        ready.push(await one(found, changePartnerStatus(found.state as PartnerState, 'approved')));
      }
      states.set(writer, ready);
    }),
  );
  let count = 0;
  return async (writer) => {
    const own = states.get(writer) ?? [];
    const index = count % STREAMS;
    count += 1;
    const stream = own[index];
    if (!stream) throw new Error('No such stream');
    const state = stream.state as PartnerState;
    const events = state.openContactSearch
      ? concludeContactSearch(state, state.openContactSearch.id, {
          outcome: 'failed',
          reason: { code: 'our_side' },
          steps: [],
        })
      : requestContactSearch(state, `search-${stream.version}`, '2026-03');
    own[index] = await one(stream, events);
    return { streamId: stream.streamId, version: own[index].version };
  };
}

/** A bare INSERT of a row like an event's, into a table with the log's columns and primary key. */
export async function bareInsert(owner: Sql): Promise<Contender> {
  await owner`create table public.bare (like log.events including identity including defaults)`;
  await owner`alter table public.bare add primary key (tenant_id, stream_id, version)`;
  const payload = JSON.stringify({ d: { contactSearchId: 'search-17', reason: { code: 'our_side' } } });
  const hash = Buffer.alloc(32, 7);
  let version = 0;
  const command = async (writer: number) => {
    version += 1;
    const streamId = `partner-${writer}x${version % STREAMS}`;
    await owner`
      insert into public.bare (epoch, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, causation_id,
                               recorded_at, hash)
      values (1, ${TENANT}, ${streamId}, ${version}, 'ContactSearchFailed', 1, ${payload}::text::json, ${cause.actor},
              ${cause.correlationId}, ${cause.causationId}, ${new Date()}, ${hash})`;
  };
  return { command, stored: () => counted(owner`select count(*)::int as count from public.bare`) };
}

/** How many events the log has of a tenant. */
const logged = (owner: Sql, tenant: string) => () =>
  counted(owner`select count(*)::int as count from log.events where tenant_id = ${tenant}`);

/** The commits of the product, one event each. */
export const productCommits = async (store: Store, owner: Sql): Promise<Contender> => ({
  command: await commands(store, TENANT),
  stored: logged(owner, TENANT),
});

/** `cpuMs`: of this process, for each command. */
export type Rate = { perSecond: number; cpuMs: number; done: number };

/** Commands a second over some time, by some writers at once. Throws unless the database holds just as many more. */
export async function rate({ command, stored }: Contender, writers: number, ms: number): Promise<Rate> {
  const before = await stored();
  const cpu = process.cpuUsage();
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (performance.now() - started < ms) {
        await command(writer);
        done += 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const added = (await stored()) - before;
  if (added !== done) throw new Error(`${done} commands were answered, and ${added} were stored.`);
  return { perSecond: done / seconds, cpuMs: (user + system) / 1000 / done, done };
}

/** The time from a commit's answer to its server-sent event, under 32 writers of one tenant. */
async function commitToBrowser(store: Store, owner: Sql, ms: number) {
  const feed = await openFeed(store);
  const command = await commands(store, feed.tenant);
  const committed = new Map<string, number>();
  const timed = async (writer: number) => {
    const made = await command(writer);
    committed.set(`${made.streamId}@${made.version}`, performance.now());
  };
  await rate({ command: timed, stored: logged(owner, feed.tenant) }, 32, ms);
  const lag = await feed.lag(committed);
  await feed.close();
  return lag;
}

/** A folder in memory, so that the disk is no limit and the ratio is one of CPU time. */
const IN_MEMORY = '/dev/shm';

/** `node`, `postgres`: CPU time of one command, µs. */
type Pace = { perSecond: number; node: number; postgres: number };

const median = (paces: readonly Pace[], of: keyof Pace) => {
  const values = paces.map((pace) => pace[of]);
  return Math.round(quantile(values, 0.5));
};

/**
 * One line: ratios to a bare INSERT at 1, 8 and 32 writers of one process, the CPU time of both sides for each, and the time to the server-sent event.
 */
export async function benchCommit(quick: boolean) {
  const { rounds, ms } = quick ? { rounds: 5, ms: 700 } : { rounds: 11, ms: 1500 };
  const measure = async (database: BenchDatabase) => {
    const store = await database.open('api', POOL);
    const { sql: owner } = await database.open('owner', POOL);
    const own = await productCommits(store, owner);
    const insert = await bareInsert(owner);
    const paceOf = async (contender: Contender, writers: number): Promise<Pace> => {
      const before = postgresCpuMs(database.postmaster);
      const { perSecond, cpuMs, done } = await rate(contender, writers, ms);
      const postgres = (postgresCpuMs(database.postmaster) - before) / done;
      return { perSecond, node: cpuMs * 1000, postgres: postgres * 1000 };
    };
    const line: Record<string, unknown> = {};
    for (const writers of WRITERS) {
      await rate(insert, writers, ms / 2);
      await rate(own, writers, ms / 2);
      const commits: Pace[] = [];
      const inserts: Pace[] = [];
      for (let round = 0; round < rounds; round += 1) {
        inserts.push(await paceOf(insert, writers));
        commits.push(await paceOf(own, writers));
      }
      const ratios = commits.map(({ perSecond }, round) => perSecond / (inserts[round]?.perSecond ?? Number.NaN));
      line[`ratioToInsert${writers}`] = rounded(quantile(ratios, 0.5));
      for (const [name, paces] of Object.entries({ commits, inserts })) {
        line[`${name}${writers}`] = median(paces, 'perSecond');
        line[`${name}${writers}CpuUs`] = { node: median(paces, 'node'), postgres: median(paces, 'postgres') };
      }
    }
    const lag = await commitToBrowser(store, owner, quick ? 4000 : 10_000);
    const missed = (['liveLost', 'liveTwice'] as const).filter((name) => lag[name] > 0);
    return { bench: 'commit', rounds, ...line, ...lag, missed };
  };
  return onFreshServer(measure, existsSync(IN_MEMORY) ? { under: IN_MEMORY } : {});
}
