import { textHash } from '../../../db/textHash.ts';
import type { StateOf } from '../../../events/catalog.ts';
import { REMOVED } from '../../../events/messages/messageEnd.ts';
import type { MessageText } from '../../../events/messages/messageEvents.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';
import { answeredSinceAsked, giveUpTime } from '../../../events/messages/sendTime.ts';
import { removalOf } from '../../../events/partners/partner.ts';
import { suppressedBecause } from '../../../events/privacy/suppression.ts';
import type { SendingAccount } from '../../../events/sending/mailProviders/provider.ts';
import { type QuotaEvent, takeQuota } from '../../../events/sending/quota.ts';
import { isSampleAddress, SAMPLE_ADDRESS } from '../../../events/sending/realSending.ts';
import { isOfMailbox, whyNotSending } from '../../../events/sending/sendBlockers.ts';
import { insideWindow, windowIn } from '../../../events/sending/sendWindow.ts';
import { UNREADABLE } from '../../../events/shared/unreadable.ts';
import type { Deps } from '../../context.ts';
import type { Credentials, MailProvider } from '../../providers/mailProvider.ts';
import type { SendRead } from './readSend.ts';

/** The states under which a mail leaves: those of the very commit that says so. */
export type SendStates = {
  [K in 'message' | 'profile' | 'campaign' | 'partner' | 'mailbox' | 'suppression']: StateOf<K>;
} & { campaignDay: StateOf<'quota'>; mailboxDay: StateOf<'quota'> };

/** What keeps a claimed mail from leaving. */
export type Obstacle =
  | { does: 'cancel'; reason: string; removal: number | null }
  /** It can never leave as it is; somebody must act, and then send it again. */
  | { does: 'fail'; reason: string }
  /** The address changed since the text was approved. */
  | { does: 'withdraw' }
  /**
   * It is given back. When a Send Now is tried again: on the next day, which begins at `fullUntil` (ms since 1970), at `again` (ISO 8601),
   * or soon. `forGood`: nothing leaves until somebody has mended the settings.
   */
  | { does: 'release'; reason: string; fullUntil?: number; again?: string | null; forGood?: boolean };

/** Nothing does: to and from whom, with which text, and the places of the day that it takes. */
export type Leave = {
  does: 'leave';
  to: string;
  account: SendingAccount;
  credentials: Credentials;
  provider: MailProvider;
  text: MessageText;
  textHash: string;
  campaignDay: QuotaEvent[];
  mailboxDay: QuotaEvent[];
};

const cancel = (reason: string, removal: number | null = null): Obstacle => ({ does: 'cancel', reason, removal });
const release = (reason: string, more: Partial<Obstacle & { does: 'release' }> = {}): Obstacle => ({
  does: 'release',
  reason,
  ...more,
});

/**
 * Whether a claimed mail leaves now (`moment`, ISO 8601), or what keeps it. `others`: what else the campaign has written to the same person,
 * `original`: the one of unknown fate that it stands in for.
 */
export function mayLeave(
  { sandbox, sendGap }: Pick<Deps, 'sandbox' | 'sendGap'>,
  read: SendRead,
  now: SendStates & { account: StateOf<'user'>['status']; others: MessageState[]; original: MessageState | undefined },
  { moment, messageId }: { moment: string; messageId: string },
): Leave | Obstacle {
  const { message, campaign, mailbox, profile } = now;
  const { to, account, credentials, provider, zone, today, cap } = read;
  if (now.original?.status === 'sent') return cancel('the first one counts as sent by now');
  if (campaign.status === 'deleted') return cancel('the campaign was deleted');
  if (!message.immediate && campaign.status !== 'active') return release('the campaign is paused');
  if (now.partner.status !== 'approved') return cancel(REMOVED, removalOf(now.partner, message.createdAt));
  if (read.toUnreadable || message.unreadable) return { does: 'fail', reason: UNREADABLE };
  if (now.suppression.suppressed) return cancel(suppressedBecause(now.suppression.reason));
  if (answeredSinceAsked(message, now.others)) return cancel('this partner has replied');
  const sender = {
    account: now.account,
    from: read.sendsFrom,
    postalAddress: profile.postalAddress,
    mailbox,
    unreadable: read.unreadable,
  };
  const not = whyNotSending(sender, moment);
  if (not) {
    const held = isOfMailbox(not);
    const again = held ? (not.until ?? giveUpTime(message)) : null;
    return release(not.reason, { again, forGood: held && not.until === null });
  }
  if (!sandbox && to && isSampleAddress(to)) return cancel(SAMPLE_ADDRESS);
  if (!to || !account || !credentials || !provider || !message.text)
    return release('the address or the mailbox is missing');
  const hash = textHash(to, message.text);
  if (hash === null || hash !== message.approvedHash) return { does: 'withdraw' };
  const window = windowIn(zone, campaign.sendWindow ?? mailbox.rules.window);
  if (!message.immediate && !sendGap && !insideWindow(Date.parse(moment), window))
    return release('the sending window closed');
  const place = { messageId, attempt: message.attempt, zone: today.zone };
  const full = (whose: string) => release(`the daily limit of ${whose} is reached`, { fullUntil: today.endsAt });
  const campaignDay = takeQuota(now.campaignDay, { ...place, limit: campaign.dailyLimit });
  if (campaignDay === 'full') return full('this campaign');
  const mailboxDay = takeQuota(now.mailboxDay, { ...place, limit: cap });
  if (mailboxDay === 'full') return full('your mailbox');
  const days = { campaignDay, mailboxDay };
  return { does: 'leave', to, account, credentials, provider, text: message.text, textHash: hash, ...days };
}
