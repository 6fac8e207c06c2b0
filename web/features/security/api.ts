import type { AccessTokenView, IncomingWebhookView, SessionView } from '../../../api/views.ts';
import type { AccessTokenForm, IncomingWebhookForm, OwnName } from '../../../events/accounts/securityInput.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { saidInForm } from '../../lib/formProblems.ts';
import { counted } from '../../lib/numbers.ts';
import { query } from '../../lib/query.ts';
import { refetch, useAction } from '../../lib/useAction.ts';

const calls = client.api.auth;

/** The signed-in person's proofs of identity. */
export const [useSecurity] = query(() => ({
  key: ['auth', 'security'],
  call: () => unwrap(calls.security.$get()),
  // a link in an email is opened in another window
  refetchOnWindowFocus: 'always' as const,
}));

/** Every browser that is signed in to this account, the own one first, then the newest. */
export const [useSessions] = query(() => ({
  key: ['auth', 'sessions'],
  call: async () => {
    const { sessions } = await unwrap(calls.sessions.$get());
    return sessions.toSorted(
      (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt),
    );
  },
  refetchOnWindowFocus: 'always' as const,
}));

/** The access tokens that work, the newest first. */
export const [useAccessTokens] = query(() => ({
  key: ['auth', 'tokens'],
  call: async () => (await unwrap(calls.tokens.$get())).tokens,
}));

/** The incoming webhooks, the newest first. */
export const [useIncomingWebhooks] = query(() => ({
  key: ['auth', 'incoming-webhooks'],
  call: async () => (await unwrap(calls['incoming-webhooks'].$get())).webhooks,
}));

const SESSIONS = [['auth', 'sessions']];
const TOKENS = [['auth', 'tokens']];
const WEBHOOKS = [['auth', 'incoming-webhooks']];

/** The ways in and the sessions: each change of one may end others. */
const SECURITY = [['auth', 'security'], ...SESSIONS, ...TOKENS];

const PASSKEYS = [...SECURITY, ['auth', 'passkeys']];

export const useChangeName = () =>
  useAction({
    call: (json: OwnName) => unwrap(calls.name.$put({ json })),
    failed: saidInForm('Error', 'The name could not be changed. Please try again.'),
    done: { title: 'Name Changed', text: 'Your new name is saved.' },
    stale: [['auth', 'user']],
  });

/** Has a link mailed that confirms the address of the account. */
export const useConfirmEmail = () =>
  useAction({
    call: () => unwrap(calls['confirm-email'].$post()),
    failed: failure('Not Sent', 'The link could not be sent. Please try again.'),
    // it may have been confirmed in another browser
    after: ({ confirmed }, _, queries) => (confirmed ? refetch(queries, SECURITY) : undefined),
  });

/** Passwords that were typed, the key and the recovery codes go with the dialog that had them. */
const KEPT_NOWHERE = { gcTime: 0 };

/** `current` is absent where the account has no password yet. */
type NewPassword = { current?: string; password: string };

/** Sets the password, and signs every other browser out. */
export const useChangePassword = () =>
  useAction({
    call: (json: NewPassword) => unwrap(calls.password.$post({ json })),
    ...KEPT_NOWHERE,
    failed: saidInForm('Error', 'The password could not be changed. Please try again.'),
    done: (_, { current }) => ({
      title: current === undefined ? 'Password Set' : 'Password Changed',
      text: 'Every other browser is signed out, and access tokens ended.',
    }),
    stale: SECURITY,
  });

/** An account without a password proves itself by a session that was opened a moment ago. */
type Proof = { password?: string };

const failed = saidInForm('Error', 'That could not be done. Please try again.');

/** A key for an authenticator app. It asks for nothing until it is confirmed. */
export const useMakeKey = () =>
  useAction({
    call: (json: Proof) => unwrap(calls['second-factor'].$post({ json })),
    ...KEPT_NOWHERE,
    failed,
  });

/** Turns the second factor on with a first code; answers the recovery codes. */
export const useConfirmKey = () =>
  useAction({
    call: (code: string) => unwrap(calls['second-factor'].confirm.$post({ json: { code } })),
    ...KEPT_NOWHERE,
    failed,
    stale: SECURITY,
  });

/** Turns it off, by a code of the app or a recovery code. */
export const useTurnOff = () =>
  useAction({
    call: (json: Proof & { code: string }) => unwrap(calls['second-factor'].$delete({ json })),
    ...KEPT_NOWHERE,
    failed,
    done: { title: 'Two-Factor Authentication Off', text: 'Signing in no longer asks for a code.' },
    stale: PASSKEYS,
  });

/** The passkeys, the newest first. */
export const [usePasskeys] = query(() => ({
  key: ['auth', 'passkeys'],
  call: async () => (await unwrap(calls.passkeys.$get())).passkeys,
}));

/** Has the browser make a passkey; answers the recovery codes if it is the first second factor. */
export const useAddPasskey = () =>
  useAction({
    call: async (json: Proof) => {
      const { options } = await unwrap(calls.passkeys.options.$post({ json }));
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      );
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      // the server checks it
      return unwrap(calls.passkeys.$post({ json: { response: made.toJSON() as never } }));
    },
    ...KEPT_NOWHERE,
    failed,
    stale: PASSKEYS,
  });

export const useRemovePasskey = () =>
  useAction({
    call: ({ id, ...json }: Proof & { id: string }) => unwrap(calls.passkeys[':id'].$delete({ param: { id }, json })),
    ...KEPT_NOWHERE,
    failed,
    done: { title: 'Passkey Removed', text: 'It no longer signs you in.' },
    stale: PASSKEYS,
  });

/** Ten new recovery codes in the place of the old ones. */
export const useNewRecoveryCodes = () =>
  useAction({
    call: (json: Proof & { code: string }) => unwrap(calls['recovery-codes'].$post({ json })),
    ...KEPT_NOWHERE,
    failed,
    stale: SECURITY,
  });

/** Answers the token, which is shown once. */
export const useMakeToken = () =>
  useAction({
    call: (json: AccessTokenForm) => unwrap(calls.tokens.$post({ json })),
    ...KEPT_NOWHERE,
    failed,
    stale: TOKENS,
  });

/** `whenRevoked` comes before its line is gone. `ofUser`: an admin revokes the token of that user. */
export const useRevokeToken = (whenRevoked: () => void, ofUser?: string) =>
  useAction({
    call: ({ id }: Pick<AccessTokenView, 'id' | 'name'>) =>
      ofUser === undefined
        ? unwrap(calls.tokens[':id'].$delete({ param: { id } }))
        : unwrap(client.api.admin.users[':id'].tokens[':token'].$delete({ param: { id: ofUser, token: id } })),
    failed: failure('Error', 'The token could not be revoked. Please try again.'),
    done: (_, { name }) => ({ title: 'Token revoked', text: `${name} has no access.` }),
    after: whenRevoked,
    stale: ofUser === undefined ? TOKENS : [['admin', 'tokens', ofUser]],
  });

/** Answers the address and the secret, which is shown once. */
export const useMakeWebhook = () =>
  useAction({
    call: (json: IncomingWebhookForm) => unwrap(calls['incoming-webhooks'].$post({ json })),
    ...KEPT_NOWHERE,
    failed,
    stale: WEBHOOKS,
  });

/** `whenRemoved` comes before its line is gone. */
export const useRemoveWebhook = (whenRemoved: () => void) =>
  useAction({
    call: ({ id }: Pick<IncomingWebhookView, 'id' | 'name'>) =>
      unwrap(calls['incoming-webhooks'][':id'].$delete({ param: { id } })),
    failed: failure('Error', 'The webhook could not be removed. Please try again.'),
    done: (_, { name }) => ({ title: 'Webhook removed', text: `Posts of ${name} are refused.` }),
    after: whenRemoved,
    stale: WEBHOOKS,
  });

/** Signs one browser out; `whenEnded` comes before its line is gone. */
export const useEndSession = (whenEnded: () => void) =>
  useAction({
    call: ({ id }: SessionView) => unwrap(calls.sessions[':id'].$delete({ param: { id } })),
    failed: failure('Error', 'The session could not be ended. Please try again.'),
    done: (_, { browser }) => ({ title: 'Signed Out', text: `${browser ?? 'That browser'} is signed out.` }),
    after: whenEnded,
    stale: SESSIONS,
  });

/** Signs every other browser out. */
export const useEndOtherSessions = (whenEnded: () => void) =>
  useAction({
    call: () => unwrap(calls.sessions['revoke-others'].$post()),
    failed: failure('Error', 'The other sessions could not be ended. Please try again.'),
    done: ({ revoked }) => ({ title: 'Signed Out Everywhere Else', text: `${counted(revoked, 'session')} ended.` }),
    after: whenEnded,
    stale: SESSIONS,
  });
