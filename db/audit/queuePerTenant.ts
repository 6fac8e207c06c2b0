/** Whoever asked for something has gone away meanwhile. */
export class ClientClosedRequest extends Error {}

/** Throws AskerGone when `signal` says so. */
export function mustBeWaitedFor(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ClientClosedRequest('Whoever asked has gone away.');
}

/**
 * Work that goes on one at a time for each name, in the order in which it was asked for: so whoever asks for much at once waits, and not
 * everybody else. What nobody waits for any more when its turn comes is not begun: it throws AskerGone.
 */
export function queuePerTenant() {
  const last = new Map<string, Promise<unknown>>();
  return function inTurn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const mine = (last.get(name) ?? Promise.resolve()).then(() => {
      mustBeWaitedFor(signal);
      return work();
    });
    const over = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(name) === over) last.delete(name);
      });
    last.set(name, over);
    return mine;
  };
}
