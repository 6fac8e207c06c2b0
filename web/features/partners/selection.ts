import { useMemo } from 'react';
import { create } from 'zustand';
import { marked, type TableSelection } from '../../components/ui/table/columns.ts';

/** `all`: everyone whom the filter lets through is selected, whether fetched or not. */
type Selection = TableSelection & { all: boolean; selectAll: () => void };

const selection = () =>
  create<Selection>((set) => ({
    ids: new Set(),
    all: false,
    mark: (these, selected) => set(({ ids }) => ({ ids: marked(ids, these, selected), all: false })),
    selectAll: () => set({ all: true }),
    clear: () => set({ ids: new Set(), all: false }),
  }));

/** The approved partners that are selected. They stay selected on other screens. */
export const useApprovedSelection = selection();

export const useDiscoverySelection = selection();

/** The selection as a table of these rows shows it. If all are selected, a change leaves these rows selected. */
export function useTableSelection(
  { ids, all, mark, clear }: Selection,
  rows: readonly { id: string }[],
): TableSelection {
  return useMemo(() => {
    if (!all) return { ids, mark, clear };
    const each = rows.map(({ id }) => id);
    return {
      ids: new Set(each),
      mark: (these, selected) => {
        mark(each, true);
        mark(these, selected);
      },
      clear,
    };
  }, [ids, all, mark, clear, rows]);
}
