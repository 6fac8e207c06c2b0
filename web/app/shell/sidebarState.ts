import { create } from 'zustand';
import { useMedia } from '../../lib/useMedia.ts';
import { type AppRoute, routeAt, useRoute } from '../routes.ts';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 604_800;

function remembered(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=false`);
}

function remember(expanded: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http.
  document.cookie = `${COOKIE}=${expanded}; path=/; max-age=${SEVEN_DAYS}; samesite=lax`;
}

type Sidebar = {
  expanded: boolean;
  sheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
  /** Collapses or expands the sidebar; on a narrow screen it opens or closes the sheet. */
  toggle: () => void;
};

/** Below 768 px the sidebar is a sheet. */
export const SMALL_SCREEN = '(width < 768px)';
/** Below 1024 px it is a rail of icons, and its button opens the sheet. */
export const NARROW_SCREEN = '(width < 1024px)';
/** The same for a screen of three panes, which needs the room. */
const NARROW_FOR_PANES = '(width < 1440px)';
const narrowAt = (route: AppRoute | null): string => (route?.panes ? NARROW_FOR_PANES : NARROW_SCREEN);

export const useNarrow = (): boolean => useMedia(narrowAt(useRoute()));

/** Where nothing leads to other screens. */
export const useInSetup = (): boolean => useRoute()?.setup ?? false;

/** A phone that is held sideways or much enlarged has no height to spare. */
const TABS_FIT = '(width < 640px) and (height >= 480px)';

/** Whether the main screens are tabs at the foot of a phone. */
export function useTabBar(): boolean {
  const route = useRoute();
  return useMedia(TABS_FIT) && !route?.setup && !route?.ownFoot;
}

export const useSidebar = create<Sidebar>((set, get) => ({
  expanded: remembered(),
  sheetOpen: false,
  setSheetOpen: (sheetOpen) => set({ sheetOpen }),
  toggle: () => {
    const narrow = narrowAt(routeAt(window.location.pathname));
    if (window.matchMedia(narrow).matches) return set({ sheetOpen: !get().sheetOpen });
    const expanded = !get().expanded;
    remember(expanded);
    set({ expanded });
  },
}));
