import { ConnectionLost } from './connection.ts';

/** A non-OK answer. The message is "<status>: <body>" as the product spec says. Screens show `error` or their own text, never the message. */
export class ApiError extends Error {
  readonly status: number;
  readonly error: string | null;
  readonly details: unknown;
  readonly body: Record<string, unknown>;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = parsed(text);
    this.error = typeof this.body.error === 'string' ? this.body.error : null;
    this.details = this.body.details;
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The server's own words for people, or the given default; when no answer came, that the connection failed. */
export function serverWords(error: unknown, fallback: string): string {
  if (error instanceof ConnectionLost) return error.message;
  return (error instanceof ApiError && error.error) || fallback;
}

/** The details field of an error as a sentence, if it is one. */
export function errorDetails(error: unknown): string | null {
  return error instanceof ApiError && typeof error.details === 'string' ? error.details : null;
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** Whether a failed call may have been carried out: no answer came, or the server broke down over it. */
export function outcomeUncertain(error: Error | null): boolean {
  if (error instanceof ConnectionLost) return !error.offline;
  return error !== null && (!(error instanceof ApiError) || error.status >= 500);
}

/** Whether too many calls were made, and for how many seconds more calls are refused; null: it is not so. */
export function secondsToWait(error: unknown): number | null {
  if (errorCode(error) !== 'too_many_calls') return null;
  return Number(((error as ApiError).details as { seconds?: unknown }).seconds) || 1;
}

/** The code of a refusal (events/shared/refusals.ts), or why a provider failed (reasons.ts); null: it has none. */
export function errorCode(error: unknown): string | null {
  const code = error instanceof ApiError ? (error.details as { code?: unknown } | null | undefined)?.code : null;
  return typeof code === 'string' ? code : null;
}
