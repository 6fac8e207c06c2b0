import { sendingAccount } from '../../events/sending/mailbox.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { readingNotes, readingTrouble } from '../../events/sending/reading.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';

/** Why replies to the account that sends are not read, and what else its mailbox does not do. null: all is well. `now`: ISO 8601. */
export function repliesText(state: MailboxState, now: string): string | null {
  const account = sendingAccount(state);
  if (!account) return null;
  const trouble = readingTrouble(state, now, account);
  const then = trouble?.holds
    ? 'Follow-ups wait until replies can be read again.'
    : 'If this lasts for 30 minutes, follow-ups wait.';
  const notFound = trouble ? [`Replies are not found. ${reasonSentence(trouble.reason)} ${then}`] : [];
  const notes = readingNotes(state, now, account).map((reason) => reasonSentence(reason));
  return [...notFound, ...notes].join(' ') || null;
}

/**
 * How replies to the account that sends are found: in its mailbox, at an address of this installation (`inbound`), or by hand. null: no account.
 * Emails of an account have such an address if its mailbox cannot be read.
 */
export function replyPath(state: MailboxState, inbound: boolean): 'mailbox' | 'address' | 'hand' | null {
  const account = sendingAccount(state);
  if (!account) return null;
  const rules = MAIL_PROVIDERS[account.provider];
  if (rules.inbound) return inbound ? 'address' : 'hand';
  return rules.readable(account) ? 'mailbox' : 'hand';
}
