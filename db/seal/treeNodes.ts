import type { Sql, Tx } from '../connection/connect.ts';
import type { LeafPosition } from './leaves.ts';
import { type NodeReader, nodeHash, TILE_HASHES, TILE_LEVELS } from './merkle.ts';

/** The leaves after a place that can be sealed, as log.unsealed has them. */
export async function leavesAfter(
  sql: Sql | Tx,
  { epoch, tx, position }: LeafPosition,
  limit: number,
): Promise<Buffer> {
  const [row] = await sql<{ leaves: Buffer | null }[]>`
    select log.unsealed(${epoch}, ${tx}::text::xid8, ${position}, ${limit}) as leaves`;
  return row?.leaves ?? Buffer.alloc(0);
}

/** The hashes of the sealed leaves of a tile; of the last tile there are fewer. */
async function leafTile(sql: Sql | Tx, tile: number): Promise<Buffer[]> {
  const [row] = await sql<{ hashes: Buffer | null }[]>`
    select log.leaf_hashes(${String(tile * TILE_HASHES)}::bigint, ${TILE_HASHES}) as hashes`;
  const hashes = row?.hashes ?? Buffer.alloc(0);
  return Array.from({ length: hashes.length / 32 }, (_, at) => hashes.subarray(at * 32, (at + 1) * 32));
}

async function upperTile(sql: Sql | Tx, level: number, tile: number): Promise<Buffer[]> {
  const rows = await sql<{ hash: Buffer }[]>`
    select hash from log.tile_hashes
    where level = ${level} and index >= ${String(tile * TILE_HASHES)}::bigint and index < ${String((tile + 1) * TILE_HASHES)}::bigint
    order by index`;
  return rows.map(({ hash }) => hash);
}

/** The hashes of a tile, as far as its tree has them. `level` 0: of the leaves. */
export const tileHashes = (sql: Sql | Tx, level: number, tile: number): Promise<Buffer[]> =>
  level === 0 ? leafTile(sql, tile) : upperTile(sql, level, tile);

/** The nodes of a tile, level by level; of the last tile only the full subtrees. */
function rowsOf(hashes: Buffer[]): Buffer[][] {
  const rows = [hashes];
  for (let row = hashes; rows.length < TILE_LEVELS; rows.push(row))
    row = row.flatMap((left, at) => {
      const right = at % 2 === 0 ? row[at + 1] : undefined;
      return right ? [nodeHash(left, right)] : [];
    });
  return rows;
}

const TILES_KEPT = 64;

/** Reads the tree's nodes from its tiles, and keeps those that it used last. `sql`: the worker's or the owner's. */
export function treeNodes(sql: Sql | Tx): NodeReader {
  const kept = new Map<string, Buffer[][]>();
  async function tileOf(level: number, tile: number): Promise<Buffer[][]> {
    const name = `${level}/${tile}`;
    const rows = kept.get(name) ?? rowsOf(await tileHashes(sql, level, tile));
    kept.delete(name);
    kept.set(name, rows);
    const [oldest] = kept.keys();
    if (kept.size > TILES_KEPT && oldest !== undefined) kept.delete(oldest);
    return rows;
  }
  return async (level, index) => {
    const within = level % TILE_LEVELS;
    const width = TILE_HASHES / 2 ** within;
    const rows = await tileOf(Math.floor(level / TILE_LEVELS), Math.floor(index / width));
    const node = rows[within]?.[index % width];
    if (!node) throw new Error('The tree of the log lacks a hash. Run npm run audit -- verify.');
    return node;
  };
}
