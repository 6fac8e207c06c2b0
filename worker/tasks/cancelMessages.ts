import { messagesOfPartner, readMessages } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { cancelMessage, isFinal } from '../../events/message.ts';
import { causeOf } from '../context.ts';
import type { Handler } from './task.ts';

/** A partner was rejected or deleted, or a campaign deleted: what has not left is cancelled, with the reason. */
export const cancelMessages: Handler = async (deps, job) => {
  const ofPartner = job.also?.of === 'partner';
  const messages = ofPartner
    ? await messagesOfPartner(deps.store, job.tenant, job.id)
    : await readMessages(deps.store, job.tenant, { campaignId: job.id });
  const reason = ofPartner ? 'the partner was removed from your list' : 'the campaign was deleted';
  for (const { id, state } of messages) {
    if (isFinal(state.status)) continue;
    await deps.store.run({
      tenant: job.tenant,
      cause: causeOf('cancel-messages', job),
      streams: { message: ref('message', id) },
      decide: ({ message }) => ({ message: cancelMessage(message, reason) }),
    });
  }
};
