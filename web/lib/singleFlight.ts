import { useRef, useState } from 'react';

/**
 * Work that a person starts and that has more than one wait in it (the rules are fetched, then the form is sent): it is pending from the
 * first moment on, and what would start it again is ignored.
 */
export function useSingleFlight<A extends unknown[]>(work: (...given: A) => Promise<void>) {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const run = async (...given: A): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    try {
      await work(...given);
    } finally {
      running.current = false;
      setPending(false);
    }
  };
  return { run, pending };
}
