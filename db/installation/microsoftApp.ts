import { createHash } from 'node:crypto';
import type { MailServer } from '../../events/sending/mailHosts.ts';

export const MICROSOFT_SCOPES = [
  'https://outlook.office.com/SMTP.Send',
  'https://outlook.office.com/IMAP.AccessAsUser.All',
] as const;
/** Their identity, and a refresh token. */
const WITH_THEM = ['openid', 'email', 'profile', 'offline_access'];

/** This installation at Microsoft, or at the sandbox's Microsoft. */
export type MicrosoftApp = {
  clientId: string;
  clientSecret: string;
  /** Where Microsoft describes its sign-in (OpenID Connect Discovery), without a slash at the end. */
  authority: string;
  authUrl: string;
  /** The servers of accounts of organizations and of persons. */
  servers: { smtp: MailServer; personalSmtp: MailServer; imap: MailServer };
};

const SANDBOX_CLIENT = { clientId: '11111111-2222-4333-8444-555555555555', clientSecret: 'sandbox' };

const SERVERS: MicrosoftApp['servers'] = {
  smtp: { host: 'smtp.office365.com', port: 587, security: 'starttls' },
  personalSmtp: { host: 'smtp-mail.outlook.com', port: 587, security: 'starttls' },
  imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
};

type MicrosoftSettings = {
  MICROSOFT_CLIENT_ID?: string | undefined;
  MICROSOFT_CLIENT_SECRET?: string | undefined;
  MICROSOFT_TENANT: string;
};

/** null: Microsoft accounts are not set up. `sandboxUrl`: of a sandbox, where they always are. */
export function microsoftApp(env: MicrosoftSettings, sandboxUrl: string | null): MicrosoftApp | null {
  if (sandboxUrl !== null) {
    const base = `${sandboxUrl}/microsoft/common`;
    const authority = `${base}/v2.0`;
    return { ...SANDBOX_CLIENT, authority, authUrl: `${base}/oauth2/v2.0/authorize`, servers: SERVERS };
  }
  const { MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const base = `https://login.microsoftonline.com/${env.MICROSOFT_TENANT}`;
  const authority = `${base}/v2.0`;
  return { clientId, clientSecret, authority, authUrl: `${base}/oauth2/v2.0/authorize`, servers: SERVERS };
}

/** Microsoft's sign-in page. `state` and the challenge of `verifier` bind its answer to who asked (PKCE, S256). */
export function microsoftSignInUrl(
  app: MicrosoftApp,
  asked: { redirectUri: string; state: string; verifier: string },
): string {
  const url = new URL(app.authUrl);
  url.search = new URLSearchParams({
    response_type: 'code',
    response_mode: 'query',
    client_id: app.clientId,
    redirect_uri: asked.redirectUri,
    scope: [...WITH_THEM, ...MICROSOFT_SCOPES].join(' '),
    state: asked.state,
    code_challenge: createHash('sha256').update(asked.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  }).toString();
  return url.toString();
}
