import { useCallback, useDeferredValue, useEffect } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { useOpenInUrl } from '../../lib/urlParams.ts';

const NAME = 'partner';
const openNow = () => new URLSearchParams(window.location.search).get(NAME);

/** The open partner of a list, and a press on one, which opens or closes it. */
export function useOpenPartner(): [string | null, (id: string) => void] {
  const [opened, open] = useOpenInUrl(NAME);
  const press = useCallback((id: string): void => open(openNow() === id ? null : id), [open]);
  return [opened, press];
}

/** The partner of the panel: the row that was pressed answers at once, and the panel follows. */
export function usePanelPartner(partners: readonly PartnerView[] | undefined): PartnerView | undefined {
  const [opened] = useOpenPartner();
  const shown = useDeferredValue(opened);
  return partners?.find(({ id }) => id === shown);
}

/** Closes a partner if it is the open one. */
export function useClosePartner(): (id: string) => void {
  const [, open] = useOpenInUrl(NAME);
  return (id) => openNow() === id && open(null);
}

/** The address forgets an open partner whom the list of a screen does not have (any longer). */
export function useForgetGonePartner(partners: readonly PartnerView[] | undefined): void {
  const [opened, open] = useOpenInUrl(NAME);
  const gone = opened !== null && partners?.every(({ id }) => id !== opened);
  useEffect(() => {
    if (gone) open(null);
  });
}
