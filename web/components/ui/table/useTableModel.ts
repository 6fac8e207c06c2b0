import { useDeferredValue, useMemo } from 'react';
import { compareValues, type TableColumn, type TableSort } from './columns.ts';
import { useColumnChoice } from './useColumns.ts';

type Model<T> = {
  name: string;
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  sort?: TableSort | undefined;
  onSort?: ((sort: TableSort) => void) | undefined;
  /** The rows come in the order of `sort`. */
  isSorted?: true;
};

/** The rows in their order, the columns in view, and what the headers and the column choice do. */
export function useTableModel<T>(props: Model<T>) {
  const { columns, onSort, sort } = props;
  const [shown, setShown] = useColumnChoice(props.name, columns);
  // the header answers at once, ten thousand rows follow
  const order = useDeferredValue(props.isSorted ? undefined : sort);
  return {
    rows: useMemo(() => (order ? sorted(props.rows, columns, order) : props.rows), [props.rows, columns, order]),
    columns: useMemo(() => columns.filter(({ id }) => shown[id]), [columns, shown]),
    /** Those that can be taken away or added. */
    choices: columns
      .filter(({ fixed }) => !fixed)
      .map(({ id, header }) => ({
        ...{ id, header, shown: shown[id] === true },
        toggle: () => setShown({ ...shown, [id]: !shown[id] }),
      })),
    /** Sorts by a column; once more turns the order around. */
    sortBy: (column: TableColumn<T>): void =>
      onSort?.({ id: column.id, desc: sort?.id === column.id ? !sort.desc : column.highestFirst === true }),
  };
}

/** Rows without a value come last in both directions. */
function sorted<T>(rows: readonly T[], columns: readonly TableColumn<T>[], { id, desc }: TableSort): readonly T[] {
  const readValue = columns.find((column) => column.id === id)?.value;
  if (!readValue) return rows;
  return rows
    .map((row) => ({ row, value: readValue(row) }))
    .toSorted(({ value: a }, { value: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return desc ? compareValues(b, a) : compareValues(a, b);
    })
    .map(({ row }) => row);
}
