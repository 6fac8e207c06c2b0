import { ref } from '../../db/store.ts';
import { forgetSecret as forget } from '../../db/vault/secrets.ts';
import { needsSecret } from '../../events/sending/mailbox.ts';
import { defineTask, onEach } from '../defineTask.ts';

/** Forgets what signed in to a mailbox (the job's id), once nothing needs it any more. */
export const forgetSecret = defineTask({
  name: 'forget-secret',
  lane: 'decide',
  on: {
    ...onEach(['SmtpConnectFailed', 'SmtpDisconnected', 'SendGridDisconnected'], ({ id, data: { secretId } }) => ({
      id,
      also: { secretId },
    })),
    ...onEach(
      ['SmtpConnected', 'MicrosoftConnected'],
      ({ id, data: { replaced } }) => replaced !== null && { id, also: { secretId: replaced } },
    ),
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const secretId = job.also?.secretId ?? '';
    const { state } = await store.load(job.tenant, ref('mailbox', job.id));
    if (!needsSecret(state, secretId)) await forget(store.sql, job.tenant, secretId);
  },
});
