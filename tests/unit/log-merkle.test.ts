import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { proofOf, rootFrom, rootOf, treeOf } from '../../db/seal/merkle.ts';

const LEAF = 4;
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** MTH as RFC 6962 (2.1) defines it. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (leaves.length === 1 && first) return sha256(Buffer.of(0), first);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => sha256(Buffer.of(index)).subarray(0, LEAF));

test('a root is the one of RFC 6962, and every leaf has a way to it that leads no other leaf there', () => {
  for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 31, 33]) {
    const leaves = leavesOf(count);
    const tree = treeOf(Buffer.concat(leaves), LEAF);
    const root = rootOf(tree).toString('hex');
    expect(root).toBe(treeHash(leaves).toString('hex'));
    for (const [index, leaf] of leaves.entries()) {
      const proof = proofOf(tree, index);
      expect(rootFrom(leaf, index, count, proof)).toBe(root);
      expect(rootFrom(Buffer.from('else'), index, count, proof)).not.toBe(root);
      expect(rootFrom(leaf, index + 1, count, proof)).not.toBe(root);
      expect(rootFrom(leaf, index, count, [...proof, root])).toBeNull();
      if (count > 1) expect(rootFrom(leaf, index, count, proof.slice(1))).not.toBe(root);
    }
  }
});
