import { usableAccounts } from '../../events/sending/mailbox.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { readingTrouble } from '../../events/sending/reading.ts';
import type { EmailProvider } from '../../events/shared/options.ts';

/** Why the replies to an account are not read, and what that means at `now` (ISO 8601); null: they are. `provider`: whose account; unset: the one that sends. */
export function repliesText(state: MailboxState, now: string, provider?: EmailProvider): string | null {
  const account = usableAccounts(state).find((one) => one.provider === (provider ?? state.provider));
  const trouble = account && readingTrouble(state, now, account);
  if (!trouble) return null;
  const then = trouble.holds
    ? 'Follow-ups wait until replies can be read again.'
    : 'If this lasts for 30 minutes, follow-ups wait.';
  return `Replies are not found. ${trouble.text} ${then}`;
}
