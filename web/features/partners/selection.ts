import { create } from 'zustand';
import type { TableSelection } from '../../components/ui/table/columns.ts';

const selection = () =>
  create<TableSelection>((set) => ({
    ids: new Set(),
    toggle: (id, selected) =>
      set(({ ids }) => {
        const next = new Set(ids);
        if (selected) next.add(id);
        else next.delete(id);
        return { ids: next };
      }),
    add: (more) => set(({ ids }) => ({ ids: new Set([...ids, ...more]) })),
    clear: () => set({ ids: new Set() }),
  }));

/** The approved partners that are selected. They stay selected on other screens. */
export const useApprovedSelection = selection();

/** The candidates that are selected. */
export const useDiscoverySelection = selection();
