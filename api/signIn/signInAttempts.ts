import type { Context } from 'hono';
import { type Bucket, forgetTries, type Rule } from '../../db/accounts/attempts.ts';
import type { Tx } from '../../db/connection/connect.ts';
import type { Deps } from '../context.ts';
import { addressOf, network, site } from '../http/clientNetwork.ts';
import { trustedDevice } from './trustedDevice.ts';

const HOUR = 3600;
/** One person at one account: anyone may make five mistakes. */
const PERSON: Rule = { free: 5, withinSeconds: HOUR, first: 2, longest: 300 };
/** One network at all accounts. */
const NETWORK: Rule = { free: 30, withinSeconds: HOUR, first: 30, longest: 30 };
/** All networks at one account's password. */
const PASSWORDS: Rule = { free: 50, withinSeconds: HOUR, first: 30, longest: 30 };
/** And at its codes: a caller who gives one has the password, and a code is one of a million. */
const CODES: Rule = { free: 10, withinSeconds: 24 * HOUR, first: 60, longest: HOUR };
/** A site has many networks. */
const SITE = 10;

/** A sign-in counter whose name must not be in the database. */
export const bucketOf = (deps: Deps, name: string, rule: Rule, onSuccess: Bucket['onSuccess']): Bucket => ({
  id: deps.store.pseudonyms.signIn('attempt', name),
  rule,
  onSuccess,
});

/** The network that a call comes from: an IPv4 address, or an IPv6 /64. */
export const callerNetwork = (c: Context, deps: Deps): string => network(addressOf(c, deps.trustedProxies ?? 0));

/** The buckets of a call's network. In IPv6 its site counts too, for ten times as much: one caller may have all networks of it. */
export function networkBuckets(c: Context, deps: Deps, what: string, rule: Rule): Bucket[] {
  const own = bucketOf(deps, `${what}|network|${callerNetwork(c, deps)}`, rule, 'take back');
  const whole = site(addressOf(c, deps.trustedProxies ?? 0));
  if (whole === null) return [own];
  const { withinSeconds, longest } = rule;
  const wide = { free: rule.free * SITE, withinSeconds, first: Math.ceil(rule.first / SITE), longest };
  return [own, bucketOf(deps, `${what}|site|${whole}`, wide, 'take back')];
}

const codesAt = (deps: Deps, account: string): Bucket => bucketOf(deps, `code|account|${account}`, CODES, 'take back');

/** After a new password, earlier code attempts do not count: their makers do not have the password. */
export const forgetCodes = (tx: Tx, deps: Deps, account: string): Promise<void> =>
  forgetTries(tx, codesAt(deps, account).id);

/**
 * The buckets of an attempt to prove oneself. A browser in which the account signed in before has its own bucket. So other people's attempts never
 * lock out the owner. `account`: the HMAC of the address, known or not.
 */
export function triesAt(c: Context, deps: Deps, what: 'password' | 'code', account: string): Bucket[] {
  const browser = trustedDevice(c, deps, account);
  if (browser) return [bucketOf(deps, `${what}|browser|${browser}|${account}`, PERSON, 'forget')];
  return [
    bucketOf(deps, `${what}|both|${account}|${callerNetwork(c, deps)}`, PERSON, 'forget'),
    ...networkBuckets(c, deps, what, NETWORK),
    what === 'code' ? codesAt(deps, account) : bucketOf(deps, `password|account|${account}`, PASSWORDS, 'take back'),
  ];
}

/** A length of time in words: "45 seconds", "5 minutes". */
export function waitInWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
