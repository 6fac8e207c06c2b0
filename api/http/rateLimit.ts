import type { Context, MiddlewareHandler } from 'hono';
import type { Quota } from '../../db/accounts/allowances.ts';
import { settingValue } from '../../db/read/settingValue.ts';
import { LIMITS, limitOf } from '../../events/accounts/limits.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env, SignedIn } from '../context.ts';
import { tooManyPage } from '../signIn/linkPages.ts';
import { callerNetwork } from '../signIn/signInAttempts.ts';
import { type CallGroup, declarationsOf } from './contract.ts';
import type { Taken } from './limiter.ts';

const SECONDS = 300;
const per = (quota: number): Quota => ({ quota, seconds: SECONDS });

/** Of one network without a session. An office behind one address is one network. */
const OF_NETWORK: Record<Exclude<CallGroup, 'none'>, Quota> = {
  /** The calls of signed-in people count here, too: a hundred screens a second. */
  network: per(30_000),
  /** Signing in takes about five calls. A weak password on a new account is judged for 50 ms. */
  entry: per(600),
  /** Reports of emails are signed, and a refused one comes again later. */
  hooks: per(60_000),
};

/** The group and the cost of the call, as its route declares them. */
function declaredOf(c: Context): { group: CallGroup; cost: number } {
  const declared = declarationsOf(c);
  const costs = declared.flatMap(({ cost }) => cost ?? []);
  return { group: declared.find(({ group }) => group)?.group ?? 'network', cost: Math.max(1, ...costs) };
}

/** Says in headers what the limit is and what is left (draft-ietf-httpapi-ratelimit-headers-11). */
function sayLimit(c: Context, policy: string, { quota: { quota, seconds }, remaining, wait }: Taken): void {
  const left = Math.max(0, Math.min(quota, Math.floor(remaining)));
  const full = wait ?? ((quota - left) * seconds) / Math.max(1, quota);
  c.header('RateLimit-Policy', `"${policy}";q=${quota};w=${seconds}`);
  c.header('RateLimit', `"${policy}";r=${wait === null ? left : 0};t=${Math.max(1, Math.ceil(full))}`);
}

/** Limits the calls of a network. It comes before the session is looked up. */
export const limitNetwork =
  (deps: Deps): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { group, cost } = declaredOf(c);
    if (!deps.limiter || group === 'none') return next();
    const bucket = deps.store.pseudonyms.signIn('attempt', `calls|${group}|${callerNetwork(c, deps)}`);
    const taken = await deps.limiter.take(bucket, group === 'network' ? 1 : cost, () => OF_NETWORK[group]);
    sayLimit(c, group, taken);
    if (taken.wait === null) return next();
    const seconds = Math.ceil(taken.wait);
    if (group === 'entry') return tooManyPage(c, deps, seconds);
    if (group !== 'hooks') throw tooMany('network', seconds, deps);
    // the provider drops an email on 4xx, and tries again on 5xx
    c.header('Retry-After', String(seconds));
    return c.json({ error: 'Too many reports at once. Try again later.' }, 503);
  };

/** Limits the calls of a signed-in user, or of a token of theirs: each has as many as an admin allows the user. Refused as `limit`. */
export async function limitCaller(
  c: Context,
  deps: Deps,
  { account }: Pick<SignedIn, 'account'>,
  caller: { kind: 'user' | 'token'; id: string },
): Promise<void> {
  if (!deps.limiter) return;
  const taken = await deps.limiter.take(callsBucket(caller), declaredOf(c).cost, async () =>
    per(limitOf('calls', account.limits, await settingValue(deps.store, LIMITS.calls.setting))),
  );
  sayLimit(c, caller.kind, taken);
  if (taken.wait !== null) throw tooMany(caller.kind, Math.ceil(taken.wait), deps);
}

/** read.near_limits reads it by the user's id. */
const callsBucket = ({ kind, id }: { kind: 'user' | 'token'; id: string }): string => `calls|${kind}|${id}`;

function tooMany(of: 'network' | 'user' | 'token', seconds: number, { store }: Pick<Deps, 'store'>): Refused {
  const until = new Date(store.now().getTime() + 1000 * seconds).toISOString();
  return new Refused({ code: 'too_many_calls', of, seconds, until, retryAfterSeconds: seconds });
}
