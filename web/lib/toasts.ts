import { create } from 'zustand';

export type ToastText = {
  title: string;
  text?: string;
  variant?: 'default' | 'destructive';
  /** One button; `instead` says in words what it does, for those who only hear the notice. */
  action?: { label: string; instead: string; act: () => void };
};
export type ShownToast = ToastText & { id: number };

type Toasts = { shown: ShownToast | null };

/** One toast at a time: a newer one takes the place of the one before. */
export const useToasts = create<Toasts>(() => ({ shown: null }));

let last = 0;

export function showToast(toast: ToastText): void {
  last += 1;
  useToasts.setState({ shown: { ...toast, id: last } });
}

/** Takes a notice away, if it is still the one shown. */
export function dismissToast(id: number): void {
  useToasts.setState((state) => (state.shown?.id === id ? { shown: null } : state));
}
