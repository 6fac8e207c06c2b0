import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** Values of the address by name; one that is empty or missing takes its name away. */
export type UrlPart = Record<string, string | number | boolean | null | undefined>;

/**
 * The address after its question mark, and a change of some of it that leaves the rest. The address is changed in place, so that Back leaves the
 * screen.
 */
export function useUrlParams(): [URLSearchParams, (change: UrlPart | ((now: URLSearchParams) => UrlPart)) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (wanted: UrlPart | ((now: URLSearchParams) => UrlPart)): void =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(typeof wanted === 'function' ? wanted(now) : wanted)) {
            if (value === undefined || value === null || value === '' || value === false) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        // what an entry of the history knows of itself stays with it
        { replace: true, state: history.state },
      ),
    [setParams],
  );
  return [params, change];
}

/** Of an entry of the history: the rest of the address as something was opened over it. */
type OpenedEntry = { openedOver?: string } | null;

let goingBack = false;
/** Once, however often it is asked for before the browser has done it. */
function goBack(): void {
  if (goingBack) return;
  goingBack = true;
  const top = window.scrollY;
  window.addEventListener(
    'popstate',
    () => {
      goingBack = false;
      // not where the list was as the first one of it was opened
      requestAnimationFrame(() => window.scrollTo(0, top));
    },
    { once: true },
  );
  history.back();
}

/** The open item of a list, kept in the address so that a reload shows it, and a function that opens or closes one. Back closes it, too. */
export function useOpenInUrl(name: string): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const [, change] = useUrlParams();
  const open = useCallback(
    (id: string | null): void => {
      const now = new URLSearchParams(window.location.search);
      const wasOpen = now.has(name);
      now.delete(name);
      const rest = now.toString();
      if (id !== null && !wasOpen) setParams(() => [...now, [name, id]], { state: { openedOver: rest } });
      else if (id === null && wasOpen && (history.state as OpenedEntry)?.openedOver === rest) goBack();
      else change({ [name]: id });
    },
    [name, setParams, change],
  );
  return [params.get(name), open];
}
