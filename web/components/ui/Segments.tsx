import type { ReactNode } from 'react';

export type Segment = { value: string; label: string; icon?: ReactNode };

/**
 * One choice among a few words, side by side; they wrap where there is no room. `value`: null while none is chosen. Buttons, not radios:
 * an arrow key that passes a choice must not make it.
 */
export function Segments(props: {
  label: string;
  value: string | null;
  onChange: (value: string) => void;
  options: readonly Segment[];
}) {
  return (
    <fieldset aria-label={props.label} className="flex flex-wrap gap-0.5 rounded-control bg-sunken p-0.5">
      {props.options.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={props.value === value}
          onClick={() => props.onChange(value)}
          className="flex h-7 items-center gap-1.5 rounded-tag px-2.5 text-ink-2 text-small whitespace-nowrap hover:text-ink aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-panel max-md:h-9 [&_svg]:hidden [&_svg]:size-3.5 aria-pressed:[&_svg]:block"
        >
          {icon}
          {label}
        </button>
      ))}
    </fieldset>
  );
}
