import {
  changePartnerStatus,
  discoverPartner,
  type PartnerEvent,
  type PartnerState,
  partner,
} from '../../events/partners/partner.ts';
import type { Recorded } from '../../events/shared/event.ts';
import { aPerson } from '../support/samples.ts';
import { bareInsert, type Contender, POOL, productCommits, type Rate, rate, WRITERS } from './commit.ts';
import { type BenchDatabase, onFreshServer, quantile, rounded } from './database.ts';
import { type EmmettStore, loadPeers } from './peerPackages.ts';
import { measureQueues } from './peerQueues.ts';
import { postgresCpuMs } from './processes.ts';

const LENGTH = { full: { rounds: 9, ms: 1_500 }, quick: { rounds: 3, ms: 400 } };
const STREAMS = 20;
const AT = { at: '2026-03-01T09:00:00.000Z', actor: 'worker:bench' };

/** The goals of issue 55, by writers. */
const GOALS = {
  emmett: { 1: 1.3, 8: 1.4, 32: 1.6 },
  emmettProjection: { 1: 5, 8: 6, 32: 6 },
  bare: { 1: 0.36, 8: 0.38, 32: 0.38 },
};

type Document = { state: PartnerState };
type PeerEvent = { type: string; data: { state?: PartnerState; contactSearchId?: string } };

/** The document that the product keeps as its read model, folded by the same function. */
function evolve({ state, ...rest }: Document, { type, data }: PeerEvent): Document {
  if (data.state) return { ...rest, state: data.state };
  return { ...rest, state: partner.evolve(state, { type, data, ...AT } as Recorded<PartnerEvent>) };
}

/** The events of the product's own commands, appended to Emmett's streams. Each writer has its own streams. */
function emmettCommands(store: EmmettStore): (writer: number) => Promise<unknown> {
  const heads = new Map<string, { version: bigint; asked: boolean }>();
  const found = discoverPartner(partner.initial, aPerson(), 's1');
  const seen = found.reduce<PartnerState>(
    (state, event) => partner.evolve(state, { ...event, ...AT }),
    partner.initial,
  );
  const ready = changePartnerStatus(seen, 'approved').reduce<PartnerState>(
    (state, event) => partner.evolve(state, { ...event, ...AT }),
    seen,
  );
  let count = 0;
  return async (writer) => {
    count += 1;
    const name = `partner-${writer}x${count % STREAMS}`;
    const head = heads.get(name);
    if (!head) {
      const { nextExpectedStreamVersion } = await store.appendToStream(name, [
        { type: 'Ready', data: { state: ready } },
      ]);
      heads.set(name, { version: nextExpectedStreamVersion, asked: false });
      return;
    }
    const asks = {
      type: 'ContactSearchRequested',
      data: { contactSearchId: `search-${head.version}`, period: '2026-03' },
    };
    const fails = {
      type: 'ContactSearchFailed',
      data: { contactSearchId: `search-${head.version - 1n}`, reason: { code: 'our_side' }, steps: [] },
    };
    const { nextExpectedStreamVersion } = await store.appendToStream(name, [head.asked ? fails : asks], {
      expectedStreamVersion: head.version,
    });
    heads.set(name, { version: nextExpectedStreamVersion, asked: !head.asked });
  };
}

type Peers = ReturnType<typeof loadPeers>;

/** A store of Emmett on a database of its own. */
async function emmett(peers: Peers, database: BenchDatabase, name: 'append' | 'projection') {
  const url = await database.another(`emmett_${name}`);
  const pool = new peers.pg.Pool({ connectionString: url, max: POOL });
  const projection = peers.emmett.pongoSingleStreamProjection({
    collectionName: 'partners',
    canHandle: ['Ready', 'ContactSearchRequested', 'ContactSearchFailed'],
    evolve,
    initialState: () => ({ state: partner.initial }),
  });
  const store = peers.emmett.getPostgreSQLEventStore(url, {
    connectionOptions: { pooled: true, pool },
    ...(name === 'projection' ? { projections: [{ type: 'inline', projection }] } : {}),
  });
  const count = async (table: string): Promise<number> =>
    Number((await pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
  const contender: Contender = {
    command: emmettCommands(store),
    stored: async () => ((await count("pg_class where relname = 'emt_messages'")) === 0 ? 0 : count('emt_messages')),
  };
  // the server may end first, if the bench fails
  pool.on('error', () => undefined);
  return {
    contender,
    /** Throws unless its projection has a document for each stream. */
    async mustBeComplete() {
      const [documents, streams] = [await count('partners'), await count('emt_streams')];
      if (documents !== streams) throw new Error(`The projection has ${documents} of ${streams} documents.`);
    },
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

type Rates = { perSecond: number[]; nodeMs: number[]; postgresMs: number[]; ratios: number[] };

/** Alternating rounds at some writers: each contender against the bare INSERT of the same round. */
async function compare(
  contenders: Record<string, Contender>,
  writers: number,
  postmaster: number,
  { rounds, ms }: { rounds: number; ms: number },
) {
  const rates = new Map<string, Rates>();
  for (let round = 0; round <= rounds; round += 1) {
    let bare = Number.NaN;
    for (const [name, contender] of Object.entries(contenders)) {
      const before = postgresCpuMs(postmaster);
      const { perSecond, cpuMs, done }: Rate = await rate(contender, writers, ms);
      const postgresMs = (postgresCpuMs(postmaster) - before) / done;
      if (name === 'bare') bare = perSecond;
      // the first round only warms up
      if (round === 0) continue;
      const of = rates.get(name) ?? { perSecond: [], nodeMs: [], postgresMs: [], ratios: [] };
      rates.set(name, of);
      of.perSecond.push(perSecond);
      of.nodeMs.push(cpuMs);
      of.postgresMs.push(postgresMs);
      of.ratios.push(perSecond / bare);
    }
  }
  return Object.fromEntries(
    [...rates].map(([name, of]) => [
      name,
      {
        ofBare: rounded(quantile(of.ratios, 0.5)),
        perSecond: Math.round(quantile(of.perSecond, 0.5)),
        nodeCpuMs: rounded(quantile(of.nodeMs, 0.5), 3),
        postgresCpuMs: rounded(quantile(of.postgresMs, 0.5), 3),
      },
    ]),
  );
}

type Commits = Record<string, Awaited<ReturnType<typeof compare>>>;

async function measureCommits(peers: Peers, database: BenchDatabase, quick: boolean): Promise<Commits> {
  const { sql: owner } = await database.open('owner', POOL);
  const append = await emmett(peers, database, 'append');
  const projection = await emmett(peers, database, 'projection');
  const contenders = {
    bare: await bareInsert(owner),
    product: await productCommits(await database.open('api', POOL), owner),
    emmett: append.contender,
    emmettProjection: projection.contender,
  };
  const commits: Commits = {};
  try {
    for (const writers of WRITERS)
      commits[writers] = await compare(contenders, writers, database.postmaster, quick ? LENGTH.quick : LENGTH.full);
    await projection.mustBeComplete();
    return commits;
  } finally {
    await append.close();
    await projection.close();
  }
}

const missedGoals = (commits: Commits): string[] =>
  WRITERS.flatMap((writers) =>
    Object.entries(GOALS).flatMap(([peer, goals]) => {
      const { product, [peer]: other } = commits[writers] ?? {};
      const ratio = rounded((product?.perSecond ?? 0) / (other?.perSecond ?? 0));
      return ratio >= goals[writers] ? [] : [`${writers} writers: ${ratio} of ${peer} < ${goals[writers]}`];
    }),
  );

/** One line: the commit and the queue against what others use for the same, in alternating rounds on one durable server. */
export async function benchPeers(quick: boolean) {
  const peers = loadPeers();
  return onFreshServer(async (database) => {
    const commits = await measureCommits(peers, database, quick);
    const queues = await measureQueues(peers, database, quick);
    return { bench: 'peers', versions: peers.versions, commits, queues, missed: missedGoals(commits) };
  });
}
