import { type gmail_v1, gmail as openGmail } from 'googleapis/build/src/apis/gmail/index.js';
import type { GoogleApp } from '../../../db/installation/googleApp.ts';
import { GmailError, gmailError } from './gmailError.ts';
import {
  type AccessToken,
  exchangeCode,
  type GoogleAccount,
  oauthClient,
  refreshAccess,
  revokeAccess,
} from './oauth.ts';

const TIMEOUT_MS = 30_000;
/** A token that ends within this time is not used any more. */
const SPARE_MS = 60_000;

/** A connected account: the vault's row, and what is in it. */
export type GmailConnection = { secretId: string; refreshToken: string };

/** The way to Google, for a worker: sign-in of accounts, and calls of the Gmail API as one of them. */
export type GmailProvider = {
  /** For calls that upload: the client asks each of them for it. */
  rootUrl: string;
  exchange: (
    given: { code: string; verifier: string; redirectUri: string },
    onRefused: (account: { googleId: string; refreshToken: string }) => Promise<void>,
  ) => Promise<GoogleAccount>;
  revoke(refreshToken: string): Promise<void>;
  /** Has Google give a new access token, whether or not the present one still lasts. Throws GmailError. */
  renew(connection: GmailConnection): Promise<unknown>;
  /** Whether Google knows this installation. Throws GmailError. */
  checkApp(): Promise<void>;
  /**
   * One call of the Gmail API. A refused access token is renewed once; the call certainly was not carried out then. Throws GmailError.
   * Access tokens are kept in memory alone.
   */
  call<T>(connection: GmailConnection, ask: (gmail: gmail_v1.Gmail) => Promise<{ data: T }>): Promise<T>;
};

export function gmailProvider(app: GoogleApp, timeoutMs = TIMEOUT_MS): GmailProvider {
  const tokens = new Map<string, AccessToken>();
  const refreshing = new Map<string, Promise<AccessToken>>();

  /** Mails that leave at once share one refresh. */
  function refresh({ secretId, refreshToken }: GmailConnection): Promise<AccessToken> {
    const running = refreshing.get(secretId);
    if (running) return running;
    const started = refreshAccess(app, refreshToken, timeoutMs)
      .then((token) => {
        tokens.set(secretId, token);
        return token;
      })
      .finally(() => refreshing.delete(secretId));
    refreshing.set(secretId, started);
    return started;
  }

  function gmailWith(token: string): gmail_v1.Gmail {
    const client = oauthClient(app, timeoutMs);
    // without a refresh token it never asks a second time
    client.setCredentials({ access_token: token });
    return openGmail({ version: 'v1', auth: client, rootUrl: app.gmailUrl, retry: false });
  }

  return {
    rootUrl: app.gmailUrl,
    async exchange(given, onRefused) {
      const account = await exchangeCode(app, given, onRefused);
      // with gmail.send alone Gmail tells nothing of the account; the first mail shows whether it has a mailbox
      if (account.access === 'send') return account;
      try {
        const { data } = await gmailWith(account.accessToken).users.getProfile({ userId: 'me' });
        return { ...account, email: data.emailAddress?.toLowerCase() ?? account.email };
      } catch (error) {
        await onRefused(account);
        throw gmailError(error, 'api');
      }
    },
    revoke: (refreshToken) => revokeAccess(app, refreshToken),
    renew: refresh,
    async checkApp() {
      try {
        // Google looks at the app before it looks at the token
        await refreshAccess(app, 'no-token');
      } catch (error) {
        if (!(error instanceof GmailError) || error.trouble !== 'token_refused') throw error;
      }
    },
    async call(connection, ask) {
      const known = tokens.get(connection.secretId);
      let token = known && known.expiresAt - SPARE_MS > Date.now() ? known : await refresh(connection);
      for (let renewed = token !== known; ; renewed = true) {
        try {
          const { data } = await ask(gmailWith(token.token));
          // the page of a proxy is no answer of Gmail's, and says nothing of what was asked
          if (typeof data === 'string' && data !== '')
            throw new GmailError('unreachable', { retryable: true, mayHaveHappened: true });
          return data;
        } catch (error) {
          const failed = gmailError(error, 'api');
          if (failed.status !== 401) throw failed;
          tokens.delete(connection.secretId);
          if (renewed) throw failed;
          token = await refresh(connection);
        }
      }
    },
  };
}
