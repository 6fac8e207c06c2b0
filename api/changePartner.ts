import type { Cause } from '../db/log/commit.ts';
import { ConcurrencyConflict } from '../db/log/conflicts.ts';
import { type Command, type Outcome, type Ref, ref, type Store } from '../db/store.ts';

/** How often a partner is read again because their address changed before the commit. */
const READS = 10;

/** What a change of a partner reads and writes besides. */
export type Also = {
  [message: `message ${string}`]: Ref<'message'>;
  [campaign: `campaign ${string}`]: Ref<'campaign'>;
};
type Streams = { partner: Ref<'partner'>; address: Ref<'suppression'> } & Also;

/**
 * Changes a partner under the lock of their address, which a dispatch takes, too: once this has answered, no mail leaves that the change
 * forbids. Answers the new states.
 */
export async function changePartner(
  store: Store,
  { tenant, cause, id, also = {} }: { tenant: string; cause: Cause; id: string; also?: Also },
  decide: (states: Outcome<Streams>['states']) => ReturnType<Command<Streams>['decide']>,
): Promise<Outcome<Streams>['states']> {
  for (let left = READS; left > 0; left -= 1) {
    const email = (await store.load(tenant, ref('partner', id))).state.contact?.email ?? null;
    let changed = false;
    const { states } = await store.run<Streams>({
      tenant,
      cause,
      streams: {
        ...also,
        partner: ref('partner', id),
        address: ref('suppression', email === null ? 'none' : store.pseudonyms.address(tenant, email)),
      },
      decide: (now) => {
        changed = (now.partner.contact?.email ?? null) !== email;
        return changed ? {} : decide(now);
      },
    });
    if (!changed) return states;
  }
  throw new ConcurrencyConflict();
}
