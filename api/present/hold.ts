import type { MailboxState } from '../../events/mailbox.ts';
import { holdAt, holdText } from '../../events/mailboxHold.ts';
import type { HoldView } from '../views.ts';

/** What holds a mailbox now, in words; null when nothing does. */
export function holdView(mailbox: MailboxState, now: Date): HoldView | null {
  const hold = holdAt(mailbox, now.toISOString());
  return hold && { kind: hold.reason, until: hold.until, ...holdText(hold.reason) };
}
