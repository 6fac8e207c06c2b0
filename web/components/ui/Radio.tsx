import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/classes.ts';

export type RadioOption = { value: string; label: ReactNode; note?: ReactNode };

/** One choice among a few, each with a line that says what it means. */
export function Radio(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioOption[];
  columns?: 3;
}) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={classes('grid gap-2', props.columns ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}
    >
      {props.options.map(({ value, label, note }) => (
        <div
          key={value}
          className="relative flex items-start gap-2.5 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft/40"
        >
          <input
            type="radio"
            id={`${id}-${value}`}
            name={id}
            value={value}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
            aria-describedby={note ? `${id}-${value}-note` : undefined}
            className="relative z-1 mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-5 checked:border-accent"
          />
          <div className="min-w-0">
            <label htmlFor={`${id}-${value}`} className="cursor-pointer font-medium after:absolute after:inset-0">
              {label}
            </label>
            {note && (
              <div id={`${id}-${value}-note`} className="text-ink-3 text-note">
                {note}
              </div>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}
