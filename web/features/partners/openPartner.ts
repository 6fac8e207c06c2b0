import { useCallback } from 'react';
import { useOpenInUrl } from '../../lib/urlParams.ts';

const NAME = 'partner';
const openNow = () => new URLSearchParams(window.location.search).get(NAME);

/** The open partner of a list, and a press on one, which opens or closes it. */
export function useOpenPartner(): [string | null, (id: string) => void] {
  const [opened, open] = useOpenInUrl(NAME);
  const press = useCallback((id: string): void => open(openNow() === id ? null : id), [open]);
  return [opened, press];
}

export function useClosePartner(): (id: string) => void {
  const [, open] = useOpenInUrl(NAME);
  return (id) => openNow() === id && open(null);
}
