import type { Cause } from '../db/log/commit.ts';
import { ConcurrencyConflict } from '../db/log/conflicts.ts';
import { ref, type Store } from '../db/store.ts';
import type { PartnerEvent, PartnerState } from '../events/partner.ts';

/** How often a partner is read again because their address changed before the commit. */
const READS = 10;

/**
 * Changes a partner under the lock of their address, which a dispatch takes, too: once this has answered, no mail leaves that the change
 * forbids. Answers the new state.
 */
export async function changePartner(
  store: Store,
  { tenant, cause, id }: { tenant: string; cause: Cause; id: string },
  decide: (partner: PartnerState) => PartnerEvent[],
): Promise<PartnerState> {
  for (let left = READS; left > 0; left -= 1) {
    const email = (await store.load(tenant, ref('partner', id))).state.contact?.email ?? null;
    let changed = false;
    const { states } = await store.run({
      tenant,
      cause,
      streams: {
        partner: ref('partner', id),
        address: ref('suppression', email === null ? 'none' : store.pseudonyms.address(tenant, email)),
      },
      decide: ({ partner }) => {
        changed = (partner.contact?.email ?? null) !== email;
        return changed ? {} : { partner: decide(partner) };
      },
    });
    if (!changed) return states.partner;
  }
  throw new ConcurrencyConflict();
}
