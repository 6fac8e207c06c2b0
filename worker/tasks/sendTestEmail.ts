import { ref } from '../../db/store.ts';
import { readSecret } from '../../db/vault/secrets.ts';
import { needsReauth, recordGmailRefused, recordTestEmail } from '../../events/sending/gmail.ts';
import { scopeOf } from '../context.ts';
import { defineTask, ofRequest } from '../defineTask.ts';
import { GmailError } from '../providers/gmail/gmailError.ts';
import { rawMail } from '../providers/rawMail.ts';

/**
 * Sends a test email from the connected account to itself, once: a run that was interrupted may have sent it, so the next one only says that
 * nobody knows.
 */
export const sendTestEmail = defineTask({
  name: 'send-test-email',
  lane: 'send',
  on: { TestEmailRequested: ofRequest },
  needs: ['store', 'gmail'],
  handler: async ({ store, gmail }, job, run) => {
    const mailbox = ref('mailbox', job.id);
    const requestId = job.also?.requestId ?? '';
    const { state } = await store.load(job.tenant, mailbox);
    const { account, test } = state.gmail;
    if (test?.id !== requestId || test.status !== 'open') return;
    const secretId = account?.secretId ?? '';
    const answer = (result: Parameters<typeof recordTestEmail>[2]) =>
      store.decide(scopeOf('send-test-email', job), mailbox, ({ gmail: now }) => {
        const trouble = 'trouble' in result && needsReauth(result.trouble) ? result.trouble : null;
        return [
          ...recordTestEmail(now, requestId, result),
          ...(trouble ? recordGmailRefused(now, secretId, trouble) : []),
        ];
      });

    if (run.again) return void (await answer({ trouble: 'unconfirmed' }));
    if (!gmail) return void (await answer({ trouble: 'not_set' }));
    const refreshToken = account && (await readSecret(store.sql, store.master, job.tenant, account.secretId));
    if (!account?.email || !refreshToken) return void (await answer({ trouble: 'token_refused' }));
    const { email } = account;
    try {
      const raw = await rawMail({ from: { name: null, email }, to: email, subject: test.subject, text: test.body });
      const sent = await gmail.call({ secretId, refreshToken }, (api) =>
        api.users.messages.send({ userId: 'me', requestBody: { raw: raw.toString('base64url') } }),
      );
      await answer({ sent: sent.id ?? null });
    } catch (error) {
      if (!(error instanceof GmailError)) throw error;
      await answer({ trouble: error.mayHaveHappened ? 'unconfirmed' : error.trouble });
    }
  },
});
