import { setTimeout as wait } from 'node:timers/promises';
import type { Sql, Tx } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { openCheckpoint, signCheckpoint } from './checkpoint.ts';
import { KeyOrder } from './keyOrder.ts';
import { BEGINNING, isAfter, LEAF_BYTES, type LeafPosition, leafHasher, placeAt } from './leaves.ts';
import { GrowingTree, type TileHash } from './merkle.ts';
import { newestSeal, type Seal } from './readSeals.ts';
import { type SigningKey, signingKey } from './signingKey.ts';
import { leavesAfter, treeNodes } from './treeNodes.ts';

const EVENTS_A_PAGE = 32_768;

/** The newest seal is not one that this installation made: nothing is sealed on top of it. */
export class ForeignSeal extends Error {
  override name = 'ForeignSeal';
  constructor(number: number) {
    super(`Seal ${number} was not made by this installation, or its tree was altered. Run npm run audit -- verify.`);
  }
}

/** The tree of the newest seal, to grow on. */
async function treeOf(sql: Sql | Tx, last: Seal | null, { id }: SigningKey, made: TileHash[]): Promise<GrowingTree> {
  const tree = await GrowingTree.at(last?.size ?? 0, treeNodes(sql), (hash) => made.push(hash));
  if (!last) return tree;
  const checkpoint = openCheckpoint(last.note);
  const isOurs =
    checkpoint?.installation === id || (checkpoint && (await KeyOrder.read(sql, id)).knows(checkpoint.installation));
  if (!isOurs || !checkpoint.root.equals(tree.root())) throw new ForeignSeal(last.number);
  return tree;
}

/**
 * Seals all events without a seal, as far as the tail may be read. It answers the numbers of seals and events. One statement adds the seal, so no one
 * waits. Of several that seal at once, one is faster. `sql`: the worker's or the owner's. Throws ForeignSeal.
 */
export async function sealEvents(sql: Sql | Tx, master: MasterKey): Promise<{ seals: number; events: number }> {
  const last = await newestSeal(sql);
  const [end] = await sql<(LeafPosition & { at: string })[]>`select * from log.sealable()`;
  if (!end || !isAfter(end, last ?? BEGINNING)) return { seals: 0, events: 0 };
  const key = await signingKey(sql, master);
  const made: TileHash[] = [];
  const tree = await treeOf(sql, last, key, made);
  const hash = leafHasher(end.at);
  // later events are not of this time
  for (let place: LeafPosition = last ?? BEGINNING; isAfter(end, place); ) {
    const leaves = await leavesAfter(sql, place, EVENTS_A_PAGE);
    for (let at = 0; at < leaves.length && isAfter(end, place); at += LEAF_BYTES) {
      place = placeAt(leaves, at);
      tree.append(hash(leaves, at));
    }
  }
  const { size } = tree;
  const note = signCheckpoint({ size, root: tree.root() }, key, end.at);
  const [row] = await sql<{ added: boolean }[]>`
    select log.add_seal(${String((last?.number ?? 0) + 1)}::bigint, ${String(size)}::bigint, ${end.epoch}, ${end.tx}::text::xid8,
      ${end.position}, ${end.at}::text::timestamptz, ${note}, ${made.map(({ level }) => level)}::int[],
      ${made.map(({ index }) => String(index))}::text[]::bigint[], ${made.map((one) => one.hash.toString('hex'))}::text[]) as added`;
  return row?.added ? { seals: 1, events: size - (last?.size ?? 0) } : { seals: 0, events: 0 };
}

const PATIENCE_MS = 10_000;

/**
 * The same up to the newest event of this moment. It waits at most ten seconds for an event that an open transaction holds back. `whole`: all of them
 * are sealed. `sql`: the owner's.
 */
export async function sealUpToNow(
  sql: Sql,
  master: MasterKey,
  patienceMs = PATIENCE_MS,
): Promise<{ seals: number; events: number; newest: Seal | null; whole: boolean }> {
  const done = { seals: 0, events: 0 };
  const [mark] = await sql<LeafPosition[]>`
    select e.epoch, e.tx::text as tx, e.position::text as position from log.events e
    order by e.epoch desc, e.tx desc, e.position desc limit 1`;
  for (const giveUpAt = performance.now() + patienceMs; ; await wait(100)) {
    const { seals, events } = await sealEvents(sql, master);
    done.seals += seals;
    done.events += events;
    const newest = await newestSeal(sql);
    const whole = !mark || (newest !== null && !isAfter(mark, newest));
    if (whole || performance.now() > giveUpAt) return { ...done, newest, whole };
  }
}
