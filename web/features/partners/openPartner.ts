import { useCallback, useDeferredValue, useEffect } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { useUrlParams } from '../../lib/urlParams.ts';

const NAME = 'partner';

/** Which partner of a list is open, kept in the address, so that a reload and Back show the same one; and a press on one, which opens or closes it. */
export function useOpenPartner(): [string | null, (id: string) => void] {
  const [params, change] = useUrlParams();
  const press = useCallback(
    (id: string): void => change((now) => ({ [NAME]: now.get(NAME) === id ? null : id })),
    [change],
  );
  return [params.get(NAME), press];
}

/** The partner of the panel: the row that was pressed answers at once, and the panel follows. */
export function usePanelPartner(partners: readonly PartnerView[] | undefined): PartnerView | undefined {
  const [opened] = useOpenPartner();
  const shown = useDeferredValue(opened);
  return partners?.find(({ id }) => id === shown);
}

/** Closes a partner if it is the open one. */
export function useClosePartner(): (id: string) => void {
  const [, change] = useUrlParams();
  return (id) => change((now) => (now.get(NAME) === id ? { [NAME]: null } : {}));
}

/** The address forgets an open partner whom the list of a screen does not have (any longer). */
export function useForgetGonePartner(partners: readonly PartnerView[] | undefined): void {
  const [opened] = useOpenPartner();
  const close = useClosePartner();
  const gone = opened !== null && partners?.every(({ id }) => id !== opened);
  useEffect(() => {
    if (gone) close(opened);
  });
}
