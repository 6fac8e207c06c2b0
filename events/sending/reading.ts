/**
 * Whether the replies to an account are read:
 *
 *   trouble that a person must end    shown at once
 *   trouble that may pass             shown when it has lasted for UNREAD_MS
 *   either, for UNREAD_MS             the follow-ups of the account wait: the person may have answered
 *   not read since it was connected   the same
 *
 * An account that is not read by choice (SendGrid, Gmail that may only send) has no trouble.
 */

import { type AccountTrouble, accountTrouble } from '../shared/accountWords.ts';
import type { Reason } from '../shared/reasons.ts';
import { sendingAccount } from './mailbox.ts';
import type { MailboxEvent, MailboxState } from './mailboxState.ts';
import type { SendingAccount } from './mailProviders/provider.ts';
import { MAIL_PROVIDERS } from './mailProviders.ts';

export const UNREAD_MS = 30 * 60_000;

type Account = Pick<SendingAccount, 'id' | 'provider' | 'secretId'>;

const readingOf = ({ reading }: MailboxState, { id }: Account) =>
  reading[id] ?? { through: null, trouble: null, since: null };

const troubleOf = ({ provider }: Account, trouble: AccountTrouble): { reason: Reason; passing: boolean } => ({
  reason: { code: 'account_trouble', provider, trouble },
  passing: accountTrouble(provider, trouble).passing ?? false,
});

/** A reading failed. It is recorded once, and once more when trouble that may pass has become one that does not. */
export function recordReadingFailed(state: MailboxState, account: Account, trouble: AccountTrouble): MailboxEvent[] {
  const known = readingOf(state, account).trouble;
  const isGraver = known !== null && troubleOf(account, known).passing && !troubleOf(account, trouble).passing;
  return known === null || isGraver ? [{ type: 'MailReadingFailed', data: { account: account.id, trouble } }] : [];
}

/** All that has come is read. Nothing is written while all is well. */
export function recordReadThrough(state: MailboxState, account: Account): MailboxEvent[] {
  const { id, secretId } = account;
  const { through, trouble } = readingOf(state, account);
  if (through === secretId && trouble === null) return [];
  return [{ type: 'MailReadThrough', data: { account: id, secretId } }];
}

/** The trouble of an account; null: there is none that has to be shown at `now` (ISO 8601). `holds`: its follow-ups wait. */
export function readingTrouble(
  state: MailboxState,
  now: string,
  account: Account,
): { reason: Reason; holds: boolean } | null {
  const { trouble, since } = readingOf(state, account);
  if (trouble === null || since === null) return null;
  const { reason, passing } = troubleOf(account, trouble);
  const holds = Date.parse(now) - Date.parse(since) >= UNREAD_MS;
  return holds || !passing ? { reason, holds } : null;
}

/**
 * Why follow-ups of the account that sends wait, null: they do not. `isRead`: this installation reads
 * such accounts.
 */
export function followUpsWait(
  state: MailboxState,
  now: string,
  isRead: (account: SendingAccount) => boolean,
): Reason | null {
  const account = sendingAccount(state);
  const trouble = account && readingTrouble(state, now, account);
  if (trouble?.holds) return { code: 'replies_unread', trouble: trouble.reason };
  if (!account || !isRead(account) || !MAIL_PROVIDERS[account.provider].readable(account)) return null;
  return readingOf(state, account).through === account.secretId ? null : { code: 'replies_not_read_yet' };
}
