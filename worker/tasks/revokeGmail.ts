import { ref } from '../../db/store.ts';
import { forgetSecret, readSecret } from '../../db/vault/secrets.ts';
import { recordGmailRevoked } from '../../events/gmail.ts';
import { causeOf } from '../context.ts';
import { ProviderError } from '../providers/providerError.ts';
import type { Handler } from './task.ts';

/**
 * Revokes at Google what a mailbox no longer uses, and forgets it. The account is disconnected already; Google may be down for hours, so the
 * job is tried again for as long as the queue does. Google takes away all that an account gave, so the token of an account that is connected
 * (again) is only forgotten.
 */
export const revokeGmail: Handler = async (deps, job) => {
  const { store, gmail } = deps;
  const mailbox = ref('mailbox', job.tenant);
  const { state } = await store.load(job.tenant, mailbox);
  if (state.gmail.leaving.length === 0) return;
  // whoever connects at this moment may be the same account
  if (state.gmail.connecting?.status === 'open')
    throw new ProviderError('An account is being connected.', 'gmail_connecting', true);
  for (const { secretId, googleId } of state.gmail.leaving) {
    const token = await readSecret(store.sql, store.master, job.tenant, secretId);
    const inUse = googleId !== null && googleId === state.gmail.account?.googleId;
    if (token !== null && !inUse) {
      if (!gmail) throw new ProviderError('Gmail is not set up.', 'gmail_not_set', true);
      await gmail.revoke(token);
    }
    await forgetSecret(store.sql, job.tenant, secretId);
    await store.run({
      tenant: job.tenant,
      cause: causeOf('revoke-gmail', job),
      streams: { mailbox },
      decide: (now) => ({ mailbox: recordGmailRevoked(now.mailbox.gmail, secretId) }),
    });
  }
};
