import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';

const VARIANTS = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  outline: 'border-transparent bg-fill text-ink hover:bg-fill-2',
  ghost: 'border-transparent bg-transparent text-ink-2 hover:bg-fill hover:text-ink',
  danger: 'border-bad bg-bad text-on-accent hover:border-bad-hover hover:bg-bad-hover',
  quietDanger: 'border-transparent bg-transparent text-bad hover:bg-bad-soft',
};

const SIZES = {
  small: 'h-7 px-2.5 max-md:h-9',
  normal: 'h-8 px-3 max-md:h-10',
  large: 'h-10 px-4 text-body',
  icon: 'size-8 max-md:size-10',
  tiny: 'size-6',
};

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** The work it started is going on: it cannot be pressed again and shows so. Give it to every button that starts work, and to no other. */
  pending?: boolean;
};

export function buttonClasses(variant: keyof typeof VARIANTS = 'outline', size: keyof typeof SIZES = 'normal'): string {
  return classes(
    'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-control border font-medium text-small transition-colors',
    'print:hidden disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
  );
}

export function Button({ variant, size, pending, className, disabled, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      // not disabled while it is pending: that would take the focus away from someone at the keyboard
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        // the second press of a double click may come after the work, when the button means something else (Pause, Resume)
        if (pending || (pending !== undefined && event.detail > 1)) event.preventDefault();
        else onClick?.(event);
      }}
      className={classes(buttonClasses(variant, size), className)}
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
