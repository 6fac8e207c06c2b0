import pLimit from 'p-limit';

/**
 * This process sends at most this many mails of one mailbox at a time. More would not leave sooner, because planned mails keep their distance. A slow
 * provider of one tenant must not take everyone's places.
 */
const AT_A_TIME = 2;

/** In a mailbox whose emails leave quickly, so many jobs wait here for so long (ms). That spares the queue two statements for each of them. */
const WAIT = { most: 2, ms: 2_000 };

/** `movedAt`: when it last began or ended an email. `waiting`: each gets the place of an email that ends. */
type Turn = { sending: number; movedAt: number; waiting: (() => void)[] };
const turns = new Map<string, Turn>();

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

/** Runs `send` unless the mailbox is at its limit, and answers whether it did. Otherwise its job is rescheduled, so it holds no place. */
export async function perMailboxLimit(mailbox: string, send: () => Promise<void>): Promise<boolean> {
  const turn = turns.get(mailbox) ?? { sending: 0, movedAt: performance.now(), waiting: [] };
  turns.set(mailbox, turn);
  if (turn.sending < AT_A_TIME) turn.sending += 1;
  else if (!(await placeOf(turn))) return false;
  try {
    await send();
  } finally {
    turn.movedAt = performance.now();
    const next = turn.waiting.shift();
    if (next) next();
    else turn.sending -= 1;
    if (turn.sending === 0) turns.delete(mailbox);
    if ((nextLooks.get(mailbox) ?? 0) < performance.now()) nextLooks.delete(mailbox);
  }
  return true;
}

/** Waits for the place of an email that ends. false: it did not come, or the mailbox is slow. */
async function placeOf({ movedAt, waiting }: Turn): Promise<boolean> {
  if (waiting.length >= WAIT.most || performance.now() - movedAt > WAIT.ms) return false;
  return new Promise((resolve) => {
    const take = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1);
      resolve(false);
    }, WAIT.ms);
    waiting.push(take);
  });
}

/** Concurrent sends that work on the database: fewer than its connections. Many more may wait for their providers. First come, first served. */
export const dbLimit = pLimit(12);
