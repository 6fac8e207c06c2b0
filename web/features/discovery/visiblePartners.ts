import { useMemo, useState } from 'react';
import type { PartnerCountsView, PartnerView } from '../../../api/views.ts';
import { onPreferredPlatform } from '../../../events/partners/partnerFilter.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import type { Platform } from '../../../events/shared/options.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import { useOpenPartner } from '../partners/openPartner.ts';
import { sumOf, usePartnerCounts, usePartnerTotal } from '../partners/partnerPages.ts';
import { useBusinessProfile } from '../profile/api.ts';

const NO_PLATFORMS: readonly Platform[] = [];

/** The counts of the platforms in force, and how many partners are on other ones. Undefined: not known yet. */
export function useCountsInForce(platforms: readonly Platform[]) {
  const { data } = usePartnerCounts();
  return useMemo((): { counts: PartnerCountsView; listed: number; hidden: number } | undefined => {
    if (!data) return undefined;
    const partners = data.partners.filter((one) => onPreferredPlatform(one, platforms));
    const listed = sumOf(partners, () => true);
    return { counts: { ...data, partners }, listed, hidden: sumOf(data.partners, () => true) - listed };
  }, [data, platforms]);
}

/** Whether the address asks for the partners of every platform, not only the preferred ones. */
export function useEveryPlatform(): [boolean, (every: boolean) => void] {
  const [params, change] = useUrlParams();
  const set = (every: boolean): void => change({ platforms: every && 'all' });
  return [params.get('platforms') === 'all', set];
}

/** The platforms that the list is restricted to; none: every platform. */
export function usePlatformsInForce(): readonly Platform[] {
  const preferred = useBusinessProfile().data?.preferredPlatforms;
  const [every] = useEveryPlatform();
  return (!every && preferred) || NO_PLATFORMS;
}

/** The partner that the address opened on arrival, as long as it stays open and the list hides it. */
export function useHiddenArrival(
  partner: PartnerView | undefined,
  preferred: readonly Platform[],
  filter: PartnerFilter,
): { partner: PartnerView; by: 'platforms' | 'filters' } | null {
  const [opened] = useOpenPartner();
  const [first] = useState(opened);
  const [wasListed, setWasListed] = useState(false);
  const isArrival = partner !== undefined && partner.id === first && opened === first && !wasListed;
  const isOnOther = partner !== undefined && !onPreferredPlatform(partner, preferred);
  const listed = usePartnerTotal(isArrival && !isOnOther ? { ...filter, id: partner.id } : null);
  // one that was in the list on arrival may leave it later like any other
  if (isArrival && !isOnOther && listed && listed.total > 0) setWasListed(true);
  if (!isArrival) return null;
  if (isOnOther) return { partner, by: 'platforms' };
  return listed?.total === 0 ? { partner, by: 'filters' } : null;
}
