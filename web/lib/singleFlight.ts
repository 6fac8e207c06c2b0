import { useRef, useState } from 'react';
import { showToast } from './toasts.ts';

/**
 * Work with several waits (the rules are fetched, then the form is sent). It is pending from the first moment, and a second start is ignored. A
 * failure that the work does not handle shows as a notice.
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
