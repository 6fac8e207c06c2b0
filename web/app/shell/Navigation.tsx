import { BookOpen, LifeBuoy, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { useUnread } from '../../features/inbox/api.ts';
import { useLinkSetting } from '../../features/session/api.ts';
import { useTodayCount } from '../../features/today/count.ts';
import { classes } from '../../lib/classes.ts';
import { itemAt, navigationItems } from '../routes.ts';

const LOOK =
  'flex h-9 items-center gap-2.5 rounded-control px-2.5 font-medium text-ink-2 hover:bg-line/60 hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:inset-ring aria-[current]:inset-ring-line aria-[current]:[&_svg]:text-accent max-md:h-11 [&_svg]:size-4.5 [&_svg]:shrink-0';

/** The screens of the app, and the links that the administrator has set. */
export function Navigation(props: { isAdmin: boolean; iconsOnly: boolean; onNavigate?: () => void }) {
  const [path] = useLocation();
  const started = useTodayCount().data?.started ?? false;
  const items = navigationItems(props).filter(({ href }) => href !== '/today' || started);
  const shown = itemAt(items, path);
  const current = shown ?? items[0];
  return (
    <ScrollArea className="min-h-0 flex-1">
      <nav
        aria-label="Main"
        className={classes(
          'flex flex-col gap-0.5 py-3 pt-1',
          props.iconsOnly ? 'mx-auto w-(--width-sidebar-icon)' : 'px-3',
        )}
      >
        {items.map(({ title, href, icon: Icon }) => (
          <WithTooltip key={href} text={title} show={props.iconsOnly}>
            <Link
              href={href}
              aria-current={current?.href === href ? (shown ? 'page' : 'true') : undefined}
              className={classes(LOOK, props.iconsOnly && 'relative justify-center px-0')}
              onClick={() => props.onNavigate?.()}
            >
              <Icon aria-hidden />
              <span className={props.iconsOnly ? 'sr-only' : 'truncate'}>{title}</span>
              <Waiting href={href} iconsOnly={props.iconsOnly} className={props.iconsOnly ? 'top-0 right-0' : ''} />
            </Link>
          </WithTooltip>
        ))}
        <HelpLinks iconsOnly={props.iconsOnly} />
      </nav>
    </ScrollArea>
  );
}

type Placed = { iconsOnly: boolean; className?: string };

/** How much waits on a screen; nothing where nothing does. */
export function Waiting({ href, ...placed }: { href: string } & Placed) {
  if (href === '/inbox') return <UnreadCount {...placed} />;
  return href === '/today' ? <TodayCount {...placed} /> : null;
}

const UnreadCount = (props: Placed) => <Count {...props} count={useUnread().data?.unread ?? 0} of="unread" />;
const TodayCount = (props: Placed) => <Count {...props} count={useTodayCount().data?.total ?? 0} of="to do" />;

function Count(props: Placed & { count: number; of: string }) {
  const { count } = props;
  if (count === 0) return null;
  return (
    <span
      className={classes(
        'rounded-full bg-accent px-1.5 font-semibold text-note text-on-accent tabular-nums',
        props.iconsOnly ? 'absolute' : 'ml-auto',
        props.className,
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {props.of}</span>
    </span>
  );
}

function HelpLinks(props: { iconsOnly: boolean }) {
  const tutorials = useLinkSetting('tutorials_url');
  const helpDesk = useLinkSetting('help_desk_url');
  const links: { title: string; href: string; Icon: LucideIcon }[] = [];
  if (tutorials) links.push({ title: 'Tutorials', href: tutorials, Icon: BookOpen });
  if (helpDesk) links.push({ title: 'Help Desk', href: helpDesk, Icon: LifeBuoy });
  if (links.length === 0) return null;
  return (
    <>
      <h2 className={props.iconsOnly ? 'my-2 border-t [&>span]:sr-only' : 'px-2.5 pt-4 pb-1 text-ink-3 text-note'}>
        <span>Help &amp; Resources</span>
      </h2>
      {links.map(({ title, href, Icon }) => (
        <WithTooltip key={title} text={title} show={props.iconsOnly}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={classes(LOOK, props.iconsOnly && 'relative justify-center px-0')}
          >
            <Icon aria-hidden />
            <span className={props.iconsOnly ? 'sr-only' : 'truncate'}>{title}</span>
          </a>
        </WithTooltip>
      ))}
    </>
  );
}

function WithTooltip(props: { text: string; show: boolean; children: ComponentProps<typeof Tooltip>['children'] }) {
  if (!props.show) return props.children;
  return (
    <Tooltip text={props.text} side="right">
      {props.children}
    </Tooltip>
  );
}

const HIDE_AFTER_MS = 600;

/** A part that scrolls on its own; its bar shows while it is scrolled, and hides 600 ms after. */
function ScrollArea(props: { className?: string; children: ReactNode }) {
  const [scrolling, setScrolling] = useState(false);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hiding.current), []);
  return (
    <div
      data-scrolling={scrolling || undefined}
      onScroll={() => {
        setScrolling(true);
        clearTimeout(hiding.current);
        hiding.current = setTimeout(() => setScrolling(false), HIDE_AFTER_MS);
      }}
      className={classes('quiet-scroll', props.className)}
    >
      {props.children}
    </div>
  );
}
