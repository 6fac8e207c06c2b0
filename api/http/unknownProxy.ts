import type { MiddlewareHandler } from 'hono';
import type { Env } from '../context.ts';

/** Reports once a proxy that no setting names. Everyone behind it counts as one network, so strangers' mistakes at sign-in would block each other. */
export function unknownProxy(trustedProxies: number, say: (line: string) => void): MiddlewareHandler<Env> {
  let said = trustedProxies > 0;
  return async (c, next) => {
    if (!said && c.req.header('X-Forwarded-For') !== undefined) {
      said = true;
      say(
        'A request had X-Forwarded-For, but TRUST_PROXY is 0. If a proxy is before this server, set TRUST_PROXY to how many there are: until then sign-in counts everybody behind it as one network.',
      );
    }
    await next();
  };
}
