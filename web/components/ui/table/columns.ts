import type { ReactNode } from 'react';

/** A column of DataTable. Keep the list of them outside of the component, or in a memo. */
export type TableColumn<T> = {
  id: string;
  /** The word above the column, and in the column choice. */
  header: string;
  /** `open`: the row is the open one. */
  cell: (row: T, open: boolean) => ReactNode;
  /** Its track of the grid, such as '4rem' or 'minmax(12rem, 1fr)'. */
  width: string;
  align?: 'right';
  /** The sort value. Undefined comes last. Without it, the column cannot be sorted. */
  value?: (row: T) => string | number | undefined;
  /** Sorted from the highest first, as numbers are. Texts start at A. */
  highestFirst?: boolean;
  /** The least width of the table, in px, that it is shown at. */
  from?: number;
  /** Hidden until somebody chooses it. */
  extra?: boolean;
  /** Always there: it cannot be taken away in the column choice. */
  fixed?: boolean;
  /** Where it is on a phone: 'head' on the left, 'side' on the right; else it is not there. */
  card?: 'head' | 'side';
};

/** A row's space beside its columns, in rem. TableRow and TableHeader draw it. `choice`: of columns. */
const REM = { gap: 0.75, edges: 2, checkbox: 1.125, choice: 1.25 };

/** The least rem of a track, such as 12 of 'minmax(12rem, 1fr)'. */
const leastRem = (width: string): number => Number(/^(?:minmax\()?([\d.]+)rem/.exec(width)?.[1] ?? 0);

/**
 * The columns that a table of this width in px has room for. The column that needs the widest table goes first. Where several need the same, chosen
 * ones go first, then the last one.
 */
export function columnsThatFit<T>(
  columns: readonly TableColumn<T>[],
  width: number,
  more: { selection: boolean; remPx?: number },
): readonly TableColumn<T>[] {
  const left = columns.filter(({ from = 0 }) => width >= from);
  const needed = (): number =>
    left.reduce((sum, column) => sum + REM.gap + leastRem(column.width), REM.edges + REM.choice) +
    (more.selection ? REM.checkbox + REM.gap : 0);
  while (needed() * (more.remPx ?? 16) > width) {
    const [widest] = left
      .filter(({ fixed }) => !fixed)
      .toReversed()
      .toSorted((a, b) => (b.from ?? 0) - (a.from ?? 0) || Number(b.extra ?? false) - Number(a.extra ?? false));
    if (!widest) break;
    left.splice(left.indexOf(widest), 1);
  }
  return left;
}

/** A row on a phone. Keep it outside of the component. */
export type TableCard<T> = {
  px: number;
  below: number;
  /** Their height from a width of the table on. */
  wide?: { px: number; from: number };
  content: (row: T, open: boolean) => ReactNode;
};

export type TableSort = { id: string; desc: boolean };

export type TableSelection = {
  ids: ReadonlySet<string>;
  mark: (ids: readonly string[], selected: boolean) => void;
  clear: () => void;
};

/** A selection in which these are selected too, or no longer. */
export function marked(ids: ReadonlySet<string>, these: readonly string[], selected: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of these) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** In plain order of the language, whatever the case; comparing with localeCompare is a hundred times slower. */
const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

export function compareValues(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return words.compare(a, b);
  return Number(a) - Number(b);
}
