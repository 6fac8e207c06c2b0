import type { SendBlocker } from '../../events/sending/sendBlockers.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import type { HoldView } from '../views.ts';
import { fixWords } from './fixWords.ts';

/** Shows the hold of a tenant's mail; null when there is none. `account`: the mailbox whose hold it is, where there are several. */
export function holdView(blocker: SendBlocker | null, account?: string): HoldView | null {
  if (!blocker) return null;
  const { refusal: _ofCalls, fix, reason, ...view } = blocker;
  return { ...view, reason: reasonText(reason), ...fixWords(fix), ...(account === undefined ? {} : { account }) };
}
