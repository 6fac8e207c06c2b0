import { useMemo, useState } from 'react';
import type { TableColumn } from './columns.ts';

type Shown = Record<string, boolean>;

/** Which columns somebody has chosen to see in a table; the browser remembers it under the name of the table. */
export function useColumnChoice<T>(table: string, columns: readonly TableColumn<T>[]): [Shown, (shown: Shown) => void] {
  const key = `columns:${table}`;
  const [chosen, setChosen] = useState<Shown>(() => stored(key));
  const shown = useMemo(
    () => Object.fromEntries(columns.map(({ id, extra }) => [id, chosen[id] ?? !extra])),
    [columns, chosen],
  );
  const change = (next: Shown): void => {
    setChosen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Private windows may refuse storage; the choice lasts until the reload.
    }
  };
  return [shown, change];
}

function stored(key: string): Shown {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Shown) : {};
  } catch {
    return {};
  }
}
