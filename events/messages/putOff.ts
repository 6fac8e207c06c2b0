/** The server will accept the email to this recipient later: greylisting, a full mailbox, or trouble of its own. */
import type { MessageState } from './messageState.ts';

const WAITS_MS = [5, 15, 60, 120, 240].map((minutes) => minutes * 60_000);
const LONGEST_MS = 3 * 86_400_000;

/**
 * The wait (ms) of an email that was put off again at `now` (ISO 8601). null: it was for three days. A weekend outside the sending hours is not
 * enough: it was tried after each of the waits.
 */
export function waitAfterPutOff({ putOffs }: Pick<MessageState, 'putOffs'>, now: string): number | null {
  const times = putOffs?.times ?? 0;
  const since = Date.parse(putOffs?.since ?? now);
  if (times >= WAITS_MS.length && Date.parse(now) - since >= LONGEST_MS) return null;
  return WAITS_MS[Math.min(times, WAITS_MS.length - 1)] ?? null;
}
