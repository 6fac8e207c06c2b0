/**
 * Whether the replies to an account are read:
 *
 *   trouble that a person must end    shown at once
 *   trouble that may pass             shown when it has lasted for UNREAD_MS
 *   either, for UNREAD_MS             the follow-ups of the account wait: the person may have answered
 *   a sign-in that is refused again   the account must be connected again
 *   not read since it was connected   the same
 *
 * An account that is not read by choice (SendGrid, Gmail that may only send) has no trouble.
 */

import { type AccountTrouble, accountTrouble, REFUSALS, REFUSED_MS, REFUSED_PAUSE_MS } from '../shared/accountWords.ts';
import type { Reason } from '../shared/reasons.ts';
import { accountAt, recordAccountLost } from './connectedAccount.ts';
import { sendingAccount } from './mailbox.ts';
import type { MailboxEvent, MailboxState } from './mailboxState.ts';
import type { SendingAccount } from './mailProviders/provider.ts';
import { MAIL_PROVIDERS } from './mailProviders.ts';
import { NOT_READ } from './readingEvents.ts';

export const UNREAD_MS = 30 * 60_000;

type Account = Pick<SendingAccount, 'id' | 'provider' | 'secretId'>;

const readingOf = ({ reading }: MailboxState, { id }: Account) => reading[id] ?? NOT_READ;

const troubleOf = ({ provider }: Account, trouble: AccountTrouble): { reason: Reason; passing: boolean } => ({
  reason: { code: 'account_trouble', provider, trouble },
  passing: accountTrouble(provider, trouble).passing ?? false,
});

/**
 * A reading failed. It is recorded once, and once more when trouble that may pass has become one that does not. Trouble that only connecting again
 * ends is a loss of the account: at once, or when a doubtful one was repeated.
 */
export function recordReadingFailed(
  state: MailboxState,
  account: Account,
  trouble: AccountTrouble,
  now: string,
): MailboxEvent[] {
  const { provider, secretId } = account;
  const { lost, doubtful } = accountTrouble(provider, trouble);
  if (lost && !doubtful) return recordAccountLost(state, provider, secretId, trouble);
  if (lost) return recordSignInRefused(state, account, trouble, now);
  const known = readingOf(state, account).trouble;
  const isGraver = known !== null && troubleOf(account, known).passing && !troubleOf(account, trouble).passing;
  return known === null || isGraver ? [{ type: 'MailReadingFailed', data: { account: account.id, trouble } }] : [];
}

function recordSignInRefused(
  state: MailboxState,
  account: Account,
  trouble: AccountTrouble,
  now: string,
): MailboxEvent[] {
  const { id, provider, secretId } = account;
  const since = accountAt(state, provider).account?.connectedAt ?? '';
  const refused = readingOf(state, account).failures.filter((one) => one.trouble === trouble && one.since > since);
  const [first, last] = [refused[0], refused.at(-1)];
  const isOlder = (than: typeof first, ms: number) => !than || Date.parse(now) - Date.parse(than.since) >= ms;
  if (refused.length + 1 >= REFUSALS && isOlder(first, REFUSED_MS))
    return recordAccountLost(state, provider, secretId, trouble);
  return isOlder(last, REFUSED_PAUSE_MS) ? [{ type: 'MailReadingFailed', data: { account: id, trouble } }] : [];
}

/** All that has come is read. Nothing is written while all is well. `but`: a folder beside the inbox was not read. */
export function recordReadThrough(state: MailboxState, account: Account, but?: AccountTrouble): MailboxEvent[] {
  const { id, secretId } = account;
  const { through, trouble, but: known } = readingOf(state, account);
  if (through === secretId && trouble === null && known?.trouble === but) return [];
  return [{ type: 'MailReadThrough', data: { account: id, secretId, ...(but && { but }) } }];
}

/** A mail that could not be read, once: a reading may be repeated. */
export const recordPassedOver = (state: MailboxState, account: Account, email: string): MailboxEvent[] =>
  readingOf(state, account).passedOver.some((one) => one.email === email)
    ? []
    : [{ type: 'MailPassedOver', data: { account: account.id, email } }];

/** What became of a copy in the Sent folder. `trouble`: null: it is there. */
export function recordSentCopy(state: MailboxState, account: Account, trouble: AccountTrouble | null): MailboxEvent[] {
  const { id } = account;
  if (readingOf(state, account).sentCopy === trouble) return [];
  return [
    trouble === null
      ? { type: 'SentCopyFiled', data: { account: id } }
      : { type: 'SentCopyFailed', data: { account: id, trouble } },
  ];
}

/** A mail that was passed over is shown for so long. */
const SHOWN_MS = 14 * 86_400_000;

/** What else is to be shown at `now` (ISO 8601). It stops nothing. */
export function readingNotes(state: MailboxState, now: string, account: Account): Reason[] {
  const { but, passedOver, sentCopy } = readingOf(state, account);
  const isWithin = (at: string, ms: number) => Date.parse(now) - Date.parse(at) < ms;
  const count = passedOver.filter(({ at }) => isWithin(at, SHOWN_MS)).length;
  return [
    ...(but && !isWithin(but.since, UNREAD_MS) ? [troubleOf(account, but.trouble).reason] : []),
    ...(count > 0 ? [{ code: 'emails_unread', count } as const] : []),
    ...(sentCopy ? [{ code: 'not_in_sent', trouble: troubleOf(account, sentCopy).reason } as const] : []),
  ];
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
