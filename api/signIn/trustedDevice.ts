import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Deps } from '../context.ts';
import { giveCookie, readCookie } from '../http/cookies.ts';
import { sameText } from '../http/sameText.ts';

/** The cookie holds the browser's own id, and a proof for each of the last accounts that signed in there. */
const NAME = 'browser';
const ACCOUNTS = 5;
const DAYS = 400;

const proofOf = (deps: Deps, browserId: string, account: string): string =>
  deps.store.pseudonyms.signIn('browser', `${browserId}|${account}`);

function read(c: Context, deps: Deps): { browserId: string; proofs: string[] } | null {
  const [browserId, ...proofs] = (readCookie(c, deps, NAME) ?? '').split('.');
  return browserId && /^[0-9a-f]{32}$/.test(browserId) ? { browserId, proofs: proofs.slice(0, ACCOUNTS) } : null;
}

/** The id of the browser, if the account signed in there before. `account`: the HMAC of its address. */
export function trustedDevice(c: Context, deps: Deps, account: string): string | null {
  const cookie = read(c, deps);
  if (!cookie) return null;
  const proof = proofOf(deps, cookie.browserId, account);
  return cookie.proofs.some((one) => sameText(one, proof)) ? cookie.browserId : null;
}

/** From now on the browser counts as one of the account's. */
export function trustDevice(c: Context, deps: Deps, account: string): void {
  const { browserId, proofs } = read(c, deps) ?? { browserId: randomBytes(16).toString('hex'), proofs: [] };
  const proof = proofOf(deps, browserId, account);
  const kept = [proof, ...proofs.filter((one) => one !== proof)].slice(0, ACCOUNTS);
  giveCookie(c, deps, NAME, [browserId, ...kept].join('.'), new Date(Date.now() + DAYS * 86_400_000));
}
