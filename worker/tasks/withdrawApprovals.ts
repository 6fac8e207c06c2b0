import { setImmediate as nextTick } from 'node:timers/promises';
import { textHash } from '../../db/log/textHash.ts';
import { readCampaigns } from '../../db/read/campaigns.ts';
import { messagesOfPartner, readMessages } from '../../db/read/messages.ts';
import { readTextCheck } from '../../db/read/textCheck.ts';
import { ref } from '../../db/store.ts';
import { withdrawApproval } from '../../events/messages/messageText.ts';
import { refuseOldAddress } from '../../events/messages/resend.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import type { Handler } from './task.ts';

const TASK = 'withdraw-approvals';

/**
 * Approvals that no longer hold are withdrawn, and the messages wait for review. A partner's address was edited or found again: those for the
 * old one, and re-sends are over. A campaign or the business profile was edited: those of texts that say what it no longer does.
 */
export const withdrawApprovals: Handler = async (deps, job) => {
  const { store } = deps;
  const { tenant, id } = job;
  if (job.also?.of === 'campaign') return withdrawFlagged(deps, job, id);
  if (job.also?.of === 'profile') {
    for (const campaign of await readCampaigns(store, tenant)) await withdrawFlagged(deps, job, campaign.id);
    return;
  }
  const { state: partner } = await store.load(tenant, ref('partner', id));
  for (const message of await messagesOfPartner(store, tenant, id)) {
    await store.decide(scopeOf(TASK, job), ref('message', message.id), (now) =>
      now.approvedHash === null || now.approvedHash === textHash(partner.contact?.email ?? null, now.text)
        ? []
        : refuseOldAddress(now),
    );
  }
};

async function withdrawFlagged({ store }: Deps, job: JobPayload, campaignId: string): Promise<void> {
  const [rows, check] = await Promise.all([
    readMessages(store, job.tenant, { campaignId }),
    readTextCheck(store, job.tenant, campaignId),
  ]);
  for (const row of rows) {
    // what leaves at once, or is about to, is checked there
    if (row.state.approvedHash === null || row.state.immediate) continue;
    // other work goes on between two checks
    await nextTick();
    if (check(row, rows).length === 0) continue;
    await store.decide(scopeOf(TASK, job), ref('message', row.id), (now) =>
      now.immediate || now.status === 'claimed' || check({ ...row, state: now }, rows).length === 0
        ? []
        : withdrawApproval(now, { code: 'no_longer_fits' }),
    );
  }
}
