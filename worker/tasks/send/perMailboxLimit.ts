/**
 * How many mails of one mailbox this process sends at a time. More would not leave sooner, because mails of a plan keep their distance; and
 * a provider that hangs on one tenant must not take the places of all others.
 */
const AT_A_TIME = 2;

const sending = new Map<string, number>();

/** Does `send` unless the mailbox is at its limit, and answers whether it did. The job of a mail that must wait is rescheduled instead, so it holds no place. */
export async function perMailboxLimit(mailbox: string, send: () => Promise<void>): Promise<boolean> {
  const now = sending.get(mailbox) ?? 0;
  if (now >= AT_A_TIME) return false;
  sending.set(mailbox, now + 1);
  try {
    await send();
  } finally {
    const left = (sending.get(mailbox) ?? 1) - 1;
    if (left === 0) sending.delete(mailbox);
    else sending.set(mailbox, left);
  }
  return true;
}
