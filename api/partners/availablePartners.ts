import { availableAmong } from '../../db/read/availablePartners.ts';
import type { PartnerFilter } from '../../events/partners/partnersInput.ts';
import type { Deps } from '../context.ts';
import { partnerView } from '../present/partner.ts';
import type { AvailablePartnerView } from '../views.ts';
import { type PageWanted, partnerIdsOfPage } from './partnerViews.ts';

/** Some partners that a campaign may add, in the order of the ids. */
export async function availableViews(
  { store }: Pick<Deps, 'store'>,
  tenant: string,
  campaignId: string,
  ids: readonly string[],
): Promise<AvailablePartnerView[]> {
  const rows = await availableAmong(store, tenant, campaignId, ids);
  return rows.map(({ contactedAt, repliedAt, planned, otherCampaigns, ...row }) => ({
    // suppressed people are not offered
    ...partnerView(row, null),
    ...{ contactedAt, repliedAt, planned, otherCampaigns },
  }));
}

/** The partners of a filter that a campaign may add. */
export const offeredBy = (campaignId: string, filter: PartnerFilter): PartnerFilter => ({
  ...filter,
  ...{ status: 'approved', emailStatus: 'email_found', availableFor: campaignId },
});

/** A page of the partners that a campaign may add. The rule leaves out a few that the list lets through. So the page may be short, but never empty. */
export async function availablePage(
  deps: Pick<Deps, 'store'>,
  tenant: string,
  campaignId: string,
  { filter, ...wanted }: PageWanted,
): Promise<{ views: AvailablePartnerView[]; next: string | null }> {
  for (let after = wanted.after; ; ) {
    const { ids, next } = await partnerIdsOfPage(deps, tenant, {
      ...wanted,
      filter: offeredBy(campaignId, filter),
      after,
    });
    const views = await availableViews(deps, tenant, campaignId, ids);
    // an address that two records share was written to, too
    const shown = filter.contacted === 'never' ? views.filter(({ contactedAt }) => contactedAt === null) : views;
    if (shown.length > 0 || next === null) return { views: shown, next };
    after = next;
  }
}
