import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useDeferredValue, useMemo } from 'react';
import { compareValues, type TableColumn, type TableSort } from './columns.ts';
import { useColumnChoice } from './useColumns.ts';

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

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
export function useTableModel<T extends { id: string }>(props: Model<T>) {
  const { columns, onSort, sort } = props;
  const [shown, setShown] = useColumnChoice(props.name, columns);
  // the header answers at once, ten thousand rows follow
  const order = useDeferredValue(sort);
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, value, highestFirst, fixed }) => ({
        id,
        header,
        accessorFn: (row: T) => value?.(row),
        enableSorting: value !== undefined,
        enableHiding: !fixed,
        sortDescFirst: highestFirst === true,
        sortUndefined: 'last' as const,
        sortFn: (
          a: { getValue: <V>(column: string) => V },
          b: { getValue: <V>(column: string) => V },
          column: string,
        ): number => compareValues(a.getValue(column), b.getValue(column)),
      })),
    [columns],
  );
  const isSorted = props.isSorted === true;
  const sorting = useMemo(() => (order && !isSorted ? [order] : []), [order, isSorted]);
  const table = useTable({
    features,
    columns: definitions,
    data: props.rows as T[],
    getRowId: (row: T) => row.id,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting, columnVisibility: shown },
    onColumnVisibilityChange: (change) => setShown(typeof change === 'function' ? change(shown) : change),
  });
  const sorted = table.getRowModel().rows;
  return {
    rows: useMemo(() => sorted.map(({ original }) => original), [sorted]),
    columns: useMemo(() => columns.filter(({ id }) => shown[id]), [columns, shown]),
    /** Those that can be taken away or added. */
    choices: table
      .getAllLeafColumns()
      .filter((column) => column.getCanHide())
      .map((column) => ({
        id: column.id,
        header: columns.find(({ id }) => id === column.id)?.header ?? column.id,
        shown: column.getIsVisible(),
        toggle: () => column.toggleVisibility(),
      })),
    /** Sorts by a column; once more turns the order around. */
    sortBy: (column: TableColumn<T>): void =>
      onSort?.({ id: column.id, desc: sort?.id === column.id ? !sort.desc : column.highestFirst === true }),
  };
}
