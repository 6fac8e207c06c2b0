import { waitingMessages } from '../../db/read/messages.ts';
import { entriesOf, suppressedAddresses } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import { entryThatHolds, suppressedBecause } from '../../events/privacy/suppression.ts';
import { causeOf } from '../context.ts';
import type { Handler } from './task.ts';

/**
 * Cancels what waits, in any campaign, for an address to which nothing may be sent. It looks at all of the tenant's at once: a list of
 * thousands of addresses then needs one such job. An address that was taken off the list since is left alone.
 */
export const cancelSuppressed: Handler = async ({ store }, { tenant, ...job }) => {
  const [whySuppressed, waiting] = await Promise.all([
    suppressedAddresses(store, tenant),
    waitingMessages(store, tenant),
  ]);
  for (const { id, partnerId, email } of waiting) {
    if (whySuppressed(email) === null) continue;
    await store.run({
      tenant,
      cause: causeOf('cancel-suppressed', { tenant, ...job }),
      streams: {
        message: ref('message', id),
        partner: ref('partner', partnerId),
        ...entriesOf(store, tenant, email),
      },
      decide: ({ message, partner, address, domain }) => {
        const { suppressed, reason } = entryThatHolds(address, domain);
        return {
          message:
            suppressed && partner.contact?.email === email
              ? cancelMessage(message, { cause: 'suppressed', text: suppressedBecause(reason) })
              : [],
        };
      },
    });
  }
};
