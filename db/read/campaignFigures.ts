import { type StepFigures, stepCountersOf, stepFigures } from '../../events/lists/stepCounters.ts';
import { readAs } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Store } from '../store.ts';
import { campaignName } from './plannedSends.ts';

type CampaignFigures = { id: string; name: string | null; steps: StepFigures[] };

/** By the day an email left, both ends included. Campaigns come as asked for. Unknown and deleted ones are left out. */
export async function readCampaignFigures(
  store: Store,
  tenant: string,
  {
    campaigns,
    from = '',
    to = '9999',
  }: { campaigns: readonly string[]; from?: string | undefined; to?: string | undefined },
): Promise<CampaignFigures[]> {
  await bringUpToDate(store, tenant);
  const { named, counters } = await readAs(store.sql, tenant, async (tx) => ({
    named: await tx<{ id: string; name: string | null }[]>`
      select substr(c.stream_id, length('campaign-') + 1) as id, ${campaignName(tx)} as name from read.campaigns c
      where c.tenant_id = ${tenant} and c.status <> 'deleted' and c.stream_id = any (${campaigns.map((id) => `campaign-${id}`)})`,
    counters: await tx<{ campaign: string; name: string; n: number }[]>`
      select campaign_id as campaign, name, sum(n)::int as n from lists.counters
      where tenant_id = ${tenant} and campaign_id = any (${campaigns.map(stepCountersOf)}) and day between ${from} and ${to}
      group by campaign_id, name having sum(n) <> 0`,
  }));
  return campaigns.flatMap((id) => {
    const found = named.find((one) => one.id === id);
    const own = counters.filter(({ campaign }) => campaign === stepCountersOf(id));
    return found ? [{ ...found, steps: stepFigures(own) }] : [];
  });
}
