import { setTimeout as wait } from 'node:timers/promises';
import { ref } from '../../../db/store.ts';
import { holdText, recordSign } from '../../../events/mailboxHold.ts';
import { recordOutcome } from '../../../events/message.ts';
import { backoffSeconds, classify } from '../../../events/outcome.ts';
import { MAILBOX, returnQuota } from '../../../events/quota.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Sent } from '../../providers/sendgrid/client.ts';
import type { Ready } from './dispatch.ts';

/** When a Send Now that met a hold is tried again; the settings may be mended by then. */
const HELD_MS = 5 * 60_000;

/** Writes down what the provider's answer means for the message; a deferred one gives its places of the day back. */
export async function settle(deps: Deps, job: JobPayload, attempt: number, ready: Ready, sent: Sent): Promise<void> {
  const { verdict, mailbox: sign, retryAfterSeconds } = classify(sent.answer);
  const status = sent.answer.kind === 'status' ? sent.answer.status : null;
  const said =
    sign === 'key_refused' || sign === 'sender_refused'
      ? `${holdText(sign).reason}; check it in Settings`
      : status === null
        ? 'SendGrid did not answer'
        : `SendGrid answered ${status}`;
  const waitMs = backoffSeconds(attempt, retryAfterSeconds, Math.random()) * 1000;
  const record = () =>
    deps.store.run({
      tenant: job.tenant,
      cause: causeOf('send-message', job),
      streams: {
        message: ref('message', job.id),
        campaignDay: ref('quota', `${job.id.split('.')[0]}-${ready.day}`),
        mailboxDay: ref('quota', `${MAILBOX}-${ready.day}`),
        mailbox: ref('mailbox', job.tenant),
      },
      decide: (states, moment) => {
        const { message } = states;
        const about = { messageId: job.id, attempt, sign, secretId: ready.secretId };
        const seconds = retryAfterSeconds === null ? null : waitMs / 1000;
        const mailbox = recordSign(states.mailbox, { ...about, retryAfterSeconds: seconds }, moment);
        switch (verdict) {
          case 'sent':
            return {
              mailbox,
              message: recordOutcome(message, attempt, { outcome: 'sent', providerMessageId: sent.messageId }),
            };
          case 'failed':
            return {
              mailbox,
              message: recordOutcome(message, attempt, {
                outcome: 'failed',
                reason: `${said}; the message was refused`,
              }),
            };
          case 'unknown':
            return {
              mailbox,
              message: recordOutcome(message, attempt, {
                outcome: 'unknown',
                reason: `${said} after the message had left`,
              }),
            };
          default: {
            const until = new Date(Date.parse(moment) + (verdict === 'held' ? HELD_MS : waitMs)).toISOString();
            const reason = status === 429 ? 'SendGrid asked to wait' : said;
            const events = recordOutcome(message, attempt, { outcome: verdict, until, reason });
            if (events.length === 0) return { mailbox };
            return {
              mailbox,
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
