import { setImmediate as nextTick } from 'node:timers/promises';
import { readCampaigns } from '../../db/read/campaigns.ts';
import { keepingCheckOf } from '../../db/read/keptChecks.ts';
import { peopleToCheck, readMessages } from '../../db/read/messages.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { ref, type Store } from '../../db/store.ts';
import { withdrawApproval } from '../../events/messages/messageText.ts';
import { type JobPayload, scopeOf } from '../context.ts';
import { defineTask, keyed, onEach } from '../defineTask.ts';

const TASK = 'check-texts';

/** A text is checked against these fields (checkText.ts). */
const CHECKED_BY = [
  ...['businessName', 'industry', 'description', 'userFullName', 'jobTitle'],
  ...['contactEmail', 'contactPhone', 'postalAddress', 'bookingLink'],
];
/** Whose texts are read at once. */
const PEOPLE = 50;

/**
 * Checks the texts that have not left, when one of them or what it is checked against has changed, and keeps the result for the lists, which never
 * check. Approvals of texts that a new campaign or profile contradicts end.
 */
export const checkTexts = defineTask({
  name: TASK,
  lane: 'decide',
  on: {
    // who saved it keeps its check, too, and mostly first
    MessageEdited: (event) => ({ ...keyed(TASK, event), also: { of: 'message' }, delayMs: 1_000 }),
    ...onEach(['MessageJudged', 'TextCheckOverridden', 'MessageRestored', 'MessageReopened'], (event) => ({
      ...keyed(TASK, event),
      also: { of: 'message' },
    })),
    // who is new has no texts yet, and thousands come at once
    PartnerFiguresRefreshed: (event) => ({ ...keyed(TASK, event), also: { of: 'partner' } }),
    CampaignEdited: (event) => ({ ...keyed(TASK, event), also: { of: 'campaign' } }),
    BusinessProfileUpdated: (event) =>
      event.data.fields.some((field) => CHECKED_BY.includes(field)) && {
        ...keyed(TASK, event),
        also: { of: 'profile' },
      },
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const { tenant, id } = job;
    switch (job.also?.of) {
      case 'campaign':
      case 'unchecked':
        return checkCampaign(store, job, id);
      case 'profile':
        for (const campaign of await readCampaigns(store, tenant)) await checkCampaign(store, job, campaign.id);
        return;
      case 'partner': {
        const campaigns = (await messagesOfPartner(store, tenant, id)).map(({ state }) => state.campaignId);
        for (const campaign of new Set(campaigns)) await checkPeople(store, job, campaign, [id]);
        return;
      }
      default: {
        const [campaign = '', partner = ''] = id.split('.');
        return checkPeople(store, job, campaign, [partner]);
      }
    }
  },
});

async function checkCampaign(store: Store, job: JobPayload, campaignId: string): Promise<void> {
  for (let after = ''; ; ) {
    const people = await peopleToCheck(store, job.tenant, campaignId, { after, limit: PEOPLE });
    await checkPeople(store, job, campaignId, people);
    after = people.at(-1) ?? '';
    if (people.length < PEOPLE) return;
  }
}

async function checkPeople(store: Store, job: JobPayload, campaignId: string, partnerIds: readonly string[]) {
  const { tenant } = job;
  if (partnerIds.length === 0) return;
  const [campaign, profile, rows] = await Promise.all([
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('profile', tenant)),
    readMessages(store, tenant, { campaignId, partnerIds }),
  ]);
  const check = keepingCheckOf(campaign.state, profile.state);
  const mayContradict = job.also?.of === 'campaign' || job.also?.of === 'profile';
  for (const row of rows) {
    // other work goes on between two checks
    await nextTick();
    const flaws = await check.keep(store, tenant, row, rows);
    // what leaves at once, or is about to, is checked there
    if (!mayContradict || flaws.length === 0 || row.state.approvedHash === null || row.state.immediate) continue;
    await store.decide(scopeOf(TASK, job), ref('message', row.id), (now) =>
      now.immediate || now.status === 'claimed' || check.checkMessage({ ...row, state: now }, rows).length === 0
        ? []
        : withdrawApproval(now, { code: 'no_longer_fits' }),
    );
  }
}
