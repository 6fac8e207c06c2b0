import { sendingAccount, usableAccounts } from '../../events/sending/mailbox.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { readingNotes, readingTrouble } from '../../events/sending/reading.ts';
import type { EmailProvider } from '../../events/shared/options.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';

/**
 * Explains at `now` (ISO 8601) why the replies to an account are not read, and what else its mailbox does not do; null: all is well. `provider`: the account's; unset: the sending one's.
 */
export function repliesText(state: MailboxState, now: string, provider?: EmailProvider): string | null {
  const account = usableAccounts(state).find((one) => one.provider === (provider ?? state.provider));
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
 * That no reply to the account that sends is found automatically; null: replies are, or there is no account. `inbound`: this installation has
 * addresses for replies. Only the mails of accounts whose mailbox cannot be read have one.
 */
export function unreadText(state: MailboxState, inbound: boolean): string | null {
  const account = sendingAccount(state);
  if (!account) return null;
  const rules = MAIL_PROVIDERS[account.provider];
  if (rules.inbound ? inbound : rules.readable(account)) return null;
  return 'Replies to this account are not read. Mark them by hand, or follow-ups are sent all the same.';
}
