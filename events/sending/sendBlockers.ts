/**
 * Why nothing of a tenant's leaves now, whatever the reason: the account, the installation, the settings or a hold of the mailbox. The plan
 * and the screens read it; the policy of a single mail is sendPolicy.ts, which asks here first about the sender.
 */

import type { UserState } from '../accounts/userState.ts';
import { RATE_NAMES, type RateBreach } from '../shared/rates.ts';
import type { Reason } from '../shared/reasons.ts';
import type { Refusal } from '../shared/refusals.ts';
import type { Fix } from './fix.ts';
import { missingForSending } from './mailbox.ts';
import { holdAt } from './mailboxHold.ts';
import { HOLD_REASONS, type MailboxBlock, type MailboxState } from './mailboxState.ts';
import { holdReason } from './mailProviders.ts';
import { type NotOpen, type SendingFrom, sendingNotOpen } from './realSending.ts';

/** Who sends: the account, the installation that it sends from, and its mailbox. */
export type SenderContext = {
  account: UserState['status'];
  from: SendingFrom;
  postalAddress: string | null;
  mailbox: MailboxState;
  /** The key of the account, or of what the user wrote, was damaged. */
  unreadable?: boolean;
};

export type SendBlocker = {
  kind: MailboxBlock | NotOpen['kind'] | 'account' | 'provider' | 'frozen' | 'unreadable';
  /** ISO 8601; null: until someone has fixed it. */
  until: string | null;
  /** What ends it, as the end of "No emails leave …", where no time does. */
  ends: string;
  reason: Reason;
  fix: Fix;
  /** How a call that would send is refused. */
  refusal: Extract<Refusal, 'not_configured' | 'illegal'>;
};

/** null: nothing keeps this tenant's mail. `now`: ISO 8601. */
export function sendBlocker(
  { account, from, postalAddress, mailbox, unreadable }: SenderContext,
  now: string,
): SendBlocker | null {
  if (from.frozen) {
    return {
      kind: 'frozen',
      until: null,
      ends: 'until an operator has looked after the restored database',
      reason: { code: 'sending_frozen', cause: from.frozen.cause, since: from.frozen.since },
      fix: 'reconcile',
      refusal: 'not_configured',
    };
  }
  const byUser = { until: null, refusal: 'illegal' } as const;
  if (account !== 'active') {
    return {
      ...byUser,
      kind: 'account',
      ends: 'while the account is paused',
      reason: { code: 'account_paused' },
      fix: 'resume_account',
    };
  }
  if (unreadable) {
    return {
      kind: 'unreadable',
      until: null,
      ends: 'until an operator has restored the key',
      reason: { code: 'key_damaged' },
      fix: 'restore_key',
      refusal: 'not_configured',
    };
  }
  const notOpen = sendingNotOpen(from, postalAddress);
  if (notOpen) {
    const ofUser = notOpen.kind === 'postal_address';
    return {
      ...notOpen,
      until: null,
      ends: ofUser ? 'until your postal address is set' : 'until real sending is open',
    };
  }
  return accountBlocker(mailbox, now);
}

/** The part of that which lies in the mailbox: its account is missing, or held. */
export function accountBlocker(mailbox: MailboxState, now: string): SendBlocker | null {
  const missing = missingForSending(mailbox);
  if (!missing) return holdBlocker(mailbox, now);
  const { lost: _, ...why } = missing;
  return { ...why, until: null, refusal: 'illegal', kind: 'provider' };
}

/** Whether the mailbox is held by what its provider answered; all else is a matter of settings. */
const breachReason = ({ rate, sent, count, domain }: RateBreach): Reason => ({
  ...{ code: 'rate_breach', rate, sent, count },
  ...(domain && { domain }),
});

export const isMailboxHold = ({ kind }: Pick<SendBlocker, 'kind'>): boolean =>
  [...HOLD_REASONS, ...RATE_NAMES].some((reason) => reason === kind);

/** The part of that which lies in the mailbox alone: what its provider answered. */
export function holdBlocker(mailbox: MailboxState, now: string): SendBlocker | null {
  const { pause, provider } = mailbox;
  if (pause) {
    return {
      kind: pause.rate,
      until: null,
      ends: 'until you resume sending',
      reason: breachReason(pause),
      fix: pause.rate === 'bounce_rate' ? 'clean_addresses' : 'change_mails',
      refusal: 'illegal',
    };
  }
  const hold = holdAt(mailbox, now);
  if (!hold || hold.reason === 'complaint_rate' || hold.reason === 'bounce_rate' || provider === null) return null;
  return {
    kind: hold.reason,
    until: hold.until,
    ends: 'until the email settings are saved again',
    ...holdReason(hold.reason, provider, mailbox.hold?.trouble),
    refusal: 'illegal',
  };
}
