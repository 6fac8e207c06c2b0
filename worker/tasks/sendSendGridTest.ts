import { ref } from '../../db/store.ts';
import { classify } from '../../events/messages/outcome.ts';
import { recordSendGridTest } from '../../events/sending/sendGrid.ts';
import type { SendGridTrouble } from '../../events/sending/sendGridTrouble.ts';
import { scopeOf } from '../context.ts';
import { defineTask, ofRequest } from '../defineTask.ts';
import type { Sent } from '../providers/mailProvider.ts';
import { credentialsOf } from './send/credentials.ts';

const SUBJECT = 'Test email from Partner Pilot';
const TEXT = 'This is a test email. Partner Pilot can send from this address with SendGrid.';

/**
 * Sends a test email from the sender to itself, once, and looks up what SendGrid lists for it: a run that was interrupted may have sent it, so
 * the next one only says that nobody knows.
 */
export const sendSendGridTest = defineTask({
  name: 'send-sendgrid-test',
  lane: 'send',
  on: { SendGridTestRequested: ofRequest },
  needs: ['store', 'mailProviders'],
  handler: async ({ store, mailProviders }, job, run) => {
    const mailbox = ref('mailbox', job.id);
    const requestId = job.also?.requestId ?? '';
    const { state } = await store.load(job.tenant, mailbox);
    const { fromEmail: email, sendGridSecretId: secretId, sendGridTest: test } = state;
    if (test?.id !== requestId || test.status !== 'open') return;
    const answer = (result: Parameters<typeof recordSendGridTest>[2]) =>
      store.decide(scopeOf('send-sendgrid-test', job), mailbox, (now) => recordSendGridTest(now, requestId, result));
    if (run.again) return void (await answer({ trouble: 'unconfirmed' }));
    const { sendgrid } = mailProviders;
    const credentials = secretId && (await credentialsOf(store, job.tenant, { secretId }));
    if (!sendgrid || !email || !credentials) return void (await answer({ trouble: 'our_side' }));
    const sent = await sendgrid.send(credentials, {
      ...{ to: email, from: email, fromName: null, replyTo: null, subject: SUBJECT, text: TEXT, headers: {} },
      ...{ sendId: `test-${requestId}`, tenant: job.tenant },
    });
    const trouble = troubleOf(sent);
    if (trouble) return void (await answer({ trouble }));
    await answer({ sender: (await sendgrid.checkSender?.(credentials, email)) ?? 'unchecked' });
  },
});

/** What became of the test email; null: it was sent. */
function troubleOf({ answer }: Sent): SendGridTrouble | null {
  const { verdict } = classify(answer);
  if (verdict === 'sent') return null;
  if (answer.kind === 'mailbox_refused') return answer.reason;
  if (verdict === 'unknown') return 'unconfirmed';
  if (verdict === 'failed') return 'mail_refused';
  return answer.kind === 'not_connected' ? 'unreachable' : 'later';
}
