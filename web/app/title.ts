import { useEffect } from 'react';

/** Names the browser tab after the screen. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} · Partner Pilot`;
  }, [screen]);
}
