import type { Reason } from '../../events/shared/reasons.ts';

/**
 * A provider did not do its part. The provider's own text is never kept.
 * `retryable`: the same call may succeed in a while. `credits`: what the call cost all the same.
 */
export class ProviderError extends Error {
  readonly reason: Reason;
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  readonly credits: number;

  constructor(
    reason: Reason,
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

/** The cost of a failed call. */
export const creditsOf = (error: unknown): number => (error instanceof ProviderError ? error.credits : 0);

/** Seconds to wait if a provider asks for it without saying how long. */
const USUAL_WAIT = 20;

/** The provider wants no call for so many seconds. */
export function rateLimited(provider: string, seconds: number | null): ProviderError {
  const wait = seconds ?? USUAL_WAIT;
  const minutes = wait > 60 ? Math.ceil(wait / 60) : null;
  return new ProviderError({ code: 'provider_waits', provider, minutes }, 'http_429', true, wait);
}

/** A provider without a key here. */
export const notSetUp = (provider: string): ProviderError =>
  new ProviderError({ code: 'provider_not_set_up', provider }, 'not_configured', false);

/** The answer to a failed HTTP status. `setting` is the key that a 401 speaks of; null: one that the user has in Settings. */
export function statusError(
  provider: string,
  setting: string | null,
  status: number,
  retryAfterSeconds: number | null,
): ProviderError {
  const code = `http_${status}`;
  const about = { provider, setting };
  if (status === 401 || status === 403)
    return new ProviderError({ code: 'provider_key_refused', ...about }, code, false);
  if (status === 402) return new ProviderError({ code: 'provider_no_credits', ...about }, code, false);
  if (status === 429) return rateLimited(provider, retryAfterSeconds);
  if (status >= 500 || status === 408)
    return new ProviderError({ code: 'provider_trouble', provider }, code, true, retryAfterSeconds);
  return new ProviderError({ code: 'provider_refused', ...about }, code, false);
}

/** Seconds of a Retry-After header, or null. */
export function retryAfter(value: string | null | undefined): number | null {
  if (!value) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}
