import { create } from 'zustand';

const forgets: (() => void)[] = [];

/** Forgets all that is kept, as in a tab that was just opened. */
export function forgetKept(): void {
  for (const forget of forgets) forget();
}

/**
 * Something to remember in this tab, also over a reload; null when there is nothing. Where storage is refused, it lasts until the reload.
 * `keepForReload`: only the page that is loaded next knows it.
 */
export function keptForTab<T extends object>(key: string) {
  const useKept = create<{ value: T | null }>(() => ({ value: stored<T>(key) }));
  const keep = (value: T | null): void => {
    useKept.setState({ value });
    store(key, value);
  };
  forgets.push(() => keep(null));
  return {
    use: (): T | null => useKept((state) => state.value),
    get: (): T | null => useKept.getState().value,
    keep,
    keepForReload: (value: T): void => {
      useKept.setState({ value: null });
      store(key, value);
    },
  };
}

function store(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // Private windows may refuse storage.
  }
}

function stored<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
