import { create } from 'zustand';

/** The open part over the screen: the search, the list of keys, or neither. */
export const usePalette = create<{ open: 'palette' | 'shortcuts' | null }>(() => ({ open: null }));

export const openPalette = (open: 'palette' | 'shortcuts'): void => usePalette.setState({ open });

export const closePalette = (): void => usePalette.setState({ open: null });
