import { createHash } from 'node:crypto';
import type { GmailAccess } from '../../events/shared/options.ts';

/** The address comes with the ID token: with gmail.send alone Gmail does not tell it. */
const SCOPES: Record<GmailAccess, readonly string[]> = {
  send: ['https://www.googleapis.com/auth/gmail.send'],
  drafts: ['https://www.googleapis.com/auth/gmail.compose', 'https://www.googleapis.com/auth/gmail.readonly'],
};
const IDENTITY = ['openid', 'email'];

/** This installation at Google, or at the sandbox's Google. */
export type GoogleApp = {
  clientId: string;
  clientSecret: string;
  access: GmailAccess;
  authUrl: string;
  tokenUrl: string;
  revokeUrl: string;
  certsUrl: string;
  /** Where the Gmail API is, with a slash at its end. */
  gmailUrl: string;
};

const SANDBOX_CLIENT = { clientId: 'sandbox.apps.googleusercontent.example', clientSecret: 'sandbox' };

type GoogleSettings = {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GMAIL_ACCESS: GmailAccess;
};

/** null: Gmail is not set up. `sandboxUrl`: of a sandbox, where it always is. */
export function googleApp(env: GoogleSettings, sandboxUrl: string | null): GoogleApp | null {
  const access = env.GMAIL_ACCESS;
  if (sandboxUrl !== null) {
    const base = `${sandboxUrl}/google`;
    return {
      ...SANDBOX_CLIENT,
      access,
      authUrl: `${base}/o/oauth2/v2/auth`,
      tokenUrl: `${base}/token`,
      revokeUrl: `${base}/revoke`,
      certsUrl: `${base}/oauth2/v1/certs`,
      gmailUrl: `${sandboxUrl}/`,
    };
  }
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  return {
    clientId,
    clientSecret,
    access,
    authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revokeUrl: 'https://oauth2.googleapis.com/revoke',
    certsUrl: 'https://www.googleapis.com/oauth2/v1/certs',
    gmailUrl: 'https://gmail.googleapis.com/',
  };
}

/** The scopes of Gmail that must be granted for an access. */
export const gmailScopes = (access: GmailAccess): readonly string[] => SCOPES[access];

/** Google's consent page. `state` and the challenge of `verifier` bind its answer to who asked (PKCE, S256). */
export function consentUrl(app: GoogleApp, asked: { redirectUri: string; state: string; verifier: string }): string {
  const url = new URL(app.authUrl);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: asked.redirectUri,
    scope: [...IDENTITY, ...SCOPES[app.access]].join(' '),
    state: asked.state,
    code_challenge: createHash('sha256').update(asked.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // a token that lasts comes only with a consent
    access_type: 'offline',
    prompt: 'select_account consent',
  }).toString();
  return url.toString();
}
