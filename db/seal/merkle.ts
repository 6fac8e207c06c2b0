import { hash } from 'node:crypto';

/**
 * One Merkle tree over the whole log (RFC 6962, 2.1). A leaf is hashed after the byte 0, two nodes after the byte 1. The left part is the largest
 * full tree. A subtree is full if its 2^level leaves are there; `index` counts those of its level.
 */

/** The root of a full subtree. */
export type NodeReader = (level: number, index: number) => Promise<Buffer>;

/** Levels of the tree in one tile, as C2SP's tlog-tiles has them: 256 hashes. */
export const TILE_LEVELS = 8;
export const TILE_HASHES = 2 ** TILE_LEVELS;

/** As `hash` into a buffer, which would allocate outside of the pool and take twice as long. */
export function sha256(bytes: Buffer | string): Buffer {
  const digest = Buffer.allocUnsafe(32);
  digest.write(hash('sha256', bytes, 'binary'), 'latin1');
  return digest;
}

const EMPTY_ROOT = sha256('');

export const leafHash = (leaf: Buffer): Buffer => sha256(Buffer.concat([Buffer.of(0), leaf]));

const pair = Buffer.alloc(65, 1);

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(pair, 1);
  right.copy(pair, 33);
  return sha256(pair);
}

/** A hash of a tile above the leaves': `level` is the tile's, `index` counts all hashes of that level. */
export type TileHash = { level: number; index: number; hash: Buffer };

/** A tree that grows leaf by leaf. It keeps the roots of its full subtrees, one a level, and no leaf. */
export class GrowingTree {
  size = 0;
  private readonly full: Buffer[] = [];

  /** `grown`: hears of each new hash of a tile. */
  constructor(private readonly grown: (made: TileHash) => void = () => undefined) {}

  /** A tree of `size` leaves, to grow on. */
  static async at(size: number, node: NodeReader, grown?: (made: TileHash) => void): Promise<GrowingTree> {
    const tree = new GrowingTree(grown);
    for (let level = 0, nodes = size; nodes >= 1; level += 1, nodes = Math.floor(nodes / 2))
      if (nodes % 2 === 1) tree.full[level] = await node(level, nodes - 1);
    tree.size = size;
    return tree;
  }

  append(leaf: Buffer): void {
    let node = leaf;
    let level = 0;
    for (let index = this.size; index % 2 === 1; ) {
      node = nodeHash(this.full[level] as Buffer, node);
      level += 1;
      index = (index - 1) / 2;
      if (level % TILE_LEVELS === 0) this.grown({ level: level / TILE_LEVELS, index, hash: node });
    }
    this.full[level] = node;
    this.size += 1;
  }

  root(): Buffer {
    let root: Buffer | null = null;
    for (let level = 0, nodes = this.size; nodes >= 1; level += 1, nodes = Math.floor(nodes / 2)) {
      const left = this.full[level] as Buffer;
      if (nodes % 2 === 1) root = root ? nodeHash(left, root) : left;
    }
    return root ?? EMPTY_ROOT;
  }
}

/** The leaves of the left part of a tree. */
function leftOf(leaves: number): number {
  let left = 1;
  while (left * 2 < leaves) left *= 2;
  return left;
}

/** The hash of the leaves from `start` up to `end`, which are a part of the tree. */
async function rangeHash(node: NodeReader, start: number, end: number): Promise<Buffer> {
  const level = Math.log2(end - start);
  if (Number.isInteger(level)) return node(level, start / (end - start));
  const middle = start + leftOf(end - start);
  return nodeHash(await rangeHash(node, start, middle), await rangeHash(node, middle, end));
}

/** PATH of RFC 6962 (2.1.1): the hashes beside the way from a leaf to the root, the lowest first. */
export async function inclusionProof(node: NodeReader, leaf: number, size: number): Promise<Buffer[]> {
  const proof: Buffer[] = [];
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + leftOf(end - start);
    const isLeft = leaf < middle;
    proof.unshift(await (isLeft ? rangeHash(node, middle, end) : rangeHash(node, start, middle)));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return proof;
}

/** PROOF of RFC 6962 (2.1.2): the tree of `size` leaves begins with the tree of `old` leaves, which is not empty. */
export async function consistencyProof(node: NodeReader, old: number, size: number): Promise<Buffer[]> {
  const proof: Buffer[] = [];
  let [start, end] = [0, size];
  while (old !== end) {
    const middle = start + leftOf(end - start);
    const isLeft = old <= middle;
    proof.unshift(await (isLeft ? rangeHash(node, middle, end) : rangeHash(node, start, middle)));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  if (start > 0) proof.unshift(await rangeHash(node, start, end));
  return proof;
}

/** The root that an inclusion proof leads to (RFC 9162, 2.1.3.2). null: the proof has a wrong length. */
export function rootFrom(leaf: Buffer, index: number, size: number, proof: readonly Buffer[]): Buffer | null {
  if (index < 0 || index >= size) return null;
  let known = leaf;
  let used = 0;
  for (let [at, nodes] = [index, size]; nodes > 1; at = Math.floor(at / 2), nodes = Math.ceil(nodes / 2)) {
    if (at % 2 === 0 && at + 1 === nodes) continue;
    const beside = proof[used];
    if (beside === undefined) return null;
    used += 1;
    known = at % 2 === 0 ? nodeHash(known, beside) : nodeHash(beside, known);
  }
  return used === proof.length ? known : null;
}

export type Head = { size: number; root: Buffer };

/** Whether a consistency proof leads from an old head to a new one (RFC 9162, 2.1.4.2). The empty tree is consistent with any. */
export function isConsistent(old: Head, head: Head, proof: readonly Buffer[]): boolean {
  if (old.size === 0) return proof.length === 0;
  if (old.size === head.size) return proof.length === 0 && old.root.equals(head.root);
  if (old.size > head.size) return false;
  let [at, last] = [old.size - 1, head.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  // a full old tree is the first node of the way
  const way = at === 0 ? [old.root, ...proof] : proof;
  const [first, ...rest] = way;
  if (first === undefined) return false;
  let [oldRoot, newRoot] = [first, first];
  for (const beside of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      oldRoot = nodeHash(beside, oldRoot);
      newRoot = nodeHash(beside, newRoot);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else newRoot = nodeHash(newRoot, beside);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && oldRoot.equals(old.root) && newRoot.equals(head.root);
}
