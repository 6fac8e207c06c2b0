import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/classes.ts';

/** A checkbox with its label beside it; `hideLabel` keeps the label for screen readers only. */
export function Checkbox(props: {
  label: ReactNode;
  checked: boolean;
  /** Some of its parts is on, not all. */
  mixed?: boolean;
  /** `shift`: that key was held. */
  onChange: (checked: boolean, shift: boolean) => void;
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
}) {
  const id = useId();
  const Glyph = props.mixed ? Minus : Check;
  return (
    <div className={classes('flex items-center gap-2', props.className)}>
      <span className="relative grid size-4 shrink-0 place-items-center">
        <input
          type="checkbox"
          id={id}
          ref={(box) => {
            if (box) box.indeterminate = props.mixed === true;
          }}
          checked={props.checked && !props.mixed}
          disabled={props.disabled ?? false}
          // held with a press, the shift key selects rows, and no text
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onChange={(event) => {
            const { nativeEvent } = event;
            props.onChange(event.target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
          }}
          className="peer relative z-1 size-4 appearance-none rounded-tag border border-control bg-surface after:absolute after:-inset-2.5 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-not-allowed disabled:opacity-55"
        />
        <Glyph
          aria-hidden
          className="pointer-events-none absolute z-1 hidden size-3.5 text-on-accent peer-checked:block peer-indeterminate:block"
          strokeWidth={3}
        />
      </span>
      <label htmlFor={id} className={props.hideLabel ? 'sr-only' : 'cursor-pointer'}>
        {props.label}
      </label>
    </div>
  );
}
