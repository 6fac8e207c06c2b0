import type { Cause } from '../../db/log/commit.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { ref } from '../../db/store.ts';
import { forgetSecret, readSecret } from '../../db/vault/secrets.ts';
import { accountAt, recordAccessEnded } from '../../events/sending/connectedAccount.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { SIGN_IN_ATS, SIGN_INS } from '../../events/shared/accountWords.ts';
import type { EmailProvider } from '../../events/shared/options.ts';
import { causeOf, type Needs } from '../context.ts';
import { defineTask, keyed, onEach } from '../defineTask.ts';
import { ProviderError } from '../providers/providerError.ts';

/**
 * Forgets what an account (`also.provider`) of a mailbox (the job's id) no longer uses, and revokes it where the provider can. The provider may be
 * down for hours, so the job is tried again for as long as the queue does. A provider takes away all that an account gave, so the token of an
 * account that is connected (again) is only forgotten.
 */
export const endAccess = defineTask({
  name: 'end-access',
  lane: 'send',
  // another account than before leaves a secret behind
  on: onEach(['AccountConnected', 'AccountDisconnected'], (event) => {
    const { provider } = event.data;
    return { ...keyed(`end-access:${provider}`, event), also: { provider } };
  }),
  needs: ['store', 'signIns'],
  handler: async (deps, job) => {
    const provider = job.also?.provider as EmailProvider;
    const { state } = await deps.store.load(job.tenant, ref('mailbox', job.id));
    const { connecting, leaving } = accountAt(state, provider);
    // the account that is connected at this moment may be the same
    if (leaving.length > 0 && MAIL_PROVIDERS[provider].revokes && connecting?.status === 'open')
      throw new ProviderError({ code: 'account_connecting' }, 'account_connecting', true);
    await endUnusedAccess(deps, { tenant: job.tenant, mailboxId: job.id, provider }, causeOf('end-access', job));
  },
});

/** Throws ProviderError. A token that was revoked before counts as revoked. */
export async function endUnusedAccess(
  { store, signIns }: Needs<'store' | 'signIns'>,
  { tenant, mailboxId, provider }: { tenant: string; mailboxId: string; provider: EmailProvider },
  cause: Cause,
): Promise<void> {
  const mailbox = ref('mailbox', mailboxId);
  const { state } = await store.load(tenant, mailbox);
  for (const { secretId, accountId } of accountAt(state, provider).leaving) {
    if (MAIL_PROVIDERS[provider].revokes) {
      const token = await readSecret(store.sql, store.master, tenant, secretId);
      const connected = (await readMailboxes(store, tenant)).map(({ state: one }) => accountAt(one, provider).account);
      const inUse = accountId !== null && connected.some((account) => account?.identity?.accountId === accountId);
      if (token !== null && !inUse) {
        const revoke = SIGN_IN_ATS.map((at) => SIGN_INS[at].provider === provider && signIns[at]?.revoke).find(Boolean);
        if (!revoke) throw new ProviderError({ code: 'account_not_set_up' }, 'not_set', false);
        await revoke(token);
      }
    }
    await forgetSecret(store.sql, tenant, secretId);
    await store.decide({ tenant, cause }, mailbox, (now) => recordAccessEnded(now, provider, secretId));
  }
}
