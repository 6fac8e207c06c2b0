import type { Context, MiddlewareHandler } from 'hono';
import { noteSecurity, type SecurityNote } from '../../db/accounts/securityLog.ts';
import { logOf, perCall } from '../../db/process/logger.ts';
import type { SecurityKind } from '../../events/accounts/securityKinds.ts';
import type { Deps, Env } from '../context.ts';
import { browserName } from '../signIn/browserName.ts';
import { callerNetwork } from '../signIn/signInAttempts.ts';
import { declarationsOf, type Noted } from './contract.ts';

const log = logOf('api');

/** The kind of a call by what its route declares (contract.ts) and its answer. An admin's change needs no declaration. */
function kindOf(c: Context): SecurityKind | null {
  const { status } = c.res;
  const { done, denied }: Noted = Object.assign({}, ...declarationsOf(c).map(({ noted }) => noted));
  if (status === 429) return 'slowed';
  if (status === 401 || status === 403) return denied ?? (status === 403 ? 'refused' : null);
  if (status >= 400) return null;
  const isAdmins = c.req.path.startsWith('/api/admin/') && !['GET', 'HEAD'].includes(c.req.method);
  return done ?? (isAdmins ? 'admin_act' : null);
}

const MINUTE_MS = 60_000;
const MOST_KNOWN = 10_000;

/** Whether a refused call is the first of its kind in this minute here. A flood must not cost a statement for each call. */
function firstOfMinute(now: () => Date): (note: SecurityNote) => boolean {
  let minute = 0;
  const noted = new Set<string>();
  return (note) => {
    const present = Math.floor(now().getTime() / MINUTE_MS);
    if (present !== minute || noted.size >= MOST_KNOWN) noted.clear();
    minute = present;
    const key = JSON.stringify(note);
    const isFirst = !noted.has(key);
    noted.add(key);
    return isFirst;
  };
}

/**
 * Notes sign-ins, refusals and changes of keys and rights, in the table of the security log and as a line of the process. A route says more in
 * `security`: who signed in, or an HMAC of the address that was tried.
 */
export function securityLog(deps: Deps): MiddlewareHandler<Env> {
  const isFirst = firstOfMinute(() => deps.store.now());
  return async (c, next) => {
    await next();
    const said = c.get('security');
    const kind = said?.kind ?? kindOf(c);
    if (!kind) return;
    const note = {
      kind,
      userId: said?.userId ?? c.get('user')?.userId ?? '',
      network: callerNetwork(c, deps),
      agent: browserName(c.req.header('User-Agent')) ?? '',
      // the pattern of the route: an address may hold ids and secrets
      about: said?.about ?? `${c.req.method} ${c.req.routePath}`,
    };
    if (kind === 'slowed' && !isFirst(note)) return;
    log[perCall]({ security: kind, ...note, status: c.res.status, requestId: c.get('requestId') }, 'security');
    // what was done is done; a database that is away is in the log already
    await noteSecurity(deps.store.sql, note).catch(() =>
      log.warn({ security: kind }, 'a security note was not stored'),
    );
  };
}
