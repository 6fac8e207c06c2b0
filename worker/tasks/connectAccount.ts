import { dropSignInAttempt, signInAttemptOf } from '../../db/accounts/signInAttempts.ts';
import { inAccountsTurn } from '../../db/read/accountsTurn.ts';
import { limitFor } from '../../db/read/limits.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { ref } from '../../db/store.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { connectRefusal, disconnectedOf } from '../../events/sending/accounts.ts';
import {
  type AccountState,
  accountAt,
  type FoundAccount,
  recordConnectFailed,
  requestConnect,
} from '../../events/sending/connectedAccount.ts';
import { recordAccountConnected } from '../../events/sending/mailbox.ts';
import type { AccountTrouble } from '../../events/shared/accountWords.ts';
import { SIGN_INS } from '../../events/shared/accountWords.ts';
import type { EmailProvider } from '../../events/shared/options.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, ofAccountRequest, tryAgain } from '../defineTask.ts';
import { AccountError } from '../providers/accountError.ts';
import { credentialsOf } from './send/credentials.ts';

type Parts = Needs<'store' | 'mailProviders' | 'signIns'>;
/** `also.provider` of the job says whose account it is. */
type Asked = { job: JobPayload; provider: EmailProvider; requestId: string };

/**
 * Connects an account: by the code of a sign-in, which it exchanges for a token in the vault, or by what somebody typed. The call of the API
 * waits for what this writes down. A code is good for one exchange, so only what certainly did not reach the provider is tried again.
 */
export const connectAccount = defineTask({
  name: 'connect-account',
  lane: 'send',
  on: { AccountConnectRequested: ofAccountRequest },
  needs: ['store', 'mailProviders', 'signIns'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const { requestId = '', provider: by } = job.also ?? {};
    const asked: Asked = { job, provider: by as EmailProvider, requestId };
    const { state } = await store.load(job.tenant, ref('mailbox', job.id));
    const { connecting } = accountAt(state, asked.provider);
    if (connecting?.id !== requestId || connecting.status !== 'open') return;
    const { secretId, host, region, identity } = connecting;
    const typed = secretId && identity && { secretId, identity, ...(host && { host }), ...(region && { region }) };
    try {
      const trouble = typed ? await check(deps, asked, typed.secretId) : await signIn(deps, asked);
      if (trouble) await failed(deps, asked, trouble);
      else if (typed) await recordConnected(deps, asked, typed);
    } catch (error) {
      // somebody waits for the answer to what they typed
      if (!typed && tryAgain(error, run)) throw error;
      if (!(error instanceof AccountError) && !run.giveUp) throw error;
      await failed(deps, asked, error instanceof AccountError ? error.trouble : 'our_side');
    }
    if (!secretId) await dropSignInAttempt(store.sql, requestId);
  },
});

/** Signs in to the account; null: it lets this installation in. The code was exchanged, so another try of the job would have none. */
async function check(deps: Parts, { job, provider }: Asked, secretId: string): Promise<AccountTrouble | null> {
  const sender = deps.mailProviders[provider];
  const credentials = await credentialsOf(deps.store, job.tenant, { secretId });
  if (!sender || !credentials) return 'our_side';
  try {
    await sender.check(credentials, { drafts: false });
    return null;
  } catch (error) {
    if (error instanceof AccountError) return error.trouble;
    throw error;
  }
}

/** Connects by a code; null: it did, or a newer sign-in was faster. */
async function signIn(deps: Parts, asked: Asked): Promise<AccountTrouble | null> {
  const { store } = deps;
  const { job, requestId } = asked;
  const attempt = await signInAttemptOf(store.sql, store.master, requestId);
  if (!attempt?.code) return 'expired';
  const at = deps.signIns[attempt.at];
  if (!at) return SIGN_INS[attempt.at].notSet;
  const { code, verifier, redirectUri } = attempt;
  /** The account that is connected would lose its access, too: a provider takes away all that it gave. */
  const revokeUnused = async (secret: string, isUsed: (state: AccountState) => boolean): Promise<void> => {
    const mailboxes = await readMailboxes(store, job.tenant);
    if (mailboxes.every(({ state }) => !isUsed(accountAt(state, asked.provider))))
      await at.revoke?.(secret).catch(() => undefined);
  };
  const isOf = (accountId: string | undefined) => (state: AccountState) =>
    state.account?.identity?.accountId === accountId;
  const { found, secret, kind } = await at.exchange({ code, verifier, redirectUri }, (refused) =>
    revokeUnused(refused.secret, isOf(refused.accountId)),
  );
  const secretId = await storeSecret(store.sql, store.master, job.tenant, kind, secret);
  let isKept = false;
  try {
    // an account that can be revoked was looked at by the exchange
    const trouble = at.revoke ? null : await check(deps, asked, secretId);
    if (trouble) return trouble;
    isKept = await recordConnected(deps, asked, { secretId, ...found });
  } finally {
    if (!isKept) await forgetSecret(store.sql, job.tenant, secretId);
  }
  // a newer sign-in was faster, another mailbox has the account, or the user is erased
  const mayBeUsed = (state: AccountState) =>
    state.connecting?.status === 'open' || isOf(found.identity.accountId)(state);
  if (!isKept) await revokeUnused(secret, mayBeUsed);
  return null;
}

/**
 * Records the account in the mailbox that asked for it, or why not. A mailbox that was added for it (`job.id` is not the tenant's own) gives way
 * to one that had this address before and was disconnected. Answers whether the secret is used now.
 */
async function recordConnected(
  { store }: Parts,
  { job, provider, requestId }: Asked,
  found: FoundAccount,
): Promise<boolean> {
  const most = await limitFor(store, job.tenant, 'accounts');
  const { email: address } = found.identity;
  return inAccountsTurn(store, job.tenant, async (tx, mailboxes) => {
    const scope = scopeOf('connect-account', job);
    const asked = ref('mailbox', job.id);
    const isAdded = mailboxes.every(({ id }) => id !== job.id);
    const former = isAdded ? disconnectedOf(mailboxes, address) : undefined;
    const refusal = connectRefusal(mailboxes, { id: job.id, address, most });
    if (refusal || former === undefined) {
      const { result } = await store.runIn(tx, {
        ...scope,
        streams: { asked },
        decide: ({ asked: now }) => {
          if (refusal) return [{ asked: recordConnectFailed(now, provider, requestId, refusal) }, false];
          const connected = recordAccountConnected(now, provider, requestId, found);
          return [{ asked: connected }, connected.length > 0];
        },
      });
      return result;
    }
    const { result } = await store.runIn(tx, {
      ...scope,
      streams: { asked, former: ref('mailbox', former) },
      decide: (now) => {
        const moved = recordConnectFailed(now.asked, provider, requestId, 'connected_before');
        if (moved.length === 0) return [{}, false];
        const { connecting } = accountAt(now.asked, provider);
        const accounts = { ...now.former.accounts, [provider]: { ...accountAt(now.former, provider), connecting } };
        const connected = recordAccountConnected({ ...now.former, accounts }, provider, requestId, found);
        return [
          { asked: moved, former: [...requestConnect(now.former, provider, requestId, null), ...connected] },
          true,
        ];
      },
    });
    return result;
  });
}

async function failed({ store }: Parts, { job, provider, requestId }: Asked, trouble: AccountTrouble): Promise<void> {
  await store.decide(scopeOf('connect-account', job), ref('mailbox', job.id), (state) =>
    recordConnectFailed(state, provider, requestId, trouble),
  );
}
