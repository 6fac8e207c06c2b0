import { create } from 'zustand';

export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';

function readTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

/** The theme in use. index.html has set it before the first paint: the saved choice, otherwise the system's. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => ({
  theme: readTheme(),
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark';
    document.documentElement.classList.toggle('dark', theme === 'dark');
    try {
      localStorage.setItem(STORAGE_KEY, theme);
    } catch {
      // Private windows may refuse storage: the choice then lasts until the page is closed.
    }
    set({ theme });
  },
}));
