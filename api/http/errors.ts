import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ClientClosedRequest } from '../../db/audit/queuePerTenant.ts';
import { ClockWrong } from '../../db/connection/clock.ts';
import { isAway } from '../../db/connection/connect.ts';
import { AlreadyTaken, ConcurrencyConflict, PersonErasedError, PersonUnreadableError } from '../../db/log/conflicts.ts';
import { logOf } from '../../db/process/logger.ts';
import type { ReasonCode } from '../../events/shared/reasons.ts';
import type { Refusal } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { ErrorView } from '../views.ts';

const log = logOf('api');

const STATUS: Record<Refusal, ContentfulStatusCode> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  illegal: 422,
  limit: 429,
  not_configured: 503,
};

/** Why a provider did not do its part; `profile_not_read`: a LinkedIn profile, with the words why. */
type ProviderFailedCode = ReasonCode | 'profile_not_read';

/** A provider did not do its part; the message is for the user. Answers 502, or 503 when trying again makes sense. */
export class ProviderFailed extends Error {
  readonly status: 502 | 503;
  readonly details: { code: ProviderFailedCode; why?: string } | undefined;
  constructor(message: string, status: 502 | 503 = 503, details?: ProviderFailed['details']) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** Turns whatever a handler threw into `{error, details?}` with its status. Unknown errors are logged without their text: it may name people. */
export function answerError(error: Error, c: Context): Response {
  const answer = (status: ContentfulStatusCode, body: ErrorView) => c.json(body, status);
  if (error instanceof Refused) {
    const { retryAfterSeconds, ...details } = error.details;
    if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterSeconds)));
    // the spec's answers name some details beside the error
    const { used, limit } = details;
    return c.json(
      { error: error.message, used, limit, details: { code: error.code, ...details } },
      STATUS[error.refusal],
    );
  }
  if (error instanceof ProviderFailed) {
    const { status, message, details } = error;
    return answer(status, { error: message, ...(details && { details }) });
  }
  if (error instanceof ConcurrencyConflict) {
    return answer(409, { error: 'Someone else changed this at the same moment. Try again.' });
  }
  if (error instanceof AlreadyTaken)
    return answer(409, { error: 'This exists already.', details: { rule: error.rule } });
  if (error instanceof PersonErasedError)
    return answer(422, { error: 'This person was erased; nothing can be saved.' });
  if (error instanceof ClockWrong) return answerError(new Refused({ code: 'clock_wrong' }), c);
  if (error instanceof PersonUnreadableError) return answer(422, { error: error.message });
  // the client has disconnected
  if (error instanceof ClientClosedRequest) return answer(503, { error: error.message });
  if (error instanceof HTTPException) {
    const message =
      error.status === 400 ? 'The request body is not valid JSON.' : error.message || 'The request was refused.';
    return answer(error.status as ContentfulStatusCode, { error: message });
  }
  const call = `${c.req.method} ${c.req.routePath}`;
  log.error({ requestId: c.get('requestId'), call }, `${error.name} ${codeOf(error)}`.trim());
  if (isAway(error)) {
    c.header('Retry-After', '2');
    return answer(503, { error: 'The database is not available right now. Try again in a moment.' });
  }
  return answer(500, { error: 'Something went wrong on our side. Please try again later.' });
}

function codeOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const frame = error.stack
    ?.split('\n')
    .find((line) => line.trimStart().startsWith('at ') && !line.includes('node_modules'));
  return `${code} ${frame?.trim().replace(/\(.*[\\/](\w+[\\/][\w.-]+:\d+):\d+\)/, '($1)') ?? ''}`.trim();
}
