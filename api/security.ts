import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { verifyRequestOrigin } from 'oslo/request';
import { sessionUser } from '../db/auth.ts';
import { ref } from '../db/store.ts';
import { Refused } from '../events/refused.ts';
import type { Deps, Env, SignedIn } from './context.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The cookie's name: with TLS the browser itself holds it to this host. */
export const sessionCookie = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-session' : 'session';

/**
 * Refuses unsafe calls that another site made the browser send: the origin must be ours, and a body must be JSON (`form`: a sign-in form).
 */
export function sameOrigin(deps: Deps, body: 'json' | 'form'): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (SAFE.has(c.req.method)) return next();
    const origin = c.req.header('Origin');
    const site = c.req.header('Sec-Fetch-Site');
    const hosts = [new URL(deps.publicUrl).host, c.req.header('Host') ?? ''].filter(Boolean);
    const foreign =
      (origin !== undefined && !verifyRequestOrigin(origin, hosts)) || site === 'cross-site' || site === 'same-site';
    if (foreign) return c.json({ error: 'This call must come from the application itself.' }, 403);
    const type = c.req.header('Content-Type') ?? '';
    // the server gives even a bare DELETE a body stream: the headers say whether anything comes
    const hasBody = Number(c.req.header('Content-Length') ?? 0) > 0 || c.req.header('Transfer-Encoding') !== undefined;
    const expected =
      body === 'json' ? /^application\/json\b/i : /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
    if (hasBody && !expected.test(type)) {
      return c.json({ error: `Send the body as ${body === 'json' ? 'application/json' : 'a form'}.` }, 400);
    }
    return next();
  };
}

/** Refuses everyone but admins; behind the sign-in check. */
export const adminOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (!c.get('user').isAdmin) throw new Refused('forbidden', 'Only admins may do this.');
  return next();
};

/** Finds the signed-in user of a call; without one it answers 401. */
export function signedIn(deps: Deps): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const token = getCookie(c, sessionCookie(deps.publicUrl));
    const look = async (): Promise<SignedIn | string> => {
      const userId = token ? await sessionUser(deps.store.sql, token) : null;
      if (!userId) return 'Sign in first.';
      const { state } = await deps.store.load('system', ref('user', userId));
      return state.status === 'active' ? { userId, isAdmin: state.isAdmin } : 'This account is not active.';
    };
    const user = await look();
    if (typeof user === 'string') return c.json({ error: user }, 401);
    c.set('user', user);
    c.set('stillSignedIn', async () => typeof (await look()) !== 'string');
    return next();
  });
}
