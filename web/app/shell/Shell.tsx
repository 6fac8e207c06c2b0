import { Menu as MenuIcon, PanelLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { UserView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { classes } from '../../lib/classes.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { Brand } from '../Brand.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Navigation } from './Navigation.tsx';
import { SandboxStrip } from './SandboxStrip.tsx';
import { NARROW_SCREEN, SMALL_SCREEN, useSidebar } from './sidebarState.ts';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Sidebar, strip and the place of the screen. */
export function Shell(props: { user: UserView; children: ReactNode }) {
  const main = useScreenChange();
  useToggleKey();
  useSheetOnSmallScreens();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="panel sr-only z-50 px-3 py-2 font-medium focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Sidebar user={props.user} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar user={props.user} />
        {props.user.sandbox && <SandboxStrip outboxUrl={props.user.sandboxOutboxUrl} />}
        <ConnectionBanner />
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-content flex-1 px-4 pt-4 pb-16 outline-none md:px-6 md:pt-3 md:pb-10 xl:px-8"
        >
          {props.children}
        </main>
      </div>
    </div>
  );
}

function Sidebar(props: { user: UserView }) {
  const { expanded: wanted, toggle } = useSidebar();
  const narrow = useMedia(NARROW_SCREEN);
  const expanded = wanted && !narrow;
  const label = expanded ? 'Collapse sidebar (Ctrl+B)' : 'Expand sidebar (Ctrl+B)';
  return (
    <aside
      aria-label="Sidebar"
      data-state={expanded ? 'expanded' : 'collapsed'}
      className={classes(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-r bg-sunken transition-[width] duration-150 max-md:hidden',
        expanded ? 'w-(--width-sidebar)' : narrow ? 'w-(--width-rail)' : 'w-(--width-sidebar-icons)',
      )}
    >
      <div className={classes('flex items-center gap-2 py-3', expanded ? 'justify-between pr-3 pl-5.5' : 'flex-col')}>
        <h2 className="min-w-0">
          <Brand iconOnly={!expanded} />
        </h2>
        <Tooltip text={label} side="right">
          <Button variant="ghost" size="icon" aria-label="Toggle Sidebar" aria-expanded={expanded} onClick={toggle}>
            <PanelLeft aria-hidden />
          </Button>
        </Tooltip>
      </div>
      <Navigation isAdmin={props.user.isAdmin} iconsOnly={!expanded} />
      <div className={classes('flex items-center gap-1 border-t py-3', expanded ? 'px-3' : 'flex-col-reverse')}>
        <UserMenu user={props.user} iconOnly={!expanded} side="top" />
        <ThemeToggle />
      </div>
    </aside>
  );
}

function TopBar(props: { user: UserView }) {
  const toggle = useSidebar((state) => state.toggle);
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-sunken px-2 md:hidden">
      <Button variant="ghost" size="icon" aria-label="Toggle Sidebar" onClick={toggle}>
        <MenuIcon aria-hidden />
      </Button>
      <Brand />
      <div className="ml-auto flex items-center gap-1">
        <ThemeToggle />
        <UserMenu user={props.user} iconOnly side="bottom" />
      </div>
    </header>
  );
}

function useToggleKey(): void {
  const toggle = useSidebar((state) => state.toggle);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);
}

/** A window that grows shows the sidebar instead. */
function useSheetOnSmallScreens(): void {
  const setSheetOpen = useSidebar((state) => state.setSheetOpen);
  useEffect(() => {
    const sizes = [SMALL_SCREEN, NARROW_SCREEN].map((query) => window.matchMedia(query));
    const onChange = () => setSheetOpen(false);
    for (const size of sizes) size.addEventListener('change', onChange);
    return () => {
      for (const size of sizes) size.removeEventListener('change', onChange);
    };
  }, [setSheetOpen]);
}

/** A new screen starts at its top, or at the part that the link names, with the keyboard at its beginning. */
function useScreenChange() {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // the screen itself goes to that part, and has done so before this
    if (!window.location.hash) window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
