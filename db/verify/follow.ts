/** Verifies the log as it grows. Each look takes what is new, so its cost is that of the new events, and its memory that of one page. */
import type { Tx } from '../connection/connect.ts';
import { eventHash, type HashedFields, type WrongEvent } from '../log/chains.ts';
import { type Cursor, readHeads } from '../log/tail.ts';
import { type Difference, differencesOf } from '../read/differences.ts';
import type { StreamName } from '../read/foldLog.ts';
import { foldStreams } from '../read/rebuild.ts';
import { openCheckpoint } from '../seal/checkpoint.ts';
import { KeyOrder } from '../seal/keyOrder.ts';
import { BEGINNING, inWords } from '../seal/leaves.ts';
import { GrowingTree } from '../seal/merkle.ts';
import { newestSeal, type Seal, sealsAfter } from '../seal/readSeals.ts';
import { signingKey } from '../seal/signingKey.ts';
import { treeNodes } from '../seal/treeNodes.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { leafPages, SealedTree, sealsBetween, type WrongSeal } from './seals.ts';
import { ofEvent, ofRecord, ofRow, ofSeal, type WrongPlace } from './verifyLog.ts';

const EVENTS_A_LOOK = 1_000;
/** PostgreSQL counts an update up to ten seconds after it. So rows are looked at from a transaction of at least this time before. */
const COUNTED_AFTER_MS = 60_000;
const MOST_REWRITTEN = 100;

/** How far the log is verified. `hash`: of the last event. The rest tells whether rows of the log were written again (log.followed). */
export type Followed = Cursor & { hash: string; seal: number; rewrites: string; since: string; newestEpoch: number };

/** `events`: the new ones. `caughtUp`: there were no more. */
export type Look = { followed: Followed; events: number; seals: number; wrong: WrongPlace[]; caughtUp: boolean };

type Rewrites = Pick<Followed, 'rewrites' | 'since' | 'newestEpoch'>;
type Link = Cursor &
  Omit<HashedFields, 'version'> & { version: number; hash: string; previous: string | null; earlier: boolean };

async function rewritesNow(tx: Tx): Promise<Rewrites> {
  const [row] = await tx<Rewrites[]>`
    select (pg_stat_get_tuples_updated(e) + pg_stat_get_tuples_deleted(e))::text as rewrites,
      pg_snapshot_xmin(pg_current_snapshot())::text as since, (select max(epoch) from log.epochs) as "newestEpoch"
    from (select 'log.events'::regclass::oid as e) of`;
  if (!row) throw new Error('The log has no epoch.');
  return row;
}

/** Where a verification of what comes begins: at the newest seal. `verify` proves all before. */
export async function followFromNow(tx: Tx): Promise<Followed> {
  const seal = await newestSeal(tx);
  const { epoch, tx: transaction, position } = seal ?? { epoch: 0, tx: '0', position: '0' };
  return { epoch, tx: transaction, position, hash: '', seal: seal?.number ?? 0, ...(await rewritesNow(tx)) };
}

function flawOf({ previous, earlier, hash, ...event }: Link): WrongEvent['reason'] | null {
  if (event.version !== 1 && previous === null) return 'hole';
  if (eventHash(event, previous ?? '') !== hash) return 'hash';
  return earlier ? 'time' : null;
}

const named = ({ tenant, streamId }: StreamName) => `${tenant}\n${streamId}`;

/** Follows the log for one process. `rows`: whether the rows of streams that moved are folded again, too. */
export class RecordFollower {
  /** The tree up to a seal, independent of the tiles in the database. */
  private grown: { seal: Seal | null; tree: GrowingTree } | null = null;
  private suspects = new Set<string>();
  private quiet: { at: number; since: string } | null = null;

  constructor(
    private readonly master: MasterKey,
    private readonly rows: boolean,
  ) {}

  /** Verifies what came after `from`. `tx`: of a login that sees all, or the worker's; repeatable read. Throws UnknownEvent. */
  async look(tx: Tx, from: Followed): Promise<Look> {
    const cut = await this.cut(tx, from);
    if (cut) return { followed: await followFromNow(tx), events: 0, seals: 0, wrong: [cut], caughtUp: false };
    const links = await tx<Link[]>`
      select * from log.links(${from.epoch}, ${from.tx}::text::xid8, ${from.position}, ${EVENTS_A_LOOK})`;
    const wrong = links.flatMap((link) => {
      const reason = flawOf(link);
      const { tenant, streamId, version } = link;
      return reason ? ofEvent({ tenant, streamId, version, reason }) : [];
    });
    const differences = this.rows ? await this.wrongRows(tx, links) : [];
    const unsure = differences.some((one) => !this.suspects.has(named(one)));
    this.suspects = new Set(differences.map(named));
    // a rebuild may have changed the tables under this snapshot
    if (unsure) return { followed: from, events: 0, seals: 0, wrong: [], caughtUp: false };
    wrong.push(...differences.map(ofRow));
    const rewritten = await this.rewritten(tx, from);
    const sealed = await this.seals(tx, from.seal);
    const { epoch, tx: transaction, position, hash } = links.at(-1) ?? from;
    return {
      followed: { epoch, tx: transaction, position, hash, seal: sealed.seal, ...rewritten.now },
      events: links.length,
      seals: sealed.seals,
      wrong: [...wrong, ...rewritten.wrong, ...sealed.wrong],
      caughtUp: links.length < EVENTS_A_LOOK,
    };
  }

  /** The event that was verified last is still there. */
  private async cut(tx: Tx, from: Followed): Promise<WrongPlace | null> {
    if (from.hash === '') return null;
    const [row] = await tx<{ held: boolean }[]>`
      select log.has_event(${from.epoch}, ${from.tx}::text::xid8, ${from.position}, ${from.hash}) as held`;
    const reason =
      'this event was verified and is gone: the log was cut off or rewritten, or the database is an older copy';
    return row?.held ? null : { at: `event ${inWords(from)}`, reason };
  }

  private async wrongRows(tx: Tx, links: readonly Link[]): Promise<Difference[]> {
    const moved = new Map<string, Set<string>>();
    for (const { tenant, streamId } of links) moved.set(tenant, (moved.get(tenant) ?? new Set()).add(streamId));
    const found: Difference[] = [];
    for (const [tenant, ids] of moved) {
      const streams = [...ids].map((streamId) => ({ tenant, streamId }));
      // it goes with the next statement: what a look costs is mostly its messages
      const scoped = tx`select set_config('app.tenant', ${tenant}, true)`.execute();
      scoped.catch(() => undefined);
      found.push(...(await differencesOf(tx, await foldStreams(tx, this.master, streams), streams)));
    }
    // a program of another version made the row, and a start makes it again
    return found.filter(({ differs }) => differs !== 'fold');
  }

  /** Rows of the log that were written again, and gaps, once PostgreSQL has counted a change. */
  private async rewritten(tx: Tx, from: Followed): Promise<{ now: Rewrites; wrong: WrongPlace[] }> {
    const now = await rewritesNow(tx);
    this.quiet ??= { at: Date.now(), since: from.since };
    const { at, since } = this.quiet;
    if (Date.now() - at > COUNTED_AFTER_MS) this.quiet = { at: Date.now(), since: now.since };
    // transactions of another cluster do not compare
    if (from.newestEpoch !== now.newestEpoch) return { now, wrong: [] };
    if (from.rewrites === now.rewrites) return { now: { ...now, since }, wrong: [] };
    // it reads the whole log
    await tx`set local statement_timeout = 0`;
    const events = await tx<{ tenant: string; streamId: string; version: number; gone: boolean }[]>`
      select * from log.rewritten(${from.since}::text::xid8, ${MOST_REWRITTEN})`;
    const wrong = events.map(({ gone, ...event }) =>
      gone
        ? ofEvent({ ...event, reason: 'hole' })
        : ofRecord({ ...event, reason: 'its row was written again after it was recorded' }),
    );
    return { now: { ...now, since }, wrong };
  }

  /** The tree at a seal that was verified: the own one, or else the one of the tiles. */
  private async treeAt(tx: Tx, number: number): Promise<{ seal: Seal | null; tree: GrowingTree } | WrongPlace> {
    if (number === 0) return { seal: null, tree: new GrowingTree() };
    const [seal] = await sealsAfter(tx, number - 1, 1);
    const at = `seal ${number}`;
    if (seal?.number !== number) return { at, seal: number, reason: 'it was verified and is gone' };
    if (this.grown?.seal?.note === seal.note) return this.grown;
    if (this.grown?.seal?.number === number)
      return { at, seal: number, reason: 'it was verified and is another one now' };
    const tree = await GrowingTree.at(seal.size, treeNodes(tx)).catch(() => null);
    const root = openCheckpoint(seal.note)?.root;
    if (!tree || !root?.equals(tree.root())) return { at, seal: number, reason: 'it is not over the events before it' };
    return { seal, tree };
  }

  /** The seals after one that was verified. A wrong one is named once, and the next is looked at from there. */
  private async seals(tx: Tx, from: number): Promise<{ seal: number; seals: number; wrong: WrongPlace[] }> {
    const newest = await newestSeal(tx);
    const seal = newest?.number ?? 0;
    const isSame = !this.grown || this.grown.seal?.note === newest?.note;
    if (seal === from && isSame) return { seal, seals: 0, wrong: [] };
    const begun = await this.treeAt(tx, from);
    this.grown = null;
    if ('at' in begun) return { seal, seals: 0, wrong: [begun] };
    // a rotation may have replaced the key since the last look
    await tx`select set_config('app.tenant', 'system', true)`;
    const keys = await KeyOrder.read(tx, (await signingKey(tx, this.master)).id);
    const sealed = new SealedTree(keys, sealsBetween(tx, from, seal), begun.tree, begun.seal);
    let flaw: WrongSeal | null = null;
    for await (const page of leafPages(tx, begun.seal ?? BEGINNING, newest ?? BEGINNING)) {
      flaw = await sealed.takePage(page);
      if (flaw) break;
    }
    flaw ??= await sealed.finish();
    const wrong = flaw ? [ofSeal(flaw)] : [];
    if (!flaw) this.grown = { seal: sealed.before, tree: sealed.tree };
    const [first] = sealed.misdated;
    if (first) {
      const [head] = await readHeads(tx, { ...first, position: String(BigInt(first.position) - 1n) }, 1);
      const reason = 'its time is not between the checkpoints around it: it was back-dated, or a clock was wrong';
      if (head) wrong.push(ofRecord({ tenant: head.tenant, streamId: head.streamId, version: head.version, reason }));
    }
    return { seal, seals: sealed.seals, wrong };
  }
}
