import { waitingMessages } from '../../db/read/messages.ts';
import { entriesOf, entryOfPerson, formerAddresses, heldPeople, suppressedAmong } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import { unscheduleEmail } from '../../events/messages/sendTime.ts';
import { heldFor } from '../../events/privacy/suppression.ts';
import { suppressedBy } from '../../events/shared/reasons.ts';
import { causeOf } from '../context.ts';
import { defineTask, onEach } from '../defineTask.ts';

/**
 * Cancels waiting messages to a suppressed address, in any campaign, and clears the times of held ones. One job checks the whole tenant, so a list of
 * thousands of addresses needs only one. An address that was taken off the list since is left alone.
 */
export const cancelSuppressed = defineTask({
  name: 'cancel-suppressed',
  lane: 'decide',
  // a list of thousands of addresses needs one such job
  on: onEach(['AddressSuppressed', 'AddressHeld'], ({ tenant, id }) => ({ id, jobKey: `suppressed:${tenant}` })),
  needs: ['store'],
  handler: async ({ store }, { tenant, ...job }) => {
    const whyHeld = await heldPeople(store, tenant);
    for await (const waiting of waitingMessages(store, tenant)) {
      const addresses = waiting.map(({ email }) => email);
      const whySuppressed = await suppressedAmong(store, tenant, addresses);
      for (const { id, partnerId, email } of waiting) {
        if (whySuppressed(email) === null && whyHeld({ partnerId, email }) === null) continue;
        const former = await formerAddresses(store, tenant, { partnerId, email });
        await store.run({
          tenant,
          cause: causeOf('cancel-suppressed', { tenant, ...job }),
          streams: {
            message: ref('message', id),
            partner: ref('partner', partnerId),
            ...entriesOf(store, tenant, email),
            ...former,
          },
          decide: (now) => {
            const { message, partner } = now;
            if (partner.contact?.email !== email) return {};
            const entry = entryOfPerson(now, partnerId, former);
            if (entry.suppressed) return { message: cancelMessage(message, suppressedBy(entry.reason)) };
            const sign = heldFor(entry);
            return sign ? { message: unscheduleEmail(message, { code: `held_${sign}` }) } : {};
          },
        });
      }
    }
  },
});
