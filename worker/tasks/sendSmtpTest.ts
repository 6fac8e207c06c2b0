import { ref } from '../../db/store.ts';
import { classify } from '../../events/messages/outcome.ts';
import { needsSmtpReauth, recordSmtpRefused, recordSmtpTest } from '../../events/sending/smtp.ts';
import { SMTP_TROUBLES, type SmtpTrouble } from '../../events/sending/smtpTrouble.ts';
import { scopeOf } from '../context.ts';
import { defineTask, ofRequest } from '../defineTask.ts';
import type { Sent } from '../providers/mailProvider.ts';
import { testSendId } from './returnedTest.ts';
import { credentialsOf } from './send/credentials.ts';

const SUBJECT = 'Test email from Partner Pilot';
const TEXT = 'This is a test email. Your mailbox is connected, and Partner Pilot can send from it.';

/**
 * Sends a test email from the connected mailbox to itself, once: a run that was interrupted may have sent it, so the next one only says that
 * nobody knows.
 */
export const sendSmtpTest = defineTask({
  name: 'send-smtp-test',
  lane: 'send',
  on: { SmtpTestRequested: ofRequest },
  needs: ['store', 'mailProviders'],
  handler: async ({ store, mailProviders }, job, run) => {
    const mailbox = ref('mailbox', job.id);
    const requestId = job.also?.requestId ?? '';
    const { account, test } = (await store.load(job.tenant, mailbox)).state.smtp;
    if (test?.id !== requestId || test.status !== 'open') return;
    const answer = (trouble: SmtpTrouble | null) =>
      store.decide(scopeOf('send-smtp-test', job), mailbox, ({ smtp }) => [
        ...recordSmtpTest(smtp, requestId, trouble),
        ...(account && trouble && needsSmtpReauth(trouble) ? recordSmtpRefused(smtp, account.secretId, trouble) : []),
      ]);
    if (run.again) return void (await answer('unconfirmed'));
    const credentials = account && (await credentialsOf(store, job.tenant, account));
    if (!mailProviders.smtp || !account?.settings || !credentials) return void (await answer('our_side'));
    const { email } = account.settings;
    const sent = await mailProviders.smtp.send(credentials, {
      ...{ to: email, from: email, fromName: null, replyTo: null, subject: SUBJECT, text: TEXT, headers: {} },
      ...{ sendId: testSendId(requestId), tenant: job.tenant },
    });
    await answer(troubleOf(sent));
    await sent.afterwards?.().catch(() => undefined);
  },
});

/** What became of the test email; null: it was sent. */
function troubleOf({ answer, reason }: Sent): SmtpTrouble | null {
  const { verdict, mailbox } = classify(answer);
  if (verdict === 'sent') return null;
  if (verdict === 'unknown') return 'unconfirmed';
  if (answer.kind === 'account_refused')
    return SMTP_TROUBLES.find((known) => known === answer.trouble) ?? 'smtp_sign_in';
  if (answer.kind === 'not_connected') return reason?.code === 'smtp_trouble' ? reason.trouble : 'smtp_unreachable';
  if (mailbox === 'sender_refused') return 'sender_refused';
  return verdict === 'failed' ? 'mail_refused' : 'smtp_later';
}
