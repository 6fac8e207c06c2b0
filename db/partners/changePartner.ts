import type { Cause } from '../log/commit.ts';
import { ConcurrencyConflict } from '../log/conflicts.ts';
import { entriesOf } from '../read/suppressions.ts';
import { type Decisions, type Outcome, type Ref, ref, type Store } from '../store.ts';

/** The partner is read again at most this often if their address changes before the commit. */
const READS = 10;

/** Other streams that a change of a partner reads and writes. */
export type Also = {
  profile?: Ref<'profile'>;
  [message: `message ${string}`]: Ref<'message'>;
  [campaign: `campaign ${string}`]: Ref<'campaign'>;
  [conversation: `conversation ${string}`]: Ref<'conversation'>;
};
type Streams = { partner: Ref<'partner'>; address: Ref<'suppression'>; domain: Ref<'suppression'> } & Also;

/**
 * Changes a partner under the locks of their address and its domain. A dispatch takes the same locks. After the answer, no email leaves that the
 * change forbids. The first try assumes that there is no address, so that one load is enough for a partner without one.
 */
export async function changePartner(
  store: Store,
  { tenant, cause, id, also = {} }: { tenant: string; cause: Cause; id: string; also?: Also },
  decide: (states: Outcome<Streams>['states']) => Decisions<Streams>,
): Promise<Outcome<Streams, string | null>> {
  let locked: string | null = null;
  for (let left = READS; left > 0; left -= 1) {
    const address: string | null = locked;
    const outcome: Outcome<Streams, string | null> = await store.run<Streams, string | null>({
      tenant,
      cause,
      streams: {
        ...also,
        partner: ref('partner', id),
        ...entriesOf(store, tenant, address),
      },
      decide: (now) => {
        const email = now.partner.contact?.email ?? null;
        return [email === address ? decide(now) : {}, email];
      },
    });
    locked = outcome.result;
    if (locked === address) return outcome;
  }
  throw new ConcurrencyConflict();
}
