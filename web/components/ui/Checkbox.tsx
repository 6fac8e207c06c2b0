import { Check, Minus } from 'lucide-react';
import * as RadixCheckbox from 'radix-ui/checkbox';
import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/classes.ts';

/** A checkbox with its label beside it; `hideLabel` keeps the label for screen readers only. */
export function Checkbox(props: {
  label: ReactNode;
  checked: boolean;
  /** Some of its parts is on, not all. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
}) {
  const id = useId();
  const Glyph = props.mixed ? Minus : Check;
  return (
    <div className={classes('flex items-center gap-2', props.className)}>
      <RadixCheckbox.Root
        id={id}
        checked={props.mixed ? 'indeterminate' : props.checked}
        disabled={props.disabled ?? false}
        onCheckedChange={(checked) => props.onChange(checked === true)}
        className="relative z-1 grid size-4 shrink-0 place-items-center rounded-tag border border-control bg-surface after:absolute after:-inset-2.5 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent"
      >
        <RadixCheckbox.Indicator>
          <Glyph aria-hidden className="size-3.5 text-on-accent" strokeWidth={3} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className={props.hideLabel ? 'sr-only' : 'cursor-pointer'}>
        {props.label}
      </label>
    </div>
  );
}
