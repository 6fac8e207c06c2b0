import { X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classes } from '../../lib/classes.ts';

const LOOK =
  'inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 text-note whitespace-nowrap transition-colors max-md:h-9 max-md:px-3';

/** A filter that is on or off. */
export function Chip(props: {
  pressed: boolean;
  onPress: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}) {
  return (
    <button
      ref={props.ref}
      type="button"
      aria-pressed={props.pressed}
      onClick={props.onPress}
      className={classes(
        LOOK,
        props.pressed
          ? 'bg-accent-soft font-semibold text-accent inset-ring inset-ring-accent'
          : 'bg-fill text-ink-2 hover:bg-fill-2',
      )}
    >
      {props.children}
    </button>
  );
}

/** A restriction that is in force and can be taken away. */
export function RemovableChip(props: { removeLabel: string; onRemove: () => void; children: ReactNode }) {
  return (
    <span className={classes(LOOK, 'min-w-0 max-w-full bg-accent-soft pr-1 font-medium text-accent')}>
      <span className="truncate">{props.children}</span>
      <button
        type="button"
        aria-label={props.removeLabel}
        onClick={props.onRemove}
        className="grid size-5 shrink-0 place-items-center rounded-full hover:bg-surface max-md:size-7"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
