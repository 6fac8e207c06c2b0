import * as openid from 'openid-client';
import { z } from 'zod';
import { MICROSOFT_SCOPES, type MicrosoftApp } from '../../../db/installation/microsoftApp.ts';
import type { MailboxLogin } from '../../../db/vault/mailboxLogin.ts';
import { MailboxError, type MailboxTrouble } from '../mailbox/mailboxError.ts';
import { retryAfter } from '../providerError.ts';

const TIMEOUT_MS = 15_000;
/** A token that ends within this time is not used any more. */
const SPARE_MS = 60_000;
/** The seconds by which clocks may differ. */
const CLOCKS_S = 300;
/** The tenant of all personal accounts. */
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** A connected account: the vault's row, and what is in it. `keep`: stores the refresh token that took the place of this one. */
export type MicrosoftConnection = {
  secretId: string;
  refreshToken: string;
  keep(refreshToken: string): Promise<unknown>;
};

/** The sign-in at Microsoft, for a worker. Both throw MailboxError. */
export type MicrosoftSignIn = {
  /** Exchanges a code, which works once, and reads its owner from the verified ID token. */
  exchange(given: {
    code: string;
    verifier: string;
    redirectUri: string;
  }): Promise<{ email: string; login: MailboxLogin }>;
  /** An access token. They are kept in memory alone. `refused`: the one that a server did not take, which is never answered again. */
  accessToken(connection: MicrosoftConnection, refused?: string): Promise<string>;
};

type Call = 'code' | 'refresh';

/** Only an administrator of the organization can allow the app: Microsoft says so by numbers, beside the codes of OAuth. */
const NEEDS_ADMIN = /\bAADSTS(65001|9009[345]|900941)\b/;

function refusedBy(
  { error, error_description: text = '', status }: openid.ResponseBodyError,
  call: Call,
): MailboxTrouble {
  if (status >= 500 || status === 408 || status === 429 || error === 'temporarily_unavailable')
    return 'microsoft_unreachable';
  if (error === 'consent_required' || NEEDS_ADMIN.test(text)) return 'microsoft_admin_consent';
  if (/^(invalid_client|unauthorized_client|invalid_scope|invalid_resource|invalid_request)$/.test(error))
    return 'microsoft_app_refused';
  return call === 'code' ? 'microsoft_code_refused' : 'microsoft_token_refused';
}

/** Microsoft's own words stay behind: they may name people. */
function troubleOf(thrown: unknown, call: Call): MailboxError {
  if (thrown instanceof MailboxError) return thrown;
  if (thrown instanceof openid.ResponseBodyError)
    return new MailboxError(refusedBy(thrown, call), retryAfter(thrown.response.headers.get('retry-after')));
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  // a refresh proves nothing of anybody, so an answer to it that cannot be read is trouble alone
  const isAnswer =
    call === 'code' &&
    code.startsWith('OAUTH_') &&
    !/^OAUTH_(TIMEOUT|ABORT|RESPONSE_IS_NOT_(CONFORM|JSON)|PARSE_ERROR)$/.test(code);
  return new MailboxError(isAnswer ? 'microsoft_not_verified' : 'microsoft_unreachable');
}

const address = z.email().max(254);

export function microsoftSignIn(app: MicrosoftApp, timeoutMs = TIMEOUT_MS): MicrosoftSignIn {
  const tokens = new Map<string, { token: string; expiresAt: number }>();
  const refreshing = new Map<string, Promise<string>>();
  let discovered: Promise<openid.Configuration> | undefined;

  /** Looks Microsoft's sign-in up once; one that failed is tried again. */
  function configuration(): Promise<openid.Configuration> {
    discovered ??= openid
      .discovery(
        new URL(app.authority),
        app.clientId,
        { [openid.clockTolerance]: CLOCKS_S },
        openid.ClientSecretPost(app.clientSecret),
        {
          execute: [
            openid.enableNonRepudiationChecks,
            ...(app.authority.startsWith('http:') ? [openid.allowInsecureRequests] : []),
          ],
          timeout: timeoutMs / 1000,
        },
      )
      .catch((error: unknown) => {
        discovered = undefined;
        throw error;
      });
    return discovered;
  }

  /** Mails that leave at once share one refresh. */
  function refresh({ secretId, refreshToken, keep }: MicrosoftConnection): Promise<string> {
    const running = refreshing.get(secretId);
    if (running) return running;
    const started = renewed(refreshToken)
      .then(async ({ access_token: token, expires_in: seconds = 0, refresh_token: next }) => {
        tokens.set(secretId, { token, expiresAt: Date.now() + seconds * 1000 });
        // the older one still works for a while: what cannot be stored now is at the next refresh
        if (next && next !== refreshToken) await keep(next).catch(() => undefined);
        return token;
      })
      .finally(() => refreshing.delete(secretId));
    refreshing.set(secretId, started);
    return started;
  }

  async function renewed(refreshToken: string): Promise<openid.TokenEndpointResponse> {
    try {
      const scope = ['offline_access', ...MICROSOFT_SCOPES].join(' ');
      return await openid.refreshTokenGrant(await configuration(), refreshToken, { scope });
    } catch (error) {
      throw troubleOf(error, 'refresh');
    }
  }

  return {
    async exchange({ code, verifier, redirectUri }) {
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      try {
        const answer = await openid.authorizationCodeGrant(await configuration(), back, {
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const granted = new Set((answer.scope ?? '').toLowerCase().split(' '));
        if (!MICROSOFT_SCOPES.every((scope) => granted.has(scope.toLowerCase())))
          throw new MailboxError('microsoft_scope_missing');
        const { refresh_token: refreshToken } = answer;
        if (!refreshToken) throw new MailboxError('microsoft_code_refused');
        const { email, preferred_username: user, tid }: Record<string, unknown> = answer.claims() ?? {};
        // both may be missing, and neither is proved to be theirs: the servers decide what may be sent from where
        const known = [email, user].flatMap((text) => address.safeParse(text).data ?? []);
        const [from] = known;
        if (!from) throw new MailboxError('microsoft_sign_in');
        const { smtp, personalSmtp, imap } = app.servers;
        const servers = { smtp: tid === PERSONAL ? personalSmtp : smtp, imap };
        return { email: from.toLowerCase(), login: { user: known.at(-1) ?? from, refreshToken, ...servers } };
      } catch (error) {
        throw troubleOf(error, 'code');
      }
    },
    async accessToken(connection, refused) {
      const known = tokens.get(connection.secretId);
      const isGood = known && known.token !== refused && known.expiresAt - SPARE_MS > Date.now();
      return isGood ? known.token : refresh(connection);
    },
  };
}
