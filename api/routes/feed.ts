import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { feedAfter, feedEnd } from '../../db/audit/feed.ts';
import { feedQuery } from '../../events/history/historyInput.ts';
import type { Deps, Env } from '../context.ts';
import { answers, declare, needs } from '../http/contract.ts';
import { tagOf } from '../http/pages.ts';
import { adminOnly, auditorsRead, bearerOf, signedIn } from '../http/security.ts';
import { check } from '../http/validate.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets in admins by their session or access token, and programs by the token of the settings. Digests are compared, so that the time says nothing of the token. */
function mayFollow(deps: Deps): MiddlewareHandler<Env> {
  const session = signedIn(deps);
  const expected = deps.feedToken === undefined ? null : digest(`Bearer ${deps.feedToken}`);
  const reader: MiddlewareHandler<Env> = async (c, next) => {
    const given = c.req.header('Authorization');
    if (given === undefined || bearerOf(c) !== null)
      return session(c, async () => void (await auditorsRead(c, async () => void (await adminOnly(c, next)))));
    if (expected && timingSafeEqual(digest(given), expected)) return next();
    c.header('WWW-Authenticate', 'Bearer');
    const error = expected ? 'This is not the token of FEED_TOKEN.' : 'FEED_TOKEN is not set, so no token is taken.';
    return c.json({ error }, 401);
  };
  return declare(reader, { security: [{ session: [] }, { feedToken: [] }] });
}

/** The log as a resumable feed for other programs (FeedLine), over all tenants. Personal parts stay sealed. */
export function feedRoutes(deps: Deps) {
  return new Hono<Env>().get(
    '/events',
    answers('application/x-ndjson'),
    needs('admin'),
    mayFollow(deps),
    check('query', feedQuery),
    async (c) => {
      const { after, limit } = c.req.valid('query');
      const tag = tagOf([await feedEnd(deps.store.sql), c.req.url]);
      if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, { ETag: tag });
      const { lines, next } = await feedAfter(deps.store.sql, after, limit);
      return c.body(lines.map((line) => `${line}\n`).join(''), 200, {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        ETag: tag,
        Next: next,
      });
    },
  );
}
