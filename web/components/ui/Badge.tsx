import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

const TONES = {
  good: 'bg-good-soft text-good',
  warn: 'bg-signal-soft text-signal',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  accent: 'bg-accent-soft text-accent',
  plum: 'bg-plum-soft text-plum',
  mute: 'bg-fill text-ink-2',
  outline: 'bg-transparent text-ink-2 inset-ring inset-ring-line-strong',
};

export type BadgeTone = keyof typeof TONES;

export function Badge(props: { tone: BadgeTone; variant?: string; children: ReactNode; className?: string }) {
  return (
    <span
      data-variant={props.variant}
      className={classes(
        'inline-flex h-5.5 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-tag px-2 font-medium text-note [&_svg]:size-3',
        TONES[props.tone],
        props.className,
      )}
    >
      {props.children}
    </span>
  );
}
