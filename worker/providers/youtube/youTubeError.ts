import { ProviderError, rateLimited, retryAfter, statusError } from '../providerError.ts';

type Thrown = {
  response?: { status?: number; data?: unknown; headers?: { get(name: string): string | null } };
  code?: unknown;
  name?: unknown;
  cause?: { name?: unknown };
};
type GoogleError = { message?: unknown; status?: unknown; errors?: unknown; details?: unknown };

const KEY = 'YOUTUBE_API_KEY';

/** What Google’s reasons mean for an operator. None of them goes away by waiting some minutes. */
const REASONS: readonly (readonly [RegExp, string, string])[] = [
  [
    /^(quotaExceeded|dailyLimitExceeded)$/,
    'quota',
    `The YouTube quota of the key in ${KEY} is used up for today. It starts again at midnight Pacific time.`,
  ],
  [
    /^(keyInvalid|API_KEY_INVALID|keyExpired)$/,
    'key',
    `YouTube refused the key in ${KEY}. Ask your administrator to copy it again from Google Cloud.`,
  ],
  [
    /^(accessNotConfigured|SERVICE_DISABLED)$/,
    'disabled',
    `YouTube Data API v3 is not enabled for the key in ${KEY}. Ask your administrator to enable it in Google Cloud.`,
  ],
  [
    /^(ipRefererBlocked|API_KEY_(IP_ADDRESS|HTTP_REFERRER|SERVICE|ANDROID_APP|IOS_APP)_BLOCKED)$/,
    'restricted',
    `The key in ${KEY} may not be used from this server. Ask your administrator to change its restrictions in Google Cloud.`,
  ],
];
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

/** What went wrong, from whatever Google's SDK threw. Google's own words stay behind. */
export function youTubeError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const { response, code, name, cause } = (thrown ?? {}) as Thrown;
  if (response?.status) {
    const reasons = reasonsIn(response.data);
    const wait = retryAfter(response.headers?.get('retry-after'));
    for (const [pattern, short, text] of REASONS)
      if (reasons.some((reason) => pattern.test(reason))) return new ProviderError(text, `youtube_${short}`, false);
    if (reasons.some((reason) => RATE.test(reason))) return rateLimited('YouTube', wait);
    return statusError('YouTube', KEY, response.status, wait);
  }
  if ([name, cause?.name, code].some((one) => /Timeout|AbortError|ETIMEDOUT/.test(String(one))))
    return new ProviderError('YouTube took too long.', 'timeout', true);
  return new ProviderError('YouTube cannot be reached.', 'connection', true);
}
