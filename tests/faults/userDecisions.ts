/** The users' decisions about emails, account and rules, and SendGrid's reports, as the API's handlers do them. */
import { newId } from '../../db/log/newId.ts';
import { textHash } from '../../db/log/textHash.ts';
import { readMessages } from '../../db/read/messages.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { ref, type Store } from '../../db/store.ts';
import { updateProfile } from '../../events/accounts/profile.ts';
import { changeAccount } from '../../events/accounts/user.ts';
import { editCampaign } from '../../events/campaigns/campaign.ts';
import { recordDelivery } from '../../events/messages/delivery.ts';
import { recordReply } from '../../events/messages/messageEnd.ts';
import type { DeliveryReport } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { draftResend, isResend, resendStep } from '../../events/messages/resend.ts';
import { recordOutcome } from '../../events/messages/sendAttempt.ts';
import { markSent as decideSent, supersede } from '../../events/messages/unknown.ts';
import { liftSuppression } from '../../events/privacy/suppression.ts';
import { setSendingRules } from '../../events/sending/mailbox.ts';
import type { SendingRules } from '../../events/sending/sendingInput.ts';
import type { SendHours } from '../../events/sending/sendWindow.ts';
import { cause } from './cause.ts';
import { type Campaign, type Intent, ownerOf } from './tenants.ts';

export const setAccount = (store: Store, tenant: string, to: 'active' | 'paused' | 'deleted') =>
  store.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', ownerOf(tenant)) },
    decide: ({ user }) => ({ user: user.status === 'deleted' ? [] : changeAccount(user, to) }),
  });

const addressOf = (store: Store, { tenant, to }: Intent) => ref('suppression', store.pseudonyms.address(tenant, to));

export const replied = (store: Store, intent: Intent) =>
  store.run({
    tenant: intent.tenant,
    cause,
    streams: {
      message: ref('message', intent.id),
      partner: ref('partner', intent.partnerId),
      writtenTo: addressOf(store, intent),
    },
    decide: ({ message }) => ({ message: message.status === 'sent' ? recordReply(message) : [] }),
  });

export const markSent = (store: Store, { id, tenant }: Intent) =>
  store.run({
    tenant,
    cause,
    streams: { message: ref('message', id) },
    decide: ({ message }) => ({ message: message.status === 'unknown' ? decideSent(message) : [] }),
  });

/** Sends a message again for the user and answers the new intent. null: there was nothing to send again. */
export async function resend(store: Store, intent: Intent): Promise<Intent | null> {
  const { tenant, campaignId, partnerId } = intent;
  const [row] = await readMessages(store, tenant, { id: intent.id });
  const text = row?.state.text;
  const hash = textHash(intent.to, text ?? null, null);
  if (!row || !text || hash === null || !['sent', 'failed', 'unknown', 'abandoned'].includes(row.state.status))
    return null;
  const earlier = (await messagesOfPartner(store, tenant, partnerId)).filter(
    ({ state }) => state.campaignId === campaignId && isResend(state.step),
  );
  const step = earlier.find(({ state }) => state.immediate)?.state.step ?? resendStep(earlier.length + 1);
  const id = `${campaignId}.${partnerId}.${step}`;
  const stands = (now: MessageState) => now.status === row.state.status || now.status === 'abandoned';
  const { states } = await store.run({
    tenant,
    cause,
    streams: { message: ref('message', id), earlier: ref('message', intent.id) },
    decide: (now) =>
      stands(now.earlier)
        ? {
            message:
              now.message.status === 'none'
                ? draftResend(now.message, { campaignId, partnerId, step, resendOf: null }, text, hash)
                : [],
            earlier: supersede(now.earlier, step),
          }
        : {},
  });
  return states.message.status === 'none' ? null : { ...intent, id };
}

/** SendGrid's webhook tells that it took a mail, and maybe what became of it. */
export const told = (store: Store, intent: Intent, attempt: number, report: DeliveryReport | null) =>
  store.run({
    tenant: intent.tenant,
    cause: { ...cause, actor: 'webhook:sendgrid' },
    streams: { message: ref('message', intent.id), suppression: addressOf(store, intent) },
    decide: ({ message }) => ({
      message: [
        ...recordOutcome(message, attempt, { outcome: 'sent', providerMessageId: 'told' }),
        ...(report ? recordDelivery(message, attempt, report, null) : []),
      ],
    }),
  });

export const lift = (store: Store, intent: Intent) =>
  store.run({
    tenant: intent.tenant,
    cause,
    streams: { suppression: addressOf(store, intent) },
    decide: ({ suppression }) => ({ suppression: suppression.suppressed ? liftSuppression(suppression, true) : [] }),
  });

export const editRules = (
  store: Store,
  { id, tenant }: Campaign,
  patch: { dailyLimit?: number; sendWindow?: SendHours | null },
) =>
  store.run({
    tenant,
    cause,
    streams: { campaign: ref('campaign', id) },
    decide: ({ campaign }) => ({
      campaign:
        campaign.status === 'deleted' ? [] : editCampaign(campaign, patch as Parameters<typeof editCampaign>[1], newId),
    }),
  });

export const editMailbox = (store: Store, tenant: string, patch: Partial<SendingRules>) =>
  store.run({
    tenant,
    cause,
    streams: { mailbox: ref('mailbox', tenant) },
    decide: ({ mailbox }) => ({ mailbox: setSendingRules(mailbox, { ...mailbox.rules, ...patch }) }),
  });

export const editZone = (store: Store, tenant: string, timezone: string) =>
  store.run({
    tenant,
    cause,
    streams: { profile: ref('profile', tenant) },
    decide: ({ profile }) => ({ profile: updateProfile(profile, { timezone }) }),
  });
