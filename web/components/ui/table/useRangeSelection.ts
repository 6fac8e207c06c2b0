import { useRef } from 'react';
import type { TableSelection } from './columns.ts';

type Select = (id: string, selected: boolean, range: boolean) => void;

/** Selects a row, or (`range`) all from the one that was pressed before, as they are sorted now. Always the same function, for the memo of rows. */
export function useRangeSelection(
  rows: readonly { id: string }[],
  selection: TableSelection | undefined,
): Select | undefined {
  const last = useRef<string | null>(null);
  const latest = useRef({ rows, selection });
  latest.current = { rows, selection };
  const select = useRef<Select>((id, selected, range) => {
    const ids = latest.current.rows.map((row) => row.id);
    const [from, to] = [ids.indexOf(last.current ?? ''), ids.indexOf(id)].toSorted((a, b) => a - b) as [number, number];
    latest.current.selection?.mark(range && from >= 0 ? ids.slice(from, to + 1) : [id], selected);
    last.current = id;
  });
  return selection && select.current;
}
