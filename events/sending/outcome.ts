import type { AccountTrouble } from '../shared/accountWords.ts';
import type { HoldReason } from './mailboxState.ts';

/** Why a provider takes no mail of a mailbox, each with a text of its own (mailProviders.ts). */
export type MailboxRefusal = Exclude<HoldReason, 'rate_limited' | 'provider_trouble'>;

/**
 * The meaning of a provider's answer, or of its silence, for a dispatched email. One table; nothing else decides. `deferred`: it certainly did not
 * leave, try again later. `failed`: it was refused permanently. `unknown`: it may have left.
 */
export type ProviderAnswer =
  | { kind: 'status'; status: number; retryAfterSeconds: number | null }
  /** The account cannot send until its user connects it again: nothing of the mail left. `trouble`: why, as a code of the provider's own. */
  | { kind: 'account_refused'; trouble: AccountTrouble }
  /** It takes no mail of this mailbox, and nothing of this one left. `retryAfterSeconds`: null: until its user has fixed that. */
  | { kind: 'mailbox_refused'; reason: MailboxRefusal; retryAfterSeconds: number | null }
  /** It certainly does not have this mail, and may take it later. Nothing is wrong with the account. */
  | { kind: 'refused_for_now'; retryAfterSeconds: number | null }
  /** It has no such address, and nothing left: a bounce that is known at once. */
  | { kind: 'no_such_address' }
  /** It was not asked: what was decided is too old by now. */
  | { kind: 'not_asked' }
  /**
   * Nothing was sent yet: name not found, connection refused, no connection in time. `untrusted`: it was not the certificate or the encryption
   * that one needs. `trouble`: why, as a code of the provider's own.
   */
  | { kind: 'not_connected'; untrusted?: true; trouble?: AccountTrouble }
  /** The connection broke or fell silent after bytes had left. */
  | { kind: 'broken' };

/** The answer's word on the mailbox. `fine`: the provider works. `trouble`: it does not; several in a row hold the mailbox. */
export type ProviderSignal = 'fine' | 'trouble' | 'wait' | 'account_refused' | MailboxRefusal;

/** `held`: it did not leave. No other email will until the provider's time, or until a person fixes the settings. */
export type Verdict = {
  verdict: 'sent' | 'failed' | 'unknown' | 'held' | 'deferred';
  mailbox: ProviderSignal;
  /** The provider's wait, if it asks for one. */
  retryAfterSeconds: number | null;
};

const of = (verdict: Verdict['verdict'], mailbox: ProviderSignal): Verdict => ({
  verdict,
  mailbox,
  retryAfterSeconds: null,
});

export function classify(answer: ProviderAnswer): Verdict {
  if (answer.kind === 'not_asked' || answer.kind === 'not_connected') return of('deferred', 'trouble');
  if (answer.kind === 'refused_for_now')
    return { ...of('deferred', 'fine'), retryAfterSeconds: answer.retryAfterSeconds };
  if (answer.kind === 'account_refused') return of('held', 'account_refused');
  if (answer.kind === 'mailbox_refused')
    return { ...of('held', answer.reason), retryAfterSeconds: answer.retryAfterSeconds };
  if (answer.kind === 'no_such_address') return of('failed', 'fine');
  if (answer.kind === 'broken') return of('unknown', 'trouble');
  const { status, retryAfterSeconds } = answer;
  if (status >= 200 && status < 300) return of('sent', 'fine');
  if (status === 429) return { verdict: 'held', mailbox: 'wait', retryAfterSeconds };
  if (status === 408 || status >= 500) return of('unknown', 'trouble');
  if (status === 401) return of('held', 'key_refused');
  if (status === 403) return of('held', 'sender_refused');
  if (status >= 400) return of('failed', 'fine');
  return of('unknown', 'trouble');
}

const BASE_SECONDS = 2;
const CAP_SECONDS = 15 * 60;

/** Seconds until the next attempt: the provider's wait, else full jitter that doubles from 2 s up to 15 min. `random` in [0, 1). */
export function backoffSeconds(attempt: number, retryAfterSeconds: number | null, random: number): number {
  if (retryAfterSeconds !== null) return Math.min(Math.max(retryAfterSeconds, 1), 24 * 3600);
  return Math.max(1, random * Math.min(CAP_SECONDS, BASE_SECONDS * 2 ** attempt));
}
