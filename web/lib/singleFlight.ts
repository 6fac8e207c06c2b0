import { useRef, useState } from 'react';
import { showToast } from './toasts.ts';

/**
 * Work that a person starts and that has more than one wait in it (the rules are fetched, then the form is sent): it is pending from the
 * first moment on, and what would start it again is ignored. A failure that the work does not handle shows as a notice.
 */
export function useSingleFlight<A extends unknown[]>(work: (...given: A) => Promise<void>) {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const run = (...given: A): void => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    work(...given)
      .catch((error: Error) => showToast({ title: 'Error', text: error.message, variant: 'destructive' }))
      .finally(() => {
        running.current = false;
        setPending(false);
      });
  };
  return { run, pending };
}
