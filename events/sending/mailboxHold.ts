/**
 * When a mailbox sends nothing, and what ends that:
 *
 *   the key, the sender or the account is refused    → held until the settings are saved again
 *   a sign-in is refused, perhaps wrongly            → held for 20 minutes; lost if it is refused for an hour
 *   the credits of the account are used up           → held until they are renewed, or the settings are saved again
 *   429                                              → held for as long as it asks for, else for the backoff of the attempt
 *   five attempts in a row met trouble (outcome.ts)  → held for 15 minutes; then one mail probes: trouble again holds twice as long, up
 *                                                      to four hours, any proper answer or a new connection ends it
 *   trouble of it that only a person ends             → the same, at the first attempt
 *
 *   too many mails bounced or were reported as spam  → paused until a person has read why and resumes (rates.ts)
 *
 * Every dispatch of the tenant reads the mailbox, so a hold stops all of them, and no other tenant's.
 */

import { type AccountTrouble, accountTrouble, REFUSALS, REFUSED_PAUSE_MS } from '../shared/accountWords.ts';
import { EMAIL_PROVIDERS } from '../shared/options.ts';
import type { RateBreach } from '../shared/rates.ts';
import { recordAccountLost } from './connectedAccount.ts';
import { missingForSending, sendingAccount } from './mailbox.ts';
import type { HoldReason, MailboxBlock, MailboxEvent, MailboxState } from './mailboxState.ts';
import { MAIL_PROVIDERS } from './mailProviders.ts';
import type { ProviderSignal } from './outcome.ts';

const TROUBLES = 5;
const FIRST_HOLD_MS = 15 * 60_000;
const LONGEST_HOLD_MS = 4 * 3_600_000;
/** A probe without an answer is given up after so long: longer than the lease of any attempt and its grace. */
const PROBE_MS = 3 * 60_000;

export type Hold = { reason: MailboxBlock; until: string | null };

const after = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** What holds the mailbox at `now` (ISO 8601), or null. While a probe is out, the others wait for its answer. */
export function holdAt({ hold, probe, pause }: MailboxState, now: string): Hold | null {
  if (pause) return { reason: pause.rate, until: null };
  if (!hold) return null;
  if (hold.until === null || hold.until > now) return { reason: hold.reason, until: hold.until };
  if (hold.reason !== 'provider_trouble' || !probe) return null;
  const until = after(probe.at, PROBE_MS);
  return until > now ? { reason: hold.reason, until } : null;
}

/** Whether its account must be connected again before anything leaves. */
const isLost = (state: MailboxState): boolean => missingForSending(state)?.lost === true;

/** Whether what waits for the mailbox still waits at `now` (ISO 8601). */
export const keepsWaiting = (state: MailboxState, now: string): boolean => isLost(state) || holdAt(state, now) !== null;

/** Whether nothing leaves until a person has fixed the settings, once `events` are recorded. */
export const holdsForGood = (state: MailboxState, events: readonly MailboxEvent[]): boolean =>
  state.hold?.until === null ||
  state.pause !== null ||
  isLost(state) ||
  events.some((event) => event.type === 'AccountLost' || (event.type === 'MailboxHeld' && event.data.until === null));

type Attempt = { messageId: string; attempt: number };

/** An attempt leaves a mailbox that nothing holds: after a hold for trouble it is the probe. */
export function recordAttempt(state: MailboxState, attempt: Attempt): MailboxEvent[] {
  return state.hold?.reason === 'provider_trouble' ? [{ type: 'MailboxProbed', data: attempt }] : [];
}

/** Pauses a mailbox whose mails since `since` (ISO 8601) crossed a limit. */
export const pauseForRate = ({ pause }: MailboxState, breach: RateBreach, since: string): MailboxEvent[] =>
  pause ? [] : [{ type: 'MailboxPaused', data: { ...breach, since } }];

/** A person has read why it was paused. A second time is no event. */
export const resumeMailbox = ({ pause }: MailboxState): MailboxEvent[] =>
  pause ? [{ type: 'MailboxResumed', data: {} }] : [];

/** The provider dropped a mail at `at` because its credits were used up: nothing more leaves until they are renewed, if that is still to come. */
export function holdForCredits(state: MailboxState, at: string, now: string): MailboxEvent[] {
  const account = sendingAccount(state);
  const renewedAt = account && MAIL_PROVIDERS[account.provider].creditsRenewedAt?.(Date.parse(at));
  const waitSeconds = ((renewedAt ?? 0) - Date.parse(now)) / 1000;
  if (!account || waitSeconds <= 0) return [];
  const { secretId } = account;
  const about = { messageId: '', attempt: 0, secretId, waitSeconds };
  return recordProviderHealth(state, { ...about, signal: 'credits_exhausted' }, now);
}

/** Whichever provider it was that refused: the user may have chosen another one since. */
const recordLoss = (state: MailboxState, secretId: string, trouble: AccountTrouble): MailboxEvent[] =>
  EMAIL_PROVIDERS.flatMap((provider) => recordAccountLost(state, provider, secretId, trouble));

/** Whether trouble stays until a person ends it. */
function isLasting({ provider }: MailboxState, trouble: AccountTrouble | undefined): boolean {
  return provider !== null && trouble !== undefined && !accountTrouble(provider, trouble).passing;
}

/**
 * What the answer to an attempt means for the mailbox. `secretId`: the key that it used; a refusal of an older key says nothing about the
 * present one. `trouble`: the provider's own code of what went wrong. `waitSeconds`: for how long nothing leaves, if the provider asked to wait. Nothing is written while all is well.
 */
export function recordProviderHealth(
  state: MailboxState,
  answer: Attempt & {
    signal: ProviderSignal;
    secretId: string | null;
    waitSeconds: number;
    trouble?: AccountTrouble | undefined;
  },
  now: string,
): MailboxEvent[] {
  const { signal, trouble, waitSeconds, secretId, ...attempt } = answer;
  const { hold } = state;
  if (hold?.until === null) return [];
  const isOfServer = signal === 'trouble' || signal === 'account_refused';
  const held = (reason: HoldReason, until: string | null, times = 1): MailboxEvent[] => [
    { type: 'MailboxHeld', data: { reason, until, times, ...(isOfServer && trouble ? { trouble } : {}) } },
  ];
  function refusedSignIn(why: AccountTrouble, secret: string): MailboxEvent[] {
    const own = sendingAccount(state);
    const isDoubtful = EMAIL_PROVIDERS.some((by) => accountTrouble(by, why).doubtful);
    if (!isDoubtful) return recordLoss(state, secret, why);
    const known = hold?.trouble === why ? hold : null;
    // another attempt of the same time says nothing new
    if (own?.secretId !== secret || (known?.until && known.until > now)) return [];
    const times = known?.times ?? 0;
    if (times >= REFUSALS) return recordLoss(state, secret, why);
    return held('provider_trouble', after(now, REFUSED_PAUSE_MS), times + 1);
  }
  switch (signal) {
    case 'account_refused':
      return trouble && secretId ? refusedSignIn(trouble, secretId) : [];
    case 'key_refused':
    case 'permission_missing':
    case 'sender_refused':
    case 'account_blocked':
      return secretId === sendingAccount(state)?.secretId ? held(signal, null) : [];
    case 'credits_exhausted':
    case 'wait': {
      if (signal === 'credits_exhausted' && secretId !== sendingAccount(state)?.secretId) return [];
      const until = after(now, waitSeconds * 1000);
      const reason = signal === 'wait' ? 'rate_limited' : signal;
      return hold?.until && hold.until >= until ? [] : held(reason, until);
    }
    case 'trouble': {
      if (hold?.reason === 'provider_trouble') {
        // one that was out before the hold began says nothing new
        if (hold.until && hold.until > now) return [];
        return held(
          hold.reason,
          after(now, Math.min(FIRST_HOLD_MS * 2 ** hold.times, LONGEST_HOLD_MS)),
          hold.times + 1,
        );
      }
      if (state.troubles + 1 >= TROUBLES || isLasting(state, trouble))
        return held('provider_trouble', after(now, FIRST_HOLD_MS));
      return [{ type: 'MailboxTroubled', data: attempt }];
    }
    case 'fine':
      if (hold && holdAt({ ...state, probe: null, pause: null }, now) === null)
        return [{ type: 'MailboxHoldLifted', data: { by: 'answer' } }];
      return state.troubles > 0 ? [{ type: 'MailboxRecovered', data: {} }] : [];
  }
}
