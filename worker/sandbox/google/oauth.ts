import { createPublicKey } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import type { Grants, Holder, TokenRules } from '../oauth/grants.ts';
import { backTo, formOf, isProof, signed, signingKey, wrongIn } from '../oauth/identity.ts';
import { accountsPage, consentPage, refusedPage } from '../oauth/pages.ts';
import { pageHeaders, wantsJson } from '../page.ts';
import { accountOf, accounts } from './accounts.ts';
import { type Mailboxes, sendDraft } from './gmail.ts';

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

export const GOOGLE_TOKENS: TokenRules = {
  ...{ file: 'google.json', code: '4/0', refresh: '1//0', access: 'ya29.', seconds: 3599, rotates: false },
};

/** The consent page's words for an optional scope. */
const OPTIONAL: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/gmail.send': 'Send email on your behalf',
  'https://www.googleapis.com/auth/gmail.compose': 'Manage drafts and send emails',
  'https://www.googleapis.com/auth/gmail.readonly': 'View your email messages and settings',
};

/** Why Google would not even ask. */
const refusalOf = (asked: Readonly<Record<string, string>>): string | null => {
  if (asked.client_id !== CLIENT.id) return 'invalid_client';
  const wrong = wrongIn(asked, '/gmail/callback');
  return wrong && (wrong === 'redirect' ? 'redirect_uri_mismatch' : 'invalid_request');
};

/** Google's OAuth: the consent page, the token endpoint with PKCE, revoking, and the keys of its ID tokens. */
export const googleRoutes = (mailboxes: Mailboxes, grants: Grants, now: Clock) => {
  const app = new Hono();
  const refuse = (c: Context, why: string) => c.html(refusedPage(`Error 400: ${why}`), 400, pageHeaders);

  app.get('/o/oauth2/v2/auth', (c) => {
    const asked = c.req.query();
    const refused = refusalOf(asked);
    if (refused) return refuse(c, refused);
    const optional = Object.entries(OPTIONAL).filter(([scope]) => (asked.scope ?? '').split(' ').includes(scope));
    const words = { provider: 'Google', accept: 'Allow', decline: 'Deny', scopes: [], optional };
    return c.html(consentPage(asked, accounts, words), 200, pageHeaders);
  });
  app.post('/o/oauth2/v2/auth', async (c) => {
    const { scope_granted: ticked, ...body } = await c.req.parseBody({ all: true });
    const asked = body as Record<string, string>;
    const refused = refusalOf(asked);
    const account = accountOf(asked.account);
    if (refused || !account) return refuse(c, refused ?? 'invalid_request');
    if (asked.answer !== 'allow') return c.redirect(backTo(asked, { error: 'access_denied' }));
    const scopes = (asked.scope ?? '')
      .split(' ')
      .filter((scope) => !(scope in OPTIONAL) || [ticked].flat().includes(scope));
    const { redirect_uri: redirectUri = '', code_challenge: challenge = '' } = asked;
    const code = grants.issueCode({ accountId: account.id, scopes, redirectUri, challenge });
    return c.redirect(backTo(asked, { code, scope: scopes.join(' ') }));
  });

  const tokensFor = (holder: Holder, more: object) => {
    const iat = Math.floor(now().getTime() / 1000);
    const about = { iss: 'https://accounts.google.com', azp: CLIENT.id, aud: CLIENT.id, sub: holder.accountId };
    const email = accountOf(holder.accountId)?.email;
    return {
      access_token: grants.issueAccess(holder),
      expires_in: grants.seconds,
      ...more,
      id_token: signed({ ...about, email, email_verified: true, iat, exp: iat + 3600 }),
      scope: holder.scopes.join(' '),
      token_type: 'Bearer',
    };
  };

  app.post('/token', async (c) => {
    const asked = await formOf(c);
    if (asked.client_id !== CLIENT.id) return tokenError(c, 401, 'The OAuth client was not found.', 'invalid_client');
    if (asked.client_secret !== CLIENT.secret) return tokenError(c, 401, 'Unauthorized', 'invalid_client');
    if (asked.grant_type === 'refresh_token') {
      const found = await grants.refresh(asked.refresh_token ?? '');
      if (!found) return tokenError(c, 400, 'Token has been expired or revoked.', 'invalid_grant');
      return c.json(tokensFor(found.holder, {}), 200);
    }
    if (asked.grant_type !== 'authorization_code')
      return tokenError(c, 400, `Invalid grant_type: ${asked.grant_type ?? ''}`, 'unsupported_grant_type');
    const code = grants.takeCode(asked.code ?? '');
    if (!code) return tokenError(c, 400, 'Malformed auth code.', 'invalid_grant');
    if (code.redirectUri !== asked.redirect_uri) return tokenError(c, 400, 'Bad Request', 'redirect_uri_mismatch');
    if (!isProof(asked.code_verifier, code.challenge))
      return tokenError(c, 400, 'Invalid code verifier.', 'invalid_grant');
    return c.json(tokensFor(code, { refresh_token: await grants.grant(code) }), 200);
  });
  app.post('/revoke', async (c) => {
    const token = c.req.query('token') ?? (await formOf(c)).token ?? '';
    if (!(await grants.revoke(token))) return tokenError(c, 400, 'Token expired or revoked', 'invalid_token');
    return c.json({}, 200);
  });
  // as Google lists its keys, but as bare public keys instead of certificates
  app.get('/oauth2/v1/certs', (c) => {
    c.header('Cache-Control', 'public, max-age=3600');
    const { id, key } = signingKey();
    return c.json({ [id]: createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString() }, 200);
  });

  const { drafts } = mailboxes;
  const draftsOf = (id: string) => drafts.list().filter(({ accountId }) => accountId === id);
  app.get('/accounts', (c) => {
    const list = grants.list().map(({ accountId, scopes }) => ({ accountId, scopes }));
    if (wantsJson(c.req.header('accept')))
      return c.json({ grants: list, drafts: drafts.list().map(({ id, accountId }) => ({ id, accountId })) }, 200);
    const allowed = accounts.filter(({ id }) => list.some(({ accountId }) => accountId === id));
    const acts = ({ id }: { id: string }) => {
      const count = draftsOf(id).length;
      const send = { 'send-drafts': `Send ${count === 1 ? '1 draft' : `${count} drafts`}` };
      return { remove: 'Remove access', ...(count > 0 ? send : {}) };
    };
    return c.html(accountsPage('Google', allowed, acts), 200, pageHeaders);
  });
  app.post('/accounts/:id/remove', async (c) => {
    await grants.end(c.req.param('id'));
    return c.redirect('/google/accounts', 303);
  });
  app.post('/accounts/:id/send-drafts', async (c) => {
    const account = accountOf(c.req.param('id'));
    if (account)
      for (const draft of draftsOf(account.id)) await sendDraft(mailboxes, account, draft, now().toISOString());
    return c.redirect('/google/accounts', 303);
  });
  return app;
};
