import type { FollowUpChangesView } from '../../../api/views.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';

const verb = (count: number, one: string, more: string): string => (count === 1 ? one : more);

/** The people whom the edit concerns: "4 waiting follow-ups change, 2 end."; null: no one. */
export function changesText({ changed, toReview, ended, kept, started }: FollowUpChangesView): string | null {
  const waiting = [
    { count: changed + toReview, text: verb(changed + toReview, 'changes', 'change') },
    { count: ended, text: verb(ended, 'ends', 'end') },
    { count: kept, text: `${verb(kept, 'stays', 'stay')} as edited by hand` },
  ].filter(({ count }) => count > 0);
  const parts = waiting.map(({ count, text }, at) =>
    at === 0 ? `${counted(count, 'waiting follow-up')} ${text}` : `${wholeNumber(count)} ${text}`,
  );
  if (started > 0) parts.push(`${counted(started, 'partner')} ${verb(started, 'gets', 'get')} another follow-up`);
  return parts.length > 0 ? `${parts.join(', ')}.` : null;
}

/** The user's next tasks after it; null: none. */
export function afterwardsText(
  { toReview, started, completes }: FollowUpChangesView,
  isCompleted: boolean,
): string | null {
  if (completes) return 'Nothing else is left to send, so this completes the campaign.';
  if (isCompleted && started > 0) return 'The campaign is paused until you resume it.';
  if (toReview === 0) return null;
  return `The AI writes ${toReview === 1 ? 'one text' : `${wholeNumber(toReview)} texts`} again for your review.`;
}
