/**
 * The decision whether mail may leave now. The dispatch asks about one claimed message, Send Now about the sender and today's quotas, the
 * start of a campaign and the screens about the sender alone. What becomes of a claimed message that may not leave:
 *
 *   effect    mail of the plan   Send Now (tried for a day)     re-send or answer
 *   cancel    cancelled          cancelled                      cancelled
 *   fail      failed             failed                         cancelled
 *   review    back to review     back to review                 cancelled
 *   release   back to the plan   tried again in five minutes    cancelled
 *   hold      back to the plan   tried again when the hold ends cancelled
 *   defer     back to the plan   tried again on the next day    cancelled
 */
import type { CampaignState } from '../campaigns/campaign.ts';
import { isAnswer } from '../messages/answer.ts';
import { answeredSinceWanted, type OtherMessage } from '../messages/answered.ts';
import type { Flaw } from '../messages/check/flaw.ts';
import { stillFollows, type Written } from '../messages/followUp.ts';
import { outdated } from '../messages/followUpEdit.ts';
import { whyOutdated } from '../messages/mediaKit.ts';
import type { MessageText } from '../messages/messageEvents.ts';
import { addressOf, type MessageState } from '../messages/messageState.ts';
import { mayHaveReached } from '../messages/sharedAddress.ts';
import { type PartnerState, removalOf } from '../partners/partner.ts';
import { heldFor, type SuppressionState } from '../privacy/suppression.ts';
import type { HoldSign } from '../shared/doNotContact.ts';
import { type PlainCode, type Reason, suppressedBy } from '../shared/reasons.ts';
import { opensAt } from './campaignDistance.ts';
import { type QuotaEvent, type QuotaState, type Today, takeQuota } from './quota.ts';
import { isSampleAddress } from './realSending.ts';
import { isMailboxHold, type SendBlocker, type SenderContext, sendBlocker } from './sendBlockers.ts';
import { insideWindow, windowIn } from './sendWindow.ts';

type Effect = 'cancel' | 'fail' | 'review' | 'release' | 'hold' | 'defer';

/** Every reason, and what becomes of the message. shared/reasons.ts has the words. */
export const SEND_REASONS = {
  original_sent: 'cancel',
  campaign_deleted: 'cancel',
  campaign_paused: 'release',
  partner_removed: 'cancel',
  recipient_unreadable: 'fail',
  /** The reason tells why. */
  suppressed: 'cancel',
  /** Until the user has answered whether it is so (conversations/question.ts). */
  held_legal_request: 'release',
  held_unsubscribe: 'release',
  held_bounce: 'release',
  held_automatic: 'release',
  undeliverable: 'review',
  same_address: 'cancel',
  replied: 'cancel',
  /** followUpEdit.ts decides which. */
  dropped: 'cancel',
  replaced: 'cancel',
  not_followed: 'cancel',
  /** Something that the user or an operator must set up or resume (sendBlockers.ts). */
  sender_blocked: 'release',
  /** Trouble of the mailbox with its provider (sendBlockers.ts). */
  mailbox_held: 'hold',
  /** It was planned for another mailbox than it leaves from now (rotation.ts). */
  other_account: 'release',
  /** Who was written to may have answered (reading.ts). */
  replies_unread: 'release',
  not_due: 'release',
  other_campaign: 'defer',
  sample_address: 'cancel',
  incomplete: 'release',
  address_changed: 'review',
  media_kit_changed: 'review',
  media_kit_missing: 'review',
  text_flagged: 'review',
  outside_hours: 'release',
  campaign_full: 'defer',
  mailbox_full: 'defer',
  workspace_full: 'defer',
} as const satisfies Record<string, Effect>;
export type SendReason = keyof typeof SEND_REASONS;

/** One claimed message. `V` is what the worker sends it by; null: something of it is missing. */
export type MessageFacts<V> = {
  state: MessageState;
  campaign: Pick<CampaignState, 'status' | 'sendWindow' | 'followUps'>;
  partner: PartnerState;
  suppression: Pick<SuppressionState, 'suppressed' | 'reason' | 'held'>;
  /** What else was written to the same person, in every campaign. */
  others: readonly (OtherMessage & Written)[];
  /** The first emails of the campaign to other partners who have the same address, or had it when theirs was sent. */
  sharing: readonly Pick<MessageState, 'status' | 'dispatch'>[];
  /** The message that it follows up. */
  previous: MessageState | undefined;
  /** The unconfirmed message that it replaces. */
  original: Pick<MessageState, 'status'> | undefined;
  recipientUnreadable: boolean;
  /** Of its text for the present address, and of its file. */
  textHash: string | null;
  /** Its file is not in the vault, or is another one there. */
  kitMissing: boolean;
  /** What the check holds against that text (messages/check). */
  flaws: readonly Flaw[];
  zone: string;
  /** When another campaign last wrote to the person, or to their address (ISO 8601). */
  otherCampaignAt: string | null;
  minDaysBetweenCampaigns: number;
  /** The mailbox that it would leave from. */
  mailbox: string;
  /** Why follow-ups of that mailbox wait (reading.ts). */
  unread: Reason | null;
  /** The sandbox's gap replaces the sending hours. */
  anyHour: boolean;
  via: V | null;
};

export type QuotaFacts = {
  today: Today;
  campaignDay: QuotaState;
  /** null: an answer, which counts toward its mailbox alone. */
  campaignLimit: number | null;
  mailboxDay: QuotaState;
  mailboxLimit: number;
  /** What all mailboxes together have sent on the day, and may. */
  workspace: { used: number; limit: number };
};

/** Of a message with this step. An answer is one person's to another: how fast a campaign goes out does not hold it back. */
export const campaignLimitOf = ({ dailyLimit }: Pick<CampaignState, 'dailyLimit'>, step: string): number | null =>
  isAnswer(step) ? null : dailyLimit;

/** The hold of a message with this step. The user must be able to answer what the law gives a date to. */
export const holdOfStep = (sign: HoldSign | null, step: string): HoldSign | null =>
  sign === 'legal_request' && isAnswer(step) ? null : sign;

/** `now`: ISO 8601. Facts that are left out are not asked about. */
export type SendFacts<V = never> = {
  now: string;
  sender: SenderContext;
  message?: MessageFacts<V> & { id: string };
  quotas?: QuotaFacts;
  /** The start of a campaign: a hold that ends with time is no obstacle, because the plan waits for it. */
  starting?: boolean;
  /** What is asked about the person, where the message is not known. */
  held?: HoldSign | null;
};

export type Allowed = { allowed: true };
/** With the address, the text and the places of the day that the message takes. */
export type AllowedMessage<V> = Allowed & {
  to: string;
  text: MessageText;
  textHash: string;
  via: V;
  campaignDay: QuotaEvent[];
  mailboxDay: QuotaEvent[];
};
export type Blocked = {
  allowed: false;
  reason: SendReason;
  effect: Effect;
  /** What people read. */
  why: Reason;
  /** When it ends (ISO 8601); null: no time ends it. */
  until: string | null;
  /** The decision on the partner whose Undo restores a cancelled message. */
  removal: number | null;
  /** What keeps all mail of the sender, where it is that. */
  blocker: SendBlocker | null;
  /** The daily limit that is reached. */
  limit: number | null;
};

const blocked = (reason: SendReason & PlainCode, more: Partial<Blocked> = {}): Blocked =>
  blockedBy(reason, { code: reason }, more);

const blockedBy = (reason: SendReason, why: Reason, more: Partial<Blocked> = {}): Blocked => ({
  allowed: false,
  reason,
  effect: SEND_REASONS[reason],
  why,
  until: null,
  removal: null,
  blocker: null,
  limit: null,
  ...more,
});

export function checkSend<V>(
  facts: SendFacts<V> & { message: object; quotas: QuotaFacts },
): AllowedMessage<V> | Blocked;
export function checkSend(facts: SendFacts): Allowed | Blocked;
export function checkSend<V>({ now, sender, message, quotas, starting, held }: SendFacts<V>) {
  if (held) return blocked(`held_${held}`);
  const ofMessage = message && checkRecipient(message);
  if (ofMessage) return ofMessage;
  const blocker = sendBlocker(sender, now);
  if (blocker && !(starting && blocker.until !== null)) {
    const { reason: why, until } = blocker;
    return blockedBy(isMailboxHold(blocker) ? 'mailbox_held' : 'sender_blocked', why, { until, blocker });
  }
  const mail = message && checkMail(message, sender, now);
  if (mail?.allowed === false) return mail;
  const places = quotas && checkQuotas(quotas, message);
  return places?.allowed === false ? places : { allowed: true, ...mail, ...places };
}

function checkRecipient<V>({ state, ...facts }: MessageFacts<V>): Blocked | null {
  const { campaign, partner, suppression } = facts;
  if (facts.original?.status === 'sent') return blocked('original_sent');
  if (campaign.status === 'deleted' && !isAnswer(state.step)) return blocked('campaign_deleted');
  if (!state.immediate && campaign.status !== 'active') return blocked('campaign_paused');
  if (partner.status !== 'approved')
    return blocked('partner_removed', { removal: removalOf(partner, state.createdAt) });
  if (facts.recipientUnreadable || state.unreadable) return blocked('recipient_unreadable');
  if (suppression.suppressed) return blockedBy('suppressed', suppressedBy(suppression.reason));
  const sign = holdOfStep(heldFor(suppression), state.step);
  if (sign) return blocked(`held_${sign}`);
  const to = addressOf(state, partner);
  if (partner.contact?.verification?.status === 'undeliverable' && to === partner.contact.email)
    return blocked('undeliverable');
  if (to && facts.sharing.some((other) => mayHaveReached(other, to))) return blocked('same_address');
  const answered = answeredSinceWanted(state, facts.others);
  if (answered !== null) return blockedBy('replied', { code: answered });
  const old = outdated(state, campaign, facts.others);
  if (old !== null) return blocked(old);
  return state.followUp && !state.immediate && !stillFollows(state, facts.previous) ? blocked('not_followed') : null;
}

function checkMail<V>(facts: MessageFacts<V>, { from, mailbox }: SenderContext, now: string) {
  const { state, campaign, partner, textHash, via, zone } = facts;
  if (!state.immediate && state.mailbox !== null && state.mailbox !== facts.mailbox) return blocked('other_account');
  if (!state.immediate && now < (state.notBefore ?? '')) return blocked('not_due');
  if (state.followUp && !state.immediate && facts.unread !== null) return blockedBy('replies_unread', facts.unread);
  if (!state.immediate && facts.otherCampaignAt !== null) {
    const opens = opensAt(Date.parse(facts.otherCampaignAt), { days: facts.minDaysBetweenCampaigns, zone });
    if (Date.parse(now) < opens) return blocked('other_campaign', { until: new Date(opens).toISOString() });
  }
  const to = addressOf(state, partner);
  if (!from.sandbox && to && isSampleAddress(to)) return blocked('sample_address');
  if (!to || via === null || !state.text) return blocked('incomplete');
  if (textHash === null || textHash !== state.approvedHash) return blocked(whyOutdated(state.approvedHash, textHash));
  if (facts.kitMissing) return blocked('media_kit_missing');
  if (facts.flaws.length > 0) return blocked('text_flagged');
  const window = windowIn(zone, campaign.sendWindow ?? mailbox.rules.window);
  if (!state.immediate && !facts.anyHour && !insideWindow(Date.parse(now), window)) return blocked('outside_hours');
  return { allowed: true, to, text: state.text, textHash, via } as const;
}

function checkQuotas({ today, ...quotas }: QuotaFacts, message?: { id: string; state: MessageState }) {
  const place = { messageId: message?.id ?? '', attempt: message?.state.attempt ?? 0, zone: today.zone };
  const full = (reason: 'campaign_full' | 'mailbox_full' | 'workspace_full', limit: number) =>
    blocked(reason, { until: new Date(today.endsAt).toISOString(), limit });
  const { campaignLimit } = quotas;
  const campaignDay = campaignLimit === null ? [] : takeQuota(quotas.campaignDay, { ...place, limit: campaignLimit });
  if (campaignDay === 'full') return full('campaign_full', campaignLimit ?? 0);
  const mailboxDay = takeQuota(quotas.mailboxDay, { ...place, limit: quotas.mailboxLimit });
  if (mailboxDay === 'full') return full('mailbox_full', quotas.mailboxLimit);
  const { workspace } = quotas;
  const isNew = quotas.mailboxDay.taken[place.messageId] === undefined;
  if (isNew && workspace.used >= workspace.limit) return full('workspace_full', workspace.limit);
  return { allowed: true, campaignDay, mailboxDay } as const;
}
