import { type Command, ref } from '../../db/store.ts';
import { claimSend, dispatchEmail, type Outcome, recordOutcome } from '../../events/messages/sendAttempt.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import type { TestApp } from './testApp.ts';

export const testCause = { actor: 'system:test', correlationId: 'test', causationId: null };

/** Commits the whole way of an approved message from the wish to the provider's yes, where no worker runs. */
export const asSent = (testApp: TestApp, tenant: string, id: string, to?: string): Promise<void> =>
  answered(testApp, tenant, id, { outcome: 'sent', providerMessageId: null }, to);

/** The same to the provider's no. */
export const asFailed = (testApp: TestApp, tenant: string, id: string, to?: string): Promise<void> =>
  answered(testApp, tenant, id, { outcome: 'failed', reason: { code: 'sendgrid_refused' } }, to);

async function answered(testApp: TestApp, tenant: string, id: string, outcome: Outcome, to = 'a@b.example') {
  const streams = { message: ref('message', id) };
  const now = testApp.api.now().toISOString();
  const run = (decide: Command<typeof streams>['decide']) =>
    testApp.api.run({ tenant, cause: testCause, streams, decide });
  await run(({ message }) => ({ message: requestSendNow(message, message.approvedHash) }));
  await run(({ message }) => ({ message: claimSend(message, { worker: 'w', now, leaseUntil: '2999' }) }));
  await run(({ message }) => ({
    message: dispatchEmail(message, {
      now,
      attempt: 1,
      worker: 'w',
      sendId: 's',
      mailbox: 'sendgrid',
      day: now.slice(0, 10),
      addressHmac: testApp.api.pseudonyms.address(tenant, to),
      textHash: message.approvedHash ?? '',
      to,
      from: 'c@d.example',
      subject: 'S',
      text: 'T',
    }),
  }));
  await run(({ message }) => ({ message: recordOutcome(message, 1, outcome) }));
}
