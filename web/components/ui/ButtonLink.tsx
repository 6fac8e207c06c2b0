import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { classes } from '../../lib/classes.ts';
import { type ButtonProps, buttonClasses } from './Button.tsx';

/** A link to a screen that looks like a button. */
export function ButtonLink(
  props: Omit<ComponentProps<'a'>, 'href'> & Pick<ButtonProps, 'variant' | 'size'> & { href: string },
) {
  const { variant, size, className, ...rest } = props;
  return <Link {...rest} className={classes(buttonClasses(variant, size), className)} />;
}
