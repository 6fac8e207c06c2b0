import { type ProviderError, rateLimited } from './providerError.ts';

/** All calls to a provider pass this. So after a request to wait, no other call runs into the same limit. */
export type ProviderGate = {
  /** Throws ProviderError while the provider wants no call. `of`: the kind of call. */
  pass(of?: string): void;
  /** Closes for as long as the provider said. For other kinds of calls it closes for at most MOST_FOR_OTHERS_MS. */
  heed(error: ProviderError, of?: string): void;
};

/** One call that must wait long says little of the others: they try again soon. */
const MOST_FOR_OTHERS_MS = 20_000;

export function providerGate(provider: string): ProviderGate {
  let closedToAll = 0;
  const closedTo = new Map<string, number>();
  return {
    pass(of) {
      const until = Math.max(closedToAll, of === undefined ? 0 : (closedTo.get(of) ?? 0));
      const left = until - performance.now();
      if (left > 0) throw rateLimited(provider, left / 1000);
    },
    heed({ retryAfterSeconds }, of) {
      if (!retryAfterSeconds) return;
      const now = performance.now();
      const waitMs = retryAfterSeconds * 1000;
      closedToAll = Math.max(closedToAll, now + (of === undefined ? waitMs : Math.min(waitMs, MOST_FOR_OTHERS_MS)));
      if (of === undefined) return;
      for (const [kind, until] of closedTo) if (until <= now) closedTo.delete(kind);
      closedTo.set(of, Math.max(closedTo.get(of) ?? 0, now + waitMs));
    },
  };
}
