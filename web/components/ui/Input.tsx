import { type ComponentProps, useState } from 'react';
import { classes } from '../../lib/classes.ts';

const CONTROL =
  'control w-full px-2.5 aria-invalid:border-bad disabled:cursor-not-allowed disabled:opacity-60 max-md:text-lead';

const ONE_LINE = 'h-9 max-md:h-10';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  if (rest.type === 'password') return <SecretInput {...rest} className={className} />;
  return <input {...rest} className={classes(CONTROL, ONE_LINE, className)} />;
}

/** Its text is hidden until the user asks to see it. */
function SecretInput({ className, ...rest }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={classes('relative', className)}>
      <input
        spellCheck={false}
        autoCapitalize="off"
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classes(CONTROL, ONE_LINE, 'pr-14')}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide characters' : 'Show characters'}
        className="absolute inset-y-px right-px rounded-control px-3 font-medium text-accent text-note hover:underline"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} {...rest} className={classes(CONTROL, 'py-2', className)} />;
}
