import { Check, ChevronDown } from 'lucide-react';
import * as RadixSelect from 'radix-ui/select';
import type { Ref } from 'react';
import { classes } from '../../lib/classes.ts';

export type SelectOption = { value: string; label: string };

/** A pick list. An empty value shows the placeholder. */
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
  ref?: Ref<HTMLButtonElement>;
}) {
  return (
    <RadixSelect.Root value={props.value} onValueChange={props.onChange} disabled={props.disabled ?? false}>
      <RadixSelect.Trigger
        ref={props.ref}
        id={props.id}
        aria-label={props.label}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        className={classes(
          'control flex h-9 w-full items-center justify-between gap-2 px-2.5 text-left aria-invalid:border-bad data-placeholder:text-ink-3 max-md:h-10',
          'disabled:cursor-not-allowed disabled:opacity-60 [&>span]:truncate',
          props.className,
        )}
      >
        <RadixSelect.Value placeholder={props.placeholder} />
        <RadixSelect.Icon>
          <ChevronDown aria-hidden className="size-4 text-ink-3" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          className="panel z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-fade overflow-hidden shadow-pop"
        >
          <RadixSelect.Viewport className="p-1">
            {props.options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                className="flex h-8 cursor-pointer select-none items-center justify-between gap-3 rounded-tag px-2 outline-none data-highlighted:bg-accent-soft max-md:h-10"
              >
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator>
                  <Check aria-hidden className="size-4 text-accent" />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
