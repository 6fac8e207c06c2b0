import { sendRates } from '../../db/read/sendRates.ts';
import { ref } from '../../db/store.ts';
import { pauseCampaignForRate } from '../../events/campaigns/campaign.ts';
import { pauseForRate } from '../../events/sending/mailboxHold.ts';
import { breachOf, RATE_DAYS } from '../../events/sending/rates.ts';
import { scopeOf } from '../context.ts';
import type { Handler } from './task.ts';

/**
 * A mail of the campaign (the job's id) bounced or was reported as spam: pauses the mailbox when too many of its mails did, else the campaign
 * when too many of its own did. What left before a person resumed is not counted again.
 */
export const checkRates: Handler = async ({ store }, job) => {
  const { tenant, id } = job;
  const mailbox = ref('mailbox', tenant);
  const campaign = ref('campaign', id);
  const [{ state: account }, { state: own }] = await Promise.all([
    store.load(tenant, mailbox),
    store.load(tenant, campaign),
  ]);
  const oldest = new Date(store.now().getTime() - RATE_DAYS * 86_400_000).toISOString();
  const since = latest(oldest, account.ratesFrom);
  const ofAccount = breachOf(await sendRates(store, tenant, { since }));
  const sinceOwn = latest(since, own.ratesFrom);
  const ofCampaign = breachOf(await sendRates(store, tenant, { since: sinceOwn, campaignId: id }));
  if (!ofAccount && !ofCampaign) return;
  await store.run({
    ...scopeOf('check-rates', job),
    streams: { mailbox, campaign },
    decide: (now) => {
      // resumed in the meantime: what was counted does not count any more
      if (now.mailbox.ratesFrom !== account.ratesFrom) return {};
      if (ofAccount) return { mailbox: pauseForRate(now.mailbox, ofAccount, since) };
      if (!ofCampaign || now.campaign.ratesFrom !== own.ratesFrom) return {};
      return { campaign: pauseCampaignForRate(now.campaign, ofCampaign) };
    },
  });
};

const latest = (a: string, b: string | null): string => (b !== null && b > a ? b : a);
