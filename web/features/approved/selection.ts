import { create } from 'zustand';

type Selection = {
  ids: ReadonlySet<string>;
  toggle: (id: string, selected: boolean) => void;
  add: (ids: readonly string[]) => void;
  clear: () => void;
};

/** The approved partners that are selected. They stay selected on other screens. */
export const useSelection = create<Selection>((set) => ({
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
