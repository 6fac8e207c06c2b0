import { readMailboxes } from '../../db/read/mailboxes.ts';
import { ratesSince, sendRates } from '../../db/read/sendRates.ts';
import { ref } from '../../db/store.ts';
import { pauseCampaignForRate } from '../../events/campaigns/campaign.ts';
import { pauseForRate } from '../../events/sending/mailboxHold.ts';
import { breachOf } from '../../events/sending/rates.ts';
import { scopeOf } from '../context.ts';
import type { Handler } from './task.ts';

/**
 * A mail of the campaign (the job's id) bounced or was reported as spam: pauses each mailbox of which too many mails did, and the campaign
 * when too many of its own from the other mailboxes did. What left before a person resumed is not counted again.
 */
export const checkRates: Handler = async ({ store }, job) => {
  const { tenant, id } = job;
  const campaign = ref('campaign', id);
  const { state: own } = await store.load(tenant, campaign);
  const counted = { sent: 0, bounced: 0, complained: 0 };
  for (const { id: mailbox, state } of await readMailboxes(store, tenant)) {
    const since = ratesSince(store, state.ratesFrom);
    const breach = breachOf(await sendRates(store, tenant, { since, mailbox }));
    if (breach) {
      // resumed in the meantime: what was counted does not count any more
      await store.decide(scopeOf('check-rates', job), ref('mailbox', mailbox), (now) =>
        now.ratesFrom === state.ratesFrom ? pauseForRate(now, breach, since) : [],
      );
      continue;
    }
    const ofCampaign = await sendRates(store, tenant, { since: latest(since, own.ratesFrom), campaignId: id, mailbox });
    for (const name of ['sent', 'bounced', 'complained'] as const) counted[name] += ofCampaign[name];
  }
  const breach = breachOf(counted);
  if (!breach) return;
  await store.decide(scopeOf('check-rates', job), campaign, (now) =>
    now.ratesFrom === own.ratesFrom ? pauseCampaignForRate(now, breach) : [],
  );
};

const latest = (a: string, b: string | null): string => (b !== null && b > a ? b : a);
