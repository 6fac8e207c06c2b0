import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import type { PartnerView } from '../../../api/views.ts';

const NAME = 'partner';

/** Which partner of a list is open, kept in the address, so that a reload and Back show the same one; and a press on one, which opens or closes it. */
export function useOpenPartner(): [string | null, (id: string) => void] {
  const [params, setParams] = useSearchParams();
  const press = useCallback(
    (id: string): void =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (before.get(NAME) === id) next.delete(NAME);
          else next.set(NAME, id);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params.get(NAME), press];
}

/** Closes a partner if it is the open one. */
export function useClosePartner(): (id: string) => void {
  const [, setParams] = useSearchParams();
  return (id) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (before.get(NAME) === id) next.delete(NAME);
        return next;
      },
      { replace: true },
    );
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
