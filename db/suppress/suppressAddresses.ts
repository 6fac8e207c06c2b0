import { type Suppress, suppressAddress } from '../../events/privacy/suppression.ts';
import type { Cause } from '../log/commit.ts';
import { ref, type Store } from '../store.ts';

/** Addresses in one commit. Each holds a lock, and a commit is short. */
const A_COMMIT = 250;

/**
 * Puts a checked list of addresses on the tenant's list, in as few commits as their locks allow. Answers how many were not on it before, or now are
 * for a weightier reason. Again after a stop in between it does the rest. `writeDown`: the list shows the addresses.
 */
export async function suppressAddresses(
  store: Store,
  tenant: string,
  cause: Cause,
  emails: readonly string[],
  how: Pick<Suppress, 'reason' | 'source'>,
  writeDown = true,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < emails.length; from += A_COMMIT) {
    const byName = new Map(
      emails.slice(from, from + A_COMMIT).map((email) => [store.pseudonyms.address(tenant, email), email]),
    );
    const streams = Object.fromEntries([...byName.keys()].map((hmac) => [hmac, ref('suppression', hmac)]));
    const { committed } = await store.run({
      tenant,
      cause,
      streams,
      decide: (states) =>
        Object.fromEntries(
          Object.entries(states).map(([hmac, state]) => [
            hmac,
            suppressAddress(state, howFor(how, (writeDown && byName.get(hmac)) || null)),
          ]),
        ),
    });
    added += committed.length;
  }
  return added;
}

/** A whole domain has not bounced, unsubscribed or complained: it is there by the user's own choice. */
const howFor = (how: Pick<Suppress, 'reason' | 'source'>, email: string | null): Suppress => ({
  ...how,
  ...(email?.startsWith('@') && { reason: 'user' }),
  email,
});
