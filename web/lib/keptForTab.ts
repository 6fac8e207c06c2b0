import { create } from 'zustand';

/** Something to remember in this tab, also over a reload; null when there is nothing. Where storage is refused, it lasts until the reload. */
export function keptForTab<T extends object>(key: string): { use: () => T | null; keep: (value: T | null) => void } {
  const useKept = create<{ value: T | null }>(() => ({ value: stored<T>(key) }));
  return {
    use: () => useKept((state) => state.value),
    keep: (value) => {
      useKept.setState({ value });
      try {
        if (value) sessionStorage.setItem(key, JSON.stringify(value));
        else sessionStorage.removeItem(key);
      } catch {
        // Private windows may refuse storage.
      }
    },
  };
}

function stored<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
