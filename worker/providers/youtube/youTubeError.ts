import { ProviderError, rateLimited, retryAfter, statusError } from '../providerError.ts';

type Thrown = {
  response?: { status?: number; data?: unknown; headers?: { get(name: string): string | null } };
  code?: unknown;
  name?: unknown;
  cause?: { name?: unknown };
};
type GoogleError = { message?: unknown; status?: unknown; errors?: unknown; details?: unknown };

const KEY = 'YOUTUBE_API_KEY';

/** The meaning of Google’s reasons for an operator. None of them goes away by waiting some minutes. */
const REASONS = [
  [/^(quotaExceeded|dailyLimitExceeded)$/, 'youtube_quota'],
  [/^(keyInvalid|API_KEY_INVALID|keyExpired)$/, 'youtube_key'],
  [/^(accessNotConfigured|SERVICE_DISABLED)$/, 'youtube_disabled'],
  [/^(ipRefererBlocked|API_KEY_(IP_ADDRESS|HTTP_REFERRER|SERVICE|ANDROID_APP|IOS_APP)_BLOCKED)$/, 'youtube_restricted'],
] as const;
const RATE = /^(rateLimitExceeded|userRateLimitExceeded|RATE_LIMIT_EXCEEDED)$/;

const textAt = (value: unknown, name: string): string => {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof found === 'string' ? found : '';
};

function reasonsIn(data: unknown): string[] {
  const error = ((data as { error?: GoogleError } | null | undefined)?.error ?? {}) as GoogleError;
  const lists = [error.errors, error.details].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return lists.map((one) => textAt(one, 'reason')).filter(Boolean);
}

/** Turns anything that Google's SDK threw into a ProviderError. Google's own words stay behind. */
export function youTubeError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const { response, code, name, cause } = (thrown ?? {}) as Thrown;
  if (response?.status) {
    const reasons = reasonsIn(response.data);
    const wait = retryAfter(response.headers?.get('retry-after'));
    for (const [pattern, code] of REASONS)
      if (reasons.some((reason) => pattern.test(reason))) return new ProviderError({ code, setting: KEY }, code, false);
    if (reasons.some((reason) => RATE.test(reason))) return rateLimited('YouTube', wait);
    return statusError('YouTube', KEY, response.status, wait);
  }
  if ([name, cause?.name, code].some((one) => /Timeout|AbortError|ETIMEDOUT/.test(String(one))))
    return new ProviderError({ code: 'provider_timeout', provider: 'YouTube' }, 'timeout', true);
  return new ProviderError({ code: 'provider_unreachable', provider: 'YouTube' }, 'connection', true);
}
