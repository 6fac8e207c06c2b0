import { Menu as MenuIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useTodayCount } from '../../features/today/count.ts';
import { itemAt, navigationItems } from '../routes.ts';
import { Waiting } from './Navigation.tsx';
import { useSidebar } from './sidebarState.ts';

const TABS = navigationItems({ isAdmin: false }).filter(({ tab }) => tab !== undefined);

const LOOK =
  'relative flex min-w-0 flex-auto flex-col items-center justify-center gap-0.5 font-medium text-ink-2 text-note tracking-tight aria-[current]:text-accent [&_svg]:size-4.5';

/** The screens of a phone that a thumb reaches; the others are in the sheet. */
export function TabBar() {
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
