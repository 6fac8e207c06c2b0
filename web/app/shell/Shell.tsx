import { Menu as MenuIcon, PanelLeft, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { UserView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Hint } from '../../components/ui/Hint.tsx';
import { Kbd } from '../../components/ui/Kbd.tsx';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { openPalette } from '../../features/palette/openPalette.ts';
import { useTodayCount } from '../../features/today/count.ts';
import { classes } from '../../lib/classes.ts';
import { ariaKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { Brand } from '../Brand.tsx';
import { itemAt, navigationItems } from '../routes.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Navigation, Waiting } from './Navigation.tsx';
import { SandboxStrip } from './SandboxStrip.tsx';
import { NARROW_SCREEN, SMALL_SCREEN, useInSetup, useNarrow, useSidebar, useTabBar } from './sidebarState.ts';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Sidebar, strip and the place of the screen. The setup has a header of its own: the other screens need what it asks for. */
export function Shell(props: { user: UserView; children: ReactNode }) {
  const main = useScreenChange();
  const inSetup = useInSetup();
  const toggle = useSidebar((state) => state.toggle);
  const hasTabs = useTabBar();
  useShortcuts(inSetup ? {} : { sidebar: toggle });
  useSheetOnSmallScreens();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="panel sr-only z-50 px-3 py-2 font-medium focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      {!inSetup && <Sidebar user={props.user} />}
      <div className="flex min-w-0 flex-1 flex-col pb-(--tab-bar)">
        {!inSetup && <TopBar user={props.user} hasTabs={hasTabs} />}
        {props.user.sandbox && <SandboxStrip outboxUrl={props.user.sandboxOutboxUrl} />}
        <ConnectionBanner />
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-content flex-1 px-4 pt-4 pb-16 outline-none has-data-panes:flex has-data-panes:max-w-none! has-data-panes:flex-col has-data-panes:p-0! md:px-6 md:pt-3 md:pb-10 xl:px-8"
        >
          {props.children}
        </main>
      </div>
      {hasTabs && <TabBar />}
    </div>
  );
}

function Sidebar(props: { user: UserView }) {
  const { expanded: wanted, toggle } = useSidebar();
  const narrow = useNarrow();
  const expanded = wanted && !narrow;
  const label = <Hint text={expanded ? 'Collapse sidebar' : 'Expand sidebar'} of="sidebar" />;
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
          <Button variant="ghost" size="icon" aria-label="Toggle sidebar" aria-expanded={expanded} onClick={toggle}>
            <PanelLeft aria-hidden />
          </Button>
        </Tooltip>
      </div>
      <div className={classes('flex', expanded ? 'px-3 pb-2' : 'justify-center pb-1')}>
        <SearchButton iconOnly={!expanded} className={expanded ? 'w-full justify-start!' : undefined} />
      </div>
      <Navigation isAdmin={props.user.isAdmin} iconsOnly={!expanded} />
      <div className={classes('flex items-center gap-1 border-t py-3', expanded ? 'px-3' : 'flex-col-reverse')}>
        <UserMenu user={props.user} iconOnly={!expanded} side="top" />
        <ThemeToggle />
      </div>
    </aside>
  );
}

function SearchButton(props: { iconOnly: boolean; className?: string | undefined }) {
  const button = (
    <Button
      variant={props.iconOnly ? 'ghost' : 'outline'}
      size={props.iconOnly ? 'icon' : 'normal'}
      aria-label={props.iconOnly ? 'Search' : undefined}
      aria-keyshortcuts={ariaKeys('palette')}
      className={props.className}
      onClick={() => openPalette('palette')}
    >
      <Search aria-hidden />
      {!props.iconOnly && 'Search'}
      {!props.iconOnly && <Kbd of="palette" className="ml-auto" />}
    </Button>
  );
  return props.iconOnly ? (
    <Tooltip text={<Hint text="Search" of="palette" />} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}

function TopBar(props: { user: UserView; hasTabs: boolean }) {
  const toggle = useSidebar((state) => state.toggle);
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-sunken px-2 max-[22.5rem]:gap-0.5 max-[22.5rem]:px-1 md:hidden">
      {!props.hasTabs && (
        <Button variant="ghost" size="icon" aria-label="Toggle sidebar" onClick={toggle}>
          <MenuIcon aria-hidden />
        </Button>
      )}
      <div className="min-w-0 first:pl-2 max-[22.5rem]:*:gap-1.5 max-[22.5rem]:*:text-body">
        <Brand />
      </div>
      <div className="ml-auto flex items-center gap-1 max-[22.5rem]:gap-0">
        <SearchButton iconOnly />
        <ThemeToggle />
        <UserMenu user={props.user} iconOnly side="bottom" />
      </div>
    </header>
  );
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

/** A new screen starts at its top or at the linked part, with the keyboard at its heading or beginning. */
function useScreenChange() {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // the screen itself goes to that part, and has done so before this
    if (!window.location.hash) window.scrollTo(0, 0);
    const heading = main.current?.querySelector<HTMLElement>('[data-screen-heading]');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

const TABS = navigationItems({ isAdmin: false }).filter(({ tab }) => tab !== undefined);

const LOOK =
  'relative flex min-w-0 flex-auto flex-col items-center justify-center gap-0.5 font-medium text-ink-2 text-note tracking-tight aria-[current]:text-accent [&_svg]:size-4.5';

/** The screens of a phone that a thumb reaches; the others are in the sheet. */
function TabBar() {
  const [path] = useLocation();
  const { sheetOpen, toggle } = useSidebar();
  const started = useTodayCount().data?.started ?? false;
  // six are too narrow for their words on a small phone
  const left = started ? '/dashboard' : '/today';
  const current = itemAt(TABS, path)?.href;
  return (
    <nav
      aria-label="Main"
      data-tab-bar
      className="fixed inset-x-0 bottom-0 z-20 flex h-(--tab-bar) border-t bg-surface"
    >
      {TABS.filter(({ href }) => href !== left).map(({ tab, href, icon: Icon }) => (
        <Link key={href} href={href} aria-current={current === href ? 'page' : undefined} className={LOOK}>
          <Icon aria-hidden />
          {tab}
          <Waiting href={href} iconsOnly className="top-1 left-[calc(50%+0.375rem)]" />
        </Link>
      ))}
      <button
        type="button"
        aria-expanded={sheetOpen}
        aria-current={current && current !== left ? undefined : 'true'}
        className={LOOK}
        onClick={toggle}
      >
        <MenuIcon aria-hidden />
        More
      </button>
    </nav>
  );
}
