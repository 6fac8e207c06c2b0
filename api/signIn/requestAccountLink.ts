import type { Context } from 'hono';
import { type Bucket, mayTry, type Rule } from '../../db/accounts/attempts.ts';
import { keepPendingSignup, type PendingSignup } from '../../db/accounts/pendingSignup.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { type AccountLinkWhat, requestLink } from '../../events/accounts/accountLink.ts';
import { causeBy, type Deps, type Env } from '../context.ts';
import { bucketOf, callerNetwork, networkBuckets } from './signInAttempts.ts';
import { trustedDevice } from './trustedDevice.ts';

const HOUR = 3600;
/** One caller who asks for mails to ever new addresses. */
const REQUESTS: Rule = { free: 10, withinSeconds: HOUR, first: HOUR / 10, longest: HOUR };
/** One caller who tries sign-ups: to rate a password keeps the processor busy. */
const SIGN_UPS: Rule = { free: 30, withinSeconds: HOUR, first: HOUR / 30, longest: HOUR };
/** One who asks for mails to one address. */
export const MAILS: Rule = { free: 3, withinSeconds: HOUR, first: HOUR / 3, longest: HOUR };
/** One mailbox, for all callers together, so that no mailbox is flooded. */
const MAILBOX: Rule = { free: 10, withinSeconds: HOUR, first: HOUR / 10, longest: HOUR };
/** All visitors together: their requests stay in the log forever. */
const EVERYBODY: Rule = { free: 300, withinSeconds: HOUR, first: HOUR / 300, longest: HOUR / 300 };

/** Counts a request of this network for a mail; answers the seconds to wait, or 0. */
export async function networkMailDelay(c: Context<Env>, deps: Deps): Promise<number> {
  return (await mayTry(deps.store.sql, networkBuckets(c, deps, 'mail', REQUESTS))).wait;
}

/** Counts a sign-up of this network; answers the seconds to wait, or 0. */
export async function networkSignUpDelay(c: Context<Env>, deps: Deps): Promise<number> {
  return (await mayTry(deps.store.sql, networkBuckets(c, deps, 'sign-up', SIGN_UPS))).wait;
}

/**
 * Counts a mail to an address; answers the seconds to wait, or 0. Each kind and each network counts separately. Signing up with another person's
 * address blocks neither their new password nor their sign-up. A browser that knows the account counts for itself, as in sign-in.
 */
export async function addressMailDelay(
  c: Context<Env>,
  deps: Deps,
  what: AccountLinkWhat,
  email: string,
  by: 'visitor' | 'user',
): Promise<number> {
  const account = deps.store.pseudonyms.address('system', email);
  const bucket = (name: string, rule: Rule): Bucket => bucketOf(deps, `mail|${what}|${name}`, rule, 'take back');
  const browser = trustedDevice(c, deps, account);
  const buckets = browser
    ? [bucket(`browser|${browser}|${account}`, MAILS)]
    : [
        bucket(`both|${account}|${callerNetwork(c, deps)}`, MAILS),
        bucket(account, MAILBOX),
        ...(by === 'visitor' ? [bucket('everybody', EVERYBODY)] : []),
      ];
  return (await mayTry(deps.store.sql, buckets)).wait;
}

/**
 * Requests a mail to an address, known or not. The work is the same for both, and the worker looks. Over the limit of an address in an hour, or of
 * all visitors together, it does nothing silently.
 */
export async function requestAccountLink(
  c: Context<Env>,
  deps: Deps,
  what: 'sign-up' | 'reset',
  asked: PendingSignup,
): Promise<void> {
  if ((await addressMailDelay(c, deps, what, asked.email, 'visitor')) > 0) return;
  const { store } = deps;
  const accessId = newId();
  await inTransaction(store, async (tx) => {
    await keepPendingSignup(tx, store.master, accessId, asked);
    await store.runIn(tx, {
      tenant: 'system',
      cause: causeBy(c, 'visitor'),
      streams: { access: ref('access', accessId) },
      decide: ({ access }) => ({ access: requestLink(access, what, null) }),
    });
  });
}
