import { auth } from 'googleapis/build/src/apis/gmail/index.js';
import nodeFetch, { AbortError } from 'node-fetch';
import { type GoogleApp, gmailScopes } from '../../../db/installation/googleApp.ts';
import type { GmailAccess } from '../../../events/shared/options.ts';
import { GmailError, gmailError } from './gmailError.ts';

const TIMEOUT_MS = 15_000;

/** A Google account that let this installation in. */
export type GoogleAccount = {
  googleId: string;
  email: string;
  refreshToken: string;
  accessToken: string;
  access: GmailAccess;
};
export type AccessToken = { token: string; expiresAt: number };

type OAuthClient = InstanceType<typeof auth.OAuth2>;

/**
 * Google's client fetches with this. node-fetch destroys the body of a call that was aborted before its start. No one can listen to that error, and
 * the process ends.
 */
const startedFetch = async (...[url, init]: Parameters<typeof nodeFetch>) => {
  if (init?.signal?.aborted) throw new AbortError('The call was aborted before it started.');
  return nodeFetch(url, { ...init, redirect: 'manual' });
};

/** Google's client without its own retries: the caller decides what is tried again. */
export function oauthClient(app: GoogleApp, timeoutMs = TIMEOUT_MS): OAuthClient {
  const client = new auth.OAuth2({
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    endpoints: {
      oauth2TokenUrl: app.tokenUrl,
      oauth2RevokeUrl: app.revokeUrl,
      oauth2FederatedSignonPemCertsUrl: app.certsUrl,
    },
    transporterOptions: { fetchImplementation: startedFetch as unknown as typeof fetch },
  });
  const request = client.transporter.request.bind(client.transporter);
  client.transporter.request = ({ retryConfig: _, ...options } = {}) =>
    request({ ...options, retry: false, timeout: timeoutMs });
  return client;
}

/** The access that the granted scopes allow. null: a scope that it needs is missing, since each has a box that can be left empty. */
function grantedAccess(app: GoogleApp, scope: string): GmailAccess | null {
  const granted = new Set(scope.split(' '));
  return gmailScopes(app.access).every((needed) => granted.has(needed)) ? app.access : null;
}

/**
 * Exchanges a code, which works once, and reads the person from the verified ID token. Clocks may differ by five minutes. `onRefused` gets the token
 * of an account that cannot be used.
 */
export async function exchangeCode(
  app: GoogleApp,
  given: { code: string; verifier: string; redirectUri: string },
  onRefused: (account: { googleId: string; refreshToken: string }) => Promise<void>,
): Promise<GoogleAccount> {
  const client = oauthClient(app);
  const { tokens } = await client
    .getToken({ code: given.code, codeVerifier: given.verifier, redirect_uri: given.redirectUri })
    .catch((error: unknown) => {
      const failed = gmailError(error, 'token');
      throw failed.trouble === 'token_refused' ? new GmailError('code_refused', { status: failed.status }) : failed;
    });
  const { id_token: idToken, refresh_token: refreshToken, access_token: accessToken, scope = '' } = tokens;
  const { googleId, email } = await identityOf(app, client, idToken);
  if (!refreshToken || !accessToken) throw new GmailError('not_lasting');
  const access = grantedAccess(app, scope);
  if (!access) {
    await onRefused({ googleId, refreshToken });
    throw new GmailError('scope_missing');
  }
  return { googleId, email, refreshToken, accessToken, access };
}

async function identityOf(
  app: GoogleApp,
  client: OAuthClient,
  idToken: string | null | undefined,
): Promise<{ googleId: string; email: string }> {
  if (!idToken) throw new GmailError('not_verified');
  const ticket = await client.verifyIdToken({ idToken, audience: app.clientId }).catch((error: unknown) => {
    // Google's keys could not be fetched
    if (/retrieve verification certificates/.test((error as Error).message)) throw gmailError(error, 'token');
    throw new GmailError('not_verified');
  });
  const { sub, email } = ticket.getPayload() ?? {};
  if (!sub || !email) throw new GmailError('not_verified');
  return { googleId: sub, email: email.toLowerCase() };
}

/** A new access token; `token_refused`: Google takes the refresh token no more. */
export async function refreshAccess(app: GoogleApp, refreshToken: string, timeoutMs?: number): Promise<AccessToken> {
  const client = oauthClient(app, timeoutMs);
  client.setCredentials({ refresh_token: refreshToken });
  const { credentials } = await client.refreshAccessToken().catch((error: unknown) => {
    throw gmailError(error, 'token');
  });
  if (!credentials.access_token) throw new GmailError('refused');
  return { token: credentials.access_token, expiresAt: credentials.expiry_date ?? 0 };
}

/** Takes the installation's access away at Google, all of it that this account gave. A token that Google does not know is revoked already. */
export async function revokeAccess(app: GoogleApp, refreshToken: string): Promise<void> {
  try {
    await oauthClient(app).revokeToken(refreshToken);
  } catch (error) {
    const { response } = error as { response?: { status?: number; data?: { error?: unknown } } };
    if (response?.status === 400 && /^(invalid_token|invalid_grant)$/.test(String(response.data?.error))) return;
    throw gmailError(error, 'token');
  }
}
