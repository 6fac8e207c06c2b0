import * as RadixRadio from 'radix-ui/radio-group';
import { type ReactNode, useId } from 'react';

export type RadioOption = { value: string; label: string; note?: ReactNode };

/** One choice among a few, each with a line that says what it means. */
export function Radio(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioOption[];
}) {
  const id = useId();
  return (
    <RadixRadio.Root
      aria-label={props.label}
      value={props.value}
      onValueChange={props.onChange}
      className="grid gap-2 sm:grid-cols-2"
    >
      {props.options.map((option) => (
        <div
          key={option.value}
          className="relative flex items-start gap-2.5 rounded-control border border-line p-3 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft/40"
        >
          <RadixRadio.Item
            id={`${id}-${option.value}`}
            value={option.value}
            aria-describedby={option.note ? `${id}-${option.value}-note` : undefined}
            className="relative z-1 mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-control bg-surface data-[state=checked]:border-accent"
          >
            <RadixRadio.Indicator className="size-2 rounded-full bg-accent" />
          </RadixRadio.Item>
          <div className="min-w-0">
            <label
              htmlFor={`${id}-${option.value}`}
              className="cursor-pointer font-medium after:absolute after:inset-0"
            >
              {option.label}
            </label>
            {option.note && (
              <div id={`${id}-${option.value}-note`} className="text-ink-3 text-note">
                {option.note}
              </div>
            )}
          </div>
        </div>
      ))}
    </RadixRadio.Root>
  );
}
