/** The client went away before it had its answer. */
export class ClientClosedRequest extends Error {}

/** Throws AskerGone when `signal` says so. */
export function mustBeWaitedFor(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ClientClosedRequest('The client has gone away.');
}

/**
 * Runs work one at a time for each name, in order. So a tenant with much work waits, and no one else does. Work whose client has gone away when its
 * turn comes is not begun: it throws ClientClosedRequest.
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
