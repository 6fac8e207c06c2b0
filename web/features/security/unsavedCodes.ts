import { useState } from 'react';

/** Keeps a dialog that shows recovery codes open until the person says that they have them: nobody sees them a second time. */
export function useUnsavedCodes(shown: boolean, close: () => void): { reminded: boolean; mayClose: () => void } {
  const [reminded, setReminded] = useState(false);
  return {
    reminded,
    mayClose: () => (shown ? setReminded(true) : close()),
  };
}
