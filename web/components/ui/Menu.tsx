import * as RadixMenu from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { pick } from '../../../events/shared/named.ts';
import { classes } from '../../lib/classes.ts';

/** A menu that drops from its trigger. `open`: a key opens it, too. */
export function Menu(props: {
  trigger: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <RadixMenu.Root modal={false} {...pick(props, ['open', 'onOpenChange'])}>
      <RadixMenu.Trigger asChild>{props.trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align={props.align ?? 'end'}
          side={props.side ?? 'bottom'}
          sideOffset={4}
          collisionPadding={8}
          className="panel z-50 min-w-44 animate-fade p-1 shadow-pop"
        >
          {props.children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

const ITEM =
  'flex h-8 w-full cursor-pointer select-none items-center gap-2 rounded-tag px-2 text-small outline-none data-highlighted:bg-accent-soft data-disabled:cursor-not-allowed data-disabled:opacity-55 max-md:h-10 [&_svg]:size-4';

export function MenuItem(props: {
  onSelect: () => void;
  destructive?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <RadixMenu.Item
      onSelect={props.onSelect}
      disabled={props.disabled ?? false}
      className={classes(ITEM, props.destructive && 'text-bad data-highlighted:bg-bad-soft')}
    >
      {props.children}
    </RadixMenu.Item>
  );
}
