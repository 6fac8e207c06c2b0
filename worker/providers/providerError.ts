/**
 * A provider did not do its part. `reason` is a sentence for the user and names no person; the provider's own text is never kept.
 * `retryable`: the same call may succeed in a while. `credits`: what the call cost all the same.
 */
export class ProviderError extends Error {
  readonly reason: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  readonly credits: number;

  constructor(
    reason: string,
    code: string,
    retryable: boolean,
    retryAfterSeconds: number | null = null,
    credits: number = 0,
  ) {
    super(code);
    this.name = 'ProviderError';
    this.reason = reason;
    this.code = code;
    this.retryable = retryable;
    this.retryAfterSeconds = retryAfterSeconds;
    this.credits = credits;
  }
}

/** What a call that failed cost. */
export const creditsOf = (error: unknown): number => (error instanceof ProviderError ? error.credits : 0);

/** How long to wait for a provider that asks for it and does not say how long, in seconds. */
const USUAL_WAIT = 20;

/** The provider wants no call for so many seconds. */
export function rateLimited(provider: string, seconds: number | null): ProviderError {
  const wait = seconds ?? USUAL_WAIT;
  const minutes = Math.ceil(wait / 60);
  const when = wait > 60 ? `for ${minutes} minutes ` : '';
  return new ProviderError(`${provider} asks to wait ${when}(rate limit).`, 'http_429', true, wait);
}

/** A provider without a key here. It names no setting: users cannot change one. */
export const notSetUp = (what: string): ProviderError =>
  new ProviderError(`${what} is not set up. Ask your administrator to set it up.`, 'not_configured', false);

/** What an administrator reads instead of `Ask your administrator to check it.`: `Check it.` */
export const forAdministrators = (reason: string): string =>
  reason.replace(/\bAsk your administrator to (\w)/g, (_all, first: string) => first.toUpperCase());

/** What a user reads: without the names of settings, which only an administrator knows. */
export const forUsers = (reason: string): string =>
  reason
    .replace(/ (?:in|of) [A-Z]+(?:_[A-Z]+)+\b/g, '')
    .replace(/ [A-Z]+(?:_[A-Z]+)+ to another one\b/g, ' another model');

/** The answer to a failed HTTP status, in words. `setting` is the key that a 401 speaks of; `Settings`: one that the user has there. */
export function statusError(
  provider: string,
  setting: string,
  status: number,
  retryAfterSeconds: number | null,
): ProviderError {
  const code = `http_${status}`;
  const ask = (what: string) => (setting === 'Settings' ? '' : ` Ask your administrator to ${what}.`);
  if (status === 401 || status === 403)
    return new ProviderError(`${provider} refused the key in ${setting}.${ask('check it')}`, code, false);
  if (status === 402) return new ProviderError(`${provider} has no credits left.${ask('add credits')}`, code, false);
  if (status === 429) return rateLimited(provider, retryAfterSeconds);
  if (status >= 500 || status === 408)
    return new ProviderError(`${provider} is not responding properly.`, code, true, retryAfterSeconds);
  return new ProviderError(`${provider} refused the request.${ask('check its settings')}`, code, false);
}

/** Seconds of a Retry-After header, or null. */
export function retryAfter(value: string | null | undefined): number | null {
  if (!value) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}
