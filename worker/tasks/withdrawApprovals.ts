import { messagesOfPartner } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { textHash } from '../../db/textHash.ts';
import { refuseOldAddress } from '../../events/messages/resend.ts';
import { scopeOf } from '../context.ts';
import type { Handler } from './task.ts';

/** A partner's address was edited or found again: approvals for the old one no longer hold; messages wait for review, re-sends are over. */
export const withdrawApprovals: Handler = async (deps, job) => {
  const { state: partner } = await deps.store.load(job.tenant, ref('partner', job.id));
  for (const { id } of await messagesOfPartner(deps.store, job.tenant, job.id)) {
    await deps.store.decide(scopeOf('withdraw-approvals', job), ref('message', id), (message) =>
      message.approvedHash === null || message.approvedHash === textHash(partner.contact?.email ?? null, message.text)
        ? []
        : refuseOldAddress(message),
    );
  }
};
