import { useState } from 'react';

/** Keeps a dialog with recovery codes open until the person confirms them, because they are shown once. */
export function useUnsavedCodes(shown: boolean, close: () => void): { reminded: boolean; mayClose: () => void } {
  const [reminded, setReminded] = useState(false);
  return {
    reminded,
    mayClose: () => (shown ? setReminded(true) : close()),
  };
}
