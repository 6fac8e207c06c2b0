import type { SendView } from '../../../api/views.ts';
import { byScore } from '../../../events/partners/score.ts';

/** Also a text that was approved before it was flagged: what is known of its partner may change. */
export const waitsForReview = ({ status, approved, body, flaws }: SendView): boolean =>
  status === 'pending' && body !== null && (!approved || flaws.length > 0);

/** The messages to one partner stay together, in the order of their steps. */
const inThread = (a: SendView, b: SendView): number =>
  a.partner.id === b.partner.id ? a.step - b.step : a.partner.id < b.partner.id ? -1 : 1;

/**
 * Messages that need a person first (of unknown fate, then flagged, to review, failed), then those to the best matches, and last what is not
 * written yet.
 */
export function orderMessages(messages: readonly SendView[]): SendView[] {
  const rank = (message: SendView): number => {
    const { status, flaws, body } = message;
    if (status === 'unknown') return 0;
    if (waitsForReview(message)) return flaws.length > 0 ? 1 : 2;
    if (status === 'failed') return 3;
    return status === 'pending' && body === null ? 5 : 4;
  };
  return messages.toSorted(
    (a, b) => rank(a) - rank(b) || byScore(a.partner.matchScore, b.partner.matchScore) || inThread(a, b),
  );
}
