import { textHash } from '../../db/log/textHash.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { ref } from '../../db/store.ts';
import { approvedKit } from '../../events/messages/mediaKit.ts';
import { addressOf } from '../../events/messages/messageState.ts';
import { refuseApproval } from '../../events/messages/resend.ts';
import { scopeOf } from '../context.ts';
import { about, defineTask } from '../defineTask.ts';

const TASK = 'withdraw-approvals';

/**
 * Withdraws outdated approvals, and returns the messages to review. If a partner's address was edited or found again, approvals for the old one end,
 * and so do re-sends.
 */
export const withdrawApprovals = defineTask({
  name: 'withdraw-approvals',
  lane: 'decide',
  on: {
    ContactEdited: about,
    // a search replaces an existing address
    ContactFound: (event) => event.data.contactSearchId && about(event),
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const { tenant, id } = job;
    const { state: partner } = await store.load(tenant, ref('partner', id));
    for (const message of await messagesOfPartner(store, tenant, id)) {
      await store.decide(scopeOf(TASK, job), ref('message', message.id), (now) =>
        now.approvedHash === null ||
        now.approvedHash === textHash(addressOf(now, partner), now.text, approvedKit(now.approvedHash))
          ? []
          : refuseApproval(now, 'address_changed'),
      );
    }
  },
});
