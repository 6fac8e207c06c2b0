import { dropGmailAttempt, gmailAttemptOf } from '../../db/gmailAttempts.ts';
import { ref } from '../../db/store.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import { recordGmailConnected, recordGmailConnectFailed } from '../../events/sending/gmail.ts';
import type { GmailTrouble } from '../../events/sending/gmailTrouble.ts';
import { recordAccountConnected } from '../../events/sending/mailbox.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import type { GmailProvider } from '../providers/gmail/client.ts';
import { GmailError } from '../providers/gmail/gmailError.ts';
import { type Handler, tryAgain } from './task.ts';

/**
 * Exchanges the code that Google gave somebody for access to their mailbox, and keeps the token in the vault. The call of the API waits for
 * what this writes down. A code is good for one exchange, so only what surely did not reach Google is tried again.
 */
export const connectGmail: Handler = async (deps, job, run) => {
  const { store, gmail } = deps;
  const requestId = job.also?.requestId ?? '';
  const { state } = await store.load(job.tenant, ref('mailbox', job.tenant));
  if (state.gmail.connecting?.id !== requestId || state.gmail.connecting.status !== 'open') return;
  const attempt = await gmailAttemptOf(store.sql, store.master, requestId);
  if (!attempt?.code) return failed(deps, job, requestId, 'expired');
  if (!gmail) return failed(deps, job, requestId, 'not_set');
  const { code, verifier, redirectUri } = attempt;
  try {
    const account = await gmail.exchange({ code, verifier, redirectUri }, async (refused) => {
      // the account that is connected would lose its access, too: Google takes away all that it gave
      if (refused.googleId !== state.gmail.account?.googleId) await revokeQuietly(gmail, refused.refreshToken);
    });
    const secretId = await storeSecret(store.sql, store.master, job.tenant, 'gmail', account.refreshToken);
    const { access, email, googleId } = account;
    const { changed, state: now } = await store
      .decide(scopeOf('connect-gmail', job), ref('mailbox', job.tenant), (mailbox) =>
        recordAccountConnected(
          mailbox,
          recordGmailConnected(mailbox.gmail, requestId, { secretId, access, email, googleId }),
        ),
      )
      .catch(async (error: unknown) => {
        await forgetSecret(store.sql, job.tenant, secretId);
        throw error;
      });
    if (!changed) {
      // a newer sign-in was faster, or the user is erased
      await forgetSecret(store.sql, job.tenant, secretId);
      const { connecting, account: connected } = now.gmail;
      const mayBeInUse = connecting?.status === 'open' || connected?.googleId === googleId;
      if (!mayBeInUse) await revokeQuietly(gmail, account.refreshToken);
    }
    await dropGmailAttempt(store.sql, requestId);
  } catch (error) {
    if (tryAgain(error, run)) throw error;
    if (!(error instanceof GmailError) && !run.giveUp) throw error;
    await failed(deps, job, requestId, error instanceof GmailError ? error.trouble : 'our_side');
  }
};

const revokeQuietly = (gmail: GmailProvider, refreshToken: string): Promise<void> =>
  gmail.revoke(refreshToken).catch(() => undefined);

async function failed({ store }: Deps, job: JobPayload, requestId: string, trouble: GmailTrouble): Promise<void> {
  await store.decide(scopeOf('connect-gmail', job), ref('mailbox', job.tenant), (mailbox) =>
    recordGmailConnectFailed(mailbox.gmail, requestId, trouble),
  );
  await dropGmailAttempt(store.sql, requestId);
}
