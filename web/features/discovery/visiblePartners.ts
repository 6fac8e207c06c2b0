import { useMemo, useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { distinctPartners } from '../../../events/partners/distinctPartners.ts';
import { matchesFilter, onPreferredPlatform } from '../../../events/partners/partnerFilter.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import type { Platform } from '../../../events/shared/options.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import { useOpenPartner } from '../partners/openPartner.ts';
import { useBusinessProfile } from '../profile/api.ts';

const NO_PLATFORMS: readonly Platform[] = [];

/** The partners of the preferred platforms without duplicates (`listed`), those that pass the filter (`visible`), and the number of hidden ones. */
export function useVisiblePartners(
  partners: readonly PartnerView[] | undefined,
  preferred: readonly Platform[],
  filter: PartnerFilter,
) {
  // In three steps, so that a keystroke in the search does not look for duplicates again.
  const distinct = useMemo(() => partners && distinctPartners(partners), [partners]);
  const listed = useMemo(
    () => distinct?.filter((partner) => onPreferredPlatform(partner, preferred)),
    [distinct, preferred],
  );
  const visible = useMemo(() => listed?.filter((partner) => matchesFilter(partner, filter)) ?? [], [listed, filter]);
  return { listed, visible, hidden: (distinct?.length ?? 0) - (listed?.length ?? 0) };
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

/** The reason that hides a partner. null: none. */
export function hiddenBy(
  partner: PartnerView,
  preferred: readonly Platform[],
  filter: PartnerFilter,
): 'platforms' | 'filters' | null {
  if (!onPreferredPlatform(partner, preferred)) return 'platforms';
  return matchesFilter(partner, filter) ? null : 'filters';
}

/** The partner that the address opened on arrival, as long as it stays open and the list hides it. */
export function useHiddenArrival(
  partners: readonly PartnerView[] | undefined,
  preferred: readonly Platform[],
  filter: PartnerFilter,
) {
  const [opened] = useOpenPartner();
  const [arrived, setArrived] = useState<string | null>();
  const partner = opened === null ? undefined : partners?.find(({ id }) => id === opened);
  const by = partner ? hiddenBy(partner, preferred, filter) : null;
  // one that was in the list on arrival may leave it later like any other
  if (partners && arrived === undefined) setArrived(by && opened);
  return partner && by && opened === arrived ? { partner, by } : null;
}
