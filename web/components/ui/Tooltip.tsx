import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

/** Delay 700 ms, and 300 ms from one tooltip to the next. */
export function TooltipProvider(props: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
      {props.children}
    </RadixTooltip.Provider>
  );
}

export function Tooltip(props: { text: string; side?: 'top' | 'right' | 'bottom'; children: ReactNode }) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{props.children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          side={props.side ?? 'top'}
          sideOffset={6}
          className="z-50 max-w-72 animate-fade rounded-control bg-ink px-2.5 py-1.5 text-note text-paper shadow-pop"
        >
          {props.text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
