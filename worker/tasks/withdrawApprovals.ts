import { setImmediate as nextTick } from 'node:timers/promises';
import { textHash } from '../../db/log/textHash.ts';
import { readCampaigns } from '../../db/read/campaigns.ts';
import { readMessages } from '../../db/read/messages.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { readTextCheck } from '../../db/read/textCheck.ts';
import { ref, type Store } from '../../db/store.ts';
import { addressOf } from '../../events/messages/messageState.ts';
import { withdrawApproval } from '../../events/messages/messageText.ts';
import { refuseOldAddress } from '../../events/messages/resend.ts';
import { type JobPayload, scopeOf } from '../context.ts';
import { about, defineTask, keyed } from '../defineTask.ts';

const TASK = 'withdraw-approvals';

/** A text is checked against these fields (checkText.ts). */
const CHECKED_BY = [
  ...['businessName', 'industry', 'description', 'userFullName', 'jobTitle'],
  ...['contactEmail', 'contactPhone', 'postalAddress'],
];

/**
 * Withdraws outdated approvals, and returns the messages to review. If a partner's address was edited or found again, approvals for the old one end,
 * and so do re-sends. If a campaign or the business profile was edited, approvals of texts that state its old content end.
 */
export const withdrawApprovals = defineTask({
  name: 'withdraw-approvals',
  lane: 'decide',
  on: {
    ContactEdited: about,
    // a search replaces an existing address
    ContactFound: (event) => event.data.contactSearchId && about(event),
    CampaignEdited: (event) => ({ ...keyed('check-texts', event), also: { of: 'campaign' } }),
    BusinessProfileUpdated: (event) =>
      event.data.fields.some((field) => CHECKED_BY.includes(field)) && {
        ...keyed('check-texts', event),
        also: { of: 'profile' },
      },
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const { tenant, id } = job;
    if (job.also?.of === 'campaign') return withdrawFlagged(store, job, id);
    if (job.also?.of === 'profile') {
      for (const campaign of await readCampaigns(store, tenant)) await withdrawFlagged(store, job, campaign.id);
      return;
    }
    const { state: partner } = await store.load(tenant, ref('partner', id));
    for (const message of await messagesOfPartner(store, tenant, id)) {
      await store.decide(scopeOf(TASK, job), ref('message', message.id), (now) =>
        now.approvedHash === null || now.approvedHash === textHash(addressOf(now, partner), now.text)
          ? []
          : refuseOldAddress(now),
      );
    }
  },
});

async function withdrawFlagged(store: Store, job: JobPayload, campaignId: string): Promise<void> {
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
