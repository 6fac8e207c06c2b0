import pLimit from 'p-limit';

/**
 * This process sends at most this many mails of one mailbox at a time. More would not leave sooner, because planned mails keep their distance. A slow
 * provider of one tenant must not take everyone's places.
 */
const AT_A_TIME = 2;

const sending = new Map<string, number>();

/** A job that finds its mailbox busy looks again this long after the one before it, and not before the first time. */
const BUSY_MS = { first: 500, next: 200, most: 30_000 };
const nextLooks = new Map<string, number>();

/** When a job that found its mailbox busy looks again, ms from now. If all came back at once, most would find it busy again. */
export function busyFor(mailbox: string, now = performance.now()): number {
  const after = (nextLooks.get(mailbox) ?? 0) + BUSY_MS.next;
  const at = Math.min(Math.max(after, now + BUSY_MS.first), now + BUSY_MS.most);
  nextLooks.set(mailbox, at);
  return at - now;
}

/** Runs `send` unless the mailbox is at its limit, and answers whether it did. A waiting mail's job is rescheduled, so it holds no place. */
export async function perMailboxLimit(mailbox: string, send: () => Promise<void>): Promise<boolean> {
  const now = sending.get(mailbox) ?? 0;
  if (now >= AT_A_TIME) return false;
  sending.set(mailbox, now + 1);
  try {
    await send();
  } finally {
    const left = (sending.get(mailbox) ?? 1) - 1;
    if (left > 0) sending.set(mailbox, left);
    else sending.delete(mailbox);
    if ((nextLooks.get(mailbox) ?? 0) < performance.now()) nextLooks.delete(mailbox);
  }
  return true;
}

/** Concurrent sends that work on the database: fewer than its connections. Many more may wait for their providers. First come, first served. */
export const dbLimit = pLimit(12);
