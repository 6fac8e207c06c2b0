import { dropSignInAttempt, signInAttemptOf } from '../../db/accounts/signInAttempts.ts';
import { inAccountsTurn, mostAccounts, readMailboxes } from '../../db/read/mailboxes.ts';
import { ref, type Store } from '../../db/store.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { connectRefusal, disconnectedOf } from '../../events/sending/accounts.ts';
import { recordGmailConnected, recordGmailConnectFailed, requestGmailConnect } from '../../events/sending/gmail.ts';
import type { GmailTrouble } from '../../events/sending/gmailTrouble.ts';
import { recordAccountConnected } from '../../events/sending/mailbox.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, ofRequest, tryAgain } from '../defineTask.ts';
import type { GmailProvider } from '../providers/gmail/client.ts';
import { GmailError } from '../providers/gmail/gmailError.ts';

/**
 * Exchanges the code that Google gave somebody for access to their mailbox, and keeps the token in the vault. The call of the API waits for
 * what this writes down. A code is good for one exchange, so only what certainly did not reach Google is tried again.
 */
export const connectGmail = defineTask({
  name: 'connect-gmail',
  lane: 'send',
  on: { GmailConnectRequested: ofRequest },
  needs: ['store', 'gmail'],
  handler: async (deps, job, run) => {
    const { store, gmail } = deps;
    const requestId = job.also?.requestId ?? '';
    const { state } = await store.load(job.tenant, ref('mailbox', job.id));
    if (state.gmail.connecting?.id !== requestId || state.gmail.connecting.status !== 'open') return;
    const attempt = await signInAttemptOf(store.sql, store.master, requestId);
    if (!attempt?.code) return failed(store, job, requestId, 'expired');
    if (!gmail) return failed(store, job, requestId, 'not_set');
    const { code, verifier, redirectUri } = attempt;
    try {
      const account = await gmail.exchange({ code, verifier, redirectUri }, async (refused) => {
        // the account that is connected would lose its access, too: Google takes away all that it gave
        const mailboxes = await readMailboxes(store, job.tenant);
        if (mailboxes.every(({ state: one }) => one.gmail.account?.googleId !== refused.googleId))
          await revokeQuietly(gmail, refused.refreshToken);
      });
      const secretId = await storeSecret(store.sql, store.master, job.tenant, 'gmail', account.refreshToken);
      const { access, email, googleId } = account;
      const found = { secretId, access, email, googleId };
      const isKept = await recordConnected(deps, job, requestId, found).catch(async (error: unknown) => {
        await forgetSecret(store.sql, job.tenant, secretId);
        throw error;
      });
      if (!isKept) {
        // a newer sign-in was faster, another mailbox has the account, or the user is erased
        await forgetSecret(store.sql, job.tenant, secretId);
        const mailboxes = await readMailboxes(store, job.tenant);
        const mayBeInUse = mailboxes.some(
          ({ state: { gmail: now } }) => now.connecting?.status === 'open' || now.account?.googleId === googleId,
        );
        if (!mayBeInUse) await revokeQuietly(gmail, account.refreshToken);
      }
      await dropSignInAttempt(store.sql, requestId);
    } catch (error) {
      if (tryAgain(error, run)) throw error;
      if (!(error instanceof GmailError) && !run.giveUp) throw error;
      await failed(store, job, requestId, error instanceof GmailError ? error.trouble : 'our_side');
    }
  },
});

type FoundAccount = Parameters<typeof recordGmailConnected>[2];

/**
 * Records the account in the mailbox that asked for it. A mailbox that was added for it (`job.id` is not the tenant's own) gives way to one that
 * had this address before and was disconnected. Answers whether the token is one that is used now.
 */
async function recordConnected(
  { store }: Needs<'store'>,
  job: JobPayload,
  requestId: string,
  found: FoundAccount,
): Promise<boolean> {
  const most = await mostAccounts(store);
  return inAccountsTurn(store, job.tenant, async (tx, mailboxes) => {
    const scope = scopeOf('connect-gmail', job);
    const asked = ref('mailbox', job.id);
    const isAdded = mailboxes.every(({ id }) => id !== job.id);
    const former = isAdded ? disconnectedOf(mailboxes, found.email) : undefined;
    const refusal = connectRefusal(mailboxes, { id: job.id, address: found.email, most });
    if (refusal || former === undefined) {
      const { result } = await store.runIn(tx, {
        ...scope,
        streams: { asked },
        decide: ({ asked: now }) => {
          if (refusal) return [{ asked: recordGmailConnectFailed(now.gmail, requestId, refusal) }, false];
          const connected = recordGmailConnected(now.gmail, requestId, found);
          return [{ asked: recordAccountConnected(now, connected, 'gmail') }, connected.length > 0];
        },
      });
      return result;
    }
    const { result } = await store.runIn(tx, {
      ...scope,
      streams: { asked, former: ref('mailbox', former) },
      decide: (now) => {
        const moved = recordGmailConnectFailed(now.asked.gmail, requestId, 'connected_before');
        if (moved.length === 0) return [{}, false];
        const open = { ...now.former.gmail, connecting: now.asked.gmail.connecting };
        const connected = recordAccountConnected(now.former, recordGmailConnected(open, requestId, found), 'gmail');
        return [{ asked: moved, former: [...requestGmailConnect(requestId), ...connected] }, true];
      },
    });
    return result;
  });
}

const revokeQuietly = (gmail: GmailProvider, refreshToken: string): Promise<void> =>
  gmail.revoke(refreshToken).catch(() => undefined);

async function failed(store: Store, job: JobPayload, requestId: string, trouble: GmailTrouble): Promise<void> {
  await store.decide(scopeOf('connect-gmail', job), ref('mailbox', job.id), (mailbox) =>
    recordGmailConnectFailed(mailbox.gmail, requestId, trouble),
  );
  await dropSignInAttempt(store.sql, requestId);
}
