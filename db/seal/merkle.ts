import { hash } from 'node:crypto';

/**
 * Merkle trees of RFC 6962 (2.1). A leaf is hashed after the byte 0, two nodes after the byte 1. The left part is the largest full tree. Level by
 * level that is: neighbours are hashed together, and one without a neighbour moves up as it is.
 */

const HASH_BYTES = 32;

/** All levels of a tree, the leaves' hashes first, the root last; each a row of hashes of 32 bytes. */
export type Tree = readonly Buffer[];

/** The tree over `bytes`, which are leaves of `leafBytes` each. At least one. */
export function treeOf(bytes: Buffer, leafBytes: number): Tree {
  const leaf = Buffer.alloc(1 + leafBytes, 0);
  const count = bytes.length / leafBytes;
  let level = Buffer.allocUnsafe(count * HASH_BYTES);
  for (let at = 0; at < count; at += 1) {
    bytes.copy(leaf, 1, at * leafBytes, (at + 1) * leafBytes);
    hash('sha256', leaf, 'buffer').copy(level, at * HASH_BYTES);
  }
  const levels = [level];
  const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);
  while (level.length > HASH_BYTES) {
    const nodes = level.length / HASH_BYTES;
    const above = Buffer.allocUnsafe(Math.ceil(nodes / 2) * HASH_BYTES);
    for (let at = 0; at < nodes; at += 2) {
      const to = (at / 2) * HASH_BYTES;
      if (at + 1 < nodes) {
        level.copy(node, 1, at * HASH_BYTES, (at + 2) * HASH_BYTES);
        hash('sha256', node, 'buffer').copy(above, to);
      } else level.copy(above, to, at * HASH_BYTES);
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

export const rootOf = (tree: Tree): Buffer => tree.at(-1) ?? Buffer.alloc(0);

/** The hashes beside the way from a leaf to the root, the lowest first (hex). */
export function proofOf(tree: Tree, leaf: number): string[] {
  const proof: string[] = [];
  let at = leaf;
  for (const level of tree.slice(0, -1)) {
    const beside = at ^ 1;
    if (beside * HASH_BYTES < level.length)
      proof.push(level.toString('hex', beside * HASH_BYTES, (beside + 1) * HASH_BYTES));
    at >>= 1;
  }
  return proof;
}

/** The root that a proof leads to from the `index`-th of `leaves`, in hex. null: the proof has a wrong length. */
export function rootFrom(leaf: Buffer, index: number, leaves: number, proof: readonly string[]): string | null {
  let known = hash('sha256', Buffer.concat([Buffer.of(0), leaf]), 'hex');
  let at = index;
  let used = 0;
  for (let nodes = leaves; nodes > 1; nodes = Math.ceil(nodes / 2)) {
    if ((at ^ 1) < nodes) {
      const beside = proof[used];
      if (beside === undefined || !/^[0-9a-f]{64}$/.test(beside)) return null;
      used += 1;
      const pair = at % 2 === 0 ? known + beside : beside + known;
      known = hash('sha256', Buffer.concat([Buffer.of(1), Buffer.from(pair, 'hex')]), 'hex');
    }
    at >>= 1;
  }
  return used === proof.length && index >= 0 && index < leaves ? known : null;
}
