import type { NotSending } from '../../events/sending/sendBlockers.ts';
import type { HoldView } from '../views.ts';

/** What keeps a tenant's mail, for the screens; null when nothing does. */
export function holdView(notSending: NotSending | null): HoldView | null {
  if (!notSending) return null;
  const { refusal: _ofCalls, ...view } = notSending;
  return view;
}
