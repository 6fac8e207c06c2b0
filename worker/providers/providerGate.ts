import { type ProviderError, rateLimited } from './providerError.ts';

/** What all calls to a provider pass, so that one that was asked to wait lets none of the others run into the same limit. */
export type ProviderGate = {
  /** Throws ProviderError while the provider wants no call. */
  pass(): void;
  /** Closes for as long as the provider said. */
  heed(error: ProviderError): void;
};

export function providerGate(provider: string): ProviderGate {
  let closedUntil = 0;
  return {
    pass() {
      const left = closedUntil - performance.now();
      if (left > 0) throw rateLimited(provider, left / 1000);
    },
    heed({ retryAfterSeconds }) {
      if (retryAfterSeconds) closedUntil = Math.max(closedUntil, performance.now() + retryAfterSeconds * 1000);
    },
  };
}
