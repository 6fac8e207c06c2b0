import pLimit from 'p-limit';

/**
 * This process sends at most this many mails of one mailbox at a time. More would not leave sooner, because planned mails keep their distance. A slow
 * provider of one tenant must not take everyone's places.
 */
const AT_A_TIME = 2;

const sending = new Map<string, number>();

/** Runs `send` unless the mailbox is at its limit, and answers whether it did. A waiting mail's job is rescheduled, so it holds no place. */
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

/** Concurrent sends that work on the database: fewer than its connections. Many more may wait for their providers. First come, first served. */
export const dbLimit = pLimit(12);
