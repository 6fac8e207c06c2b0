import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';
import { type ButtonProps, buttonClasses } from './Button.tsx';

/** A link that looks like a button: give it one `<a>` or `<Link>` as its child. */
export function ButtonLook({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof Slot.Root> & Pick<ButtonProps, 'variant' | 'size'>) {
  return <Slot.Root {...rest} className={classes(buttonClasses(variant, size), className)} />;
}
