/**
 * What a provider's answer, or its silence, says about a dispatched mail. One table; nothing else decides.
 * `deferred`: it surely did not leave, try again later. `failed`: it was refused for good. `unknown`: it may have left.
 */
export type ProviderAnswer =
  | { kind: 'status'; status: number; retryAfterSeconds: number | null }
  /** Nothing was sent yet: name not found, connection refused, no connection in time. */
  | { kind: 'not_connected' }
  /** The connection broke or fell silent after bytes had left. */
  | { kind: 'broken' };

export type Verdict =
  | { verdict: 'sent' | 'failed' | 'unknown' | 'held' }
  | { verdict: 'deferred'; retryAfterSeconds: number | null };

export function classify(answer: ProviderAnswer): Verdict {
  if (answer.kind === 'not_connected') return { verdict: 'deferred', retryAfterSeconds: null };
  if (answer.kind === 'broken') return { verdict: 'unknown' };
  const { status } = answer;
  if (status >= 200 && status < 300) return { verdict: 'sent' };
  if (status === 429) return { verdict: 'deferred', retryAfterSeconds: answer.retryAfterSeconds };
  if (status === 408 || status >= 500) return { verdict: 'unknown' };
  if (status === 401 || status === 403) return { verdict: 'held' };
  if (status >= 400) return { verdict: 'failed' };
  return { verdict: 'unknown' };
}

const BASE_SECONDS = 2;
const CAP_SECONDS = 15 * 60;

/** Seconds to wait before the next attempt: what the provider asked for, else full jitter that doubles from 2 s up to 15 min. `random` in [0, 1). */
export function backoffSeconds(attempt: number, retryAfterSeconds: number | null, random: number): number {
  if (retryAfterSeconds !== null) return Math.min(Math.max(retryAfterSeconds, 1), 24 * 3600);
  return Math.max(1, random * Math.min(CAP_SECONDS, BASE_SECONDS * 2 ** attempt));
}
