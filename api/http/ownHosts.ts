import type { MiddlewareHandler } from 'hono';
import { hostnameOf, isLoopback } from '../../db/connection/loopback.ts';
import type { Env } from '../context.ts';

/** What other programs ask without a cookie, by any name that they know this machine by. */
const FOR_PROGRAMS = /^\/(metrics|api\/(health|ready))$/;

/**
 * Refuses a name that is not ours. A page of another site may give its own name this machine's address, and would then count as one of our pages.
 */
export function ownHosts(publicUrl: string): MiddlewareHandler<Env> {
  const own = new URL(publicUrl).hostname;
  const error = `This installation is at ${publicUrl}. If you used that address, let the proxy pass the Host header on; if the address is new, set PUBLIC_URL.`;
  return async (c, next) => {
    const asked = hostnameOf(c.req.header('Host') ?? new URL(c.req.url).host);
    if (asked === own || isLoopback(asked) || FOR_PROGRAMS.test(c.req.path)) return next();
    return c.json({ error }, 421);
  };
}
