import { ref } from '../../db/store.ts';
import { forgetSecret as forget } from '../../db/vault/secrets.ts';
import { needsSecret } from '../../events/sending/connectedAccount.ts';
import { defineTask } from '../defineTask.ts';

/** Deletes a mailbox's credentials (the job's id), once nothing needs them. */
export const forgetSecret = defineTask({
  name: 'forget-secret',
  lane: 'decide',
  on: {
    // `connected_before`: the account that had the address uses them now
    AccountConnectFailed: ({ id, data: { secretId, trouble } }) =>
      secretId !== null && trouble !== 'connected_before' && { id, also: { secretId } },
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const secretId = job.also?.secretId ?? '';
    const { state } = await store.load(job.tenant, ref('mailbox', job.id));
    if (!needsSecret(state, secretId)) await forget(store.sql, job.tenant, secretId);
  },
});
