import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** Values of the address by name; one that is empty or missing takes its name away. */
export type UrlPart = Record<string, string | number | boolean | null | undefined>;

/**
 * What the address says after its question mark, and a change of some of it that leaves the rest. The address is changed in place, so that Back
 * leaves the screen.
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
        { replace: true },
      ),
    [setParams],
  );
  return [params, change];
}
