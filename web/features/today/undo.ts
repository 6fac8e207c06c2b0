import { create } from 'zustand';

/** `id`: of the thing that it is about. */
type Undoable = { id: string; act: () => void };

/** What was done in Today, the newest last: U takes back one after the other. */
const useUndoables = create<{ all: readonly Undoable[] }>(() => ({ all: [] }));

export const useUndoable = (): boolean => useUndoables(({ all }) => all.length > 0);

export const forgetUndo = (id: string): void =>
  useUndoables.setState(({ all }) => ({ all: all.filter((one) => one.id !== id) }));

/** Nothing outside of Today: there, another key or the notice takes it back. */
export function rememberUndo(undoable: Undoable): void {
  if (!window.location.pathname.startsWith('/today')) return;
  forgetUndo(undoable.id);
  useUndoables.setState(({ all }) => ({ all: [...all, undoable] }));
}

export function undoNewest(): void {
  const newest = useUndoables.getState().all.at(-1);
  if (!newest) return;
  forgetUndo(newest.id);
  newest.act();
}
