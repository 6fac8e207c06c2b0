import type { Cause } from '../../db/log/commit.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { ref, type Store } from '../../db/store.ts';
import { forgetSecret, readSecret } from '../../db/vault/secrets.ts';
import { recordGmailRevoked } from '../../events/sending/gmail.ts';
import { causeOf, type Needs } from '../context.ts';
import { defineTask, keyed, onEach } from '../defineTask.ts';
import { ProviderError } from '../providers/providerError.ts';

/**
 * Revokes at Google what a mailbox (the job's id) no longer uses, and forgets it. The account is disconnected already; Google may be down for hours, so the
 * job is tried again for as long as the queue does. Google takes away all that an account gave, so the token of an account that is connected
 * (again) is only forgotten.
 */
export const revokeGmail = defineTask({
  name: 'revoke-gmail',
  lane: 'send',
  // another account than before leaves a token behind
  on: onEach(['GmailConnected', 'GmailDisconnected'], (event) => keyed('revoke-gmail', event)),
  needs: ['store', 'gmail'],
  handler: async (deps, job) => {
    const { state } = await deps.store.load(job.tenant, ref('mailbox', job.id));
    if (state.gmail.leaving.length === 0) return;
    // the account that is connected at this moment may be the same
    if (state.gmail.connecting?.status === 'open')
      throw new ProviderError({ code: 'gmail_connecting' }, 'gmail_connecting', true);
    await revokeLeaving(deps, { tenant: job.tenant, mailboxId: job.id }, causeOf('revoke-gmail', job));
  },
});

/** Throws GmailError. A token that was revoked before counts as revoked. */
export async function revokeLeaving(
  { store, gmail }: Needs<'store' | 'gmail'>,
  { tenant, mailboxId }: { tenant: string; mailboxId: string },
  cause: Cause,
): Promise<void> {
  const mailbox = ref('mailbox', mailboxId);
  const { state } = await store.load(tenant, mailbox);
  for (const { secretId, googleId } of state.gmail.leaving) {
    const token = await readSecret(store.sql, store.master, tenant, secretId);
    const inUse = googleId !== null && (await isConnected(store, tenant, googleId));
    if (token !== null && !inUse) {
      if (!gmail) throw new ProviderError({ code: 'gmail_not_set_up' }, 'gmail_not_set', true);
      await gmail.revoke(token);
    }
    await forgetSecret(store.sql, tenant, secretId);
    await store.decide({ tenant, cause }, mailbox, (mailbox) => recordGmailRevoked(mailbox.gmail, secretId));
  }
}

/** Whether one of the tenant's mailboxes sends from this Google account. */
async function isConnected(store: Store, tenant: string, googleId: string): Promise<boolean> {
  return (await readMailboxes(store, tenant)).some(({ state }) => state.gmail.account?.googleId === googleId);
}
