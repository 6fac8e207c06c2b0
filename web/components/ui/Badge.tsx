import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

const TONES = {
  good: 'bg-good-soft text-good',
  warn: 'bg-signal-soft text-signal',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  accent: 'bg-accent-soft text-accent',
  mute: 'bg-sunken text-ink-2 inset-ring inset-ring-line',
  solid: 'bg-accent text-on-accent',
  outline: 'bg-transparent text-ink-2 inset-ring inset-ring-control',
};

export type BadgeTone = keyof typeof TONES;

export function Badge(props: { tone: BadgeTone; variant?: string; children: ReactNode; className?: string }) {
  return (
    <span
      data-variant={props.variant}
      className={classes(
        'inline-flex shrink-0 items-center gap-1 whitespace-nowrap rounded-tag px-2 py-0.5 font-medium text-note [&_svg]:size-3',
        TONES[props.tone],
        props.className,
      )}
    >
      {props.children}
    </span>
  );
}
