import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import type { Deps, Env } from '../context.ts';

/** The rows of a page if the caller names no limit: all lists of ordinary size come whole. */
const WITHOUT_LIMIT = 200;
const MOST = 100;
/** Totals are exact up to here. */
export const EXACT_TO = 1_000;

const LIMIT = `limit must be a whole number from 1 to ${MOST}`;

/** The part of a query that asks for a page. `after`: from the link to the next page, which holds it. */
export const pageQuery = z.object({
  limit: z.coerce.number(LIMIT).int(LIMIT).min(1, LIMIT).max(MOST, LIMIT).optional(),
  after: z.string().max(500, 'after must be that of the page before').optional(),
});

export const rowsOfPage = ({ limit }: z.infer<typeof pageQuery>): number => limit ?? WITHOUT_LIMIT;

export const totalText = (total: number): string => (total > EXACT_TO ? `${EXACT_TO}+` : String(total));

/** Says in headers what a bare array leaves out: the address of the next page, and how many rows there are. */
export function sayRest(c: Context<Env>, { next, total }: { next: string | null; total: number }): void {
  c.header('X-Total-Count', totalText(total));
  if (next === null) return;
  const url = new URL(c.req.url);
  url.searchParams.set('after', next);
  c.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
}

const MINUTE_MS = 60_000;

/** A weak ETag of all that decides an answer. */
export const tagOf = (named: readonly unknown[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 22)}"`;

/**
 * Answers 304 before the work is done, if nothing of the tenant moved since the caller's copy. The tag names the tenant's version (lists.news), the
 * question, the user, the build and the minute. Some texts change with the clock. `tenantOf`: undefined: the answer is about several, and has no tag.
 */
export const unlessUnchanged =
  (
    { store, version }: Pick<Deps, 'store' | 'version'>,
    tenantOf: (c: Context<Env>) => string | undefined = (c) => c.get('user').tenant,
  ): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { userId, isAdmin } = c.get('user');
    const tenant = tenantOf(c);
    if (tenant === undefined) return next();
    const fresh = await bringUpToDate(store, tenant);
    const minute = Math.floor(store.now().getTime() / MINUTE_MS);
    const tag = tagOf([fresh, c.req.url, userId, isAdmin, version, minute]);
    if (!fresh.stale && c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, { ETag: tag });
    await next();
    if (!c.res.ok) return;
    if (fresh.stale) c.header('X-Stale', 'true');
    else c.header('ETag', tag);
  };
