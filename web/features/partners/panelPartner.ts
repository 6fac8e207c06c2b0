import { useDeferredValue, useEffect } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { useHasLeft, usePartnerDetail } from './api.ts';
import { useClosePartner, useOpenPartner } from './openPartner.ts';

/**
 * The partner of the panel: the row that was pressed answers at once, and the panel follows. One who is not among the rows is asked for. The address
 * forgets a partner who is gone, or whom the screen does not show (`isShown`).
 */
export function usePanelPartner(
  rows: readonly PartnerView[] | undefined,
  isShown?: (partner: PartnerView) => boolean,
): PartnerView | undefined {
  const [opened] = useOpenPartner();
  const close = useClosePartner();
  const shown = useDeferredValue(opened);
  const row = rows?.find(({ id }) => id === shown);
  const hasLeft = useHasLeft(shown);
  const one = usePartnerDetail(shown, rows !== undefined && !row && !hasLeft);
  const partner = row ?? (one.data?.id === shown ? one.data : undefined);
  const isElsewhere = partner !== undefined && isShown?.(partner) === false;
  const isGone = shown !== null && rows !== undefined && !row && (hasLeft || hasStatus(one.error, 404) || isElsewhere);
  useEffect(() => {
    if (isGone && opened === shown) close(opened);
  });
  // a row that has just left may have left the screen's partners, too: what is known of it is old
  const isOld = isShown !== undefined && !row && one.isFetching;
  return isGone || isOld ? undefined : partner;
}
