import { setTimeout as wait } from 'node:timers/promises';
import { ref } from '../../../db/store.ts';
import { backoffSeconds, classify, type MailboxSign, type Verdict } from '../../../events/messages/outcome.ts';
import { recordOutcome } from '../../../events/messages/sendAttempt.ts';
import { giveUpTime } from '../../../events/messages/sendTime.ts';
import { holdsForGood, recordSign } from '../../../events/sending/mailboxHold.ts';
import { holdText } from '../../../events/sending/mailProviders.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Sent } from '../../providers/mailProvider.ts';
import { resumeSends } from '../resumeSends.ts';
import { LEASE_MS } from './claim.ts';
import type { Ready } from './dispatch.ts';
import { quotaDays, returnQuotas } from './quotaDays.ts';

/** When a Send Now is tried again whose key was refused and has been replaced since. */
const REPLACED_MS = 5 * 60_000;

const isRefused = (sign: MailboxSign): boolean =>
  sign === 'account_refused' || sign === 'key_refused' || sign === 'sender_refused';

/** `reason` may say to try again, which nobody should do with a mail that may have left. */
function inWords({ answer, reason }: Sent, { verdict, mailbox: sign }: Verdict, { provider, account }: Ready): string {
  if (reason && verdict !== 'unknown') return reason.replace(/\.$/, '');
  if (sign === 'key_refused' || sign === 'sender_refused')
    return `${holdText(sign, account.provider).reason}; check it in Settings`;
  if (answer.kind === 'status') return `${provider.name} answered ${answer.status}`;
  return answer.kind === 'not_asked'
    ? 'Partner Pilot stood still as it was about to leave'
    : `${provider.name} did not answer`;
}

/** Writes down what the provider's answer means for the message; one that did not leave gives its places of the day back. */
export async function settle(deps: Deps, job: JobPayload, attempt: number, ready: Ready, sent: Sent): Promise<void> {
  const meaning = classify(sent.answer);
  const { verdict, mailbox: sign, retryAfterSeconds } = meaning;
  const status = sent.answer.kind === 'status' ? sent.answer.status : null;
  const said = inWords(sent, meaning, ready);
  const waitMs = backoffSeconds(attempt, retryAfterSeconds, Math.random()) * 1000;
  let waits = false;
  const record = () =>
    deps.store.run({
      tenant: job.tenant,
      cause: causeOf('send-message', job),
      streams: {
        message: ref('message', job.id),
        ...quotaDays(job.id, ready.day),
        mailbox: ref('mailbox', job.tenant),
      },
      decide: (states, moment) => {
        const { message } = states;
        waits = false;
        const trouble = sent.answer.kind === 'account_refused' ? { trouble: sent.answer.trouble } : {};
        const about = { messageId: job.id, attempt, sign, secretId: ready.account.secretId, ...trouble };
        const mailbox = recordSign(states.mailbox, { ...about, waitSeconds: waitMs / 1000 }, moment);
        switch (verdict) {
          case 'sent':
            return {
              mailbox,
              message: recordOutcome(message, attempt, {
                outcome: 'sent',
                providerMessageId: sent.messageId,
                threadId: sent.threadId,
              }),
            };
          case 'failed': {
            const reason = sent.reason ? said : `${said}; the message was refused`;
            const events = recordOutcome(message, attempt, { outcome: 'failed', reason });
            return events.length === 0
              ? { mailbox }
              : { mailbox, message: events, ...returnQuotas(states, job.id, attempt) };
          }
          case 'unknown':
            return {
              mailbox,
              message: recordOutcome(message, attempt, {
                outcome: 'unknown',
                reason: sent.unconfirmed ?? `${said} after the message had left`,
              }),
            };
          default: {
            const inMs = isRefused(sign) ? REPLACED_MS : waitMs;
            const again = new Date(Date.parse(moment) + inMs).toISOString();
            waits = verdict === 'held' && holdsForGood(states.mailbox, mailbox);
            const until = waits ? (giveUpTime(message) ?? again) : again;
            const reason = status === 429 ? `${ready.provider.name} asked to wait` : said;
            const events = recordOutcome(message, attempt, { outcome: verdict, until, reason });
            if (events.length === 0) return { mailbox };
            return { mailbox, message: events, ...returnQuotas(states, job.id, attempt) };
          }
        }
      },
    });
  // the answer is known only here: a database that is away for a while must not turn it into "unknown"
  const giveUpAt = performance.now() + LEASE_MS;
  for (let waitedMs = 500; ; waitedMs = Math.min(waitedMs + 500, 5_000)) {
    try {
      await record();
      break;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await wait(waitedMs);
    }
  }
  // the end of the hold may have come before its job could see this message wait
  if (waits) await resumeSends(deps, job);
}
