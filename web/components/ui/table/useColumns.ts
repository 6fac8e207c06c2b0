import { useMemo, useState } from 'react';
import { useUrlParams } from '../../../lib/urlParams.ts';
import type { TableColumn } from './columns.ts';

type Shown = Record<string, boolean>;

/** The columns in view by their ids, as an address names them. */
export const columnsParam = (shown: Shown): string =>
  Object.keys(shown)
    .filter((id) => shown[id])
    .join(',');

/** The columns in view: those in the address, as a saved view names them. Else those chosen in this browser, which remembers them by table. */
export function useColumnChoice<T>(table: string, columns: readonly TableColumn<T>[]): [Shown, (shown: Shown) => void] {
  const key = `columns:${table}`;
  const [params, set] = useUrlParams();
  const named = params.get('columns');
  const [chosen, setChosen] = useState<Shown>(() => stored(key));
  const fromAddress = useMemo(() => readColumns(columns, named), [columns, named]);
  const shown = useMemo(
    () => fromAddress ?? Object.fromEntries(columns.map(({ id, extra }) => [id, chosen[id] ?? !extra])),
    [columns, chosen, fromAddress],
  );
  const change = (next: Shown): void => {
    if (fromAddress) {
      set({ columns: columnsParam(next) });
      return;
    }
    setChosen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Private windows may refuse storage; the choice lasts until the reload.
    }
  };
  return [shown, change];
}

/** Null: the address names no column of this table. */
function readColumns<T>(columns: readonly TableColumn<T>[], named: string | null): Shown | null {
  const ids = new Set(named?.split(','));
  if (!columns.some(({ id }) => ids.has(id))) return null;
  return Object.fromEntries(columns.map(({ id, fixed }) => [id, fixed === true || ids.has(id)]));
}

function stored(key: string): Shown {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Shown) : {};
  } catch {
    return {};
  }
}
