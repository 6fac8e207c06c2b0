import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

export type Tab<Value> = { value: Value; label: string; count: ReactNode };

/** Parts of a list side by side, each with its count; one of them is shown. */
export function Tabs<Value>(props: {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in line with its neighbours in every browser.
    <div role="group" aria-label={props.label} className="flex min-w-0 items-stretch gap-5 overflow-x-auto">
      {props.tabs.map((tab) => (
        <button
          key={tab.label}
          type="button"
          aria-pressed={tab.value === props.value}
          onClick={() => props.onChange(tab.value)}
          className={classes(
            'flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap border-b-2 font-medium text-small focus-visible:-outline-offset-2 max-md:h-10',
            tab.value === props.value ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {tab.label}
          <b className="font-medium text-ink-3 text-note tabular-nums">{tab.count}</b>
        </button>
      ))}
    </div>
  );
}
