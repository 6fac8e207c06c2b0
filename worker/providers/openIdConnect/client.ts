import * as openid from 'openid-client';
import type { Claims } from '../../../db/accounts/issuers.ts';
import { isLoopback } from '../../../db/connection/loopback.ts';
import { type PlainCode, type Reason, reasonSentence } from '../../../events/shared/reasons.ts';

/** Sign-in with people's own accounts: the issuer, and our client there (OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET). */
export type Issuer = { url: string; clientId: string; clientSecret: string | undefined };

declare module '../../context.ts' {
  interface Deps {
    issuer: Issuer | null;
  }
}

const TIMEOUT_S = 10;

/** Why sign-in at an issuer cannot work. */
export class IssuerTrouble extends Error {
  override name = 'IssuerTrouble';
  readonly reason: Reason;

  constructor(code: PlainCode) {
    super(reasonSentence({ code }, 'operator'));
    this.reason = { code };
  }
}

/** Looks the issuer up (OpenID Connect Discovery). Its keys verify what it signs. Throws IssuerTrouble. */
export async function discoverIssuer(issuer: Issuer): Promise<openid.Configuration> {
  const url = new URL(issuer.url);
  const plain = url.protocol === 'http:';
  if (plain && !isLoopback(url.hostname)) throw new IssuerTrouble('issuer_no_https');
  const authentication = issuer.clientSecret ? bySecret(issuer.clientSecret) : openid.None();
  const execute = [openid.enableNonRepudiationChecks, ...(plain ? [openid.allowInsecureRequests] : [])];
  try {
    const found = await openid.discovery(url, issuer.clientId, issuer.clientSecret, authentication, {
      execute,
      timeout: TIMEOUT_S,
    });
    if (!found.serverMetadata().authorization_endpoint || !found.serverMetadata().token_endpoint) {
      throw new IssuerTrouble('issuer_no_endpoints');
    }
    return found;
  } catch (error) {
    throw error instanceof IssuerTrouble ? error : new IssuerTrouble(troubleOf(error));
  }
}

/** As a client is registered unless told otherwise (Basic), where the issuer takes that. */
function bySecret(secret: string): openid.ClientAuth {
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const basic = taken.includes('client_secret_basic') || !taken.includes('client_secret_post');
    return (basic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret))(server, ...rest);
  };
}

/** The first cause that says something: what a server writes may hold anything. */
function troubleOf(error: unknown): PlainCode {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'issuer_other_name';
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return 'issuer_no_document';
  if (code === 'OAUTH_TIMEOUT' || (error instanceof Error && error.name === 'TimeoutError')) return 'issuer_timeout';
  if (code.startsWith('OAUTH_')) return 'issuer_bad_document';
  return 'issuer_unreachable';
}

export type Returned = { redirectUri: string; query: string; state: string; nonce: string; verifier: string };

/**
 * Exchanges what the browser brought back for an ID token, and verifies it: signature, issuer, audience, nonce, times, PKCE. The address is
 * taken from the user-info endpoint where the token has none. Throws IssuerTrouble.
 */
export async function claimsFrom(issuer: Issuer, came: Returned): Promise<Claims> {
  const config = await discoverIssuer(issuer);
  try {
    const tokens = await openid.authorizationCodeGrant(config, new URL(`${came.redirectUri}?${came.query}`), {
      expectedState: came.state,
      expectedNonce: came.nonce,
      pkceCodeVerifier: came.verifier,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (!token) throw new IssuerTrouble('issuer_no_token');
    const asked =
      token.email === undefined && config.serverMetadata().userinfo_endpoint
        ? await openid.fetchUserInfo(config, tokens.access_token, token.sub)
        : {};
    return claimsOf(issuer.url, { ...asked, ...token });
  } catch (error) {
    throw error instanceof IssuerTrouble ? error : new IssuerTrouble(refusalOf(error));
  }
}

function refusalOf(error: unknown): PlainCode {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof openid.ResponseBodyError) return 'issuer_not_accepted';
  if (error instanceof openid.AuthorizationResponseError) return 'issuer_refused';
  if (code === 'OAUTH_TIMEOUT') return 'issuer_timeout_again';
  if (code.startsWith('OAUTH_')) return 'issuer_unverified';
  return 'issuer_unreachable_again';
}

const LONGEST = { email: 254, name: 60, picture: 2000 };

function claimsOf(issuer: string, token: Record<string, unknown> & { sub: string }): Claims {
  const text = (name: string, longest: number) => {
    const value = token[name];
    // control characters and halves of characters have no place in a name, and jsonb could not hold some
    const clean = typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() : '';
    return clean && clean.length <= longest ? clean : null;
  };
  const picture = text('picture', LONGEST.picture);
  const verified = token.email_verified ?? null;
  return {
    issuer,
    sub: token.sub,
    email: text('email', LONGEST.email)?.toLowerCase() ?? null,
    // some write it as a text
    emailVerified: verified === null ? null : String(verified) === 'true',
    firstName: text('given_name', LONGEST.name),
    lastName: text('family_name', LONGEST.name),
    picture: picture && URL.canParse(picture) && new URL(picture).protocol === 'https:' ? picture : null,
  };
}
