import { create } from 'zustand';
import { marked, type TableSelection } from '../../components/ui/table/columns.ts';

const selection = () =>
  create<TableSelection>((set) => ({
    ids: new Set(),
    mark: (these, selected) => set(({ ids }) => ({ ids: marked(ids, these, selected) })),
    clear: () => set({ ids: new Set() }),
  }));

/** The approved partners that are selected. They stay selected on other screens. */
export const useApprovedSelection = selection();

/** The candidates that are selected. */
export const useDiscoverySelection = selection();
