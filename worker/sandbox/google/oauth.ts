import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import { pageHeaders } from '../page.ts';
import { accountOf } from './accounts.ts';
import { consentPage, isOptional, refusedPage } from './consentPage.ts';
import { ACCESS_SECONDS, type Grants, type Holder } from './grants.ts';
import { drawSigningKey, idToken, publicKeys, type SigningKey } from './identity.ts';

/** The app that the sandbox's Google knows. */
const CLIENT = { id: 'sandbox.apps.googleusercontent.example', secret: 'sandbox' };

/** An error in the form of Google's token endpoint. */
export const tokenError = (c: Context, status: ContentfulStatusCode, message: string, reason?: string) =>
  c.json({ error: reason ?? codeOf(status), error_description: message }, status);

function codeOf(status: number): string {
  if (status === 401) return 'invalid_client';
  if (status === 429) return 'rate_limit_exceeded';
  return status >= 500 ? 'internal_failure' : 'invalid_request';
}

const isCallback = (uri: string | undefined): uri is string =>
  uri !== undefined && URL.canParse(uri) && new URL(uri).pathname === '/gmail/callback';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const form = async (c: Context): Promise<Record<string, string | undefined>> => {
  const body = (await c.req.parseBody().catch(() => ({}))) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, text(value)]));
};

/** Google's OAuth: the consent page, the token endpoint with PKCE, revoking, and the keys of its ID tokens. */
export const googleRoutes = (grants: Grants, now: Clock) => {
  const app = new Hono();
  let drawnKey: SigningKey | undefined;
  const signing = (): SigningKey => {
    drawnKey ??= drawSigningKey();
    return drawnKey;
  };

  /** Why Google would not even ask. */
  const refusalOf = (asked: Readonly<Record<string, string | undefined>>): string | null => {
    if (asked.client_id !== CLIENT.id) return 'invalid_client';
    if (!isCallback(asked.redirect_uri)) return 'redirect_uri_mismatch';
    if (asked.response_type !== 'code' || !asked.scope) return 'invalid_request';
    return asked.code_challenge && asked.code_challenge_method === 'S256' ? null : 'invalid_request';
  };

  app.get('/o/oauth2/v2/auth', (c) => {
    const asked = c.req.query();
    const refused = refusalOf(asked);
    if (refused) return c.html(refusedPage(refused), 400, pageHeaders);
    return c.html(consentPage(asked, (asked.scope ?? '').split(' ')), 200, pageHeaders);
  });
  app.post('/o/oauth2/v2/auth', async (c) => {
    const body = await c.req.parseBody({ all: true });
    const asked = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, text(value)]));
    const refused = refusalOf(asked);
    const account = accountOf(asked.account);
    if (refused || !account) return c.html(refusedPage(refused ?? 'invalid_request'), 400, pageHeaders);
    const back = new URL(asked.redirect_uri ?? '');
    if (asked.state) back.searchParams.set('state', asked.state);
    if (asked.answer !== 'allow') {
      back.searchParams.set('error', 'access_denied');
      return c.redirect(back.toString());
    }
    const ticked = [body.scope_granted].flat();
    const scopes = (asked.scope ?? '').split(' ').filter((scope) => !isOptional(scope) || ticked.includes(scope));
    const { client_id: clientId = '', redirect_uri: redirectUri = '', code_challenge: challenge = '' } = asked;
    const code = grants.issueCode({ accountId: account.id, clientId, scopes, redirectUri, challenge });
    back.searchParams.set('code', code);
    back.searchParams.set('scope', scopes.join(' '));
    return c.redirect(back.toString());
  });

  const tokensFor = (holder: Holder, more: object) => ({
    access_token: grants.issueAccess(holder),
    expires_in: ACCESS_SECONDS,
    ...more,
    scope: holder.scopes.join(' '),
    token_type: 'Bearer',
  });
  const identity = ({ accountId, clientId }: Holder) => {
    const account = accountOf(accountId);
    return account ? { id_token: idToken(signing(), account, clientId, now()) } : {};
  };

  app.post('/token', async (c) => {
    const asked = await form(c);
    if (asked.client_id !== CLIENT.id) return tokenError(c, 401, 'The OAuth client was not found.', 'invalid_client');
    if (asked.client_secret !== CLIENT.secret) return tokenError(c, 401, 'Unauthorized', 'invalid_client');
    if (asked.grant_type === 'refresh_token') {
      const holder = grants.holderOfRefresh(asked.refresh_token ?? '');
      if (!holder) return tokenError(c, 400, 'Token has been expired or revoked.', 'invalid_grant');
      return c.json(tokensFor(holder, identity(holder)), 200);
    }
    if (asked.grant_type !== 'authorization_code')
      return tokenError(c, 400, `Invalid grant_type: ${asked.grant_type ?? ''}`, 'unsupported_grant_type');
    const code = grants.takeCode(asked.code ?? '');
    if (!code) return tokenError(c, 400, 'Malformed auth code.', 'invalid_grant');
    if (code.redirectUri !== asked.redirect_uri) return tokenError(c, 400, 'Bad Request', 'redirect_uri_mismatch');
    const proof = createHash('sha256')
      .update(asked.code_verifier ?? '')
      .digest('base64url');
    if (proof !== code.challenge) return tokenError(c, 400, 'Invalid code verifier.', 'invalid_grant');
    const refreshToken = await grants.grant(code);
    return c.json(tokensFor(code, { refresh_token: refreshToken, ...identity(code) }), 200);
  });
  app.post('/revoke', async (c) => {
    const token = c.req.query('token') ?? (await form(c)).token ?? '';
    if (!(await grants.revoke(token))) return tokenError(c, 400, 'Token expired or revoked', 'invalid_token');
    return c.json({}, 200);
  });
  app.get('/oauth2/v1/certs', (c) => {
    c.header('Cache-Control', 'public, max-age=3600');
    return c.json(publicKeys(signing()), 200);
  });
  return app;
};
