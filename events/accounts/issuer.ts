/** Whose account it is when an issuer (OpenID Connect) vouches for somebody. Who they are is their `sub` there; an address links an account once. */
import { Refused } from '../shared/refused.ts';
import { acceptInvitation, confirmEmail, linkIssuer, mustBeOpen } from './user.ts';
import type { UserEvent, UserState } from './userState.ts';

type Vouched = { issuer: string; emailVerified: boolean | null; picture: string | null };

/** The issuer as people know it: its host. */
export const issuerHost = (url: string): string => new URL(url).host;

/**
 * Why an address that an issuer told says nothing about whose account it is; null: it does. `email`: the address if it can be read.
 * `emailsConfirmed`: the administrator vouches for the addresses of an issuer that does not say (OIDC_EMAILS).
 */
export function whyAddressUnproven(
  { issuer, emailVerified }: Pick<Vouched, 'issuer' | 'emailVerified'>,
  email: string | undefined,
  emailsConfirmed: boolean,
): string | null {
  const host = issuerHost(issuer);
  if (!email) return `${host} did not tell your email address, so it cannot be known whose account this is.`;
  if (emailVerified === false) return `${host} has not confirmed your email address yet. Confirm it there first.`;
  if (emailVerified === null && !emailsConfirmed)
    return `${host} does not say whether your email address is confirmed, so it cannot be known whose account this is. Ask your administrator, who can vouch for its addresses (OIDC_EMAILS).`;
  return null;
}

/** Links the account that has the address. Refused `forbidden` for one that nobody comes into, or whose address may be somebody else's. */
export function linkByAddress(user: UserState, { issuer, picture }: Vouched): UserEvent[] {
  mustBeOpen(user);
  if (user.joined && !user.emailConfirmed) {
    throw new Refused({ code: 'address_unconfirmed', host: issuerHost(issuer) });
  }
  return [...acceptInvitation(user), ...confirmEmail(user), ...linkIssuer(user, issuer, picture)];
}

/** An identity could not be linked to an account that has identities of these `issuers`: a second one of the same issuer is another person. */
export function identityRefused(issuers: readonly string[], issuer: string): Refused {
  if (!issuers.includes(issuer)) return new Refused({ code: 'signed_in_at_once' });
  return new Refused({ code: 'other_identity', host: issuerHost(issuer) });
}
