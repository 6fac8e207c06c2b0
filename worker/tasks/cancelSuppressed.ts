import { waitingMessages } from '../../db/read/messages.ts';
import { entriesOf, heldAddresses, suppressedAddresses } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import { unscheduleEmail } from '../../events/messages/sendTime.ts';
import { entryThatHolds, heldFor, suppressedBecause } from '../../events/privacy/suppression.ts';
import { SEND_REASONS } from '../../events/sending/sendPolicy.ts';
import { causeOf } from '../context.ts';
import type { Handler } from './task.ts';

/**
 * Cancels what waits, in any campaign, for an address to which nothing may be sent, and takes back the times of what is held. It looks at all of the tenant's at once: a list of
 * thousands of addresses then needs one such job. An address that was taken off the list since is left alone.
 */
export const cancelSuppressed: Handler = async ({ store }, { tenant, ...job }) => {
  const [whySuppressed, whyHeld, waiting] = await Promise.all([
    suppressedAddresses(store, tenant),
    heldAddresses(store, tenant),
    waitingMessages(store, tenant),
  ]);
  for (const { id, partnerId, email } of waiting) {
    if (whySuppressed(email) === null && whyHeld(email) === null) continue;
    await store.run({
      tenant,
      cause: causeOf('cancel-suppressed', { tenant, ...job }),
      streams: {
        message: ref('message', id),
        partner: ref('partner', partnerId),
        ...entriesOf(store, tenant, email),
      },
      decide: ({ message, partner, address, domain }) => {
        if (partner.contact?.email !== email) return {};
        const entry = entryThatHolds(address, domain);
        if (entry.suppressed)
          return { message: cancelMessage(message, { cause: 'suppressed', text: suppressedBecause(entry.reason) }) };
        const sign = heldFor(entry);
        return sign ? { message: unscheduleEmail(message, SEND_REASONS[`held_${sign}`].text) } : {};
      },
    });
  }
};
