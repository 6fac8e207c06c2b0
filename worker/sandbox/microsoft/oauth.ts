import { createPublicKey } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import type { Grants, TokenRules } from '../oauth/grants.ts';
import { backTo, formOf, isProof, signed, signingKey, wrongIn } from '../oauth/identity.ts';
import { accountsPage, consentPage, refusedPage } from '../oauth/pages.ts';
import { pageHeaders, wantsJson } from '../page.ts';
import { accountOf, accounts, type MicrosoftAccount } from './accounts.ts';

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

export const MICROSOFT_TOKENS: TokenRules = {
  ...{ file: 'microsoft.json', code: 'M.C5_', refresh: '1.A', access: 'EwB', seconds: 4_000, rotates: true },
};

/** The consent page's words for a scope. */
const SCOPES: Readonly<Record<string, string>> = {
  'https://outlook.office.com/SMTP.Send': 'Send emails from mailboxes using SMTP AUTH',
  'https://outlook.office.com/IMAP.AccessAsUser.All': 'Read and write access to mailboxes via IMAP',
  offline_access: 'Maintain access to data you have given it access to',
};

/** As Microsoft does: its pages belong to no page that opened them. */
const headers = { ...pageHeaders, 'Cross-Origin-Opener-Policy': 'same-origin' };

/** Why Microsoft would not even ask. */
const refusalOf = (asked: Readonly<Record<string, string>>): string | null => {
  if (asked.client_id !== CLIENT.id) return 'AADSTS700016: The application was not found in the directory.';
  const wrong = wrongIn(asked, '/microsoft/callback');
  if (wrong === 'redirect') return 'AADSTS50011: The redirect URI does not match the ones configured.';
  if (wrong === 'request') return 'AADSTS900144: The request body is incomplete.';
  return wrong && 'AADSTS9002325: Proof Key for Code Exchange is required.';
};

/** The answer if a person says no, or may not say yes. */
const DECLINED = 'AADSTS65004: User declined to consent to access the app.';
const NEEDS_ADMIN = 'AADSTS90094: The grant requires administrator permission.';

/** Microsoft's sign-in, for one app: discovery, the consent page, and the token endpoint with PKCE. There is no revoking by the app. */
export const microsoftRoutes = (grants: Grants, now: Clock) => {
  const app = new Hono();
  const wordsFor = (scope: string) => {
    const scopes = scope.split(' ').flatMap((one) => SCOPES[one] ?? []);
    return { provider: 'Microsoft', accept: 'Accept', decline: 'Cancel', scopes };
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
    const { id, key } = signingKey();
    return c.json({ keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), use: 'sig', kid: id }] }, 200);
  });

  app.get('/common/oauth2/v2.0/authorize', (c) => {
    const asked = c.req.query();
    const refused = refusalOf(asked);
    return refused
      ? c.html(refusedPage(refused), 400, headers)
      : c.html(consentPage(asked, accounts, wordsFor(asked.scope ?? '')), 200, headers);
  });
  app.post('/common/oauth2/v2.0/authorize', async (c) => {
    const asked = await formOf(c);
    const refused = refusalOf(asked);
    const account = accountOf(asked.account);
    if (refused || !account)
      return c.html(refusedPage(refused ?? 'AADSTS50034: The user account does not exist.'), 400, headers);
    const declined = asked.answer !== 'accept' ? DECLINED : account.adminConsent ? NEEDS_ADMIN : null;
    if (declined) return c.redirect(backTo(asked, { error: 'access_denied', error_description: declined }));
    const { redirect_uri: redirectUri = '', code_challenge: challenge = '', scope = '' } = asked;
    const code = grants.issueCode({ accountId: account.id, scopes: scope.split(' '), redirectUri, challenge });
    return c.redirect(backTo(asked, { code }));
  });

  const idToken = (c: Context, account: MicrosoftAccount): string => {
    const seconds = Math.floor(now().getTime() / 1000);
    return signed({
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
        expires_in: grants.seconds,
        ext_expires_in: grants.seconds,
        access_token: grants.issueAccess({ accountId, scopes }),
        ...(scopes.includes('offline_access') ? { refresh_token: refreshToken } : {}),
        ...(account && scopes.includes('openid') ? { id_token: idToken(c, account) } : {}),
      },
      200,
    );
  };

  app.post('/common/oauth2/v2.0/token', async (c) => {
    const asked = await formOf(c);
    if (asked.client_id !== CLIENT.id)
      return microsoftError(c, 400, 'The application was not found.', 'unauthorized_client');
    if (asked.client_secret !== CLIENT.secret)
      return microsoftError(c, 401, 'Invalid client secret provided.', 'invalid_client');
    if (asked.grant_type === 'refresh_token') {
      const found = await grants.refresh(asked.refresh_token ?? '');
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
    if (code?.redirectUri !== asked.redirect_uri || !code || !isProof(asked.code_verifier, code.challenge))
      return microsoftError(c, 400, 'The code is expired, was redeemed, or is not of this request.', 'invalid_grant');
    return tokens(c, code.accountId, code.scopes, await grants.grant(code));
  });

  // by which a mail server learns whose token it got (RFC 7662)
  app.post('/introspect', async (c) => {
    const account = accountOf(grants.holderOfAccess((await formOf(c)).token ?? '')?.accountId);
    if (!account) return c.json({ active: false }, 200);
    return c.json({ active: true, sub: account.id, username: account.userName }, 200);
  });
  app.get('/accounts', (c) => {
    const signedIn = grants.list().map(({ accountId }) => ({ accountId }));
    if (wantsJson(c.req.header('accept'))) return c.json({ grants: signedIn }, 200);
    const known = accounts.filter(({ id }) => signedIn.some(({ accountId }) => accountId === id));
    const acts = () => ({ remove: 'Remove access', expire: 'End access tokens' });
    return c.html(accountsPage('Microsoft', known, acts), 200, pageHeaders);
  });
  app.post('/accounts/:id/remove', async (c) => {
    await grants.end(c.req.param('id'));
    return c.redirect('/microsoft/accounts', 303);
  });
  app.post('/accounts/:id/expire', (c) => {
    grants.endAccess(c.req.param('id'));
    return c.redirect('/microsoft/accounts', 303);
  });
  return app;
};
