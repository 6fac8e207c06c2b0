import { ref } from '../../db/store.ts';
import { accountAt, recordTest } from '../../events/sending/connectedAccount.ts';
import { classify } from '../../events/sending/outcome.ts';
import type { AccountTrouble } from '../../events/shared/accountWords.ts';
import type { EmailProvider } from '../../events/shared/options.ts';
import { scopeOf } from '../context.ts';
import { defineTask, ofAccountRequest } from '../defineTask.ts';
import type { Sent } from '../providers/mailProvider.ts';
import { testSendId } from './returnedTest.ts';
import { credentialsOf } from './send/credentials.ts';

/**
 * Sends a test email from an account to itself, once, and looks up what the provider lists for the sender. A run that was interrupted may have
 * sent it, so the next one only says that no one knows.
 */
export const sendAccountTest = defineTask({
  name: 'send-account-test',
  lane: 'send',
  on: { AccountTestRequested: ofAccountRequest },
  needs: ['store', 'mailProviders'],
  handler: async ({ store, mailProviders }, job, run) => {
    const mailbox = ref('mailbox', job.id);
    const { requestId = '', provider: by } = job.also ?? {};
    const provider = by as EmailProvider;
    const { account, test } = accountAt((await store.load(job.tenant, mailbox)).state, provider);
    if (test?.id !== requestId || test.status !== 'open') return;
    const answer = (result: Parameters<typeof recordTest>[3]) =>
      store.decide(scopeOf('send-account-test', job), mailbox, (now) => recordTest(now, provider, requestId, result));
    const fail = async (trouble: AccountTrouble) => void (await answer({ trouble, secretId: account?.secretId ?? '' }));
    if (run.again) return fail('unconfirmed');
    const sender = mailProviders[provider];
    const credentials = account && (await credentialsOf(store, job.tenant, account));
    if (!sender || !account?.identity || !credentials) return fail('our_side');
    const { email } = account.identity;
    const sent = await sender.send(credentials, {
      ...{ to: email, from: email, fromName: null, replyTo: null, subject: test.subject, text: test.body, headers: {} },
      ...{ sendId: testSendId(requestId), tenant: job.tenant },
    });
    const trouble = troubleOf(sent);
    if (trouble) return fail(trouble);
    const listed = await sender.checkSender?.(credentials, email);
    await answer({ providerMessageId: sent.messageId, ...(listed && { sender: listed }) });
    await sent.afterwards?.().catch(() => undefined);
  },
});

/** What became of an email that is sent once; null: it was sent. */
export function troubleOf({ answer, reason }: Sent): AccountTrouble | null {
  const { verdict, mailbox } = classify(answer);
  if (verdict === 'sent') return null;
  if (answer.kind === 'account_refused') return answer.trouble;
  if (verdict === 'unknown') return 'unconfirmed';
  if (reason?.code === 'account_trouble') return reason.trouble;
  if (answer.kind === 'mailbox_refused') return answer.reason;
  if (mailbox === 'sender_refused') return mailbox;
  if (verdict === 'failed') return 'mail_refused';
  return answer.kind === 'not_connected' ? 'unreachable' : 'later';
}
