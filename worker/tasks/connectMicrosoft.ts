import { dropSignInAttempt, type SignInAttempt, signInAttemptOf } from '../../db/accounts/signInAttempts.ts';
import { inAccountsTurn, mostAccounts } from '../../db/read/mailboxes.ts';
import { ref, type Store } from '../../db/store.ts';
import { MAILBOX_SECRET, packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { connectRefusal, disconnectedOf } from '../../events/sending/accounts.ts';
import { recordAccountConnected } from '../../events/sending/mailbox.ts';
import {
  recordMicrosoftConnected,
  recordMicrosoftConnectFailed,
  requestMicrosoftConnect,
} from '../../events/sending/smtp.ts';
import type { SmtpTrouble } from '../../events/sending/smtpTrouble.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, ofRequest, tryAgain } from '../defineTask.ts';
import { MailboxError } from '../providers/mailbox/mailboxError.ts';
import type { MicrosoftSignIn } from '../providers/microsoft/signIn.ts';
import { credentialsOf } from './send/credentials.ts';

/**
 * Exchanges the code that Microsoft gave somebody for access to their mailbox, keeps the token in the vault, and signs in to both servers. The
 * call of the API waits for what this writes down. A code is good for one exchange, so only what certainly did not reach Microsoft is tried again.
 */
export const connectMicrosoft = defineTask({
  name: 'connect-microsoft',
  lane: 'send',
  on: { MicrosoftConnectRequested: ofRequest },
  needs: ['store', 'microsoft', 'mailProviders'],
  handler: async (deps, job, run) => {
    const { store, microsoft } = deps;
    const requestId = job.also?.requestId ?? '';
    const { signIn } = (await store.load(job.tenant, ref('mailbox', job.id))).state.smtp;
    if (signIn?.id !== requestId || signIn.status !== 'open') return;
    const attempt = await signInAttemptOf(store.sql, store.master, requestId);
    if (!attempt?.code) return failed(store, job, requestId, 'microsoft_expired');
    if (!microsoft) return failed(store, job, requestId, 'microsoft_not_set');
    try {
      const account = await microsoft.exchange(given(attempt));
      const trouble = await connect(deps, job, requestId, account);
      if (trouble) await failed(store, job, requestId, trouble);
      await dropSignInAttempt(store.sql, requestId);
    } catch (error) {
      if (tryAgain(error, run)) throw error;
      if (!(error instanceof MailboxError) && !run.giveUp) throw error;
      await failed(store, job, requestId, error instanceof MailboxError ? error.trouble : 'our_side');
    }
  },
});

const given = ({ code, verifier, redirectUri }: SignInAttempt) => ({ code: code ?? '', verifier, redirectUri });

/** Stores what signs in, and tries it; null: it is connected, or a newer sign-in was faster. */
async function connect(
  deps: Needs<'store' | 'mailProviders'>,
  job: JobPayload,
  requestId: string,
  { email, login }: Awaited<ReturnType<MicrosoftSignIn['exchange']>>,
): Promise<SmtpTrouble | null> {
  const { store, mailProviders } = deps;
  const { tenant } = job;
  const secretId = await storeSecret(store.sql, store.master, tenant, MAILBOX_SECRET, packMailboxLogin(login));
  let isUsed = false;
  try {
    const credentials = await credentialsOf(store, tenant, { secretId });
    if (!mailProviders.smtp || !credentials) return 'our_side';
    await mailProviders.smtp.check(credentials, { drafts: false });
    const { user, smtp, imap } = login;
    isUsed = await recordConnected(deps, job, requestId, { secretId, email, user, smtp, imap });
    return null;
  } catch (error) {
    // the code was exchanged: another try of the job would have none
    if (error instanceof MailboxError) return error.trouble;
    throw error;
  } finally {
    if (!isUsed) await forgetSecret(store.sql, tenant, secretId);
  }
}

/**
 * Records the account in the mailbox that asked for it. A mailbox that was added for it (`job.id` is not the tenant's own) gives way to one that
 * had this address before and was disconnected. Answers whether the token is one that is used now.
 */
async function recordConnected(
  { store }: Needs<'store'>,
  job: JobPayload,
  requestId: string,
  found: Parameters<typeof recordMicrosoftConnected>[2],
): Promise<boolean> {
  const most = await mostAccounts(store);
  return inAccountsTurn(store, job.tenant, async (tx, mailboxes) => {
    const scope = scopeOf('connect-microsoft', job);
    const asked = ref('mailbox', job.id);
    const isAdded = mailboxes.every(({ id }) => id !== job.id);
    const former = isAdded ? disconnectedOf(mailboxes, found.email) : undefined;
    const refusal = connectRefusal(mailboxes, { id: job.id, address: found.email, most });
    if (refusal || former === undefined) {
      const { result } = await store.runIn(tx, {
        ...scope,
        streams: { asked },
        decide: ({ asked: now }) => {
          if (refusal) return [{ asked: recordMicrosoftConnectFailed(now.smtp, requestId, refusal) }, false];
          const connected = recordMicrosoftConnected(now.smtp, requestId, found);
          return [{ asked: recordAccountConnected(now, connected, 'smtp') }, connected.length > 0];
        },
      });
      return result;
    }
    const { result } = await store.runIn(tx, {
      ...scope,
      streams: { asked, former: ref('mailbox', former) },
      decide: (now) => {
        const moved = recordMicrosoftConnectFailed(now.asked.smtp, requestId, 'connected_before');
        if (moved.length === 0) return [{}, false];
        const open = { ...now.former.smtp, signIn: now.asked.smtp.signIn };
        const connected = recordAccountConnected(now.former, recordMicrosoftConnected(open, requestId, found), 'smtp');
        return [{ asked: moved, former: [...requestMicrosoftConnect(requestId), ...connected] }, true];
      },
    });
    return result;
  });
}

async function failed(store: Store, job: JobPayload, requestId: string, trouble: SmtpTrouble): Promise<void> {
  await store.decide(scopeOf('connect-microsoft', job), ref('mailbox', job.id), ({ smtp }) =>
    recordMicrosoftConnectFailed(smtp, requestId, trouble),
  );
  await dropSignInAttempt(store.sql, requestId);
}
