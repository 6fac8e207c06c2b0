import * as RadixSwitch from 'radix-ui/switch';
import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/classes.ts';

/** Something that is on or off, with its label beside it; `hideLabel` keeps the label for screen readers only. */
export function Switch(props: {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hideLabel?: boolean;
  disabled?: boolean;
  note?: string;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <RadixSwitch.Root
        id={id}
        checked={props.checked}
        disabled={props.disabled ?? false}
        onCheckedChange={props.onChange}
        aria-describedby={props.note ? `${id}-note` : undefined}
        className="relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-sunken transition-colors after:absolute after:-inset-2.5 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <RadixSwitch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-control transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
      </RadixSwitch.Root>
      <div className={classes('min-w-0', props.hideLabel && 'sr-only')}>
        <label htmlFor={id} className="cursor-pointer">
          {props.label}
        </label>
        {props.note && (
          <p id={`${id}-note`} className="text-ink-3 text-note">
            {props.note}
          </p>
        )}
      </div>
    </div>
  );
}
