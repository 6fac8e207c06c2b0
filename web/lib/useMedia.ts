import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now, such as '(width < 1024px)'. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}
