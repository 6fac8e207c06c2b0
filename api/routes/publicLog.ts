import { Hono } from 'hono';
import { TILE_HASHES } from '../../db/seal/merkle.ts';
import { newestSeal } from '../../db/seal/readSeals.ts';
import { tileHashes } from '../../db/seal/treeNodes.ts';
import type { Deps, Env } from '../context.ts';

const MOST_LEVEL = 6;
/** N of c2sp.org/tlog-tiles: three digits a part, all but the last after an x. */
const TILE = /^\/api\/log\/tile\/(0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** `width`: of a tile that is not full yet. null: the path names no tile. */
function tileNamed(path: string): { level: number; tile: number; width: number } | null {
  const [, level = '', name = '', width] = TILE.exec(path) ?? [];
  const digits = name.replaceAll(/[x/]/g, '');
  const wanted = {
    level: Number(level),
    tile: Number(digits),
    width: width === undefined ? TILE_HASHES : Number(width),
  };
  const isPadded = name.startsWith('x000/');
  const isTile =
    level !== '' && wanted.level <= MOST_LEVEL && !isPadded && (width === undefined || wanted.width < TILE_HASHES);
  return isTile ? wanted : null;
}

/**
 * The log's tree for everyone, by c2sp.org/tlog-tiles: hashes alone. There are no entry bundles, because an event belongs to its workspace. A tile
 * never changes, so any cache may keep it.
 */
export const publicLogRoutes = ({ store, publicLog = false }: Deps) =>
  new Hono<Env>()
    .use('/api/log/*', async (c, next) => {
      if (!publicLog) return c.text('PUBLIC_LOG is off.', 404);
      c.header('Access-Control-Allow-Origin', '*');
      c.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return next();
    })
    .get('/api/log/checkpoint', async (c) => {
      const seal = await newestSeal(store.sql);
      if (!seal) return c.text('Nothing is sealed yet.', 404);
      return c.body(seal.note, 200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=10',
      });
    })
    .get('/api/log/tile/*', async (c) => {
      const wanted = tileNamed(c.req.path);
      const size = (await newestSeal(store.sql))?.size ?? 0;
      const isThere =
        wanted && wanted.tile * TILE_HASHES + wanted.width <= Math.floor(size / TILE_HASHES ** wanted.level);
      if (!isThere) return c.text('There is no such tile.', 404);
      const hashes = await tileHashes(store.sql, wanted.level, wanted.tile);
      const bytes = new Uint8Array(Buffer.concat(hashes.slice(0, wanted.width)));
      return c.body(bytes, 200, {
        'Content-Type': 'application/octet-stream',
        'Cache-Control': 'public, max-age=31536000, immutable',
      });
    });
