import { setTimeout as wait } from 'node:timers/promises';
import { ref } from '../../../db/store.ts';
import { recordOutcome } from '../../../events/message.ts';
import { backoffSeconds, classify } from '../../../events/outcome.ts';
import { MAILBOX, returnQuota } from '../../../events/quota.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Sent } from '../../providers/sendgrid/client.ts';
import type { Ready } from './dispatch.ts';

const REASONS: Record<number, string> = {
  401: 'SendGrid refused the API key; check it in Settings',
  403: 'SendGrid refused the sender address or the key; check them in Settings',
  413: 'SendGrid found the message too large',
};

/** Writes down what the provider's answer means for the message; a deferred one gives its places of the day back. */
export async function settle(deps: Deps, job: JobPayload, attempt: number, ready: Ready, sent: Sent): Promise<void> {
  const verdict = classify(sent.answer);
  const status = sent.answer.kind === 'status' ? sent.answer.status : null;
  const said = (status !== null && REASONS[status]) || `SendGrid answered ${status ?? 'nothing'}`;
  const retryAfter =
    verdict.verdict === 'deferred' ? verdict.retryAfterSeconds : verdict.verdict === 'held' ? 900 : null;
  const seconds = backoffSeconds(attempt, retryAfter, Math.random());
  const record = () =>
    deps.store.run({
      tenant: job.tenant,
      cause: causeOf('send-message', job),
      streams: {
        message: ref('message', job.id),
        campaignDay: ref('quota', `${job.id.split('.')[0]}-${ready.day}`),
        mailboxDay: ref('quota', `${MAILBOX}-${ready.day}`),
      },
      decide: (states, moment) => {
        const { message } = states;
        switch (verdict.verdict) {
          case 'sent':
            return { message: recordOutcome(message, attempt, { outcome: 'sent', providerMessageId: sent.messageId }) };
          case 'failed':
            return {
              message: recordOutcome(message, attempt, {
                outcome: 'failed',
                reason: `${said}; the message was refused`,
              }),
            };
          case 'unknown':
            return {
              message: recordOutcome(message, attempt, {
                outcome: 'unknown',
                reason: `${said} after the message had left`,
              }),
            };
          default: {
            const until = new Date(Date.parse(moment) + seconds * 1000).toISOString();
            const reason = status === 429 ? 'SendGrid asked to wait' : said;
            const events = recordOutcome(message, attempt, { outcome: 'deferred', until, reason });
            if (events.length === 0) return {};
            return {
              message: events,
              campaignDay: returnQuota(states.campaignDay, job.id, attempt),
              mailboxDay: returnQuota(states.mailboxDay, job.id, attempt),
            };
          }
        }
      },
    });
  // the answer is known only here: a database that is away for a moment must not turn it into "unknown"
  for (let left = 5; ; left -= 1) {
    try {
      await record();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await wait(500 * (6 - left));
    }
  }
}
