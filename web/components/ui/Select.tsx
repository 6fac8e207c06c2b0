import { type Ref, useEffect } from 'react';
import { classes } from '../../lib/classes.ts';

export type SelectOption = { value: string; label: string };

/** A pick list. A value that is none of the options shows the placeholder. */
export function Select(props: {
  id?: string;
  label?: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  className?: string;
  disabled?: boolean;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  /** The control itself, so that a form can put the focus on it. */
  ref?: Ref<HTMLSelectElement>;
}) {
  const known = props.options.some(({ value }) => value === props.value);
  useEffect(keepEscapeToThePicker, []);
  return (
    <select
      ref={props.ref}
      id={props.id}
      aria-label={props.label}
      aria-invalid={props['aria-invalid']}
      aria-describedby={props['aria-describedby']}
      disabled={props.disabled}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      className={classes(
        'picker h-9 w-full rounded-control border border-transparent bg-fill px-2.5 text-ink aria-invalid:border-bad max-md:h-10',
        'disabled:cursor-not-allowed disabled:opacity-60',
        !known && 'text-ink-3',
        props.className,
      )}
    >
      {!known && (
        <option value={props.value} disabled hidden>
          {props.placeholder}
        </option>
      )}
      {props.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

const IN_PAGE = typeof CSS !== 'undefined' && CSS.supports('appearance: base-select');

/** An open list that the browser draws takes Escape before the dialog around it, which listens on the document. */
function keepEscapeToThePicker(): (() => void) | undefined {
  if (!IN_PAGE) return undefined;
  const keep = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && document.querySelector('select:open')) event.stopPropagation();
  };
  window.addEventListener('keydown', keep, true);
  return () => window.removeEventListener('keydown', keep, true);
}
