import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { classes } from '../../lib/classes.ts';
import { Select } from './Select.tsx';

export type Section = { title: string; href: string; icon: LucideIcon };

const ITEM =
  'flex h-9 shrink-0 items-center gap-2.5 rounded-control px-2.5 text-ink-2 text-small hover:bg-line/60 hover:text-ink aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink aria-[current]:inset-ring aria-[current]:inset-ring-line aria-[current]:[&_svg]:text-accent [&_svg]:size-4 [&_svg]:shrink-0';

const BESIDE = {
  grid: 'lg:grid lg:grid-cols-[11.5rem_minmax(0,1fr)] lg:gap-6',
  list: 'mb-4 lg:sticky lg:top-4 lg:mb-0 lg:self-start',
  items: 'lg:flex-col max-lg:[&_svg]:hidden',
};
const ROOMY = {
  grid: '2xl:grid 2xl:grid-cols-[11.5rem_minmax(0,1fr)] 2xl:gap-6',
  list: 'mb-4 2xl:sticky 2xl:top-4 2xl:mb-0 2xl:self-start',
  items: '2xl:flex-col',
};

/**
 * Parts of a screen, each with its own URL: a list at the left, a strip with less room, a pick list on a phone. `roomy`: the parts are wide, so the
 * list stays a strip for longer.
 */
export function Sections(props: { label: string; sections: readonly Section[]; roomy?: boolean; children: ReactNode }) {
  const [path, navigate] = useLocation();
  const current = props.sections.find(({ href }) => href === path)?.href ?? '';
  const look = props.roomy ? ROOMY : BESIDE;
  return (
    <div className={classes(look.grid, 'print:block!')}>
      <nav aria-label={props.label} className={look.list}>
        <ul className={classes('flex flex-wrap gap-0.5 max-md:hidden', look.items)}>
          {props.sections.map(({ title, href, icon: Icon }) => (
            <li key={href}>
              <Link href={href} aria-current={href === current ? 'page' : undefined} className={ITEM}>
                <Icon aria-hidden />
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <Select
          className="md:hidden"
          label={props.label}
          value={current}
          onChange={(href) => navigate(href)}
          options={props.sections.map(({ title, href }) => ({ value: href, label: title }))}
        />
      </nav>
      <div className="min-w-0">{props.children}</div>
    </div>
  );
}

/** One column of cards, no wider than a form reads well. */
export function SectionColumn(props: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes('flex flex-col gap-4 *:min-w-0', props.wide ? 'max-w-feed' : 'max-w-column')}>
      {props.children}
    </div>
  );
}
