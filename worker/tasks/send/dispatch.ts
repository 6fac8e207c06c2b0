import { ConcurrencyConflict } from '../../../db/log/conflicts.ts';
import { messagesOfPartner } from '../../../db/read/messages.ts';
import { quotaDayNow } from '../../../db/read/quotaDay.ts';
import { ref } from '../../../db/store.ts';
import { textHash } from '../../../db/textHash.ts';
import { readSecret } from '../../../db/vault/secrets.ts';
import { missingForSending } from '../../../events/mailbox.ts';
import {
  answeredSinceAsked,
  cancelMessage,
  dispatchEmail,
  type MessageState,
  releaseSend,
  withdrawApproval,
} from '../../../events/message.ts';
import { MAILBOX, MAILBOX_DAILY_CAP, takeQuota } from '../../../events/quota.ts';
import { isResend } from '../../../events/resend.ts';
import { DEFAULT_WINDOW, insideWindow } from '../../../events/sendPlan.ts';
import { renderSignature, senderName } from '../../../events/signature.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Mail } from '../../providers/sendgrid/client.ts';

/** A mail that may leave now: the log says that it does. */
export type Ready = { mail: Mail; apiKey: string; day: string };

/** How often what was read is read again because it changed before the commit. */
const READS = 10;
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
    const ready = await dispatchAsRead(deps, job, claimed, worker);
    if (ready !== 'changed') return ready;
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
  const [{ state: profile }, { state: mailbox }, { state: partner }, { state: user }, messages] = await Promise.all([
    store.load(tenant, ref('profile', tenant)),
    store.load(tenant, ref('mailbox', tenant)),
    store.load(tenant, ref('partner', claimed.partnerId)),
    store.load('system', ref('user', tenant)),
    messagesOfPartner(store, tenant, claimed.partnerId),
  ]);
  const to = partner.contact?.email ?? null;
  const apiKey = mailbox.sendGridSecretId
    ? await readSecret(store.sql, store.master, tenant, mailbox.sendGridSecretId)
    : null;
  const from = mailbox.fromEmail;
  const zone = profile.timezone ?? 'UTC';
  const now = store.now().getTime();
  const today = await quotaDayNow(store, tenant, zone);
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

  await store.run({
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
    decide: (states) => {
      mail = null;
      changed =
        (states.partner.contact?.email ?? null) !== to ||
        states.mailbox.fromEmail !== from ||
        (states.profile.timezone ?? 'UTC') !== zone ||
        states.mailbox.sendGridSecretId !== mailbox.sendGridSecretId;
      if (changed) return {};
      const { message } = states;
      if (message.status !== 'claimed' || message.attempt !== claimed.attempt || message.claim?.worker !== worker)
        return {};
      const release = (reason: string, until = now + HELD_BACK_MS) => ({
        message: isResend(message.step)
          ? cancelMessage(message, reason)
          : releaseSend(message, claimed.attempt, reason, new Date(until).toISOString()),
      });

      const { status: campaignStatus } = states.campaign;
      if (campaignStatus === 'deleted') return { message: cancelMessage(message, 'the campaign was deleted') };
      if (!message.immediate && campaignStatus !== 'active') return release('the campaign is paused');
      if (states.partner.status !== 'approved')
        return { message: cancelMessage(message, 'the partner was removed from your list') };
      if (states.suppression.suppressed)
        return { message: cancelMessage(message, 'this address asked not to be written to') };
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
      if (!deps.sandbox) return release('real sending is not open yet');
      const missing = missingForSending(states.mailbox);
      if (missing) return release(missing);
      if (!to || !from || !apiKey || !message.text) return release('the address or the mailbox is missing');
      const hash = textHash(to, message.text);
      if (hash === null || hash !== message.approvedHash) {
        return { message: withdrawApproval(message, 'the address changed; review the message again') };
      }
      const window = { zone, ...DEFAULT_WINDOW };
      if (!message.immediate && !deps.sendGap && !insideWindow(now, window))
        return release('the sending window closed');

      const place = { messageId: job.id, attempt: claimed.attempt, zone: today.zone };
      const campaignDay = takeQuota(states.campaignDay, { ...place, limit: states.campaign.dailyLimit });
      if (campaignDay === 'full') return release('the daily limit of this campaign is reached', today.endsAt);
      const mailboxDay = takeQuota(states.mailboxDay, { ...place, limit: MAILBOX_DAILY_CAP });
      if (mailboxDay === 'full') return release('the daily limit of your mailbox is reached', today.endsAt);

      const { subject, body } = message.text;
      const fromName = senderName(profile.userFullName, user.account);
      const text = `${body}\n\n${renderSignature({ ...profile, userFullName: fromName })}`;
      mail = { to, from, fromName, replyTo: profile.contactEmail, subject, text, sendId };
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
  if (changed) return 'changed';
  return mail && apiKey ? { mail, apiKey, day } : null;
}
