import { bringUpToDate } from '../../db/lists/upToDate.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { rateGroups, ratesOfGroup, sendRates } from '../../db/read/sendRates.ts';
import { ref } from '../../db/store.ts';
import { pauseCampaignForRate } from '../../events/campaigns/campaign.ts';
import { pauseForRate } from '../../events/sending/mailboxHold.ts';
import { breachOf, RATE_LIMITS, type RateBreach } from '../../events/shared/rates.ts';
import { scopeOf } from '../context.ts';
import { campaignOf, defineTask, keyed, onEach } from '../defineTask.ts';

/**
 * A mail of the campaign (the job's id) bounced or was reported as spam. Pauses each mailbox with too many such mails, and all mailboxes of a domain
 * with too many together. Pauses the campaign if too many of its own from the other mailboxes did. Mails from before a person resumed do not count
 * again.
 */
export const checkRates = defineTask({
  name: 'check-rates',
  lane: 'decide',
  on: onEach(
    ['DeliveryReported', 'DeliveryLabeled'],
    (event) => RATE_LIMITS.some(({ report }) => report === event.data.report) && keyed('rates', campaignOf(event)),
  ),
  needs: ['store'],
  handler: async ({ store }, job) => {
    const { tenant, id } = job;
    const campaign = ref('campaign', id);
    const { state: own } = await store.load(tenant, campaign);
    // the rates are counted in lists, and the newest report must be in them
    for (let stale = true; stale; ) ({ stale } = await bringUpToDate(store, tenant));
    const groups = rateGroups(store, await readMailboxes(store, tenant));
    const paused = new Set<string>();
    for (const group of groups) {
      const found = breachOf(await ratesOfGroup(store, tenant, group));
      if (!found) continue;
      const breach: RateBreach = group.domain ? { ...found, domain: true } : found;
      for (const { id: mailbox, state } of group.of) {
        paused.add(mailbox);
        // resumed in the meantime: earlier counts do not hold
        await store.decide(scopeOf('check-rates', job), ref('mailbox', mailbox), (now) =>
          now.ratesFrom === state.ratesFrom ? pauseForRate(now, breach, group.since) : [],
        );
      }
    }
    const counted = { sent: 0, bounced: 0, complained: 0 };
    for (const { of, since: from, domain } of groups) {
      const mailboxes = of.map((one) => one.id).filter((mailbox) => !paused.has(mailbox));
      if (domain || mailboxes.length === 0) continue;
      const since = latest(from, own.ratesFrom);
      const ofCampaign = await sendRates(store, tenant, { since, campaignId: id, mailboxes });
      for (const name of ['sent', 'bounced', 'complained'] as const) counted[name] += ofCampaign[name];
    }
    const breach = breachOf(counted);
    if (!breach) return;
    await store.decide(scopeOf('check-rates', job), campaign, (now) =>
      now.ratesFrom === own.ratesFrom ? pauseCampaignForRate(now, breach) : [],
    );
  },
});

const latest = (a: string, b: string | null): string => (b !== null && b > a ? b : a);
