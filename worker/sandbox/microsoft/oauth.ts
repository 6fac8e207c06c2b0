import { createHash, createPublicKey } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import { drawSigningKey, type SigningKey, signed } from '../google/identity.ts';
import { pageHeaders } from '../page.ts';
import { accountOf, type MicrosoftAccount } from './accounts.ts';
import { consentPage, refusedPage } from './consentPage.ts';
import { ACCESS_SECONDS, type MicrosoftGrants } from './grants.ts';

/** The app that the sandbox's Microsoft knows. */
const CLIENT = { id: '11111111-2222-4333-8444-555555555555', secret: 'sandbox' };
/** The tenant of all personal accounts, and the one of the sandbox's organizations. */
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';
const ORGANIZATION = '7c3a1c1e-6d0e-4f63-9a55-0f3a5b1d2e4f';

/** Microsoft's error numbers, by what OAuth calls the error. */
const NUMBERS: Readonly<Record<string, number>> = {
  invalid_client: 7000215,
  unauthorized_client: 700016,
  invalid_grant: 70000,
  invalid_request: 900144,
  interaction_required: 50076,
  consent_required: 65001,
  temporarily_unavailable: 90033,
};

const codeOf = (status: number): string => {
  if (status === 401) return 'invalid_client';
  return status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request';
};

/** An error in the form of Microsoft's token endpoint. */
export const microsoftError = (c: Context, status: ContentfulStatusCode, message: string, reason?: string) => {
  const error = reason ?? codeOf(status);
  const number = NUMBERS[error] ?? 50000;
  const body = { error, error_description: `AADSTS${number}: ${message}`, error_codes: [number] };
  return c.json({ ...body, error_uri: `https://login.microsoftonline.com/error?code=${number}` }, status);
};

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const form = async (c: Context): Promise<Record<string, string | undefined>> => {
  const body = (await c.req.parseBody().catch(() => ({}))) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, text(value)]));
};

const isCallback = (uri: string | undefined): uri is string =>
  uri !== undefined && URL.canParse(uri) && new URL(uri).pathname === '/microsoft/callback';

/** As Microsoft does: its pages belong to no page that opened them. */
const headers = { ...pageHeaders, 'Cross-Origin-Opener-Policy': 'same-origin' };

/** Why Microsoft would not even ask. */
const refusalOf = (asked: Readonly<Record<string, string | undefined>>): string | null => {
  if (asked.client_id !== CLIENT.id) return 'AADSTS700016: The application was not found in the directory.';
  if (!isCallback(asked.redirect_uri)) return 'AADSTS50011: The redirect URI does not match the ones configured.';
  if (asked.response_type !== 'code' || !asked.scope) return 'AADSTS900144: The request body is incomplete.';
  const hasProof = asked.code_challenge && asked.code_challenge_method === 'S256';
  return hasProof ? null : 'AADSTS9002325: Proof Key for Code Exchange is required.';
};

/** What comes back when a person says no, or may not say yes. */
const DECLINED = 'AADSTS65004: User declined to consent to access the app.';
const NEEDS_ADMIN = 'AADSTS90094: The grant requires administrator permission.';

/** Microsoft's sign-in, for one app: discovery, the consent page, and the token endpoint with PKCE. There is no revoking by the app. */
export const microsoftRoutes = (grants: MicrosoftGrants, now: Clock) => {
  const app = new Hono();
  let drawnKey: SigningKey | undefined;
  const signing = (): SigningKey => {
    drawnKey ??= drawSigningKey();
    return drawnKey;
  };
  const base = (c: Context): string => `${new URL(c.req.url).origin}/microsoft/common`;

  app.get('/common/v2.0/.well-known/openid-configuration', (c) =>
    c.json(
      {
        issuer: `${base(c)}/v2.0`,
        authorization_endpoint: `${base(c)}/oauth2/v2.0/authorize`,
        token_endpoint: `${base(c)}/oauth2/v2.0/token`,
        jwks_uri: `${base(c)}/discovery/v2.0/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      },
      200,
    ),
  );
  app.get('/common/discovery/v2.0/keys', (c) => {
    const { id, key } = signing();
    return c.json({ keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), use: 'sig', kid: id }] }, 200);
  });

  app.get('/common/oauth2/v2.0/authorize', (c) => {
    const asked = c.req.query();
    const refused = refusalOf(asked);
    return refused
      ? c.html(refusedPage(refused), 400, headers)
      : c.html(consentPage(asked, (asked.scope ?? '').split(' ')), 200, headers);
  });
  app.post('/common/oauth2/v2.0/authorize', async (c) => {
    const asked = await form(c);
    const refused = refusalOf(asked);
    const account = accountOf(asked.account);
    if (refused || !account)
      return c.html(refusedPage(refused ?? 'AADSTS50034: The user account does not exist.'), 400, headers);
    const back = new URL(asked.redirect_uri ?? '');
    if (asked.state) back.searchParams.set('state', asked.state);
    const declined = asked.answer !== 'accept' ? DECLINED : account.adminConsent ? NEEDS_ADMIN : null;
    if (declined) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', declined);
      return c.redirect(back.toString());
    }
    const { redirect_uri: redirectUri = '', code_challenge: challenge = '', scope = '' } = asked;
    const scopes = scope.split(' ');
    back.searchParams.set('code', grants.issueCode({ accountId: account.id, scopes, redirectUri, challenge }));
    return c.redirect(back.toString());
  });

  const idToken = (c: Context, account: MicrosoftAccount): string => {
    const seconds = Math.floor(now().getTime() / 1000);
    return signed(signing(), {
      ...{ iss: `${base(c)}/v2.0`, aud: CLIENT.id, sub: `${account.id}-for-this-app`, oid: account.id },
      ...{ tid: account.personal ? PERSONAL : ORGANIZATION, ver: '2.0', name: account.name },
      ...{ email: account.email, preferred_username: account.userName },
      ...{ iat: seconds, nbf: seconds, exp: seconds + 3600 },
    });
  };
  const tokens = (c: Context, accountId: string, scopes: readonly string[], refreshToken: string) => {
    const account = accountOf(accountId);
    return c.json(
      {
        token_type: 'Bearer',
        // those of OpenID Connect are granted and not listed
        scope: scopes.filter((scope) => scope.startsWith('https:')).join(' '),
        expires_in: ACCESS_SECONDS,
        ext_expires_in: ACCESS_SECONDS,
        access_token: grants.issueAccess({ accountId, scopes }),
        ...(scopes.includes('offline_access') ? { refresh_token: refreshToken } : {}),
        ...(account && scopes.includes('openid') ? { id_token: idToken(c, account) } : {}),
      },
      200,
    );
  };

  app.post('/common/oauth2/v2.0/token', async (c) => {
    const asked = await form(c);
    if (asked.client_id !== CLIENT.id)
      return microsoftError(c, 400, 'The application was not found.', 'unauthorized_client');
    if (asked.client_secret !== CLIENT.secret)
      return microsoftError(c, 401, 'Invalid client secret provided.', 'invalid_client');
    if (asked.grant_type === 'refresh_token') {
      const found = await grants.rotate(asked.refresh_token ?? '');
      if (!found) return microsoftError(c, 400, 'The provided grant has expired or was revoked.', 'invalid_grant');
      const { holder, refreshToken } = found;
      const scopes = asked.scope?.split(' ') ?? holder.scopes;
      if (!scopes.every((scope) => holder.scopes.includes(scope)))
        return microsoftError(c, 400, 'The user has not consented to use the application.', 'consent_required');
      return tokens(c, holder.accountId, scopes, refreshToken);
    }
    if (asked.grant_type !== 'authorization_code')
      return microsoftError(c, 400, 'The grant type is not supported.', 'unsupported_grant_type');
    const code = grants.takeCode(asked.code ?? '');
    const proof = createHash('sha256')
      .update(asked.code_verifier ?? '')
      .digest('base64url');
    if (!code || code.redirectUri !== asked.redirect_uri || proof !== code.challenge)
      return microsoftError(c, 400, 'The code is expired, was redeemed, or is not of this request.', 'invalid_grant');
    return tokens(c, code.accountId, code.scopes, await grants.grant(code));
  });

  // by which a mail server learns whose token it got (RFC 7662)
  app.post('/introspect', async (c) => {
    const account = accountOf(grants.holderOfAccess((await form(c)).token ?? '')?.accountId);
    if (!account) return c.json({ active: false }, 200);
    return c.json({ active: true, sub: account.id, username: account.userName }, 200);
  });
  return app;
};
