import { setTimeout as wait } from 'node:timers/promises';
import { ConcurrencyConflict } from '../../../db/log/conflicts.ts';
import { mailboxToday } from '../../../db/read/mailboxToday.ts';
import { messagesOfPartner } from '../../../db/read/messages.ts';
import { ref } from '../../../db/store.ts';
import { textHash } from '../../../db/textHash.ts';
import { readSecret } from '../../../db/vault/secrets.ts';
import { oneClickUnsubscribe, unsubscribeLink } from '../../../db/vault/unsubscribeLink.ts';
import { missingForSending } from '../../../events/mailbox.ts';
import { holdAt, holdText, recordAttempt } from '../../../events/mailboxHold.ts';
import {
  answeredSinceAsked,
  cancelMessage,
  dispatchEmail,
  giveUpSendNow,
  type MessageState,
  releaseSend,
} from '../../../events/message.ts';
import { MAILBOX, takeQuota } from '../../../events/quota.ts';
import { isSampleAddress, SAMPLE_ADDRESS, sendingNotOpen } from '../../../events/realSending.ts';
import { isResend, refuseOldAddress } from '../../../events/resend.ts';
import { sameJson } from '../../../events/sameJson.ts';
import { insideWindow, windowIn } from '../../../events/sendWindow.ts';
import { renderMailEnd, senderName } from '../../../events/signature.ts';
import { suppressedBecause } from '../../../events/suppression.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Mail } from '../../providers/sendgrid/client.ts';
import { inSenderTurn } from './senderTurn.ts';
import { type FullDay, waitForNextDay } from './waitForNextDay.ts';

/** A mail that may leave now: the log says that it does. */
export type Ready = { mail: Mail; apiKey: string; secretId: string | null; day: string };

/** How often what was read is read again because it changed before the commit. */
const READS = 30;
/** A Send Now that a setting holds back is tried again after so long. */
const HELD_BACK_MS = 5 * 60_000;

/**
 * Commits that the claimed message leaves now, after everything that can hold it back was checked in that very commit. null when something
 * did: then the claim was given back, or the message withdrawn or cancelled, with the reason.
 */
export async function dispatch(
  deps: Deps,
  job: JobPayload,
  claimed: MessageState,
  worker: string,
): Promise<Ready | null> {
  for (let left = READS; left > 0; left -= 1) {
    try {
      const ready = await dispatchAsRead(deps, job, claimed, worker);
      if (ready !== 'changed') return ready;
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error;
    }
    await wait(Math.random() * 20);
  }
  throw new ConcurrencyConflict();
}

async function dispatchAsRead(
  deps: Deps,
  job: JobPayload,
  claimed: MessageState,
  worker: string,
): Promise<Ready | null | 'changed'> {
  const { store } = deps;
  const { tenant } = job;
  const [{ mailbox, zone, today, cap }, { state: partner }, messages] = await Promise.all([
    mailboxToday(store, tenant),
    store.load(tenant, ref('partner', claimed.partnerId)),
    messagesOfPartner(store, tenant, claimed.partnerId),
  ]);
  const to = partner.contact?.email ?? null;
  const apiKey = mailbox.sendGridSecretId
    ? await readSecret(store.sql, store.master, tenant, mailbox.sendGridSecretId)
    : null;
  const from = mailbox.fromEmail;
  const now = store.now().getTime();
  const { day } = today;
  // what else this campaign has written to the same person: a reply to it counts, and guards the commit
  const others = Object.fromEntries(
    messages
      .filter(({ id, state }) => id !== job.id && state.campaignId === claimed.campaignId)
      .map(({ id }) => [`other ${id}`, ref('message', id)]),
  );
  const addressHmac = to ? store.pseudonyms.address(tenant, to) : 'none';
  const sendId = `${job.id}.${claimed.attempt}`;
  let mail: Mail | null = null;
  let changed = false;
  let full: FullDay | null = null;

  await inSenderTurn(store, tenant, (tx, user) =>
    store.runIn(tx, {
      tenant,
      cause: causeOf('send-message', job),
      streams: {
        ...others,
        message: ref('message', job.id),
        profile: ref('profile', tenant),
        campaign: ref('campaign', claimed.campaignId),
        partner: ref('partner', claimed.partnerId),
        mailbox: ref('mailbox', tenant),
        suppression: ref('suppression', addressHmac),
        campaignDay: ref('quota', `${claimed.campaignId}-${day}`),
        mailboxDay: ref('quota', `${MAILBOX}-${day}`),
      },
      hold: 'campaign',
      decide: (states, moment) => {
        mail = null;
        full = null;
        changed =
          (states.partner.contact?.email ?? null) !== to ||
          states.mailbox.fromEmail !== from ||
          !sameJson(states.mailbox.rules, mailbox.rules) ||
          (states.profile.timezone ?? 'UTC') !== zone ||
          states.mailbox.sendGridSecretId !== mailbox.sendGridSecretId;
        if (changed) return {};
        const { message } = states;
        if (message.status !== 'claimed' || message.attempt !== claimed.attempt || message.claim?.worker !== worker)
          return {};
        const release = (reason: string, fullUntil: number | null = null, again: string | null = null) => {
          if (isResend(message.step)) return { message: cancelMessage(message, reason) };
          const over = giveUpSendNow(message, claimed.attempt, reason, moment);
          if (over.length > 0) return { message: over };
          if (message.immediate && fullUntil !== null) {
            full = { reason, endsAt: fullUntil, zone };
            return {};
          }
          const soon = new Date(Date.parse(moment) + HELD_BACK_MS).toISOString();
          return { message: releaseSend(message, claimed.attempt, reason, again ?? soon) };
        };

        const { status: campaignStatus } = states.campaign;
        if (campaignStatus === 'deleted') return { message: cancelMessage(message, 'the campaign was deleted') };
        if (!message.immediate && campaignStatus !== 'active') return release('the campaign is paused');
        if (states.partner.status !== 'approved')
          return { message: cancelMessage(message, 'the partner was removed from your list') };
        if (states.suppression.suppressed)
          return { message: cancelMessage(message, suppressedBecause(states.suppression.reason)) };
        // as many as there are, so the compiler does not know their names
        const byName = states as unknown as Readonly<Record<string, MessageState | undefined>>;
        if (
          answeredSinceAsked(
            message,
            Object.keys(others).flatMap((name) => byName[name] ?? []),
          )
        )
          return { message: cancelMessage(message, 'this partner has replied') };
        if (user.status !== 'active') return release('this account is paused');
        const { sandbox, publicUrl } = deps;
        const notOpen = sendingNotOpen({ sandbox, publicUrl, postalAddress: states.profile.postalAddress });
        if (notOpen) return release(notOpen.text);
        if (!sandbox && to && isSampleAddress(to)) return { message: cancelMessage(message, SAMPLE_ADDRESS) };
        const missing = missingForSending(states.mailbox);
        if (missing) return release(missing);
        const held = holdAt(states.mailbox, moment);
        if (held) return release(holdText(held.reason).reason, null, held.until);
        if (!to || !from || !apiKey || !message.text) return release('the address or the mailbox is missing');
        const hash = textHash(to, message.text);
        if (hash === null || hash !== message.approvedHash) {
          return { message: refuseOldAddress(message) };
        }
        const window = windowIn(zone, states.campaign.sendWindow ?? mailbox.rules.window);
        if (!message.immediate && !deps.sendGap && !insideWindow(now, window))
          return release('the sending window closed');

        const place = { messageId: job.id, attempt: claimed.attempt, zone: today.zone };
        const campaignDay = takeQuota(states.campaignDay, { ...place, limit: states.campaign.dailyLimit });
        if (campaignDay === 'full') return release('the daily limit of this campaign is reached', today.endsAt);
        const mailboxDay = takeQuota(states.mailboxDay, { ...place, limit: cap });
        if (mailboxDay === 'full') return release('the daily limit of your mailbox is reached', today.endsAt);

        const { subject, body } = message.text;
        const fromName = senderName(states.profile.userFullName, user.account);
        const send = { tenant, messageId: job.id, attempt: claimed.attempt };
        const link = unsubscribeLink(publicUrl, store.pseudonyms, send);
        const text = `${body}\n\n${renderMailEnd({ ...states.profile, userFullName: fromName }, link)}`;
        const headers = oneClickUnsubscribe(link);
        mail = { to, from, fromName, replyTo: states.profile.contactEmail, subject, text, headers, sendId, tenant };
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
          mailbox: recordAttempt(states.mailbox, { messageId: job.id, attempt: claimed.attempt }),
        };
      },
    }),
  );
  if (changed) return 'changed';
  if (full) await waitForNextDay(deps, job, claimed, full);
  return mail && apiKey ? { mail, apiKey, secretId: mailbox.sendGridSecretId, day } : null;
}
