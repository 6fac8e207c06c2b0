import { ref } from '../../db/store.ts';
import { forgetSecret as forget } from '../../db/vault/secrets.ts';
import { needsSecret } from '../../events/sending/connectedAccount.ts';
import { SECRET_OVERLAP_HOURS } from '../../events/shared/webhookEvents.ts';
import { defineTask } from '../defineTask.ts';

/** Deletes credentials of a mailbox (the job's id) once nothing needs them, and the earlier secret of a webhook. */
export const forgetSecret = defineTask({
  name: 'forget-secret',
  lane: 'decide',
  on: {
    // `connected_before`: the account that had the address uses them now
    AccountConnectFailed: ({ id, data: { secretId, trouble } }) =>
      secretId !== null && trouble !== 'connected_before' && { id, also: { secretId } },
    WebhookSecretRotated: ({ id, data }) => ({
      ...{ id, also: { secretId: data.earlierSecretId } },
      delayMs: SECRET_OVERLAP_HOURS * 3_600_000,
    }),
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const secretId = job.also?.secretId ?? '';
    const { state } = await store.load(job.tenant, ref('mailbox', job.id));
    if (!needsSecret(state, secretId)) await forget(store.sql, job.tenant, secretId);
  },
});
