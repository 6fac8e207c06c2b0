/** Decides the account when an issuer (OpenID Connect) vouches for a person. `sub` identifies them there; an address links an account once. */
import { Refused } from '../shared/refused.ts';
import { acceptInvitation, confirmEmail, linkIssuer, mustBeOpen } from './user.ts';
import type { UserEvent, UserState } from './userState.ts';

type Vouched = { issuer: string; emailVerified: boolean | null; picture: string | null };

/** The issuer as people know it: its host. */
export const issuerHost = (url: string): string => new URL(url).host;

/**
 * The reason that an issuer's address does not prove an account; null: it does. `email`: the address if it can be read. `emailsConfirmed`: the
 * administrator vouches for the addresses of an issuer that does not say (OIDC_EMAILS).
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

/** Links the account that has the address. Refused `forbidden` for a closed account, or one whose address may belong to another person. */
export function linkByAddress(user: UserState, { issuer, picture }: Vouched): UserEvent[] {
  mustBeOpen(user);
  if (user.joined && !user.emailConfirmed) {
    throw new Refused({ code: 'address_unconfirmed', host: issuerHost(issuer) });
  }
  return [...acceptInvitation(user), ...confirmEmail(user), ...linkIssuer(user, issuer, picture)];
}

/** Refuses to link an identity to an account with identities of these `issuers`. A second one of the same issuer is another person. */
export function identityRefused(issuers: readonly string[], issuer: string): Refused {
  if (!issuers.includes(issuer)) return new Refused({ code: 'signed_in_at_once' });
  return new Refused({ code: 'other_identity', host: issuerHost(issuer) });
}
