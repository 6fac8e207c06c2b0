import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';

const CONTROL =
  'control w-full px-2.5 aria-invalid:border-bad disabled:cursor-not-allowed disabled:opacity-60 max-md:text-lead';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes(CONTROL, 'h-9 max-md:h-10', className)} />;
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} {...rest} className={classes(CONTROL, 'py-2', className)} />;
}
