import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  consistencyProof,
  GrowingTree,
  inclusionProof,
  isConsistent,
  leafHash,
  type NodeReader,
  nodeHash,
  rootFrom,
  TILE_HASHES,
} from '../../db/seal/merkle.ts';

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** MTH as RFC 6962 (2.1) defines it. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (leaves.length === 1 && first) return sha256(Buffer.of(0), first);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}

const nodesOf = (leaves: readonly Buffer[]): NodeReader => {
  const node: NodeReader = async (level, index) => {
    const leaf = leaves[index];
    if (level === 0 && leaf) return leafHash(leaf);
    if (level === 0) throw new Error('no such leaf');
    return nodeHash(await node(level - 1, index * 2), await node(level - 1, index * 2 + 1));
  };
  return node;
};

const grown = (leaves: readonly Buffer[]) => {
  const tree = new GrowingTree();
  for (const leaf of leaves) tree.append(leafHash(leaf));
  return tree;
};

const leavesOf = (count: number) => Array.from({ length: count }, (_, index) => sha256(Buffer.of(index)));

/** The test vectors of the reference implementations of RFC 6962 (certificate-transparency, transparency-dev/merkle). */
const VECTOR = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (hex) => Buffer.from(hex, 'hex'),
);
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const hexOf = (proof: readonly Buffer[]) => proof.map((hash) => hash.toString('hex'));

test('roots and proofs are those of the test vectors', async () => {
  for (const [size, root] of ROOTS.entries()) expect(grown(VECTOR.slice(0, size)).root().toString('hex')).toBe(root);
  const node = nodesOf(VECTOR);
  expect(hexOf(await inclusionProof(node, 0, 8))).toEqual([
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ]);
  expect(hexOf(await consistencyProof(node, 6, 8))).toEqual([
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
});

test('every leaf has a way to the root that leads no other leaf there', async () => {
  for (const size of [1, 2, 3, 4, 5, 7, 8, 9, 31, 33]) {
    const leaves = leavesOf(size);
    const root = grown(leaves).root();
    expect(root).toEqual(treeHash(leaves));
    for (const [index, leaf] of leaves.entries()) {
      const proof = await inclusionProof(nodesOf(leaves), index, size);
      expect(rootFrom(leafHash(leaf), index, size, proof)).toEqual(root);
      expect(rootFrom(leafHash(Buffer.from('else')), index, size, proof)).not.toEqual(root);
      expect(rootFrom(leafHash(leaf), index + 1, size, proof)).not.toEqual(root);
      expect(rootFrom(leafHash(leaf), index, size, [...proof, root])).toBeNull();
      if (size > 1) expect(rootFrom(leafHash(leaf), index, size, proof.slice(1))).not.toEqual(root);
    }
  }
});

test('a tree is proved to begin with each tree before it, and with no other', async () => {
  const leaves = leavesOf(20);
  const node = nodesOf(leaves);
  const head = (size: number) => ({ size, root: grown(leaves.slice(0, size)).root() });
  const other = Buffer.alloc(32, 7);
  for (let size = 1; size <= 20; size += 1) {
    expect(isConsistent(head(0), head(size), [])).toBe(true);
    for (let old = 1; old <= size; old += 1) {
      const proof = await consistencyProof(node, old, size);
      expect(isConsistent(head(old), head(size), proof), `${old} of ${size}`).toBe(true);
      expect(isConsistent({ size: old, root: other }, head(size), proof)).toBe(false);
      expect(isConsistent(head(old), { size, root: other }, proof)).toBe(false);
      expect(isConsistent(head(old), head(size), [...proof, other])).toBe(false);
      if (proof.length > 0) expect(isConsistent(head(old), head(size), proof.slice(1))).toBe(false);
      if (old < size) expect(isConsistent(head(size), head(old), proof)).toBe(false);
    }
  }
  expect(isConsistent(head(0), head(5), [other])).toBe(false);
});

test('a tree grows on from its nodes, and tells each hash of a tile once', async () => {
  const leaves = leavesOf(3).concat(Array.from({ length: 2 * TILE_HASHES }, (_, index) => Buffer.from(`${index}`)));
  const tiles: unknown[] = [];
  const tree = await GrowingTree.at(300, nodesOf(leaves), (made) => tiles.push(made));
  for (const leaf of leaves.slice(300)) tree.append(leafHash(leaf));
  expect(tree.root()).toEqual(treeHash(leaves));
  const second = treeHash(leaves.slice(TILE_HASHES, 2 * TILE_HASHES));
  expect(tiles).toEqual([{ level: 1, index: 1, hash: second }]);
});
