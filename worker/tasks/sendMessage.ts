/**
 * Sends one message at most once. In this order, each step committed before the next:
 *   1. claim: this job holds the message under a lease;
 *   2. dispatching: under the address lock and with the campaign held, everything is checked again in the very commit that says
 *      "it leaves now", and both quotas are taken with it;
 *   3. the call to the provider;
 *   4. the outcome.
 * A job that finds somebody else's `dispatching` sends nothing: while the lease runs it comes back later, afterwards the outcome is unknown.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { ref } from '../../db/store.ts';
import { textHash } from '../../db/textHash.ts';
import { readSecret } from '../../db/vault/secrets.ts';
import { missingForSending } from '../../events/mailbox.ts';
import {
  cancelMessage,
  claimSend,
  dispatchEmail,
  type MessageState,
  recordOutcome,
  releaseSend,
  withdrawApproval,
} from '../../events/message.ts';
import { backoffSeconds, classify } from '../../events/outcome.ts';
import { returnQuota, takeQuota } from '../../events/quota.ts';
import { DEFAULT_WINDOW, insideWindow } from '../../events/sendPlan.ts';
import { renderSignature } from '../../events/signature.ts';
import { localDay } from '../../events/zoned.ts';
import { causeOf, type Deps, type JobPayload } from '../context.ts';
import type { Mail, Sent } from '../providers/sendgrid/client.ts';
import type { Handler, Run } from './task.ts';

const LEASE_MS = 90_000;
/** How long after its lease a silent attempt is given up as unknown. */
export const GRACE_MS = 30_000;
/** Over all campaigns of a mailbox and local day. */
const MAILBOX_DAILY_CAP = 40;
const MAILBOX = 'sendgrid';

export const sendMessage: Handler = async (deps, job, run) => {
  const worker = randomUUID();
  const claimed = await claim(deps, job, run, worker);
  if (!claimed) return;
  const mail = await dispatch(deps, job, claimed, worker);
  if (!mail) return;
  const sent = await deps.sendGrid.send(mail.apiKey, mail.mail);
  await settle(deps, job, claimed.attempt, mail, sent);
};

async function claim(deps: Deps, job: JobPayload, run: Run, worker: string): Promise<MessageState | null> {
  const cause = causeOf('send-message', job);
  const message = ref('message', job.id);
  const { states, committed } = await deps.store.run({
    tenant: job.tenant,
    cause,
    streams: { message },
    decide: (now, moment) => {
      const state = now.message;
      const leaseEnd = state.claim ? Date.parse(state.claim.leaseUntil) : 0;
      if (state.status === 'dispatching' && leaseEnd + GRACE_MS < Date.parse(moment)) {
        return {
          message: recordOutcome(state, state.attempt, {
            outcome: 'unknown',
            reason: 'The answer of the provider was never seen.',
          }),
        };
      }
      const leaseUntil = new Date(Date.parse(moment) + LEASE_MS).toISOString();
      return { message: claimSend(state, { worker, now: moment, leaseUntil }) };
    },
  });
  const state = states.message;
  if (committed.length > 0) return state.status === 'claimed' ? state : null;
  // early, or in somebody else's hands: look again when that can have changed
  const again =
    state.status === 'scheduled' || state.status === 'deferred'
      ? state.scheduledAt
      : state.claim && (state.status === 'claimed' || state.status === 'dispatching')
        ? new Date(Date.parse(state.claim.leaseUntil) + GRACE_MS + 1000).toISOString()
        : null;
  if (again) await run.addJob('send-message', job, { runAt: new Date(again), jobKey: `again:${job.tenant}:${job.id}` });
  return null;
}

type Ready = { mail: Mail; apiKey: string; day: string; addressHmac: string };

async function dispatch(deps: Deps, job: JobPayload, claimed: MessageState, worker: string): Promise<Ready | null> {
  const { store } = deps;
  const { tenant } = job;
  const [{ state: profile }, { state: mailbox }, { state: partner }, { state: user }] = await Promise.all([
    store.load(tenant, ref('profile', tenant)),
    store.load(tenant, ref('mailbox', tenant)),
    store.load(tenant, ref('partner', claimed.partnerId)),
    store.load('system', ref('user', tenant)),
  ]);
  const to = partner.contact?.email ?? null;
  const apiKey = mailbox.sendGridSecretId
    ? await readSecret(store.sql, store.master, tenant, mailbox.sendGridSecretId)
    : null;
  const from = mailbox.fromEmail;
  const zone = profile.timezone ?? 'UTC';
  const now = store.now().getTime();
  const day = localDay(now, zone);
  const addressHmac = to ? store.pseudonyms.address(tenant, to) : 'none';
  const sendId = `${job.id}.${claimed.attempt}`;
  let mail: Mail | null = null;

  const decide = () =>
    store.run({
      tenant,
      cause: causeOf('send-message', job),
      streams: {
        message: ref('message', job.id),
        campaign: ref('campaign', claimed.campaignId),
        partner: ref('partner', claimed.partnerId),
        mailbox: ref('mailbox', tenant),
        suppression: ref('suppression', addressHmac),
        campaignDay: ref('quota', `${claimed.campaignId}-${day}`),
        mailboxDay: ref('quota', `${MAILBOX}-${day}`),
      },
      locks: [lockOf(tenant, addressHmac)],
      hold: 'campaign',
      decide: (states) => {
        mail = null;
        const { message } = states;
        if (message.status !== 'claimed' || message.attempt !== claimed.attempt || message.claim?.worker !== worker)
          return {};
        const release = (reason: string) => ({ message: releaseSend(message, claimed.attempt, reason) });

        const { status: campaignStatus } = states.campaign;
        if (campaignStatus === 'deleted') return { message: cancelMessage(message, 'the campaign was deleted') };
        if (!message.immediate && campaignStatus !== 'active') return release('the campaign is paused');
        if (states.partner.status !== 'approved')
          return { message: cancelMessage(message, 'the partner was removed from your list') };
        if (states.suppression.suppressed)
          return { message: cancelMessage(message, 'this address asked not to be written to') };
        if (user.status !== 'active') return release('this account is paused');
        if (!deps.sandbox) return release('real sending is not open yet');
        const missing = missingForSending(states.mailbox);
        if (missing) return release(missing);
        if (!to || !from || !apiKey || !message.text) return release('the address or the mailbox is missing');
        if (states.partner.contact?.email !== to || states.mailbox.fromEmail !== from) throw new ConcurrencyConflict();
        const hash = textHash(to, message.text);
        if (hash === null || hash !== message.approvedHash) {
          return { message: withdrawApproval(message, 'the address changed; review the message again') };
        }
        const window = { zone, ...DEFAULT_WINDOW };
        if (!message.immediate && !deps.sendGap && !insideWindow(now, window))
          return release('the sending window closed');

        const place = { messageId: job.id, attempt: claimed.attempt, zone };
        const campaignDay = takeQuota(states.campaignDay, { ...place, limit: states.campaign.dailyLimit });
        if (campaignDay === 'full') return release('the daily limit of this campaign is reached');
        const mailboxDay = takeQuota(states.mailboxDay, { ...place, limit: MAILBOX_DAILY_CAP });
        if (mailboxDay === 'full') return release('the daily limit of your mailbox is reached');

        const { subject, body } = message.text;
        const text = `${body}\n\n${renderSignature(profile)}`;
        mail = { to, from, fromName: profile.userFullName, replyTo: profile.contactEmail, subject, text, sendId };
        return {
          message: dispatchEmail(message, {
            attempt: claimed.attempt,
            worker,
            sendId,
            mailbox: MAILBOX,
            day,
            addressHmac,
            textHash: hash,
            to,
            from,
            subject,
            text,
          }),
          campaignDay,
          mailboxDay,
        };
      },
    });
  await decide();
  return mail && apiKey ? { mail, apiKey, day, addressHmac } : null;
}

/** The advisory lock of an address: suppressing it and recording its reply take the same one. */
function lockOf(tenant: string, addressHmac: string): bigint {
  return createHash('sha256').update(`${tenant}|${addressHmac}`).digest().readBigInt64BE();
}

const REASONS: Record<number, string> = {
  401: 'SendGrid refused the API key; check it in Settings',
  403: 'SendGrid refused the sender address or the key; check them in Settings',
  413: 'SendGrid found the message too large',
};

async function settle(deps: Deps, job: JobPayload, attempt: number, ready: Ready, sent: Sent): Promise<void> {
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
