import type { TroubleOf } from '../../../events/shared/accountWords.ts';
import { AccountError } from '../accountError.ts';
import { retryAfter } from '../providerError.ts';

/** The call of Google's that failed. Without a token, the Gmail API was never asked. */
export type GmailCall = 'token' | 'api';

/** Google did not do its part. `mayHaveHappened`: the call may have been carried out all the same, such as a mail that left. */
export class GmailError extends AccountError {
  /** The HTTP status of the answer; null: there was none. */
  readonly status: number | null;
  readonly mayHaveHappened: boolean;
  /** `token`: the Gmail API was never asked. */
  readonly call: GmailCall;

  constructor(
    trouble: TroubleOf<'gmail'>,
    more: {
      status?: number | null;
      mayHaveHappened?: boolean;
      retryable?: boolean;
      retryAfterSeconds?: number | null;
      call?: GmailCall;
    } = {},
  ) {
    const status = more.status ?? null;
    const { retryable = false, retryAfterSeconds = null } = more;
    super('gmail', trouble, retryAfterSeconds, retryable);
    this.name = 'GmailError';
    this.status = status;
    this.mayHaveHappened = more.mayHaveHappened ?? false;
    this.call = more.call ?? 'api';
  }
}

type Thrown = {
  code?: unknown;
  syscall?: unknown;
  cause?: { code?: unknown; syscall?: unknown };
  response?: { status?: number; data?: unknown; headers?: { get(name: string): string | null } };
};

/** Before a connection stood, nothing can have left. */
const NEVER_CONNECTED = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const RATE_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'quotaExceeded']);
/** Gmail says until when in words only: "User-rate limit exceeded.  Retry after 2026-01-21T12:57:51.196Z". */
const RETRY_AFTER = /Retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** The first text of `names` that `value` has. */
function textOf(value: unknown, ...names: string[]): string {
  const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  for (const name of names) if (typeof record[name] === 'string') return record[name];
  return '';
}

/** The reasons of an error of Google's APIs. Several versions of its form are in use. */
function reasonsOf(data: unknown): { reasons: string[]; message: string } {
  const error = (data as { error?: unknown } | null | undefined)?.error;
  const { errors = [], details = [] } = (typeof error === 'object' && error !== null ? error : {}) as {
    errors?: unknown[];
    details?: unknown[];
  };
  const lists = [errors, details].flatMap((list) => (Array.isArray(list) ? list : []));
  const reasons = [...lists.map((one) => textOf(one, 'reason')), textOf(error, 'status')].filter(Boolean);
  return { reasons, message: textOf(error, 'message') };
}

/** The meaning of the token endpoint's error code, for an exchange or a refresh. */
function ofToken(error: string, status: number, wait: number | null): GmailError {
  if (error === 'invalid_grant') return new GmailError('token_refused', { status });
  if (/^(invalid_client|unauthorized_client|deleted_client|disabled_client|redirect_uri_mismatch)$/.test(error))
    return new GmailError('app_refused', { status });
  if (/^(admin_policy_enforced|org_internal|access_denied)$/.test(error)) return new GmailError('policy', { status });
  if (status === 429 || RATE_REASONS.has(error) || error === 'rate_limit_exceeded')
    return new GmailError('rate_limited', { status, retryable: true, retryAfterSeconds: wait });
  if (status >= 500 || status === 408) return new GmailError('unreachable', { status, retryable: true });
  return new GmailError('refused', { status, call: 'token' });
}

/** The meaning of an answer of the Gmail API. */
function ofApi(data: unknown, status: number, wait: number | null): GmailError {
  const { reasons, message } = reasonsOf(data);
  const has = (...names: string[]) => reasons.some((reason) => names.includes(reason));
  if (status === 429 || reasons.some((reason) => RATE_REASONS.has(reason))) {
    const until = Date.parse(RETRY_AFTER.exec(message)?.[1] ?? '');
    const said = Number.isNaN(until) ? null : Math.max(0, (until - Date.now()) / 1000);
    return new GmailError('rate_limited', { status, retryable: true, retryAfterSeconds: wait ?? said });
  }
  if (status === 401) return new GmailError('token_refused', { status });
  if (has('accessNotConfigured', 'SERVICE_DISABLED')) return new GmailError('api_disabled', { status });
  if (has('insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'))
    return new GmailError('scope_missing', { status });
  if (has('domainPolicy')) return new GmailError('policy', { status });
  if (has('failedPrecondition', 'FAILED_PRECONDITION', 'mailSignupRequired') && status < 500)
    return new GmailError('no_gmail', { status });
  if (status >= 500 || status === 408)
    return new GmailError('unreachable', { status, retryable: true, mayHaveHappened: true });
  return new GmailError('refused', { status });
}

/** Turns anything that Google's SDK threw into a GmailError. Google's own words stay behind: they may name people. */
export function gmailError(thrown: unknown, call: GmailCall): GmailError {
  if (thrown instanceof GmailError) return thrown;
  const { code, cause, syscall, response } = (thrown ?? {}) as Thrown;
  if (response?.status) {
    const wait = retryAfter(response.headers?.get('retry-after'));
    return call === 'token'
      ? ofToken(textOf(response.data, 'error'), response.status, wait)
      : ofApi(response.data, response.status, wait);
  }
  const never =
    [code, cause?.code].some(
      (one) =>
        NEVER_CONNECTED.has(String(one)) || /^(ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(String(one)),
    ) || [syscall, cause?.syscall].includes('connect');
  return new GmailError('unreachable', { retryable: true, mayHaveHappened: call === 'api' && !never });
}
