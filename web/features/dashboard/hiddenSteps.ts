import { useCallback, useState } from 'react';

const keyOf = (userId: string): string => `get-started:hidden:${userId}`;

/** Whether a user has hidden the first steps in this browser, and how to. */
export function useHidden(userId: string): [boolean, () => void] {
  const [hidden, setHidden] = useState(() => stored(userId));
  const hide = useCallback(() => {
    setHidden(true);
    try {
      localStorage.setItem(keyOf(userId), 'true');
    } catch {
      // Private windows may refuse storage: it lasts until the reload.
    }
  }, [userId]);
  return [hidden, hide];
}

function stored(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}
