import type { MiddlewareHandler } from 'hono';
import { noteSecurity, type SecurityNote } from '../../db/accounts/securityLog.ts';
import { logOf, perCall } from '../../db/process/logger.ts';
import type { SecurityKind } from '../../events/accounts/securityKinds.ts';
import type { Deps, Env } from '../context.ts';
import { browserName } from '../signIn/browserName.ts';
import { callerNetwork } from '../signIn/signInAttempts.ts';

const log = logOf('api');

/** Calls that are noted when they succeed; the first that fits. */
const DONE: readonly [RegExp, SecurityKind][] = [
  [/^POST \/api\/auth\/password$/, 'password_changed'],
  [
    /^(POST|DELETE) \/api\/auth\/(second-factor(\/confirm)?|recovery-codes|passkeys(\/(?!options$)[^/]+)?)$/,
    'second_factor_changed',
  ],
  [/^(DELETE|POST) \/api\/auth\/sessions\/[^/]+$/, 'sessions_ended'],
  [/^(POST|PUT|PATCH|DELETE) \/api\/admin\//, 'admin_act'],
  [/^(POST|PUT|PATCH|DELETE) \/api\/auth\/tokens\b/, 'token_changed'],
  [
    /^(PUT \/api\/email-settings|POST \/api\/((gmail|microsoft)\/callback|mailbox\/connect|(gmail|mailbox|sendgrid)\/(disconnect|test)))$/,
    'key_used',
  ],
  [/^POST \/api\/forgot$/, 'link_requested'],
];
/** A 4xx there is a failed sign-in. */
const SIGN_IN =
  /^(POST \/api\/(login(\/code|\/passkey\/answer)?|reset\/.+|confirm\/.+|invitation\/.+)|GET \/api\/login\/issuer\/callback)$/;
const WEBHOOKS = /^POST \/api\/webhooks\//;

function kindOf(call: string, status: number): SecurityKind | null {
  if (status === 429) return 'slowed';
  if (SIGN_IN.test(call) && (status === 401 || status === 403)) return 'sign_in_failed';
  if (WEBHOOKS.test(call) && (status === 401 || status === 403)) return 'bad_signature';
  if (status === 403) return 'refused';
  return status < 400 ? (DONE.find(([calls]) => calls.test(call))?.[1] ?? null) : null;
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
    const call = `${c.req.method} ${c.req.path}`;
    const kind = said?.kind ?? kindOf(call, c.res.status);
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
